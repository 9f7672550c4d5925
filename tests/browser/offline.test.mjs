// After a first visit the site works without a network; and as a folder behind any server of static files.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serve } from '../../web/serve.mjs';
import { assert_drawn, drag, eventually, finish, open_page, query, ready, use_site } from './harness.mjs';

const site = use_site();
const built = fileURLToPath(new URL('../../build/site', import.meta.url));

async function wait_until_kept(page) {
    await page.mouse.move(600, 300);  // somebody is there
    await page.evaluate(async () => {
        const { active, waiting, installing } = await navigator.serviceWorker.ready;
        const worker = active ?? waiting ?? installing;
        if (worker.state !== 'activated') await new Promise((done) => worker.addEventListener('statechange', () => worker.state === 'activated' && done()));
    });
}

test('After a first visit every lesson opens in both languages without a network', async () => {
    const page = await open_page(site, { context: { serviceWorkers: 'allow' } });
    await wait_until_kept(page);
    await page.context().setOffline(true);
    for (const question of ['', '?lesson=gpt&lang=tr', '?lesson=layer-norm&lang=en&step=2']) {
        await page.goto(`${site.origin}/${question}`);
        await ready(page);
        await eventually(async () => assert.notEqual(await page.textContent('#lesson-intro'), ''));
        assert.doesNotMatch(await page.textContent('#lesson-intro'), /did not arrive|gelmedi/);
    }
    await page.click('#help-button');
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    await page.click('#twin-button');
    await page.locator('#twin').waitFor({ state: 'visible' });
    await assert_drawn(page);
    await finish(page);
});

test('A first visit that nobody touches asks for nothing to keep', async () => {
    const page = await open_page(site, { context: { serviceWorkers: 'allow' } });
    await page.waitForLoadState('networkidle');
    const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    assert.deepEqual(asked.filter((name) => /offline|service_worker/.test(name)), []);
    assert.equal(await page.evaluate(() => navigator.serviceWorker.getRegistrations().then(({ length }) => length)), 0);
    await finish(page);
});

test('What is new on the server is shown at the next visit', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dikkat-site-'));
    await cp(built, folder, { recursive: true });
    const running = await serve({ root: folder });
    const page = await open_page({ origin: running.origin, browser: site.browser }, { context: { serviceWorkers: 'allow' } });
    await wait_until_kept(page);
    await page.context().route('**/texts.json', async (route) => {
        const response = await route.fetch();
        const texts = await response.json();
        texts.en.page_next = 'Onwards';
        await route.fulfill({ response, json: texts });
    });
    await page.reload();
    await ready(page);
    await eventually(async () => assert.equal(await page.textContent('#next'), 'Onwards'));
    await finish(page);
    await running.close();
    await rm(folder, { recursive: true, force: true });
});

// Python's own, as on any machine that has no other: it knows nothing of us.
async function serve_by_python(folder) {
    const server = spawn('python3', ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', folder], { stdio: ['ignore', 'pipe', 'ignore'] });
    for await (const line of createInterface({ input: server.stdout })) {
        const port = /port (\d+)/.exec(line)?.[1];
        if (port) return { server, origin: `http://127.0.0.1:${port}` };
    }
    throw new Error('the server did not start');
}

test('The built site works as a folder of a folder behind another server, page and frame', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dikkat-folder-'));
    await cp(built, join(folder, 'courses/dikkat'), { recursive: true });
    const { server, origin } = await serve_by_python(folder);
    try {
        const page = await open_page({ origin, browser: site.browser }, { path: 'courses/dikkat/' });
        await drag(page, 'cell/x/4/0', { dx: 40 });
        await eventually(async () => assert.equal((await query(page, 'edits')).length, 1));
        await page.goto(`${origin}/courses/dikkat/embed.html?lesson=attention`);
        await ready(page);
        await assert_drawn(page);
        await finish(page);
    } finally {
        server.kill();
        await rm(folder, { recursive: true, force: true });
    }
});
