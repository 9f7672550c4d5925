// The element on a page of another origin, in Firefox and WebKit: it is ready, commands, asks, hears, and follows its content's height.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { serve } from '../../web/serve.mjs';
import { open_firefox, open_webkit } from './engines.mjs';
import { walk } from './hands.mjs';

const host = (origin) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>A course page</title>
<script type="module" src="${origin}/embed.js"></script></head>
<body><dikkat-playground lesson="multi-head" lang="tr"></dikkat-playground></body></html>`;

for (const [name, open] of [['Firefox', open_firefox], ['WebKit', open_webkit]]) {
    let browser, site, course;
    before(async () => {
        browser = await open();
        site = await serve({ headers: { 'Access-Control-Allow-Origin': '*' } });
        course = await serve({ pages: { '/course': host(site.origin) } });
    }, { timeout: 180_000 });
    after(async () => {
        await browser?.close();
        await site?.close();
        await course?.close();
    });

    test(`${name}: a page and its playground talk with each other`, { timeout: 180_000 }, async () => {
        await walk([browser], talk);
        assert.deepEqual(await browser.faults() ?? [], []);
    });

    async function talk() {
        await browser.open(`${course.origin}/course`);
        const told = await browser.evaluate(async () => {
            const element = document.querySelector('dikkat-playground');
            const steps = [];
            element.addEventListener('step', ({ detail }) => steps.push(detail.step));
            const { type, lesson } = await element.ready;
            const before = await element.query('tensor/head0.weights/4/0');
            const done = await element.dispatch({ type: 'set_cell', tensor: 'x', row: 4, col: 0, value: 0.25 });
            const after = await element.query('tensor/head0.weights/4/0');
            const refused = await element.dispatch({ type: 'go_to_step', step: 99 });
            await element.dispatch({ type: 'go_to_step', step: 2 });
            await element.query('version');
            return { type, lesson, before: before.text, done: done.ok, after: after.text, refused: refused.ok, steps, height: element.getBoundingClientRect().height };
        });
        assert.deepEqual([told.type, told.lesson, told.before, told.done, told.refused, told.steps], ['ready', 'multi-head', '0.517', true, false, [2]]);
        assert.notEqual(told.after, told.before);
        assert.ok(told.height > 600, `${told.height} px high`);
    }
}
