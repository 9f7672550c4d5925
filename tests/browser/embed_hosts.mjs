// Pages of other origins that hold the playground in frames, as course sites do.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { serve } from '../../web/serve.mjs';
import { eventually, open_page, ready } from './harness.mjs';

// A server of host pages on a port of its own. `pages`: by path, a function that answers {head, body}; called when the page is asked for,
// since the site's address is known only then. open(path) opens one, with open_page's options.
export function use_hosts(site, pages, server = {}) {
    const hosts = { origin: '' };
    hosts.open = (path, { browser = site.browser, ...options } = {}) => open_page({ origin: hosts.origin, browser }, { path, wait: false, ...options });
    let running;
    before(async () => {
        const made = {};
        for (const [path, page] of Object.entries(pages)) Object.defineProperty(made, `/${path}`, { get: () => host_page(page()), enumerable: true });
        running = await serve({ ...server, pages: made });
        hosts.origin = running.origin;
    });
    after(() => running?.close());
    return hosts;
}

function host_page({ head = '', body }) {
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A course page</title><link rel="icon" href="data:,">${head}</head>
<body>${body}</body></html>`;
}

export function frames_of(page, site) {
    return page.frames().filter((frame) => frame.url().startsWith(`${site.origin}/`));
}

// The playground in the page's frame number `index`, once it is ready: what the harness wants of a page, with the page's own mouse and keys.
export async function embedded(page, site, index = 0) {
    const frame = await eventually(() => {
        const found = frames_of(page, site)[index];
        assert.ok(found, `there is no frame ${index}`);
        return found;
    });
    await ready(frame);
    return inside(page, frame);
}

export function inside(page, frame) {
    return {
        frame,
        mouse: page.mouse,
        keyboard: page.keyboard,
        evaluate: (...rest) => frame.evaluate(...rest),
        locator: (selector) => frame.locator(selector),
        screenshot: (options) => page.screenshot(options),
        textContent: (selector) => frame.textContent(selector),
        click: (selector) => frame.click(selector),
    };
}
