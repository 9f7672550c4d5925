// The lessons' texts come when they are shown: the opened one at first, another lesson's or language's when it is wanted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dispatch, eventually, finish, query, use_site } from './harness.mjs';

const site = use_site();
const kText = /\/(lesson-[\w-]+\.(?:tr|en))\.[0-9a-f]{12}\.json$/;

const title = (page) => page.textContent('#lesson-title');
// Names of the texts that the page asked for, as it goes on.
function asked_for(context) {
    const names = [];
    context.on('request', (request) => names.push(...(kText.exec(request.url())?.slice(1) ?? [])));
    return names;
}

test('A first visit brings the text that is shown, and another language or lesson its own when it is chosen', async () => {
    let asked;
    const page = await site.open_page({ query: 'lesson=feed-forward&lang=en', routes: (context) => { asked = asked_for(context); } });
    assert.deepEqual(asked, ['lesson-feed-forward.en']);
    await dispatch(page, { type: 'set_language', language: 'tr' });
    await eventually(async () => assert.equal(await title(page), 'İleri beslemeli ağ'));
    await dispatch(page, { type: 'open_lesson', lesson: 'gpt' });
    await eventually(async () => assert.equal(await title(page), 'GPT ile ilk Transformer'));
    await dispatch(page, { type: 'open_lesson', lesson: 'feed-forward' });
    await eventually(async () => assert.equal(await title(page), 'İleri beslemeli ağ'));
    assert.deepEqual(asked, ['lesson-feed-forward.en', 'lesson-feed-forward.tr', 'lesson-gpt.tr']);
    await finish(page);
});

test('What is read stays until the wanted text is there', async () => {
    let let_go;
    const held = new Promise((resolve) => { let_go = resolve; });
    const routes = (context) => context.route('**/lesson-gpt.en.*', async (route) => {
        await held;
        await route.continue();
    });
    const page = await site.open_page({ query: 'lesson=feed-forward&lang=en', routes });
    await dispatch(page, { type: 'open_lesson', lesson: 'gpt' });
    await eventually(async () => assert.equal(await page.getAttribute('#lessons [data-lesson="gpt"]', 'aria-current'), 'page'));
    assert.equal(await title(page), 'Feed-forward network');
    let_go();
    await eventually(async () => assert.equal(await title(page), 'GPT and the first Transformer'));
    await finish(page);
});

test('A text that does not arrive is told in words, and comes when it is asked for again', async () => {
    let broken = true;
    const routes = (context) => context.route('**/lesson-gpt.en.*', (route) => (broken ? route.abort() : route.continue()));
    const page = await site.open_page({ query: 'lesson=feed-forward&lang=en', routes, allow: [/lesson-gpt|Failed to load resource/] });
    await dispatch(page, { type: 'open_lesson', lesson: 'gpt' });
    await eventually(async () => assert.match(await page.textContent('#lesson-intro'), /did not arrive/));
    assert.equal(await title(page), 'GPT and the first Transformer');
    broken = false;
    await page.click('#lesson-intro button');
    await eventually(async () => assert.equal(await page.locator('#steps > li').count(), 7));
    await finish(page);
});

test('The sandbox stands last among the lessons and has no number', async () => {
    const page = await site.open_page({ query: 'lesson=sandbox&lang=en' });
    const names = await page.locator('#lessons a').allTextContents();
    assert.deepEqual(names, ['1Attention', '2Multi-head', '3Layer norm', '4Feed-forward', '5GPT', 'Your own model']);
    assert.equal(await page.textContent('#lesson-number'), '');
    await finish(page);
});

test('A lesson’s link keeps the focus while numbers change', async () => {
    const page = await site.open_page({ query: 'lesson=layer-norm&lang=en' });
    await page.focus('#lessons a:last-child');
    await page.evaluate(() => window.dikkat.dispatch({ type: 'set_cell', tensor: 'x', row: 0, col: 0, value: 2 }));
    await eventually(async () => assert.equal((await query(page, 'edits')).length, 1));
    await eventually(async () => assert.equal(await page.isEnabled('#undo'), true));
    assert.equal(await page.evaluate(() => document.activeElement.dataset.lesson), 'sandbox');
    await finish(page);
});

for (const width of [1100, 1280, 1920]) {
    test(`At a width of ${width} all lessons fit into the header, in both languages`, async () => {
        for (const language of ['tr', 'en']) {
            const page = await site.open_page({ query: `lesson=gpt&lang=${language}`, viewport: { width, height: 800 } });
            const [last, tools] = await Promise.all(['#lessons a:last-child', '#tools'].map((place) => page.locator(place).boundingBox()));
            assert.ok(last.x + last.width <= tools.x, `${language}: ${last.x + last.width} > ${tools.x}`);
            await finish(page);
        }
    });
}
