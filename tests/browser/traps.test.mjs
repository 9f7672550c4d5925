// A program whose memory is spoilt traps: the page begins anew by itself, on the same work. Real traps: the bytes are overwritten under it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anchor, assert_drawn, command, drag, eventually, finish, query, settled, use_site } from './harness.mjs';

const site = use_site();
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
    let spoilt = 0;
    WebGL2RenderingContext.prototype.clearColor = function (...given) {
        if (spoilt < first_pictures && window.memories.length > spoilt) window.spoil(window.memories[spoilt++]);
        return clearColor.apply(this, given);
    };
}

const open_page = (options = {}) => site.open_page({
    query: 'lang=en',
    allow: [kTrap],
    ...options,
    routes: (context) => context.addInitScript(keep_memories, options.first_pictures ?? 0),
});

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

test('A program that traps twice has stopped, and the page says so', async () => {
    const page = await open_page();
    await spoil(page);
    await eventually(async () => assert.match(await page.locator('#message').innerText(), /started anew/));
    await spoil(page);
    await page.locator('#failure').waitFor({ state: 'visible' });
    assert.match(await page.locator('#failure').innerText(), /found a bug in itself and stopped/);
    await finish(page);
});

test('A program that cannot draw its first picture twice has stopped, and the page says so', async () => {
    const page = await open_page({ first_pictures: 2, wait: false });
    await page.locator('#failure').waitFor({ state: 'visible' });
    assert.match(await page.locator('#failure').innerText(), /found a bug in itself and stopped/);
    await finish(page);
});
