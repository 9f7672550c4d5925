// A page has few WebGL contexts: of many playgrounds on it some draw, the others show their last picture, and none is ever blank.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { awake_of, embedded, few_are_awake, has_context, none_is_blank, take_context, use_hosts } from './embed_hosts.mjs';
import { anchor, drag, eventually, finish, query, settled, use_site } from './harness.mjs';

const site = use_site({ server: { headers: { 'Access-Control-Allow-Origin': '*' } } });
const address = (index) => `${site.origin}/embed.html?lesson=multi-head&lang=tr&text=off&theme=${index % 2 ? 'dark' : 'light'}`;
const many = (count, make) => Array.from({ length: count }, (_, index) => make(index)).join('');

const hosts = use_hosts(site, {
    'grid': () => ({ body: many(20, (i) => `<iframe src="${address(i)}" title="${i}" width="320" height="360"></iframe>`) }),
    'column': () => ({ body: many(6, (i) => `<p style="height:300px">${i}</p><iframe sandbox="allow-scripts" src="${address(i)}" title="${i}" width="420" height="360"></iframe>`) }),
    'elements': () => ({
        head: `<script type="module" src="${site.origin}/embed.js"></script><style>dikkat-playground { display: inline-block; width: 420px; }</style>`,
        body: many(6, () => '<dikkat-playground lesson="attention" lang="en" text="off" height="360" sandbox></dikkat-playground>'),
    }),
    'one': () => ({ body: `<iframe src="${address(0)}" title="one" width="900" height="600"></iframe><div style="height:3000px"></div>` }),
});

const awake = (page) => awake_of(page, site);
const few_awake = (page) => few_are_awake(page, site);
const assert_none_blank = (page) => none_is_blank(page, site);

test('Of twenty playgrounds in sight at most four draw and none is blank; one that is touched goes on where it was', async () => {
    const page = await hosts.open('grid', { viewport: { width: 1700, height: 1500 } });
    for (let index = 0; index < 20; index++) await embedded(page, site, index);
    await few_awake(page);
    await assert_none_blank(page);

    const before = await awake(page);
    const resting = [...Array(20).keys()].find((index) => !before.includes(index));
    const frame = await embedded(page, site, resting);
    const { x, y } = await (await frame.frame.frameElement()).boundingBox();
    await page.mouse.move(x + 200, y + 200);
    await eventually(async () => assert.ok((await awake(page)).includes(resting)));
    await few_awake(page);
    await frame.locator('.last-picture').waitFor({ state: 'detached' });
    await drag(frame, 'cell/x/4/0', { dx: 40 });
    await eventually(async () => assert.equal((await query(frame, 'edits')).length, 1));
    await assert_none_blank(page);
    await finish(page);
});

test('In sandboxes, which cannot hear each other, the ones out of sight give their context up and take it back when they are seen', async () => {
    const page = await hosts.open('column', { viewport: { width: 800, height: 900 } });
    for (let index = 0; index < 6; index++) {
        await page.locator('iframe').nth(index).scrollIntoViewIfNeeded();
        await embedded(page, site, index);
        await assert_none_blank(page);
    }
    await eventually(async () => assert.ok((await awake(page)).every((index) => index > 2), String(await awake(page))));
    await page.evaluate(() => scrollTo(0, 0));
    await assert_none_blank(page);
    await eventually(async () => assert.ok((await awake(page)).includes(0)));
    await finish(page);
});

test('In sandboxes of the element, which passes on whose turn it is, at most four of six draw', async () => {
    const page = await hosts.open('elements', { viewport: { width: 1400, height: 800 } });
    for (let index = 0; index < 6; index++) await embedded(page, site, index);
    await few_awake(page);
    await assert_none_blank(page);
    await finish(page);
});

test('A command to a playground that rests in sight is carried out and drawn', async () => {
    const page = await hosts.open('elements', { viewport: { width: 1400, height: 800 } });
    for (let index = 0; index < 6; index++) await embedded(page, site, index);
    await few_awake(page);
    const inner = (index) => page.locator('dikkat-playground').nth(index).locator('iframe').elementHandle().then((handle) => handle.contentFrame());
    const has = await Promise.all([0, 1, 2, 3, 4, 5].map(async (index) => has_context(await inner(index))));
    const resting = has.indexOf(false);
    await page.evaluate((index) => document.querySelectorAll('dikkat-playground')[index].dispatch({ type: 'set_mask', mask: 'causal' }), resting);
    await eventually(async () => assert.equal(await has_context(await inner(resting)), true));
    await few_awake(page);
    await assert_none_blank(page);
    await finish(page);
});

test('A context that the browser takes and gives back three times leaves the last picture meanwhile', async () => {
    const page = await hosts.open('one');
    const frame = await embedded(page, site);
    await drag(frame, 'cell/x/4/0', { dx: 40 });
    const now = (await query(frame, 'tensor/x/4/0')).value;
    await eventually(async () => assert.ok(await frame.evaluate(() => window.embed.rest.kept !== undefined)));
    for (let time = 0; time < 3; time++) {
        await take_context(frame);
        await frame.locator('.last-picture').waitFor({ state: 'visible' });
        await assert_none_blank(page);
        await frame.evaluate(() => window.taken.restoreContext());
        await frame.locator('.last-picture').waitFor({ state: 'detached' });
        await settled(frame);
        await assert_none_blank(page);
    }
    assert.equal((await query(frame, 'tensor/x/4/0')).value, now);
    assert.ok((await anchor(frame, 'cell/x/4/0')).width > 0);
    await finish(page);
});

test('A context that is taken at once and does not come back leaves the first picture with a button that starts anew with the same work', async () => {
    const page = await hosts.open('one');
    const frame = await embedded(page, site);
    const now = (await query(frame, 'tensor/x/4/0')).value;
    await take_context(frame);
    await frame.locator('#restart').waitFor({ state: 'visible' });
    assert.equal(await frame.locator('.last-picture').isVisible(), true);
    await assert_none_blank(page);
    await frame.click('#restart');
    await frame.locator('.last-picture').waitFor({ state: 'detached' });
    assert.equal(await has_context(frame.frame), true);
    assert.equal((await query(frame, 'tensor/x/4/0')).value, now);
    await finish(page);
});

test('Out of sight and at rest no frame is drawn', async () => {
    const page = await hosts.open('one');
    const frame = await embedded(page, site);
    await settled(frame);
    const drawn = () => query(frame, 'diagnostics').then(({ frames }) => frames);
    await page.evaluate(() => scrollTo(0, 2500));
    await eventually(async () => assert.equal(await has_context(frame.frame), false));
    const before = await drawn();
    await page.evaluate(async () => { for (let i = 0; i < 60; i++) await new Promise((next) => requestAnimationFrame(next)); });
    assert.equal(await drawn(), before);
    await page.evaluate(() => scrollTo(0, 0));
    await frame.locator('.last-picture').waitFor({ state: 'detached' });
    await assert_none_blank(page);
    await finish(page);
});
