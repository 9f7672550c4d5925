// The lesson on paper: all of its text, the picture in light colours, claims, changes, address; A4 and Letter, nothing cut.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canvas, command, eventually, finish, query, settled, use_site } from './harness.mjs';

const site = use_site();
const kPaper = { A4: 210, Letter: 215.9 };  // mm

// Opens the lesson with a print() that only notes that it was called: headless browsers have no printer.
async function open(question) {
    const page = await site.open_page({
        query: question,
        init: () => {
            window.printed = 0;
            window.print = () => {
                window.dispatchEvent(new Event('beforeprint'));
                window.printed++;
            };
        },
    });
    await settled(page);
    return page;
}

// What the page's own command puts on paper.
async function printed(page) {
    await page.click('#save-button');
    await page.click('#print');
    await eventually(async () => assert.equal(await page.evaluate(() => window.printed), 1));
    await page.emulateMedia({ media: 'print' });
    return page.locator('#paper');
}

// The picture is in a tree of its own.
function picture_texts(page) {
    return page.evaluate(() => [...document.querySelector('#paper .picture').shadowRoot.querySelectorAll('text')].map((text) => text.textContent));
}

for (const language of ['tr', 'en']) {
    test(`The printed lesson has every step, its picture and its claims (${language})`, async () => {
        const page = await open(`lesson=multi-head&step=3&theme=dark&lang=${language}`);
        await command(page, { type: 'set_cell', tensor: 'x', row: 4, col: 0, value: 0.25 });
        const sheet = await printed(page);
        const text = await sheet.innerText();
        const titles = await page.locator('#steps .step-title span:not(.step-sign):not(.unseen)').allTextContents();
        assert.ok(titles.length > 3);
        for (const title of titles) assert.ok(text.includes(title), title);
        for (const { text: claim, measured_text } of await query(page, 'checks')) {
            assert.ok(text.includes(claim) && text.includes(measured_text), claim);
        }
        const [edit] = await query(page, 'edits');
        assert.ok(text.includes(`${edit.name}: ${edit.before_text} → ${edit.now_text}`));
        assert.ok(text.includes(await page.evaluate(() => location.href)));
        assert.ok(text.includes((await query(page, 'version')).version));
        const { text: weight } = await query(page, 'tensor/head0.weights/4/0');
        assert.ok((await picture_texts(page)).includes(weight), weight);
        await finish(page);
    });
}

test('Paper is black on white in the dark theme, and the screen stays dark', async () => {
    const page = await open('lesson=attention&theme=dark&lang=en');
    const before = await query(page, 'drawing');
    const sheet = await printed(page);
    const colours = await sheet.evaluate((node) => [getComputedStyle(node).color, getComputedStyle(document.body).backgroundColor]);
    assert.deepEqual(colours, ['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    const ground = await page.evaluate(() => document.querySelector('#paper .picture').shadowRoot.querySelector('svg > rect').getAttribute('fill'));
    assert.equal(ground, '#f2f1ec');
    assert.equal((await query(page, 'drawing')).background, before.background);
    assert.equal((await query(page, 'diagnostics')).dark, true);
    await finish(page);
});

for (const [format, width] of Object.entries(kPaper)) {
    test(`Nothing is wider than ${format}`, async () => {
        const page = await open('lesson=gpt&lang=en');
        const sheet = await printed(page);
        const room = Math.floor((width - 30) / 25.4 * 96);
        await page.setViewportSize({ width: room, height: 1000 });
        const wide = await sheet.evaluate((node) => [...node.querySelectorAll('*')]
            .filter((part) => part.getBoundingClientRect().right > innerWidth + 1).map((part) => `${part.tagName} ${part.textContent.slice(0, 40)}`));
        assert.deepEqual(wide, []);
        const pdf = await page.pdf({ format });
        assert.ok(pdf.length > 20_000);
        await finish(page);
    });
}

test('The browser’s own printing has the sheet too, once somebody has moved the pointer', async () => {
    const page = await open('lesson=attention&step=2&lang=en');
    await canvas(page).hover();
    await eventually(async () => assert.ok(await page.evaluate(() => document.querySelector('link[href="page_print.css"]')?.sheet)));
    await page.evaluate(() => window.addEventListener('beforeprint', () => { window.sheet = document.getElementById('paper')?.innerText ?? ''; }));
    await page.pdf({ format: 'A4' });
    const text = await page.evaluate(() => window.sheet);
    for (const { text: claim } of await query(page, 'checks')) assert.ok(text.includes(claim), claim);
    await eventually(async () => assert.equal(await page.locator('#paper').count(), 0));
    await finish(page);
});

test('After printing the page is as it was', async () => {
    const page = await open('lesson=multi-head&lang=en');
    await printed(page);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    assert.equal(await page.locator('#paper').count(), 0);
    await page.emulateMedia({ media: 'screen' });
    assert.ok(await page.locator('#header').isVisible());
    await finish(page);
});

test('A visit that prints nothing fetches nothing for it', async () => {
    const asked = [];
    const page = await site.open_page({ query: 'lang=en', routes: (context) => context.on('request', (request) => asked.push(request.url())) });
    await settled(page);
    assert.deepEqual(asked.filter((address) => /page_(save|print)/.test(address)), []);
    await finish(page);
});
