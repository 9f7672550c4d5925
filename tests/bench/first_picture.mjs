// node tests/bench/first_picture.mjs: how long a visitor waits for the page's first picture, from a server that is warm and sends gzip.
// Medians of several visits: with nothing kept by the browser, and again with everything kept. For comparison, fetching and compiling
// the program alone, on an empty page of the same browser in the same run.
import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '../../web/serve.mjs';
import { launch } from '../browser/harness.mjs';

const kVisits = 7;
const kSite = resolve(dirname(fileURLToPath(import.meta.url)), '../../build/site');
const kProgram = readdirSync(kSite).find((name) => /^dikkat\.[0-9a-f]{12}\.wasm$/.test(name));

const running = await serve({ root: kSite, pages: { '/empty.html': '<!doctype html><title>empty</title><link rel="icon" href="data:,">' } });
const browser = await launch();
const first = [], again = [], compiled = [];
for (let visit = 0; visit < kVisits; visit++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.addInitScript(note_times);
    first.push(await visited(page));
    again.push(await visited(page));
    await context.close();
    compiled.push(await compile_alone());
}
await browser.close();
await running.close();

const alone = median(compiled);
console.log(`the page's first picture, median of ${kVisits} visits; a program is fetched and compiled alone in ${alone.toFixed(0)} ms`);
for (const [name, visits] of [['first visit', first], ['visited before', again]]) {
    const of = (mark) => median(visits.map((times) => times[mark]));
    console.log(`${name.padEnd(16)} ${of('ready').toFixed(0).padStart(6)} ms ${(of('ready') / alone).toFixed(2).padStart(6)} programs   ` +
        `(page ${of('page').toFixed(0)}, something seen ${of('seen').toFixed(0)}, program there ${of('program').toFixed(0)} ms)`);
}

// Runs in the page before its own scripts: when the canvas takes the loading screen's place and the frame after it is drawn.
function note_times() {
    new MutationObserver((_, observer) => {
        if (!document.documentElement?.hasAttribute('data-ready')) return;
        observer.disconnect();
        requestAnimationFrame(() => requestAnimationFrame((now) => { window.first_picture = now; }));
    }).observe(document, { subtree: true, attributes: true, childList: true });
}

async function visited(page) {
    await page.goto(`${running.origin}/`);
    await page.waitForFunction(() => window.first_picture !== undefined);
    return page.evaluate(() => ({
        page: performance.getEntriesByType('navigation')[0].responseEnd,
        seen: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
        program: performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.wasm')).responseEnd,
        ready: window.first_picture,
    }));
}

async function compile_alone() {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${running.origin}/empty.html`);
    const time = await page.evaluate(async (address) => {
        const started = performance.now();
        await WebAssembly.compile(await (await fetch(address)).arrayBuffer());
        return performance.now() - started;
    }, `${running.origin}/${kProgram}`);
    await context.close();
    return time;
}

function median(numbers) {
    return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
