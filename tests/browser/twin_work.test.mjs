// What the twin does for a change: counted in queries and in elements, never in time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { command, eventually, finish, query, use_site } from './harness.mjs';

const site = use_site();
const kMostAtOnce = 320;  // elements made in one task

// Every query goes into the program as bytes: what is encoded is what is asked. Elements are counted by the task that made them.
function watch() {
    window.asked = [];
    window.made = [];
    const encode = TextEncoder.prototype.encode;
    TextEncoder.prototype.encode = function (text) {
        window.asked.push(text);
        return encode.call(this, text);
    };
    const observer = new MutationObserver((records) => {
        const inside = records.filter(({ target }) => target.parentElement?.closest('#twin'));
        const added = inside.flatMap(({ addedNodes }) => [...addedNodes]).filter(({ nodeType }) => nodeType === 1);
        window.made.push(new Set(added.flatMap((node) => [node, ...node.querySelectorAll('*')])).size);
    });
    document.addEventListener('DOMContentLoaded', () => {
        observer.observe(document.getElementById('twin'), { childList: true, subtree: true, attributes: true, characterData: true });
    });
}

const done = (page) => page.locator('#twin:not([data-working])').waitFor();
const forget = (page) => page.evaluate(() => void (window.asked.length = window.made.length = 0));
const asked = (page, path) => page.evaluate((wanted) => window.asked.filter((each) => each === wanted).length, path);

async function open_twin(question) {
    const page = await site.open_page({ query: question, init: watch });
    await page.click('#twin-button');
    await done(page);
    return page;
}

test('One edit asks for the shown tensor once, and for no list, ledger or sweep', async () => {
    const page = await open_twin('lesson=layer-norm&lang=en');
    await forget(page);
    await command(page, { type: 'set_cell', tensor: 'x', row: 0, col: 0, value: 0.75 });
    const cell = page.locator('#twin-table tbody input').first();
    await eventually(async () => assert.equal(await cell.inputValue(), '0.75'));
    await done(page);
    assert.equal(await asked(page, 'tensor/x'), 1);
    for (const path of ['tensors', 'parameters', 'sweep/depth']) assert.equal(await asked(page, path), 0, path);
    assert.deepEqual(await page.evaluate(() => window.made.filter(Boolean)), [5], 'the line of the edit is all that is made');
    await finish(page);
});

test('A closed section does nothing; opened, it is filled', async () => {
    const page = await open_twin('lesson=layer-norm&lang=en');
    assert.equal(await asked(page, 'sweep/depth'), 0);
    const heading = page.getByRole('button', { name: 'Sweep over depths' });
    assert.equal(await heading.getAttribute('aria-expanded'), 'false');
    assert.equal(await page.getByRole('table', { name: 'Gradient of the input, by depth' }).count(), 0);
    await heading.click();
    const table = page.getByRole('table', { name: 'Gradient of the input, by depth' });
    await eventually(async () => assert.equal(await table.locator('tbody tr').count(), 100));
    await page.getByLabel('What is shown?').selectOption({ label: 'Norm of the activations, layer by layer' });
    const other = page.getByRole('table', { name: 'Norm of the activations, layer by layer' });
    await eventually(async () => assert.equal(await other.locator('tbody tr').count(), 101));
    const { series } = await query(page, 'sweep/depth');
    const shown = await other.locator('tbody tr').last().locator('td').first().innerText();
    assert.equal(shown, String(Number(series[0].float32.activation_norms.at(-1).toPrecision(4))));
    await finish(page);
});

test('An open ledger is not asked for by an edit; an open sweep, once it is whole, not by a change of the view', async () => {
    const page = await open_twin('lesson=layer-norm&lang=en');
    await page.getByRole('button', { name: 'Parameter ledger' }).click();
    await page.getByRole('button', { name: 'Sweep over depths' }).click();
    await eventually(async () => assert.equal((await query(page, 'sweep/depth')).done, true));
    await eventually(async () => assert.equal(await page.getByText('computing', { exact: true }).count(), 0));
    await done(page);
    await forget(page);
    await command(page, { type: 'show', what: 'difference' });
    await eventually(async () => assert.match(await page.locator('#twin-table caption').innerText(), /Difference/));
    await done(page);
    assert.equal(await asked(page, 'sweep/depth'), 0);
    await command(page, { type: 'set_cell', tensor: 'x', row: 0, col: 0, value: 0.75 });
    await eventually(async () => assert.equal(await page.locator('#edits-list li').count(), 1));
    await done(page);
    assert.equal(await asked(page, 'parameters'), 0);
    await finish(page);
});

for (const lesson of ['multi-head', 'layer-norm', 'gpt', 'sandbox']) {
    test(`${lesson}: no task makes more than ${kMostAtOnce} elements, with everything open`, async () => {
        const page = await open_twin(`lesson=${lesson}&lang=en`);
        const closed = page.locator('#twin h3 [aria-expanded=false]');
        while (await closed.count() > 0) await closed.first().click();
        if (lesson === 'sandbox') {
            await command(page, { type: 'set_config', name: 'blocks', value: 4 });
            await command(page, { type: 'set_config', name: 'd', value: 64 });
            await page.locator('#twin-tensor').selectOption('blocks.0.attention.wq');
            await eventually(async () => assert.equal(await page.locator('#twin-table tbody input').count(), 32 * 16));
        }
        await done(page);
        const made = await page.evaluate(() => window.made);
        assert.ok(Math.max(...made) <= kMostAtOnce, `${Math.max(...made)} of ${made.join(' ')}`);
        await finish(page);
    });
}
