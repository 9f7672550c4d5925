// The accessible twin: the canvas's state as controls and tables, both ways.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { command, drag, eventually, finish, query, use_site } from './harness.mjs';

const site = use_site();
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
