// Pages of other origins that hold the playground in frames, as course sites do.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { serve } from '../../web/serve.mjs';
import { colours, eventually, open_page, pixels, ready } from './harness.mjs';

const kMostAwake = 4;  // as in web/embed_rest.js
const kTools = 36;      // px at a frame's top, as in web/embed.css

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
    await frame.evaluate(() => window.dikkat.complete());
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

// ---- Contexts of many frames

export const has_context = (frame) => frame.evaluate(() => !document.querySelector('canvas').getContext('webgl2').isContextLost());

// The numbers of the frames that draw.
export async function awake_of(page, site) {
    const all = await Promise.all(frames_of(page, site).map(has_context));
    return all.map((has, index) => (has ? index : -1)).filter((index) => index >= 0);
}

// Two that wake at the same moment each give way to the other, so there may be fewer than the most.
export function few_are_awake(page, site) {
    return eventually(async () => {
        const { length } = await awake_of(page, site);
        assert.ok(length > 0 && length <= kMostAwake, `${length} have a context`);
    });
}

// Every frame that is in sight shows something: what is blank has one colour under its tools. Of a frame that has just come into sight
// Chromium shows nothing at all for a moment, of whatever kind its page is; then the tools are missing, too, and it is looked at again.
export async function none_is_blank(page, site) {
    for (const frame of frames_of(page, site)) {
        const box = await (await frame.frameElement()).boundingBox();
        const { width, height } = page.viewportSize();
        if (box.x < 0 || box.y < 0 || box.x + box.width > width || box.y + box.height > height) continue;
        const [tools, picture] = await eventually(async () => {
            const image = await pixels(page, box);
            const found = [colours(image, 0, kTools), colours(image, kTools)];
            assert.ok(found.some((count) => count > 1), 'the browser shows nothing of the frame');
            return found;
        });
        assert.ok(picture > 20, `frame ${frames_of(page, site).indexOf(frame)} shows ${picture} colours under its tools, which have ${tools}`);
    }
}

// In the frame: the browser takes the context, as it does where a page has too many.
export function take_context(frame) {
    return frame.evaluate(() => {
        window.taken = document.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context');
        window.taken.loseContext();
    });
}
