// What every browser test needs: the built site on a free port, one Chromium for a file of tests, pages that fail on any console message
// or error nobody expected, and the canvas's anchors as places on the page. It waits for states, never for a time.
//
//     const site = use_site();
//     test('A drag changes the cell', async () => {
//         const page = await site.open_page({ query: 'lesson=multi-head' });
//         await drag(page, 'cell/wq/0/6', { dx: 40 });
//         await eventually(async () => assert.equal((await query(page, 'edits')).length, 1));
//         await finish(page);
//     });
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { after, before } from 'node:test';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from '../../web/serve.mjs';
import { decode_png } from './png.mjs';

const kPictures = resolve(dirname(fileURLToPath(import.meta.url)), '../../build/pictures');
const kBorder = 4;  // px, more than a frame's own
const kPatience = 60_000;  // ms; software rendering on a busy machine is slow, and nothing waits longer than it must

// WebGL2 in software, letters in shades of grey (their colour fringes would depend on the machine), and no talk with the outside.
const kBrowserArguments = [
    '--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist', '--disable-lcd-text',
    '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
];
// Chromium's own remarks on software rendering and on reading pixels back, and Playwright's on the service workers that it blocks; they say
// nothing about the page.
export const kNotOurs = [
    /GPU stall due to ReadPixels/, /GL Driver Message/, /Automatic fallback to software WebGL/,
    /Service Worker registration blocked/, /^error: SecurityError: Failed to read the 'serviceWorker' property[^]*at <anonymous>:\d+:\d+$/,
];

const faults_of = new WeakMap();   // page -> what went wrong on it
const allowed_of = new WeakMap();  // page -> patterns that open_page was told to expect

// Registers a server and a browser for the tests of the calling file. `server` goes to serve() of web/serve.mjs, `browser_arguments`
// are added to Chromium's.
export function use_site({ server = {}, browser_arguments = [] } = {}) {
    const site = { origin: '', browser: null, open_page: (options) => open_page(site, options) };
    let running;
    before(async () => {
        running = await serve(server);
        site.origin = running.origin;
        site.browser = await launch(browser_arguments);
    });
    after(async () => {
        await site.browser?.close();
        await running?.close();
    });
    return site;
}

export function launch(more_arguments = []) {
    return chromium.launch({
        executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
        args: [...kBrowserArguments, ...more_arguments],
    });
}

// Opens the playground and waits until it is ready. Options:
//   path, query         what is opened: "index.html", "lesson=attention&lang=tr"
//   viewport            {width, height}; device_scale_factor; locale; color_scheme; reduced_motion; has_touch
//   allow               patterns of console messages and errors that belong to the test
//   alone               true: the program's second part comes when it is wanted, as for a learner; else the test need not care
//   wait                false: returns after the page's load, whether the playground came up or not
//   init                a function that runs in the page before its own scripts; routes: (context) => ... to intercept requests
//   context             Playwright's own context options
export async function open_page(site, options = {}) {
    const { path = '', query: question = '', wait = true, allow = [] } = options;
    const context = await site.browser.newContext({
        viewport: options.viewport ?? { width: 1280, height: 800 },
        deviceScaleFactor: options.device_scale_factor ?? 1,
        locale: options.locale ?? 'en-GB',
        colorScheme: options.color_scheme ?? 'light',
        reducedMotion: options.reduced_motion ?? 'no-preference',
        serviceWorkers: 'block',  // what is fetched is the page's; offline.test.mjs is about it
        hasTouch: options.has_touch ?? false,
        ...options.context,
    });
    context.setDefaultTimeout(kPatience);
    if (options.routes) await options.routes(context);
    const page = await context.newPage();
    collect_faults(page, allow);
    if (options.init) await page.addInitScript(options.init);
    await page.goto(`${site.origin}/${path}${question ? `?${question}` : ''}`);
    if (wait) await ready(page);
    if (wait && !options.alone) await page.evaluate(() => window.dikkat.complete?.());
    return page;
}

export async function ready(page) {
    await page.waitForFunction(() => window.dikkat?.ready !== undefined);
    await page.evaluate(() => window.dikkat.ready);
}

function collect_faults(page, allow) {
    const faults = [];
    faults_of.set(page, faults);
    allowed_of.set(page, [...kNotOurs, ...allow]);
    page.on('console', (message) => faults.push(`console ${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => faults.push(`error: ${error.stack ?? error.message}`));
    page.on('crash', () => faults.push('the page crashed'));
    page.on('requestfailed', (request) => faults.push(`request failed: ${request.url()}: ${request.failure()?.errorText}`));
}

// Console messages, errors and failed requests so far, without the ones that were allowed.
export function faults(page) {
    return faults_of.get(page).filter((fault) => !allowed_of.get(page).some((pattern) => pattern.test(fault)));
}

// Ends a test's page; the test fails if anything went wrong on it.
export async function finish(page) {
    await page.context().close();
    assert.deepEqual(faults(page), []);
}

// ---- the program's own door ------------------------------------------------------------------------------------------------------

export function query(page, path) {
    return page.evaluate((asked) => window.dikkat.query(asked), path);
}

export function dispatch(page, command) {
    return page.evaluate((sent) => window.dikkat.dispatch(sent), command);
}

// dispatch() of a command that must be carried out.
export async function command(page, sent) {
    const answer = await dispatch(page, sent);
    assert.equal(answer.ok, true, `${JSON.stringify(sent)} was refused: ${JSON.stringify(answer)}`);
}

// Calls `check` until it no longer throws; its last error is the test's.
export async function eventually(check, patience = kPatience) {
    const end = Date.now() + patience;
    for (;;) {
        try {
            return await check();
        } catch (error) {
            if (Date.now() > end) throw error;
        }
        await new Promise((next) => setTimeout(next, 20));
    }
}

// Resolves when what was dispatched is drawn and no frame is asked for any more.
export async function settled(page) {
    await page.evaluate(async () => {
        const frames = () => window.dikkat.query('diagnostics').frames;
        const next_frame = () => new Promise((next) => requestAnimationFrame(next));
        let seen = -1, calm = 0;
        while (calm < 3) {
            await next_frame();
            const now = frames();
            calm = now === seen ? calm + 1 : 0;
            seen = now;
        }
    });
}

// ---- the canvas ------------------------------------------------------------------------------------------------------------------

export function canvas(page) {
    return page.locator('canvas').first();
}

// The rectangle of an anchor ("cell/wq/0/6", "control/mask") on the page, in CSS px, with its middle. Waits until it is drawn.
export async function anchor(page, name) {
    const [x, y, width, height] = await eventually(async () => {
        const found = (await query(page, 'anchors'))[name];
        assert.ok(found, `there is no anchor ${name}`);
        return found;
    });
    const box = await canvas(page).boundingBox();
    const left = box.x + x, top = box.y + y;
    return { x: left, y: top, width, height, middle: { x: left + width / 2, y: top + height / 2 } };
}

// Scrolls the page until the anchor can be pointed at, and answers its middle.
async function reach(page, name) {
    await anchor(page, name);
    await page.evaluate(([asked, root]) => {
        const find = (node) => node.querySelector(root) ?? [...node.querySelectorAll('*')].map((e) => e.shadowRoot && find(e.shadowRoot)).find(Boolean);
        const box = find(document).getBoundingClientRect();
        const [, y, , height] = window.dikkat.query('anchors')[asked];
        const top = box.top + y;
        if (top < 0 || top + height > innerHeight) scrollBy({ top: top + height / 2 - innerHeight / 2, behavior: 'instant' });
    }, [name, 'canvas']);
    return (await anchor(page, name)).middle;
}

export async function hover_anchor(page, name) {
    const { x, y } = await reach(page, name);
    await page.mouse.move(x, y);
    await settled(page);
}

export async function click_anchor(page, name, options = {}) {
    await hover_anchor(page, name);
    const { x, y } = await reach(page, name);
    await page.mouse.click(x, y, options);
    await settled(page);
}

export async function double_click_anchor(page, name) {
    await click_anchor(page, name, { clickCount: 2 });
}

// Presses on the anchor, moves by (dx, dy) in `steps` and lets go, or stays pressed with release: false.
export async function drag(page, name, { dx = 0, dy = 0, steps = 8, release = true } = {}) {
    await hover_anchor(page, name);
    const { x, y } = await reach(page, name);
    await page.mouse.down();
    await settled(page);
    for (let step = 1; step <= steps; step++) await page.mouse.move(x + (dx * step) / steps, y + (dy * step) / steps);
    await settled(page);
    if (release) await page.mouse.up();
    await settled(page);
}

export async function press(page, ...keys) {
    for (const key of keys) await page.keyboard.press(key);
    await settled(page);
}

// ---- touch -----------------------------------------------------------------------------------------------------------------------

export const kPhone = { viewport: { width: 390, height: 844 }, device_scale_factor: 2, has_touch: true, context: { isMobile: true } };

// Real touches, at places of the window as `anchor` and `boundingBox` give them.
export async function fingers(page) {
    const session = await page.context().newCDPSession(page);
    const send = (type, touchPoints, timestamp) => session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp });
    return {
        async swipe(from, to, steps = 8) {
            await send('touchStart', [from]);
            for (let i = 1; i <= steps; i++) {
                await send('touchMove', [{ x: from.x + ((to.x - from.x) * i) / steps, y: from.y + ((to.y - from.y) * i) / steps }]);
            }
            await send('touchEnd', []);
            await settled(page);
        },
        // Sent at once, each with its time: a tenth of a second apart, however slow the machine is.
        async tap(at, times = 1) {
            const begin = Date.now() / 1000;
            const sent = Array.from({ length: 2 * times }, (_, i) => send(i % 2 ? 'touchEnd' : 'touchStart', i % 2 ? [] : [at], begin + i / 20));
            await Promise.all(sent);
            await settled(page);
        },
    };
}

// ---- pictures --------------------------------------------------------------------------------------------------------------------

// Keeps a picture of the page in build/pictures/NAME.png for people to look at, and answers its PNG.
export async function screenshot(page, name, options = {}) {
    const png = await page.screenshot(options);
    await mkdir(kPictures, { recursive: true });
    await writeFile(join(kPictures, `${name}.png`), png);
    return png;
}

// The page's pixels in device px: {width, height, at(x, y) -> [r, g, b, a]}; `clip` is in CSS px.
export async function pixels(page, clip) {
    return decode_png(await page.screenshot(clip ? { clip } : {}));
}

// How many colours the picture has between two of its rows, without what may be a frame's border.
export function colours(image, top = 0, bottom = image.height) {
    const found = new Set();
    for (let y = top + kBorder; y < bottom - kBorder; y += 3) {
        for (let x = kBorder; x < image.width - kBorder; x += 3) found.add(image.at(x, y).join());
    }
    return found.size;
}

// Fails unless something is drawn in the canvas: software rendering that gave up leaves one colour.
export async function assert_drawn(page) {
    await eventually(async () => {
        const found = colours(await pixels(page, await canvas(page).boundingBox()));
        assert.ok(found > 8, `the canvas shows only ${found} colours`);
    });
}
