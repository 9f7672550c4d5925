// A program whose memory is spoilt traps: the page begins anew by itself, on the same work. Real traps: the bytes are overwritten under it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embedded, use_hosts } from './embed_hosts.mjs';
import { anchor, assert_drawn, command, drag, eventually, finish, query, settled, use_site } from './harness.mjs';

const site = use_site({ server: { headers: { 'Access-Control-Allow-Origin': '*' } } });
const hosts = use_hosts(site, {
    'element': () => ({
        head: `<script type="module" src="${site.origin}/embed.js"></script>`,
        body: '<dikkat-playground lesson="multi-head" lang="en"></dikkat-playground>',
    }),
});
const kTrap = /RuntimeError|this playground has stopped/;

// Keeps every program's memory where a test can spoil it; `first_pictures` programs are spoilt before they draw.
function keep_memories(first_pictures) {
    const { instantiate } = WebAssembly;
    window.memories = [];
    window.spoil = (memory) => new Uint8Array(memory.buffer).fill(0xff, 1024);
    WebAssembly.instantiate = async (...given) => {
        const instance = await instantiate(...given);
        const memory = Object.values(instance.exports).find((each) => each instanceof WebAssembly.Memory);
        if (memory) window.memories.push(memory);
        return instance;
    };
    const { clearColor } = WebGL2RenderingContext.prototype;
    addEventListener('message', ({ data }) => {  // is there before the page's own listener
        if (data.kind !== 'query') return;
        window.before_query?.();
        window.before_query = undefined;
    });
    let spoilt = 0;
    WebGL2RenderingContext.prototype.clearColor = function (...given) {
        if (spoilt < first_pictures && window.memories.length > spoilt) window.spoil(window.memories[spoilt++]);
        return clearColor.apply(this, given);
    };
}

const trapping = (options) => ({ allow: [kTrap], ...options, routes: (context) => context.addInitScript(keep_memories, options.first_pictures ?? 0) });
const open_page = (options = {}) => site.open_page(trapping({ query: 'lang=en', ...options }));

// In a host page: what its element is answered.
function ask_element(page, path) {
    return page.evaluate((asked) => document.querySelector('dikkat-playground').query(asked).then((value) => ({ value }), ({ code }) => ({ code })), path);
}

async function spoil(page) {
    await page.evaluate(() => window.spoil(window.memories.at(-1)));
    await page.evaluate(() => { try { window.dikkat.query('state'); } catch { /* it trapped */ } });
}

test('A program that traps begins anew on the same work, and the page says so', async () => {
    const page = await open_page();
    await command(page, { type: 'go_to_step', step: 3 });
    await drag(page, 'cell/x/4/0', { dx: -30 });
    const { document } = await query(page, 'state');
    await page.waitForTimeout(400);  // until it is kept
    await spoil(page);
    await eventually(async () => assert.match(await page.locator('#message').innerText(), /started anew where you were/));
    const now = await query(page, 'state');
    assert.deepEqual([now.document, now.view.step], [document, 2]);
    await settled(page);
    await assert_drawn(page);
    await drag(page, 'cell/x/4/1', { dx: 30 });
    assert.equal((await query(page, 'edits')).length, 2);
    await finish(page);
});

test('A program that traps when somebody touches the canvas begins anew, too', async () => {
    const page = await open_page();
    const { x, y } = await anchor(page, 'cell/x/4/0');
    await page.evaluate(() => window.spoil(window.memories.at(-1)));
    await page.mouse.move(x, y);
    await eventually(async () => assert.match(await page.locator('#message').innerText(), /started anew/));
    await drag(page, 'cell/x/4/0', { dx: 30 });
    assert.equal((await query(page, 'edits')).length, 1);
    await finish(page);
});

test('A program that traps in its first picture is begun once more', async () => {
    const page = await open_page({ first_pictures: 1 });
    assert.equal(await page.evaluate(() => window.memories.length), 2);
    assert.equal((await query(page, 'tensor/head0.weights/4/0')).text, '0.517');
    await assert_drawn(page);
    await finish(page);
});

test('A playground without chrome begins anew, too, in its first picture and later', async () => {
    const page = await open_page({ path: 'embed.html', query: 'lang=en&step=3', first_pictures: 1 });
    assert.equal(await page.evaluate(() => window.memories.length), 2);
    await drag(page, 'cell/x/4/0', { dx: -30 });
    const { document } = await query(page, 'state');
    await eventually(async () => assert.ok(await page.evaluate(() => window.embed.rest.kept !== undefined)));
    await page.waitForTimeout(400);  // until the work is kept
    await spoil(page);
    await eventually(async () => assert.match(await page.locator('#message').innerText(), /started anew/));
    assert.deepEqual((await query(page, 'state')).document, document);
    await page.locator('.last-picture').waitFor({ state: 'detached' });
    await drag(page, 'cell/x/4/1', { dx: 30 });
    assert.equal((await query(page, 'edits')).length, 2);
    await finish(page);
});

test('A host page that asks a program that traps is answered that it stopped, and goes on with the one that is begun anew', async () => {
    const page = await hosts.open('element', trapping({}));
    const frame = await embedded(page, site);
    await frame.evaluate(() => {
        window.before_query = () => window.spoil(window.memories.at(-1));
    });
    assert.deepEqual(await ask_element(page, 'tensor/head0.weights/4/0'), { code: 'stopped' });
    await eventually(async () => assert.equal((await ask_element(page, 'tensor/head0.weights/4/0')).value?.text, '0.517'));
    await finish(page);
});

test('A host page that asks a program that did not start is answered that it stopped', async () => {
    const page = await hosts.open('element', trapping({ first_pictures: 2 }));
    const ready = await page.evaluate(() => customElements.whenDefined('dikkat-playground')
        .then(() => document.querySelector('dikkat-playground').ready).then(() => 'ready', () => 'failed'));
    assert.equal(ready, 'failed');
    assert.deepEqual(await ask_element(page, 'state'), { code: 'stopped' });
    await finish(page);
});

test('A program that traps twice has stopped, and the page says so', async () => {
    const page = await open_page();
    await spoil(page);
    await eventually(async () => assert.match(await page.locator('#message').innerText(), /started anew/));
    await spoil(page);
    await page.locator('#failure').waitFor({ state: 'visible' });
    assert.match(await page.locator('#failure').innerText(), /found a bug in itself and stopped. Reload the page to go on where you were/);
    assert.doesNotMatch(await page.locator('#failure').innerText(), /could not start/);
    assert.equal(await page.locator('#message').innerText(), '');
    await finish(page);
});

test('A program that cannot draw its first picture twice has stopped, and the page says so', async () => {
    const page = await open_page({ first_pictures: 2, wait: false });
    await page.locator('#failure').waitFor({ state: 'visible' });
    assert.match(await page.locator('#failure').innerText(), /found a bug in itself and stopped/);
    await finish(page);
});

test('A playground without chrome that has stopped does not promise the work that nobody keeps', async () => {
    const page = await open_page({ path: 'embed.html', first_pictures: 2, wait: false });
    await page.locator('#failure').waitFor({ state: 'visible' });
    assert.match(await page.locator('#failure').innerText(), /found a bug in itself and stopped/);
    assert.doesNotMatch(await page.locator('#failure').innerText(), /where you were/);
    await finish(page);
});
