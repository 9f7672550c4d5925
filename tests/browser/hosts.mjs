// Pages that hold a playground: of the same origin, or of another one with the site in a frame and no permissions given to it.
import { readFile } from 'node:fs/promises';
import { after, before } from 'node:test';
import { serve } from '../../web/serve.mjs';
import { eventually, ready } from './harness.mjs';

const kNames = ['host', 'two', 'frame'];
const sources = await Promise.all(kNames.map((name) => readFile(new URL(`./hosts/${name}.html`, import.meta.url), 'utf8')));

// For use_site({ server: { pages } }), which all tests with such pages need: /host.html, /two.html, /frame.html.
export const pages = Object.fromEntries(kNames.map((name, i) => [`/${name}.html`, sources[i]]));

// A second server, which is another origin. open_frame(site) answers {page, frame}: the page there and the site in its frame.
export function use_other_origin() {
    const other = { origin: '', open_frame: (site, options) => open_frame(other, site, options) };
    let running;
    before(async () => {
        running = await serve({ pages });
        other.origin = running.origin;
    });
    after(() => running?.close());
    return other;
}

async function open_frame(other, site, options = {}) {
    const page = await site.open_page({ ...options, path: 'frame.html', wait: false });
    await page.goto(`${other.origin}/frame.html?src=${encodeURIComponent(`${site.origin}/`)}`);
    const frame = await eventually(() => {
        const found = page.frames().find((entry) => entry.url().startsWith(site.origin));
        if (!found) throw new Error('the frame has not loaded');
        return found;
    });
    await ready(frame);
    return { page, frame };
}
