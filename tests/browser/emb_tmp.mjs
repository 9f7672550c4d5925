import { launch, open_page } from './harness.mjs';
import { embedded, use_hosts } from './embed_hosts.mjs';
import { serve } from '../../web/serve.mjs';
const play = await serve({ headers: { 'Access-Control-Allow-Origin': '*' } });
const browser = await launch();
const site = { origin: play.origin, browser };
for (const [lesson, w] of [['multi-head', 704], ['attention', 704], ['attention', 760], ['sandbox', 704], ['sandbox', 820], ['attention', 820]]) {
    const host = await serve({ policy: '', pages: { '/p.html': `<!doctype html><html lang=en><meta charset=utf-8><link rel=icon href="data:,"><script type=module src="${play.origin}/embed.js"></script><body style="margin:0"><div style="width:${w}px"><dikkat-playground lesson="${lesson}" lang="en"></dikkat-playground></div>` } });
    const page = await open_page({ origin: host.origin, browser }, { path: 'p.html', wait: false, viewport: { width: w + 20, height: 1500 } });
    await embedded(page, site, 0);
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `/tmp/sheets/emb-${lesson}-${w}.png` });
    await page.context().close(); await host.close();
}
await browser.close(); await play.close();
