// The accessible twin: the canvas's state as controls and tables, both ways.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { command, drag, eventually, finish, query, use_site } from './harness.mjs';

const site = use_site();
const kSnapshot = new URL('twin.aria.yaml', import.meta.url);
const kLessons = ['attention', 'multi-head', 'layer-norm', 'feed-forward', 'gpt', 'sandbox'];

async function open_twin(options) {
    const page = await site.open_page(options);
    await page.click('#twin-button');
    await page.locator('#twin-table').waitFor();
    return page;
}

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

test('A drag in the canvas changes the twin’s cell, and the live region says what changed', async () => {
    const page = await open_twin({ query: 'lesson=multi-head&lang=en', viewport: { width: 1720, height: 900 } });
    const cell = page.locator('#twin-table tbody tr:nth-child(5) input').first();
    assert.equal(await cell.inputValue(), '1.3');
    await drag(page, 'cell/x/4/0', { dx: 40 });
    const { value } = await query(page, 'tensor/x/4/0');
    assert.notEqual(value, 1.3);
    await eventually(async () => assert.equal(Number(await cell.inputValue()), Number(value.toFixed(4))));
    await eventually(async () => assert.match(await page.locator('#changes').innerText(), /X\[o, 0\]: 1\.3 → .*of 6 rows moved/));
    await finish(page);
});

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

test('What a screen reader finds in the first lesson’s twin is as it is written down', async () => {
    const page = await open_twin({ query: 'lesson=multi-head&lang=en' });
    const found = `${await page.locator('#twin').ariaSnapshot()}\n`;
    if (process.env.WRITE_SNAPSHOTS) await writeFile(kSnapshot, found);
    assert.equal(found, await readFile(kSnapshot, 'utf8'));
    await finish(page);
});

test('On a phone the twin is a sheet of the whole width, and nothing scrolls sideways', async () => {
    const page = await site.open_page({ query: 'lang=tr', viewport: { width: 390, height: 844 }, has_touch: true });
    await page.click('#menu-button');
    await page.click('#twin-button');
    await page.locator('#twin-table').waitFor();
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
