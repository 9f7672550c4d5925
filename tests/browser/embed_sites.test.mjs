// Playgrounds in real course sites, MkDocs and VitePress, made by docs/en/embed.md's own words and driven in Chromium. The sites, and the
// playground in them, come from different origins, one of them of another name.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { kContentSecurityPolicy, serve } from '../../web/serve.mjs';
import { build_mkdocs, build_vitepress } from './embed_sites.mjs';
import { embedded, few_are_awake, none_is_blank, take_context } from './embed_hosts.mjs';
import { assert_drawn, double_click_anchor, drag, eventually, finish, open_page, press, query, settled, use_site } from './harness.mjs';

const kOpen = { 'Access-Control-Allow-Origin': '*' };
// The frame fetches a course's own lesson from the course's server, which its policy must allow.
const site = use_site({ server: { headers: kOpen, policy: kContentSecurityPolicy.replace("connect-src 'self'", "connect-src 'self' http://localhost:*") } });

// A course site on "localhost", while the playground is at 127.0.0.1: for a browser these are as foreign as two domains. Built when a test
// first opens a page of it: the playground's address is in it.
function use_course(build, base = '/') {
    let running;
    // The sites' own scripts stand in their pages; beside them the policy lets in the playground alone.
    const policy = () => `default-src 'self'; script-src 'self' 'unsafe-inline' ${site.origin}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-src ${site.origin}`;
    const start = async () => serve({ root: await build(`${site.origin}/`), base, policy: policy(), headers: kOpen });
    after(async () => (await running)?.close());
    return {
        async open(path, options = {}) {
            running ??= start();
            const origin = `http://localhost:${(await running).port}`;
            return open_page({ origin, browser: site.browser }, { path: base.slice(1) + path, wait: false, ...options, allow: [/console log: .*Lunr/] });  // MkDocs' own search
        },
    };
}

const courses = {
    MkDocs: use_course(build_mkdocs),
    VitePress: use_course(build_vitepress, '/courses/nlp/'),
};

// In the host page: what the element tells.
function listen(page) {
    return page.evaluate(async () => {
        window.element = document.querySelector('dikkat-playground');
        window.told = [];
        for (const type of ['change', 'step']) element.addEventListener(type, ({ detail }) => told.push(detail));
        await element.ready;
    });
}

for (const [name, course] of Object.entries(courses)) {
    test(`${name}: the element shows the lesson, an edit by mouse reaches the page, and the page's command reaches the lesson`, async () => {
        const page = await course.open('');
        const frame = await embedded(page, site);
        await listen(page);
        await page.locator('iframe').scrollIntoViewIfNeeded();
        await drag(frame, 'cell/x/4/0', { dx: 40 });
        await eventually(async () => assert.ok((await page.evaluate(() => told)).some(({ type, lesson }) => type === 'change' && lesson === 'multi-head')));
        const [edit] = await page.evaluate(() => element.query('edits'));
        assert.equal(edit.cell.tensor, 'x');
        assert.deepEqual(await page.evaluate(() => element.dispatch({ type: 'go_to_step', step: 2 })), { ok: true });
        await eventually(async () => assert.equal(await frame.textContent('#step-number'), '2 / 6'));
        await eventually(async () => assert.equal((await page.evaluate(() => told.filter(({ type }) => type === 'step'))).length, 1));
        await assert_drawn(frame);
        await finish(page);
    });

    test(`${name}: the frame is as high as its content, so nothing in it has to be scrolled`, async () => {
        const page = await course.open('');
        const frame = await embedded(page, site);
        await eventually(async () => {
            const [content, height] = await frame.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
            assert.ok(Math.abs(content - height) <= 2 && height > 600, `${content} in ${height}`);
        });
        await finish(page);
    });

    test(`${name}: wheel and keys are the page's until somebody works in the playground`, async () => {
        const page = await course.open('');
        const frame = await embedded(page, site);
        await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<p><input id="note"></p><div class="room"></div>'));
        await page.evaluate(() => { document.querySelector('.room').style.height = '3000px'; });
        await page.locator('#note').click();
        await page.keyboard.type('kqv 1');
        await page.keyboard.press('ArrowLeft');
        assert.equal(await page.inputValue('#note'), 'kqv 1');
        assert.equal((await query(frame, 'edits')).length, 0);
        await page.evaluate(() => scrollTo(0, 0));
        const before = await page.evaluate(() => scrollY);
        const { x, y } = await page.locator('iframe').boundingBox();
        await page.mouse.move(x + 200, y + 150);
        await page.mouse.wheel(0, 200);
        await eventually(async () => assert.equal(await page.evaluate(() => scrollY), before + 200));
        await finish(page);
    });
}

test('MkDocs: the plain frame works in a page under a folder', async () => {
    const page = await courses.MkDocs.open('week/attention/');
    const frame = await embedded(page, site);
    await assert_drawn(frame);
    await settled(frame);
    await finish(page);
});

for (const [name, path] of [['MkDocs', 'week/exercise/'], ['VitePress', 'exercise.html']]) {
    test(`${name}: the course’s own lesson is in the page, and the page hears that its exercise is done`, async () => {
        const page = await courses[name].open(path, { viewport: { width: 1280, height: 1800 } });
        const frame = await embedded(page, site);
        await page.evaluate(() => {
            window.results = [];
            document.querySelector('dikkat-playground').addEventListener('exercise', ({ detail }) => results.push(detail));
        });
        await eventually(async () => assert.equal(await frame.textContent('#step-number'), '2 / 2'));
        for (const cell of ['cell/wq/2/1', 'cell/wq/2/2']) {
            await double_click_anchor(frame, cell);
            await press(frame, 'Control+a', '5', 'Enter');
        }
        await frame.click('.exercise .check');
        await eventually(async () => assert.deepEqual(await page.evaluate(() => results.map(({ id, solved, attempts }) => [id, solved, attempts]).at(-1)), ['attend', true, 1]));
        await finish(page);
    });
}

for (const [name, path] of [['MkDocs', 'week/twelve/'], ['VitePress', 'twelve.html']]) {
    test(`${name}: of twelve playgrounds, half of them in sandboxes, those in sight are never blank, and one that lost its context goes on`, async () => {
        const page = await courses[name].open(path, { viewport: { width: 1280, height: 800 } });
        for (let index = 0; index < 12; index++) {
            await page.locator('iframe').nth(index).scrollIntoViewIfNeeded();
            await embedded(page, site, index);
            await none_is_blank(page, site);
        }
        await few_are_awake(page, site);
        const last = await embedded(page, site, 11);
        await drag(last, 'cell/x/4/0', { dx: 40 });
        const now = (await query(last, 'tensor/x/4/0')).value;
        await take_context(last);
        await last.locator('.last-picture').waitFor({ state: 'visible' });
        await none_is_blank(page, site);
        await last.evaluate(() => window.taken.restoreContext());
        await last.locator('.last-picture').waitFor({ state: 'detached' });
        await settled(last);
        await none_is_blank(page, site);
        assert.equal((await query(last, 'tensor/x/4/0')).value, now);
        await page.evaluate(() => scrollTo(0, 0));
        await page.locator('iframe').first().scrollIntoViewIfNeeded();
        await none_is_blank(page, site);
        await finish(page);
    });
}
