// Copy, cut and paste reach the system's clipboard without asking for a permission, in a frame of another origin too.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { click_anchor, double_click_anchor, eventually, finish, press, query, settled, use_site } from './harness.mjs';
import { pages, use_other_origin } from './hosts.mjs';

const site = use_site({ server: { pages } });
const other = use_other_origin();

// What the clipboard holds, read by pasting into a field of the page.
async function pasted_into(page, field) {
    await page.fill(field, '');
    await page.focus(field);
    await page.keyboard.press('Control+v');
    return page.inputValue(field);
}

// Puts a text on the clipboard as another program would: by copying it from a field.
async function copy_from(page, field, text) {
    await page.evaluate(([selector, words]) => {
        const area = document.createElement('textarea');
        document.querySelector(selector).after(area);
        area.value = words;
        area.select();
        document.execCommand('copy');
        area.remove();
    }, [field, text]);
}

async function assert_clipboard_works(page, playground) {
    await click_anchor_in(page, playground, 'cell/x/0/0');
    await page.keyboard.press('Control+c');
    const copied = await pasted_into(page, '#before');
    assert.match(copied, /^1\.5/);

    await copy_from(page, '#before', '0,25\t−0.5');
    await click_anchor_in(page, playground, 'cell/x/2/0');
    await page.keyboard.press('Control+v');
    await eventually(async () => {
        const { data } = await query(playground, 'tensor/x');
        assert.deepEqual(data.slice(16, 18), [0.25, -0.5]);
    });
}

// click_anchor for a frame: what it points at is on the page.
async function click_anchor_in(page, playground, name) {
    const [x, y, width, height] = (await query(playground, 'anchors'))[name];
    const box = await playground.locator('canvas').boundingBox();
    await page.mouse.click(box.x + x + width / 2, box.y + y + height / 2);
    await settled(playground);
}

test('A matrix is copied out and numbers are pasted in', async () => {
    const page = await site.open_page({ path: 'host.html' });
    await assert_clipboard_works(page, page);
    await finish(page);
});

test('So they are in a frame of another origin that was given no permission', async () => {
    const { page, frame } = await other.open_frame(site);
    await assert_clipboard_works(page, frame);
    await finish(page);
});

test('A copied matrix has a line for each row and a tab between columns', async () => {
    const page = await site.open_page({ path: 'host.html' });
    await click_anchor(page, 'cell/x/0/0');
    await page.evaluate(() => addEventListener('copy', (event) => { window.copied = event.clipboardData.getData('text/plain'); }));
    await press(page, 'Control+c');
    const rows = (await page.evaluate(() => window.copied)).trimEnd().split('\n').map((row) => row.split('\t').map(Number));
    const { data, shape } = await query(page, 'tensor/x');
    assert.deepEqual(rows.map((row) => row.length), Array(shape[0]).fill(shape[1]));
    assert.deepEqual(rows.flat().map(Math.fround), data.map(Math.fround));
    await finish(page);
});

test('A number is cut out of the cell where it is typed', async () => {
    const page = await site.open_page({ path: 'host.html' });
    await double_click_anchor(page, 'cell/x/0/0');
    await press(page, 'Control+a', 'Control+x');
    await press(page, 'Escape');
    assert.equal(await pasted_into(page, '#before'), '1.5');
    await finish(page);
});

test('A paste that holds no numbers is refused in words and changes nothing', async () => {
    const page = await site.open_page({ query: 'lang=en' });
    const before = await query(page, 'state');
    await page.evaluate(() => {
        const field = document.createElement('textarea');
        field.id = 'field';
        document.body.append(field);
    });
    await copy_from(page, '#field', 'no\tnumbers');
    await click_anchor(page, 'cell/x/4/0');
    await press(page, 'Control+v');
    await eventually(async () => assert.notEqual(await page.textContent('#message'), ''));
    assert.deepEqual((await query(page, 'state')).document, before.document);
    await finish(page);
});

for (const [name, init] of [
    ['through the browser’s clipboard', () => {}],
    ['where the browser refuses to write to the clipboard', () => {
        navigator.clipboard.writeText = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
    }],
    ['where there is no such clipboard', () => Object.defineProperty(navigator, 'clipboard', { value: undefined })],
]) {
    test(`The Copy button copies the sum ${name}`, async () => {
        const page = await site.open_page({ path: 'host.html', init });
        await click_anchor(page, 'cell/head0.scores/4/0');
        await click_anchor(page, 'sum/copy');
        await click_anchor(page, 'sum/copy/0');
        await eventually(async () => assert.match(await pasted_into(page, '#before'), /3\.2458|6\.4917/));
        await finish(page);
    });
}
