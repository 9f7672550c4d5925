import { launch, open_page, eventually } from './harness.mjs';
import { serve } from '../../web/serve.mjs';
const running = await serve();
const site = { origin: running.origin, browser: await launch() };
const out = '/tmp/shots/d'; import { mkdirSync } from 'node:fs'; mkdirSync(out, { recursive: true });
const log = (p) => p.on('console', (m) => console.log(m.type(), m.text()));
for (const [lang, theme, w, h] of [['tr', 'light', 1280, 800], ['en', 'dark', 390, 844]]) {
    const page = await open_page(site, { query: `lesson=multi-head&step=1&lang=${lang}&theme=${theme}`, viewport: { width: w, height: h }, has_touch: w < 700 });
    log(page);
    if (w < 700) await page.click('#menu-button');
    await page.click('#help-button'); await page.waitForTimeout(800); await page.screenshot({ path: `${out}/help-${lang}.png` });
    await page.keyboard.press('Escape'); await page.waitForTimeout(200);
    await page.click('#save-button'); await page.waitForTimeout(300); await page.screenshot({ path: `${out}/save-${lang}.png` });
    await page.keyboard.press('Escape');
    if (w < 700) { await page.keyboard.press('Escape'); }
    await page.evaluate(() => window.dikkat.dispatch({ type: 'set_cell', tensor: 'x', row: 4, col: 0, value: 0.5 }));
    if (w < 700 && !(await page.isVisible('#twin-button'))) await page.click('#menu-button');
    await page.click('#twin-button'); await page.waitForTimeout(1500); await page.screenshot({ path: `${out}/twin-${lang}.png` });
    await page.context().close();
}
for (const size of [1.5, 2]) {
    const page = await open_page(site, { query: 'lesson=multi-head&step=1&lang=en&theme=light', viewport: { width: 1280, height: 800 } });
    await page.evaluate((size) => window.dikkat.dispatch({ type: 'set_text_size', size }), size); await page.waitForTimeout(700);
    await page.screenshot({ path: `${out}/size-${size}.png` }); await page.context().close();
}
const page = await open_page(site, { wait: false, query: 'lang=en', viewport: { width: 1280, height: 800 }, routes: (c) => c.route('**/*.wasm', (r) => new Promise((f) => setTimeout(() => f(r.continue()), 4000))) });
await page.waitForTimeout(1500); await page.screenshot({ path: `${out}/loading.png` }); await page.context().close();
await site.browser.close(); await running.close();
