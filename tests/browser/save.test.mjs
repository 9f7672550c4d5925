// The picture as a file: an SVG whose numbers are the program's and which looks like the canvas, a PNG as sharp as asked, numbers as TSV.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { anchor, canvas, click_anchor, command, eventually, finish, kPhone, query, settled, use_site } from './harness.mjs';
import { decode_png } from './png.mjs';

const site = use_site();
const kLessons = ['attention', 'multi-head', 'layer-norm', 'feed-forward', 'gpt', 'sandbox'];

async function open(lesson, { step = 1, language = 'en', theme = 'light', ...options } = {}) {
    const page = await site.open_page({ query: `lesson=${lesson}&step=${step}&lang=${language}&theme=${theme}`, ...options });
    await settled(page);
    return page;
}

async function saved(page, kind) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.evaluate((wanted) => window.dikkat.save(wanted), kind)]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

// What a reader of XML makes of it: its texts, its cells' titles and what it says about itself.
function read_svg(page, text) {
    return page.evaluate((svg) => {
        const tree = new DOMParser().parseFromString(svg, 'image/svg+xml');
        const all = (selector) => [...tree.querySelectorAll(selector)].map((node) => node.textContent);
        return {
            fault: tree.querySelector('parsererror')?.textContent ?? null,
            language: tree.documentElement.getAttribute('xml:lang'),
            title: tree.querySelector('svg > title').textContent,
            description: tree.querySelector('svg > desc').textContent,
            metadata: tree.querySelector('metadata').textContent,
            texts: all('text'),
            cells: all('rect > title, g > title'),
        };
    }, text);
}

// The mean difference of two pictures' colours over a coarse grid, 0..255.
function difference(a, b, { width, height }) {
    const kSide = 16;
    const mean = (image, left, top) => {
        const sum = [0, 0, 0];
        for (let y = top; y < top + kSide; y += 2) for (let x = left; x < left + kSide; x += 2) image.at(x, y).slice(0, 3).forEach((c, i) => sum[i] += c);
        return sum.map((c) => c / (kSide / 2) ** 2);
    };
    let worst = 0, total = 0, count = 0;
    for (let y = 0; y + kSide <= height; y += kSide) {
        for (let x = 0; x + kSide <= width; x += kSide) {
            const far = Math.max(...mean(a, x, y).map((c, i) => Math.abs(c - mean(b, x, y)[i])));
            worst = Math.max(worst, far);
            total += far;
            count++;
        }
    }
    return { worst, mean: total / count };
}

async function as_image(page, svg) {
    const { width, height } = await canvas(page).boundingBox();
    const viewer = await page.context().newPage();
    await viewer.setViewportSize({ width: Math.round(width), height: Math.round(height) });
    await viewer.goto(`data:image/svg+xml;base64,${svg.toString('base64')}`);
    const image = decode_png(await viewer.screenshot());
    await viewer.close();
    return image;
}

for (const lesson of kLessons) {
    for (const [language, theme] of [['tr', 'dark'], ['en', 'light']]) {
        test(`The SVG of ${lesson} looks like its canvas (${language}, ${theme})`, async () => {
            const page = await open(lesson, { language, theme });
            const on_screen = decode_png(await canvas(page).screenshot());
            const { name, bytes } = await saved(page, 'svg');
            assert.equal(name, `dikkat-${lesson}-step-1.svg`);
            const svg = await read_svg(page, bytes.toString());
            assert.equal(svg.fault, null);
            assert.equal(svg.language, language);
            const { version } = await query(page, 'version');
            for (const said of [version, `${lesson}/1`, await page.evaluate(() => location.href)]) assert.ok(svg.metadata.includes(said), said);
            for (const { text } of await query(page, 'checks')) assert.ok(svg.description.includes(text), text);
            const image = await as_image(page, bytes);
            const { worst, mean } = difference(on_screen, image, image);
            assert.ok(mean < 3, `the pictures differ by ${mean} on average`);
            assert.ok(worst < 90, `the pictures differ by ${worst} somewhere`);
            await finish(page);
        });
    }
}

test('Every cell of the SVG says the number that the program has', async () => {
    const page = await open('multi-head', { step: 3 });
    const { bytes } = await saved(page, 'svg');
    const { cells } = await read_svg(page, bytes.toString());
    for (const tensor of ['x', 'wq', 'head0.weights', 'concat']) {
        const { shape, data } = await query(page, `tensor/${tensor}`);
        data.forEach((value, index) => {
            const cell = `${tensor}[${Math.floor(index / shape[1])}, ${index % shape[1]}] = ${value}`;
            assert.ok(cells.includes(cell), `no cell says ${cell}`);
        });
    }
    await finish(page);
});

test('The numbers that an opened station shows are text, and a change is in the next picture', async () => {
    const page = await open('multi-head', { step: 3 });
    await command(page, { type: 'open_station', tensor: 'head0.weights' });
    await command(page, { type: 'set_cell', tensor: 'x', row: 4, col: 0, value: 0.25 });
    // Without waiting for a frame: the picture is of what is true now.
    const { bytes } = await saved(page, 'svg');
    const { texts, cells } = await read_svg(page, bytes.toString());
    const { data } = await query(page, 'tensor/head0.weights');
    for (const value of data) assert.ok(texts.includes(value === 0 ? '0.000' : value.toFixed(3)), `${value} is no text`);
    assert.ok(cells.includes('x[4, 0] = 0.25'));
    await finish(page);
});

test('The difference view says differences, and cells that are unchanged say 0', async () => {
    const page = await open('multi-head');
    await command(page, { type: 'set_cell', tensor: 'x', row: 4, col: 0, value: 0.5 });
    await command(page, { type: 'show', what: 'difference' });
    const { cells } = await read_svg(page, (await saved(page, 'svg')).bytes.toString());
    const { data } = await query(page, 'difference/x');
    assert.ok(cells.includes(`Δ x[4, 0] = ${data[32]}`));
    assert.ok(cells.includes('Δ x[0, 0] = 0'));
    await finish(page);
});

test('The PNG has two pixels for each CSS px and shows the canvas, which stays as it was', async () => {
    const page = await open('multi-head', { step: 3 });
    const before = decode_png(await canvas(page).screenshot());
    const { name, bytes } = await saved(page, 'png');
    assert.equal(name, 'dikkat-multi-head-step-3.png');
    const picture = decode_png(bytes);
    const box = await canvas(page).boundingBox();
    assert.deepEqual([picture.width, picture.height], [2 * Math.round(box.width), 2 * Math.round(box.height)]);
    const halved = { at: (x, y) => picture.at(2 * x, 2 * y) };
    assert.ok(difference(before, halved, before).mean < 4);
    await page.evaluate(() => { document.getElementById('message').textContent = ''; });
    await settled(page);
    assert.ok(difference(before, decode_png(await canvas(page).screenshot()), before).mean < 0.5);
    assert.deepEqual((await query(page, 'diagnostics')).framebuffer, [Math.round(box.width), Math.round(box.height)]);
    await finish(page);
});

test('A frame that allows no downloads says so and asks for nothing', async () => {
    const page = await site.open_page({ path: 'index.html', allow: [/can escape its sandboxing/] });
    await page.evaluate(() => {
        const frame = document.createElement('iframe');
        frame.sandbox = 'allow-scripts allow-same-origin';
        frame.src = 'index.html?lang=en';
        document.body.append(frame);
    });
    const frame = await eventually(() => {
        const found = page.frames().find((one) => one !== page.mainFrame() && one.url().includes('lang=en'));
        assert.ok(found);
        return found;
    });
    await eventually(() => frame.evaluate(() => window.dikkat.ready));
    await frame.evaluate(() => window.dikkat.save('svg'));
    assert.match(await frame.locator('#message').textContent(), /allows no downloads/);
    await finish(page);
});

test('The numbers of the opened station are copied by its button, those of any tensor by the page', async () => {
    const page = await open('multi-head', { context: { permissions: ['clipboard-read', 'clipboard-write'] } });
    await command(page, { type: 'open_station', tensor: 'q' });
    await settled(page);
    await click_anchor(page, 'station/copy');
    const pasted = () => page.evaluate(() => navigator.clipboard.readText());
    const rows = async (tensor) => {
        const { shape, data } = await query(page, `tensor/${tensor}`);
        return Array.from({ length: shape[0] }, (_, row) => data.slice(row * shape[1], (row + 1) * shape[1]));
    };
    const numbers = (text) => text.trim().split('\n').map((line) => line.split('\t').map(Number));
    const expected = await rows('q');
    await eventually(async () => assert.deepEqual(numbers(await pasted()).map((row) => row.map(Math.fround)), expected.map((row) => row.map(Math.fround))));
    await page.evaluate(() => window.dikkat.copy('head0.weights'));
    assert.deepEqual(numbers(await pasted()), await rows('head0.weights'));
    await finish(page);
});

test('On a phone the opened station has the button that copies too', async () => {
    const page = await open('multi-head', { ...kPhone, context: { ...kPhone.context, permissions: ['clipboard-read', 'clipboard-write'] } });
    await command(page, { type: 'open_station', tensor: 'head0.scores' });
    await settled(page);
    const { width, height } = await anchor(page, 'station/copy');
    assert.ok(width >= 44 && height >= 36, `a finger’s target: ${width} × ${height}`);
    await click_anchor(page, 'station/copy');
    await eventually(async () => assert.equal((await page.evaluate(() => navigator.clipboard.readText())).trim().split('\n').length, 6));
    await finish(page);
});
