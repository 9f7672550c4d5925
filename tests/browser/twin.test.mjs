// The accessible twin: the canvas's state as controls and tables, both ways.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { anchor, command, drag, eventually, finish, query, settled, use_site } from './harness.mjs';

const site = use_site();
const kSnapshot = new URL('twin.aria.yaml', import.meta.url);
const kLessons = ['attention', 'multi-head', 'layer-norm', 'feed-forward', 'gpt', 'sandbox'];

async function open_twin(options) {
    const page = await site.open_page(options);
    await page.click('#twin-button');
    await done(page);
    return page;
}

// All that is open in the twin is up to date.
const done = (page) => page.locator('#twin:not([data-working])').waitFor();

for (const lesson of kLessons) {
    test(`${lesson}: a number typed in the twin is the document’s, and a number of the document is the twin’s`, async () => {
        const page = await open_twin({ query: `lesson=${lesson}&lang=en` });
        const name = await page.locator('#twin-tensor').inputValue();
        const { shape } = await query(page, `tensor/${name}`);
        const place = Array(shape.length).fill(0).join('/');
        const cell = page.locator('#twin-table tbody input').first();
        await cell.fill('0,25');
        await cell.press('Enter');
        assert.equal((await query(page, `tensor/${name}/${place}`)).value, 0.25);
        assert.equal(await cell.evaluate((input) => input === document.activeElement), true);
        await command(page, { type: 'set_cell', tensor: name, row: 0, col: 0, value: 0.75 });
        await eventually(async () => assert.equal(await cell.inputValue(), '0.75'));
        assert.equal(await cell.evaluate((input) => input === document.activeElement), true);
        await finish(page);
    });
}

// Where the canvas of a lesson shows a number that can be dragged; of `gpt` it shows settings alone.
const kDragged = [
    ['attention', 'cell/q/1/0', 'tensor/q/1/0'],
    ['multi-head', 'cell/x/4/0', 'tensor/x/4/0'],
    ['layer-norm', 'cell/example.x/0/0', 'tensor/example.x/0/0'],
    ['feed-forward', 'cell/x/3/0', 'tensor/x/3/0'],
    ['sandbox', 'cell/x/2/0', 'tensor/x/2/0'],
];
const kWide = { width: 1720, height: 900 };

for (const [lesson, place, path] of kDragged) {
    test(`${lesson}: a drag in the canvas changes the twin’s cell, and a number typed in the twin is drawn`, async () => {
        const page = await open_twin({ query: `lesson=${lesson}&lang=en`, viewport: kWide });
        if (lesson === 'feed-forward') await open_row(page, place);
        const [, name, row, column] = path.split('/');
        await page.locator('#twin-tensor').selectOption(name);
        await done(page);
        const cell = page.locator(`#twin-table tbody tr:nth-child(${Number(row) + 1}) input`).nth(Number(column));
        const before = await cell.inputValue();
        await drag(page, place, { dx: 40 });
        const { value } = await query(page, path);
        await eventually(async () => assert.equal(Number(await cell.inputValue()), Number(value.toFixed(4))));
        assert.notEqual(await cell.inputValue(), before);
        const drawn = await drawing(page);
        await cell.fill('-0.625');
        await cell.press('Enter');
        await settled(page);
        assert.equal((await query(page, path)).value, -0.625);
        assert.notEqual(await drawing(page), drawn);
        await finish(page);
    });
}

test('gpt: a slider of the canvas moves the twin’s number, and the twin’s number is drawn', async () => {
    const page = await open_twin({ query: 'lesson=gpt&lang=en', viewport: kWide });
    const std = page.getByLabel('std', { exact: true });
    const before = await std.inputValue();
    await drag(page, 'control/std', { dx: 30 });
    await eventually(async () => assert.notEqual(await std.inputValue(), before));
    const drawn = await drawing(page);
    await std.fill('0.5');
    await std.press('Enter');
    await settled(page);
    assert.notEqual(await drawing(page), drawn);
    await finish(page);
});

const drawing = async (page) => JSON.stringify(await query(page, 'drawing'));

// The panel shows the first row only, until another is opened.
async function open_row(page, place) {
    if ((await query(page, 'anchors'))[place]) return;
    await command(page, { type: 'select', row: 3 });
    await settled(page);
}

test('The live region says what a drag in the canvas changed', async () => {
    const page = await open_twin({ query: 'lesson=multi-head&lang=en', viewport: kWide });
    await drag(page, 'cell/x/4/0', { dx: 40 });
    await eventually(async () => assert.match(await page.locator('#changes').innerText(), /X\[o, 0\]: 1\.3 → .*of 6 rows moved/));
    await finish(page);
});

test('A cell that has the focus shows its number whole; what was not edited is not sent', async () => {
    const page = await open_twin({ query: 'lesson=attention&lang=en' });
    const cell = page.locator('#twin-table tbody input').first();
    const { value } = await query(page, 'tensor/q/0/0');
    const short = await cell.inputValue();
    assert.equal(short, String(Number(value.toFixed(4))));
    assert.notEqual(Number(short), value);
    await cell.focus();
    assert.equal(Number(await cell.inputValue()), value);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    assert.equal(await cell.inputValue(), short);
    assert.deepEqual(await query(page, 'edits'), []);
    await cell.focus();
    const whole = await cell.inputValue();
    await cell.fill('1');
    await cell.press('Enter');
    await cell.fill(whole);
    await cell.press('Enter');
    assert.equal((await query(page, 'tensor/q/0/0')).value, value);
    await finish(page);
});

test('Numbers pasted from a table go in from the cell on', async () => {
    const page = await open_twin({ query: 'lesson=attention&lang=en' });
    const cell = page.locator('#twin-table tbody tr:nth-child(2) input').nth(1);
    await paste(cell, '1\t2\r\n3\t4\r\n');
    for (const [place, value] of [['1/1', 1], ['1/2', 2], ['2/1', 3], ['2/2', 4]]) {
        assert.equal((await query(page, `tensor/q/${place}`)).value, value);
    }
    await paste(cell, '1\tone');
    assert.equal(await page.locator('#twin-error').innerText(), 'Row 1, column 2 is not a number: "one"');
    await finish(page);
});

function paste(input, text) {
    return input.evaluate((target, pasted) => {
        const data = new DataTransfer();
        data.setData('text/plain', pasted);
        target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, text);
}

test('What is no number is said beside the table, and what was typed stays', async () => {
    const page = await open_twin({ query: 'lang=en' });
    const cell = page.locator('#twin-table tbody input').first();
    await cell.fill('1,2,3');
    await cell.press('Enter');
    assert.equal(await page.locator('#twin-error').innerText(), 'Not a number: "1,2,3"');
    assert.equal(await cell.inputValue(), '1,2,3');
    assert.deepEqual(await query(page, 'edits'), []);
    await finish(page);
});

test('A hidden control is absent, a locked one says why, a locked tensor’s cells cannot be changed', async () => {
    const page = await open_twin({ query: 'lang=en' });
    await command(page, { type: 'set_controls', hidden: ['swap_heads'], locked: ['mask', 'x'] });
    await eventually(async () => assert.equal(await page.getByLabel('Mask').isDisabled(), true));
    assert.equal(await page.getByRole('button', { name: 'Swap the heads' }).count(), 0);
    assert.equal(await page.locator('#twin-table tbody input').first().getAttribute('readonly'), '');
    assert.match(await page.locator('#twin-reason').innerText(), /Locked/);
    await finish(page);
});

test('The mask is chosen in the twin by keyboard alone', async () => {
    const page = await site.open_page({ query: 'lang=en' });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('#twin-table').waitFor();
    await page.getByLabel('Mask').focus();
    await page.keyboard.press('ArrowDown');
    await eventually(async () => assert.equal((await query(page, 'state')).document.mask, 'causal'));
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('#twin').isVisible(), false);
    await finish(page);
});

test('A tensor of 256 × 256 is shown by a window of its rows and columns', async () => {
    const page = await open_twin({ query: 'lesson=sandbox&lang=en' });
    await command(page, { type: 'set_config', name: 'blocks', value: 1 });
    await command(page, { type: 'set_config', name: 'd', value: 256 });
    await page.locator('#twin-tensor').selectOption('blocks.0.attention.wq');
    const cells = page.locator('#twin-table tbody input');
    await eventually(async () => assert.equal(await cells.count(), 32 * 16));
    await page.locator('#twin-first_row').fill('200');
    await page.locator('#twin-first_row').press('Enter');
    const { value } = await query(page, 'tensor/blocks.0.attention.wq/199/0');
    await eventually(async () => assert.equal(Number(await cells.first().inputValue()), Number(value.toFixed(4))));
    await finish(page);
});

test('The sum of the focused cell is read under the table', async () => {
    const page = await open_twin({ query: 'lesson=multi-head&lang=en' });
    await page.locator('#twin-tensor').selectOption('head0.weights');
    await page.locator('#twin-table tbody input').first().focus();
    assert.match(await page.locator('#twin-sum').innerText(), /Where does this number come from\?[^]*weight: .*→/);
    await finish(page);
});

// Every command there is, and where a person gives it without the canvas. The last ones are no person's: they are the host page's.
const kOfTwin = [
    'clear_baseline', 'open_panel', 'open_station', 'perturb_row', 'pin_baseline', 'reset_cells', 'select', 'select_block', 'select_head',
    'set_cell', 'set_config', 'set_loss', 'set_mask', 'set_mask_cell', 'set_seed', 'set_tensor', 'set_tokens', 'show', 'swap_columns',
];
const kOfPage = ['answer', 'check_exercise', 'go_to_step', 'open_lesson', 'redo', 'reset', 'set_language', 'set_text_size', 'set_theme', 'undo'];
const kOfHosts = {
    set_row: 'a row is pasted as a table of one line: set_tensor',
    set_controls: 'what is hidden and locked is whoever prepared the page’s to say',
    load_lesson: 'a lesson from outside is dropped on the page, named by its address, or given by a host page',
    load_state: 'a saved state comes with a link or a reload',
};

test('Every command of the program is given in the twin, on the page, or by its host alone', async () => {
    const init = () => {
        window.sent = new Set();
        const encode = TextEncoder.prototype.encode;
        TextEncoder.prototype.encode = function (text) {  // commands go into the program as bytes
            const type = /^\{.*"type":"(\w+)"/.exec(text)?.[1];
            if (type) window.sent.add(type);
            return encode.call(this, text);
        };
    };
    const page = await open_twin({ query: 'lesson=sandbox&lang=en', init });
    await page.evaluate(() => window.sent.clear());
    const twin = page.locator('#twin');
    const choose = async (label, option) => {
        await twin.getByLabel(label, { exact: true }).selectOption(option);
        await done(page);
    };
    const fill = async (field, value) => {
        await field.fill(value);
        await field.press('Enter');
        await done(page);
    };
    const press = async (name) => {
        await twin.getByRole('button', { name, exact: true }).click();
        await done(page);
    };
    await fill(twin.getByLabel('blocks', { exact: true }), '3');
    await fill(twin.getByLabel('heads', { exact: true }), '4');
    await fill(twin.getByLabel('seed', { exact: true }), '3');
    await fill(twin.getByLabel('sentence', { exact: true }), 'one two three');
    const mask = async (kind) => {  // shown once the model is whole
        await choose('Mask', kind);
        await eventually(async () => assert.equal((await query(page, 'state')).document.mask ?? 'none', kind));
    };
    await mask('none');
    await mask('causal');
    await choose('Loss', { index: 0 });
    await choose('Section', 'attention');
    await choose('Block', '2 / 3');
    await choose('Attention head', '3 / 4');
    await choose('Selected token', 'two');
    assert.deepEqual(await page.evaluate(() => {
        const { block, head, panel, selection } = window.dikkat.query('state').view;
        return [block, head, panel, selection.row];
    }), [1, 2, 'attention', 1]);
    await press('Make this the baseline');
    await twin.getByText('Baseline: your own').waitFor();
    await press('Baseline as opened again');
    await twin.getByText('Baseline: as opened').waitFor();
    await choose('Shown', 'Difference');
    await choose('Shown', 'Value');
    await choose('Tensor', 'blocks.0.attention.wq');
    await press('Show large in the picture');
    assert.equal((await query(page, 'state')).view.opened, 'blocks.0.attention.wq');
    const cell = twin.locator('tbody input').first();
    const second = (await query(page, 'tensor/blocks.0.attention.wq/0/1')).value;
    await press('Exchange');
    assert.equal((await query(page, 'tensor/blocks.0.attention.wq/0/0')).value, second);
    await fill(cell, '0.5');
    await paste(cell, '1\t2\n3\t4');
    await press('Select in the picture');
    await press('Revert all');
    await choose('Tensor', 'mask');
    await twin.locator('tbody input').first().click();
    await command(page, { type: 'open_lesson', lesson: 'attention' });
    await done(page);
    await fill(twin.getByLabel('Perturb: Q, Strength'), '10');
    assert.equal((await query(page, 'state')).document.perturbations.q.strength, 10);
    await fill(twin.getByLabel('Perturb: Q, Strength'), '10.5');
    await twin.getByText('A number from 0 to 10 is wanted').waitFor();
    const sent = await page.evaluate(() => [...window.sent]);
    assert.deepEqual(kOfTwin.filter((type) => !sent.includes(type)), []);
    const all = (await query(page, 'commands')).map(({ type }) => type);
    assert.deepEqual([...kOfTwin, ...kOfPage, ...Object.keys(kOfHosts)].sort(), all.sort());
    await finish(page);
});

for (const [lesson, tensor] of [['attention', 'q'], ['feed-forward', 'x']]) {
    test(`${lesson}: the canvas’s slider of a perturbation ends at the largest strength that the twin takes`, async () => {
        const page = await open_twin({ query: `lesson=${lesson}&lang=en`, viewport: kWide });
        const { width } = await anchor(page, 'perturb/strength');
        await drag(page, 'perturb/strength', { dx: width });
        const { strength } = (await query(page, 'state')).document.perturbations[tensor];
        const field = page.getByLabel(/Strength/);
        await eventually(async () => assert.equal(Number(await field.inputValue()), strength));
        await field.fill(String(strength + 0.1));
        await field.press('Enter');
        await page.getByText(`A number from 0 to ${strength} is wanted`).waitFor();
        await finish(page);
    });
}

test('Of a hidden panel no field, no control and no perturbation is offered', async () => {
    const page = await open_twin({ query: 'lesson=layer-norm&lang=en' });
    assert.equal(await page.getByLabel('std of the weights').count(), 1);
    await command(page, { type: 'set_controls', hidden: ['depths'], locked: [] });
    await done(page);
    assert.equal(await page.getByLabel('std of the weights').count(), 0);
    await command(page, { type: 'open_lesson', lesson: 'feed-forward' });
    await command(page, { type: 'set_controls', hidden: ['perturb'], locked: [] });
    await done(page);
    assert.equal(await page.getByLabel(/Strength/).count(), 0);
    await finish(page);
});

test('On a phone the twin chooses the panel that the canvas shows', async () => {
    const page = await open_on_phone('lesson=layer-norm&lang=en');
    await page.getByLabel('View', { exact: true }).selectOption('By hand');
    assert.equal((await query(page, 'state')).view.panel, 'by-hand');
    await finish(page);
});

async function open_on_phone(question) {
    const page = await site.open_page({ query: question, viewport: { width: 390, height: 844 }, has_touch: true });
    await page.click('#menu-button');
    await page.click('#twin-button');
    await done(page);
    return page;
}

for (const width of [1100, 1280, 1400, 1540, 1720]) {
    for (const text_size of [1, 1.5]) {
        test(`At ${width} px, text size ${text_size}, the open twin hides nothing of canvas, text and step bar`, async () => {
            const page = await site.open_page({ query: 'lang=en', viewport: { width, height: 800 } });
            await command(page, { type: 'set_text_size', size: text_size });
            await page.click('#twin-button');
            await done(page);
            await settled(page);
            const beside = width / text_size >= 1100;
            const twin = await page.locator('#twin').boundingBox();
            assert.equal(twin.x + twin.width <= width, true);
            if (beside) {
                for (const part of ['#stage', '#text', '#step-bar']) {
                    const box = await page.locator(part).boundingBox();
                    assert.ok(box.x + box.width <= twin.x + 0.5, `${part} ends at ${box.x + box.width}, the twin begins at ${twin.x}`);
                }
                assert.ok((await page.locator('#stage').boundingBox()).width >= 600);
            } else {
                assert.equal(twin.x, 0);
            }
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), true);
            await page.click('#twin-close');
            await settled(page);
            const main = await page.locator('#main').boundingBox();
            assert.ok(main.width >= width - 20, `closed, the page has its width again: ${main.width}`);
            await finish(page);
        });
    }
}

test('What a screen reader finds in the first lesson’s twin is as it is written down', async () => {
    const page = await open_twin({ query: 'lesson=multi-head&lang=en' });
    const found = `${await page.locator('#twin').ariaSnapshot()}\n`;
    if (process.env.WRITE_SNAPSHOTS) await writeFile(kSnapshot, found);
    assert.equal(found, await readFile(kSnapshot, 'utf8'));
    await finish(page);
});

test('On a phone the twin is a sheet of the whole width, and nothing scrolls sideways', async () => {
    const page = await open_on_phone('lang=tr');
    assert.equal((await page.locator('#twin').boundingBox()).width, 390);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    await finish(page);
});

test('In forced colours the way to the tables is in sight', async () => {
    const page = await site.open_page({ query: 'lang=en', context: { forcedColors: 'active' } });
    const link = page.getByRole('link', { name: 'Open the numbers as tables' });
    assert.ok((await link.boundingBox()).width > 100);
    await link.click();
    await page.locator('#twin-table').waitFor();
    await finish(page);
});

test('The twin says the same things in both languages', async () => {
    const { tr, en } = JSON.parse(await readFile(new URL('../../web/page_twin_words.json', import.meta.url), 'utf8'));
    const holes = (words) => Object.entries(words).map(([name, text]) => [name, (text.match(/\{\w+\}/g) ?? []).sort()]);
    assert.deepEqual(holes(tr), holes(en));
});
