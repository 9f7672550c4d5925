// Three browsers behind one small door, for hands.mjs: open, evaluate, a real mouse, real keys, files that are chosen and saved, what went
// wrong since the page was opened. Firefox and WebKit need a screen, so they get one of their own (Xvfb, on whatever display is free). What is started here ends with the test's process.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kNotOurs, launch } from './harness.mjs';

const kSize = { width: 1280, height: 800 };
const kIndex = fileURLToPath(new URL('../../build/site/index.html', import.meta.url));
const started = new Set();

process.on('exit', () => {
    for (const child of started) child.kill('SIGKILL');
});

function start(program, args, options) {
    const child = spawn(program, args, options);
    started.add(child);
    child.on('exit', () => started.delete(child));
    return child;
}

async function stop(child) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await gone;
}

// The server chooses a free display itself and writes its number.
async function open_screen() {
    const child = start('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    const number = await new Promise((done, failed) => {
        child.once('error', failed);
        child.once('exit', () => failed(new Error('Xvfb did not start')));
        child.stdio[3].once('data', (bytes) => done(String(bytes).trim()));
    });
    const env = { ...process.env, DISPLAY: `:${number}`, LIBGL_ALWAYS_SOFTWARE: '1', GDK_BACKEND: 'x11' };
    delete env.WAYLAND_DISPLAY;
    return { env, close: () => stop(child) };
}

export async function open_chromium() {
    const browser = await launch();
    const context = await browser.newContext({ viewport: kSize, locale: 'en-GB' });
    const page = await context.newPage();
    return {
        ...door_of(page, kNotOurs),
        click: ({ x, y }, times) => page.mouse.click(x, y, { clickCount: times }),
        chord: (letter) => page.keyboard.press(`Control+${letter}`),
        close: () => browser.close(),
    };
}

// What Playwright's and Puppeteer's pages have alike.
function door_of(page, allowed) {
    const faults = [];
    page.on('console', (message) => faults.push(`console ${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
    return {
        pages: {},
        open: (address) => {
            faults.length = 0;
            return page.goto(address, { timeout: 60_000 });
        },
        evaluate: (script, argument) => page.evaluate(script, argument),
        move: ({ x, y }) => page.mouse.move(x, y),
        down: () => page.mouse.down(),
        up: () => page.mouse.up(),
        type: (text) => page.keyboard.type(text),
        press: (key) => page.keyboard.press(key),
        faults: async () => faults.filter((fault) => !allowed.some((pattern) => pattern.test(fault))),
    };
}

export async function open_firefox() {
    const { default: puppeteer } = await import('puppeteer-core');
    const screen = await open_screen();
    const downloads = await mkdtemp(join(tmpdir(), 'dikkat-firefox-'));
    let browser;
    try {
        browser = await puppeteer.launch({
            browser: 'firefox', executablePath: process.env.FIREFOX || '/usr/bin/firefox-esr', headless: false, env: screen.env,
            defaultViewport: kSize, timeout: 120_000, protocolTimeout: 120_000,
            extraPrefsFirefox: {
                'intl.accept_languages': 'en-GB', 'webgl.force-enabled': true, 'app.update.disabledForTesting': true,
                'browser.download.folderList': 2, 'browser.download.dir': downloads,
            },
        });
    } catch (error) {
        await screen.close();
        throw error;
    }
    const page = await browser.newPage();
    return {
        ...door_of(page, []),
        downloads,
        click: ({ x, y }, times) => page.mouse.click(x, y, { count: times }),  // all of it in one call
        choose_file: async (selector, path) => (await page.$(selector)).uploadFile(path),
        chord: async (letter) => {
            await page.keyboard.down('Control');
            await page.keyboard.press(letter);
            await page.keyboard.up('Control');
        },
        close: async () => {
            await browser.close().catch(() => browser.process()?.kill('SIGKILL'));
            await screen.close();
            await rm(downloads, { recursive: true, force: true });
        },
    };
}

// One program in some 300 traps in WebKitGTK 2.50 and is begun anew by the page (src/README.md). Where that is while it starts, tests go on
// with the new one; where it is later, what was done last is lost, and walk() of hands.mjs begins again.
const kTrap = /Out of bounds memory access|Unreachable code should not be executed|Aborted\(/;
// WebKit's driver tells nothing of the console, so the page that it opens begins by keeping what is said there.
const kWatch = `<script>
    window.faults = [];
    for (const type of ['log', 'info', 'debug', 'warn', 'error']) console[type] = (...words) => faults.push('console ' + type + ': ' + words.join(' '));
    addEventListener('error', (event) => faults.push('error: ' + event.message), true);
    addEventListener('unhandledrejection', (event) => faults.push('error: ' + event.reason));
</script>`;

export async function open_webkit() {
    const { Builder, By, Key, Origin } = await import('selenium-webdriver');
    const index = await readFile(kIndex, 'utf8');
    const screen = await open_screen();
    const downloads = await mkdtemp(join(tmpdir(), 'dikkat-webkit-'));
    await writeFile(join(downloads, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
    const port = await free_port();
    const server = start('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], { stdio: 'ignore', env: { ...screen.env, XDG_CONFIG_HOME: downloads } });
    const end = async () => {
        await stop(server);
        await screen.close();
        await rm(downloads, { recursive: true, force: true });
    };
    let driver;
    try {
        await listening(port);
        driver = await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities({
            browserName: 'MiniBrowser',
            'webkitgtk:browserOptions': { binary: mini_browser(), args: ['--automation'] },
        }).build();
        await driver.manage().setTimeouts({ script: 120_000, pageLoad: 120_000 });
        await driver.manage().window().setRect({ x: 0, y: 0, ...kSize });
    } catch (error) {
        await end();
        throw error;
    }
    const act = () => driver.actions({ async: true });
    const said = () => driver.executeScript('return window.faults');
    const kKeys = { Enter: Key.ENTER, Escape: Key.ESCAPE, Tab: Key.TAB };
    return {
        pages: { '/': index.replace('<head>', `<head>${kWatch}`) },
        downloads,
        open: (address) => driver.get(address),
        evaluate: async (script, argument) => {
            const source = `const done = arguments[arguments.length - 1];
                Promise.resolve().then(() => (${script})(arguments[0])).then((value) => done({ value }), (error) => done({ error: error + ' ' + error?.stack }));`;
            const { value, error } = await driver.executeAsyncScript(source, argument ?? null);
            if (error) throw new Error(error);
            return value;
        },
        move: ({ x, y }) => act().move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT, duration: 0 }).perform(),
        click: (_, times) => Array.from({ length: times }).reduce((all) => all.press().release(), act()).perform(),  // in one call, where it is
        choose_file: (selector, path) => driver.findElement(By.css(selector)).sendKeys(path),
        down: () => act().press().perform(),
        up: () => act().release().perform(),
        type: async (text) => {
            for (const letter of text) await act().keyDown(letter).keyUp(letter).perform();
        },
        press: (key) => act().keyDown(kKeys[key] ?? key).keyUp(kKeys[key] ?? key).perform(),
        chord: (letter) => act().keyDown(Key.CONTROL).keyDown(letter).keyUp(letter).keyUp(Key.CONTROL).perform(),
        faults: async () => (await said())?.filter((fault) => !kTrap.test(fault)),
        trapped: async ({ message }) => kTrap.test(message) || Boolean((await said().catch(() => null))?.some((fault) => kTrap.test(fault))),
        close: async () => {
            await driver.quit().catch(() => {});
            await end();
        },
    };
}

function mini_browser() {
    const folders = readdirSync('/usr/lib').filter((name) => name.includes('linux-gnu')).map((name) => `/usr/lib/${name}`);
    const places = folders.flatMap((folder) => readdirSync(folder).filter((name) => name.startsWith('webkit2gtk-4')).map((name) => `${folder}/${name}/MiniBrowser`));
    const found = places.find(existsSync);
    if (!found) throw new Error('there is no MiniBrowser; the package webkit2gtk-driver brings it');
    return found;
}

function free_port() {
    return new Promise((done) => {
        const probe = createServer().listen(0, '127.0.0.1', () => {
            const { port } = probe.address();
            probe.close(() => done(port));
        });
    });
}

async function listening(port) {
    for (let attempt = 0; attempt < 300; attempt++) {
        const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => null);
        if (answer?.ok) return;
        await new Promise((next) => setTimeout(next, 100));
    }
    throw new Error('WebKitWebDriver does not answer');
}
