// Where the program cannot run, the page says why in both languages and shows the result as a table; it is never blank.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assert_drawn, finish, query, use_site } from './harness.mjs';

const site = use_site();
const plain_site = use_site({ browser_arguments: ['--disable-3d-apis'] });
const wrong_type_site = use_site({ server: { types: { '.wasm': 'application/octet-stream' } } });

async function assert_failure(page, { tr, en }) {
    const failure = page.locator('#failure');
    await failure.waitFor({ state: 'visible' });
    const words = await failure.innerText();
    assert.match(words, tr);
    assert.match(words, en);
    const [head, first] = await failure.locator('tr').allInnerTexts();
    assert.deepEqual(head.split('\t').slice(1).map((word) => word.trim()), ['Kedi', 'masaya', 'çıktı', 'çünkü', 'o', 'yorulmuştu']);
    assert.deepEqual(first.split('\t').slice(1), ['0.517', '0.018', '0.042', '0.034', '0.353', '0.035']);
    assert.equal(await failure.locator('svg.figure .ribbon').count(), 6);
    assert.equal(await page.locator('#main').isVisible(), false);
    assert.equal(await page.locator('#loading').isVisible(), false);
}

test('Without WebGL2 the page says so and shows the result', async () => {
    const page = await plain_site.open_page({ wait: false });
    await assert_failure(page, { tr: /WebGL2 vermiyor/, en: /gives no WebGL2/ });
    await finish(page);
});

test('Without WebAssembly the page says so and shows the result', async () => {
    const page = await site.open_page({ wait: false, init: () => { delete window.WebAssembly; } });
    await assert_failure(page, { tr: /WebAssembly yok ya da kapalı/, en: /no WebAssembly/ });
    await finish(page);
});

test('Without vector instructions the page says that WebAssembly is old', async () => {
    const page = await site.open_page({ wait: false, init: () => { WebAssembly.validate = () => false; } });
    await assert_failure(page, { tr: /SIMD/, en: /SIMD/ });
    await finish(page);
});

test('Without JavaScript the page says what it needs and shows the result', async () => {
    const page = await site.open_page({ wait: false, context: { javaScriptEnabled: false }, allow: [/\.m?js: csp$/] });
    await assert_failure(page, { tr: /JavaScript/, en: /JavaScript/ });
    await finish(page);
});

for (const [name, pattern] of [['wasm', '**/*.wasm'], ['program’s script', '**/dikkat.*.mjs'], ['page’s script', '**/page.js'], ['table of words', '**/texts.json']]) {
    test(`When the ${name} does not arrive the page says so and offers to try again`, async () => {
        const page = await site.open_page({
            wait: false,
            routes: (context) => context.route(pattern, (route) => route.abort()),
            allow: [/request failed/, /Failed to load/, /^error: /],  // the reason, for who opens the console
        });
        await assert_failure(page, { tr: /açılamadı/, en: /could not start/ });
        await page.context().unroute(pattern);
        await page.click('#try-again');
        await page.waitForFunction(() => document.documentElement?.hasAttribute('data-ready'));
        await finish(page);
    });
}

test('A server that sends the wasm with a wrong type is no obstacle', async () => {
    const page = await wrong_type_site.open_page();
    assert.equal((await query(page, 'tensor/head0.weights/4/0')).text, '0.517');
    await assert_drawn(page);
    await finish(page);
});
