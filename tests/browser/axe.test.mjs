// axe-core finds nothing: every lesson, both languages, both themes, the twin closed and open, with the help sheet, the menu and what
// a report says; on a phone and in forced colours too.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { finish, use_site } from './harness.mjs';

const site = use_site();
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const kLessons = ['attention', 'multi-head', 'layer-norm', 'feed-forward', 'gpt', 'sandbox'];

async function violations(page) {
    const found = await page.evaluate(async () => (await window.axe.run(document, { resultTypes: ['violations'] })).violations);
    return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`));
}

async function assert_clean(options) {
    const page = await site.open_page(options);
    await page.evaluate(axe);  // through the debugger, so the page's own policy stays as it is
    assert.deepEqual(await violations(page), [], 'closed');
    if (await page.locator('#menu-button').isVisible()) await page.click('#menu-button');
    await page.click('#twin-button');
    await page.locator('#twin:not([data-working])').waitFor();
    for (let closed = page.locator('#twin h3 [aria-expanded=false]'); await closed.count() > 0;) await closed.first().click();
    await page.locator('#twin:not([data-working])').waitFor();
    assert.deepEqual(await violations(page), [], 'open');
    await finish(page);
}

for (const lesson of kLessons) {
    for (const language of ['tr', 'en']) {
        for (const theme of ['light', 'dark']) {
            test(`${lesson}, ${language}, ${theme}`, () => assert_clean({ query: `lesson=${lesson}&lang=${language}&theme=${theme}` }));
        }
    }
}

for (const language of ['tr', 'en']) {
    for (const theme of ['light', 'dark']) {
        test(`The menu, the help sheet and a report’s message, ${language}, ${theme}`, async () => {
            const page = await site.open_page({ query: `lang=${language}&theme=${theme}` });
            await page.evaluate(axe);
            await page.click('#save-button');
            await page.locator('#save-menu').waitFor();
            assert.deepEqual(await violations(page), [], 'the menu');
            await page.click('#report');
            await page.locator('#message:not(:empty)').waitFor();
            assert.deepEqual(await violations(page), [], 'the message');
            await page.click('#help-button');
            await page.locator('#help[open]').waitFor();
            assert.deepEqual(await violations(page), [], 'the help sheet');
            await finish(page);
        });
    }
}

test('On a phone', () => assert_clean({ viewport: { width: 390, height: 844 }, has_touch: true }));
test('In forced colours', () => assert_clean({ context: { forcedColors: 'active' } }));
