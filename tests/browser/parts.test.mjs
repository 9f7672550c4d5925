// The program's second part: it comes when somebody does something, and nothing waits for it that the first lesson begins with.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { click_anchor, drag, eventually, finish, press, settled, use_site } from './harness.mjs';

const site = use_site();
const kLater = '**/dikkat.*.later.wasm';

// The program as a learner's page has it. `asked` counts the requests for the second part; `let_go` lets it arrive.
async function open(question, { hold = false, broken = () => false, allow = [], ...screen } = {}) {
    const second = { asked: 0 };
    const held = new Promise((resolve) => { second.let_go = resolve; });
    const routes = (context) => context.route(kLater, async (route) => {
        second.asked += 1;
        if (hold) await held;
        return broken() ? route.abort() : route.continue();
    });
    const page = await site.open_page({ query: question, alone: true, routes, allow, ...screen });
    await settled(page);
    return { page, second };
}

const ask = (page, path) => page.evaluate((asked) => window.dikkat.query(asked), path);
const shown = (page) => ask(page, 'state').then(({ view }) => view);

test('Where nobody does anything the first part is enough; who points at the canvas, presses or types brings the second', async () => {
    const acts = [(page) => page.mouse.move(700, 300), (page) => page.mouse.click(200, 700), (page) => page.keyboard.press('Shift')];
    for (const act of acts) {
        const { page, second } = await open('lang=en');
        await page.mouse.move(200, 700);
        await settled(page);
        assert.equal(second.asked, 0);
        await act(page);
        await eventually(() => assert.equal(second.asked, 1));
        await finish(page);
    }
});

const kScreens = [[1600, 1000], [1100, 700], [1024, 768], [820, 1180], [768, 1024], [700, 1000], [390, 844], [320, 640]];

test('The first picture waits for nothing on any screen, with a mouse or a finger', async () => {
    for (const [width, height] of kScreens) {
        for (const has_touch of [false, true]) {
            const { page, second } = await open('lang=tr', { viewport: { width, height }, has_touch, context: { isMobile: has_touch } });
            assert.equal(second.asked, 0, `${width}x${height}, ${has_touch ? 'a finger' : 'a mouse'}`);
            await finish(page);
        }
    }
});

// A function that is not there would be fetched at once, and that request would never be answered: the test would not end.
test('What a learner begins with in the first lesson waits for nothing', async () => {
    const { page, second } = await open('lang=tr', { hold: true });
    await click_anchor(page, 'token/2');
    assert.equal((await shown(page)).selection.row, 2);
    await drag(page, 'cell/x/4/0', { dx: -30 });
    assert.ok((await ask(page, 'tensor/x/4/0')).value < 1.3);
    await press(page, 'ArrowRight', 'ArrowDown');
    await page.click('#undo');
    await page.click('#redo');
    for (let step = 2; step <= 6; step++) {
        await page.click('#next');
        await eventually(async () => assert.equal((await shown(page)).step, step - 1));
    }
    await page.click('#languages [data-language="en"]');
    for (const theme of ['light', 'dark']) {
        await page.click('#theme');
        await eventually(async () => assert.equal((await shown(page)).theme, theme));
    }
    await page.setViewportSize({ width: 820, height: 1180 });
    await settled(page);
    assert.equal(second.asked, 1);
    second.let_go();
    await finish(page);
});

test('Another lesson opens when the second part is there', async () => {
    const { page, second } = await open('lang=en', { hold: true });
    await page.click('#lessons [data-lesson="gpt"]');
    await eventually(() => assert.equal(second.asked, 1));
    assert.equal((await shown(page)).lesson, 'multi-head');
    second.let_go();
    await eventually(async () => assert.equal((await shown(page)).lesson, 'gpt'));
    await page.click('#lessons [data-lesson="layer-norm"]');
    await eventually(async () => assert.equal((await shown(page)).lesson, 'layer-norm'));
    assert.equal(second.asked, 1);
    await finish(page);
});

test('Where the second part does not arrive the page says so and stays, and the next click brings it', async () => {
    let broken = true;
    const { page } = await open('lang=en', { broken: () => broken, allow: [/later\.wasm|Failed to load resource/] });
    await page.click('#lessons [data-lesson="gpt"]');
    await eventually(async () => assert.match(await page.textContent('#message'), /did not arrive/));
    assert.equal((await shown(page)).lesson, 'multi-head');
    await drag(page, 'cell/x/4/0', { dx: -30 });
    assert.equal((await ask(page, 'edits')).length, 1, 'the lesson that is open goes on');
    broken = false;
    await page.click('#lessons [data-lesson="gpt"]');
    await eventually(async () => assert.equal((await shown(page)).lesson, 'gpt'));
    await finish(page);
});

test('An address that wants another lesson brings both parts', async () => {
    const { page, second } = await open('lesson=gpt&lang=en');
    assert.equal(second.asked, 1);
    assert.equal((await shown(page)).lesson, 'gpt');
    await finish(page);
});

test('A question of the second part is answered even where nobody fetched it before', async () => {
    const { page, second } = await open('lang=en', { allow: [/Synchronous XMLHttpRequest/] });
    assert.match((await ask(page, 'code/pytorch')).code, /import torch/);
    assert.equal(second.asked, 1);
    await ask(page, 'parameters');
    assert.equal(second.asked, 1, 'it is there now');
    await finish(page);
});
