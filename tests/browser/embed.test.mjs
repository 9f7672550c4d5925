// The playground in a frame of another origin: by a bare <iframe>, in a sandbox, by the element <dikkat-playground>.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { anchor, assert_drawn, click_anchor, command, drag, eventually, finish, query, ready, settled, use_site } from './harness.mjs';
import { embedded, frames_of, use_hosts } from './embed_hosts.mjs';

const site = use_site({ server: { headers: { 'Access-Control-Allow-Origin': '*' } } });
const closed_site = use_site();
const untyped_site = use_site({ server: { types: { '.wasm': 'application/octet-stream' } } });
const plain_site = use_site({ server: { headers: { 'Access-Control-Allow-Origin': '*' } }, browser_arguments: ['--disable-3d-apis'] });

const long = '<p>before <input id="before"></p>%s<p>after <input id="after"></p><div style="height:3000px"></div>';
const framed = (attributes) => ({ body: long.replace('%s', `<iframe ${attributes}></iframe>`) });
const by_element = (attributes, script = '') => ({
    head: `<script type="module" src="${site.origin}/embed.js"></script>`,
    body: long.replace('%s', `<dikkat-playground ${attributes}></dikkat-playground>`) + script,
});

const hosts = use_hosts(site, {
    'iframe': () => framed(`src="${site.origin}/embed.html?lesson=multi-head&lang=tr" title="Dikkat" width="900" height="600"`),
    'wide': () => framed(`src="${site.origin}/embed.html?lesson=multi-head&lang=tr" title="Dikkat" width="1200" height="640"`),
    'tall': () => framed(`src="${site.origin}/embed.html?lesson=multi-head&text=off" title="Dikkat" width="1200" height="860"`),
    'sandbox': () => framed(`sandbox="allow-scripts" src="${site.origin}/embed.html?lesson=attention&lang=en" title="Dikkat" width="900" height="600"`),
    'closed': () => framed(`sandbox="allow-scripts" src="${closed_site.origin}/embed.html?lang=en" title="Dikkat" width="900" height="600"`),
    'element': () => by_element('lesson="multi-head" lang="en"'),
    'untyped': () => framed(`src="${untyped_site.origin}/embed.html?lesson=multi-head" title="Dikkat" width="900" height="600"`),
    'shadow': () => ({ head: `<script type="module" src="${site.origin}/embed.js"></script>`, body: '<course-card></course-card>' }),
    'sandboxed-element': () => by_element('lesson="multi-head" lang="en" sandbox'),
    'told': () => by_element('lesson="attention" step="2" lang="tr" theme="dark" hide="mask,tools" locked="wq,scaled" text="off" height="500"'),
    'strict': () => ({
        head: `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${site.origin}; frame-src ${site.origin}; img-src data:">
            <script type="module" src="${site.origin}/embed.js"></script>`,
        body: '<dikkat-playground lesson="multi-head" lang="en"></dikkat-playground>',
    }),
    'unable': () => ({
        head: `<script type="module" src="${plain_site.origin}/embed.js"></script>`,
        body: '<dikkat-playground lesson="multi-head" lang="en"></dikkat-playground>',
    }),
});

test('A frame with src, width, height and title alone shows the lesson, and a drag in it changes the cell', async () => {
    const page = await hosts.open('iframe');
    const frame = await embedded(page, site);
    await assert_drawn(frame);
    await drag(frame, 'cell/x/4/0', { dx: 40 });
    await eventually(async () => assert.equal((await query(frame, 'edits')).length, 1));
    assert.equal(await frame.frame.evaluate(() => history.length), 2);
    await finish(page);
});

test('In a sandbox that allows scripts alone it runs where the server allows it', async () => {
    const page = await hosts.open('sandbox');
    const frame = await embedded(page, site);
    await assert_drawn(frame);
    await click_anchor(frame, 'cell/q/0/0');
    await finish(page);
});

test('In a sandbox whose server does not allow it a sentence in both languages says so', async () => {
    const page = await hosts.open('closed', { allow: [/CORS policy/, /request failed/, /Failed to load/] });
    const frame = await eventually(() => frames_of(page, closed_site)[0] ?? assert.fail('no frame'));
    await frame.locator('#sandboxed').waitFor({ state: 'visible' });
    assert.match(await frame.locator('#sandboxed').innerText(), /göndermiyor[\s\S]*does not send/);
    assert.equal(await frame.locator('#failure').isVisible(), true);
    await finish(page);
});

for (const path of ['element', 'sandboxed-element']) {
    test(`The element (${path}) is told when it is ready, asks, commands, and hears what happens`, async () => {
        const page = await hosts.open(path);
        await page.evaluate(() => {
            window.heard = [];
            for (const type of ['ready', 'change', 'step']) document.querySelector('dikkat-playground').addEventListener(type, ({ detail }) => heard.push(detail));
        });
        const said = await page.evaluate(() => document.querySelector('dikkat-playground').ready);
        assert.deepEqual([said.type, said.lesson, said.step, said.language], ['ready', 'multi-head', 1, 'en']);
        const asked = await page.evaluate(async () => {
            const element = document.querySelector('dikkat-playground');
            const done = await element.dispatch({ type: 'set_cell', tensor: 'x', row: 4, col: 0, value: 0.25 });
            const refused = await element.dispatch({ type: 'go_to_step', step: 99 });
            const missing = await element.query('tensor/nothing').catch((error) => ({ code: error.code, message: error.message }));
            return { done, refused, missing, value: await element.query('tensor/x/4/0') };
        });
        assert.equal(asked.done.ok, true);
        assert.equal(asked.refused.ok, false);
        assert.equal(asked.value.value, 0.25);
        assert.ok(asked.missing.code && asked.missing.message, JSON.stringify(asked.missing));
        await page.evaluate(() => document.querySelector('dikkat-playground').setAttribute('step', '3'));
        await eventually(async () => assert.deepEqual(await page.evaluate(() => heard.filter(({ type }) => type === 'step').map(({ step }) => step)), [3]));
        assert.ok((await page.evaluate(() => heard.filter(({ type }) => type === 'change').length)) > 0);
        await finish(page);
    });
}

test('Address and attributes say lesson, step, language and theme, and what is hidden, locked or without text', async () => {
    const page = await hosts.open('told');
    const frame = await embedded(page, site);
    const { view } = await query(frame, 'state');
    assert.deepEqual([view.lesson, view.step, view.theme], ['attention', 1, 'dark']);
    assert.deepEqual([view.hidden.sort(), view.locked.sort()], [['mask', 'tools'], ['scaled', 'wq']]);
    assert.equal(await frame.locator('#text').isVisible(), false);
    assert.equal(await frame.locator('#header').isVisible(), false);
    assert.equal((await query(frame, 'anchors'))['control/mask'], undefined);
    assert.equal(await frame.evaluate(() => document.documentElement.dataset.theme), 'dark');
    assert.equal((await page.locator('iframe').boundingBox()).height, 500);
    await page.evaluate(() => {
        const element = document.querySelector('dikkat-playground');
        element.lang = 'en';
        element.locked = null;
        element.step = '4';
        return element.query('version');
    });
    const changed = (await query(frame, 'state')).view;
    assert.deepEqual([changed.step, changed.language, changed.locked ?? []], [3, 'en', []]);
    await finish(page);
});

test('What is said to the learner stands where the frame is seen, though it is higher than the window', async () => {
    const page = await hosts.open('element', { viewport: { width: 1000, height: 600 } });
    const frame = await embedded(page, site);
    await eventually(async () => assert.ok((await page.locator('iframe').boundingBox()).height > 1000));
    for (const y of [0, 300]) {
        await page.evaluate((top) => scrollTo(0, top), y);
        await frame.evaluate(() => window.embed.page.say('A sentence.'));
        await eventually(async () => {
            const box = await frame.locator('#message').boundingBox();
            assert.ok(box.y > 0 && box.y + box.height <= 600, JSON.stringify(box));
        });
        await frame.evaluate(() => window.embed.page.say(''));
    }
    await finish(page);
});

test('An element with a link’s payload opens the work as it was shared, and its address sends none of it to the server', async () => {
    const page = await hosts.open('element');
    const frame = await embedded(page, site);
    await command(frame, { type: 'set_cell', tensor: 'x', row: 4, col: 0, value: 0.25 });
    const link = new URL(await frame.evaluate(() => window.dikkat.link()));
    for (const state of [link.hash.replace(/^#s\d+=/, ''), link.hash.slice(1)]) {
        await page.evaluate((payload) => { document.querySelector('dikkat-playground').state = payload; }, state);
        const opened = await embedded(page, site);
        await eventually(async () => assert.equal((await query(opened, 'tensor/x/4/0')).value, 0.25));
        assert.doesNotMatch(new URL(opened.frame.url()).search, /state/);
        await page.evaluate(() => document.querySelector('dikkat-playground').removeAttribute('state'));
        await embedded(page, site);
    }
    await finish(page);
});

test('An element that is moved to another place of the page begins anew there, and what was asked of the old frame is refused', async () => {
    const page = await hosts.open('element');
    await embedded(page, site);
    const refused = await page.evaluate(() => {
        const element = document.querySelector('dikkat-playground');
        const asked = element.query('state').catch((error) => error.message);
        element.remove();
        document.body.prepend(element);
        return asked;
    });
    assert.match(refused, /gone/);
    await page.evaluate(() => document.querySelector('dikkat-playground').ready);
    assert.equal(await page.evaluate(() => document.querySelector('dikkat-playground').query('lesson').then(({ id }) => id)), 'multi-head');
    await finish(page);
});

test('Two elements in the shadow root of a course’s own component each do their own work', async () => {
    const page = await hosts.open('shadow', { viewport: { width: 1280, height: 1700 } });
    const edits = await page.evaluate(async () => {
        const root = document.querySelector('course-card').attachShadow({ mode: 'open' });
        for (const theme of ['light', 'dark']) {
            const element = document.createElement('dikkat-playground');
            Object.assign(element, { lesson: 'multi-head', lang: 'en', theme });
            root.append(element);
        }
        const [one, other] = root.children;
        await Promise.all([one.ready, other.ready]);
        await one.dispatch({ type: 'set_cell', tensor: 'x', row: 0, col: 0, value: 0.5 });
        return Promise.all([one, other].map(async (element) => (await element.query('edits')).length));
    });
    assert.deepEqual(edits, [1, 0]);
    const frames = await Promise.all([0, 1].map((index) => embedded(page, site, index)));
    const other = frames[await frames[0].evaluate(() => new URLSearchParams(location.search).get('theme') === 'dark') ? 0 : 1];
    await other.frame.frameElement().then((frame) => frame.scrollIntoViewIfNeeded());
    await drag(other, 'cell/x/4/0', { dx: 40 });
    await eventually(async () => assert.equal((await query(other, 'edits')).length, 1));
    await finish(page);
});

test('Under a strict policy of page and frame nothing is refused', async () => {
    const page = await hosts.open('strict');
    const frame = await embedded(page, site);
    await assert_drawn(frame);
    await finish(page);
});

test('Where the browser cannot run it the frame says why, and so the element hears', async () => {
    const page = await hosts.open('unable', { browser: plain_site.browser });
    const failed = await page.evaluate(() => document.querySelector('dikkat-playground').ready.catch((error) => error.message));
    assert.match(failed, /webgl/);
    const frame = frames_of(page, plain_site)[0];
    await frame.locator('#failure').waitFor({ state: 'visible' });
    assert.match(await frame.locator('#failure').innerText(), /gives no WebGL2/);
    await finish(page);
});

test('Wheel, page keys and typing are the host’s; in the canvas they are the learner’s, and Escape and Tab lead out again', async () => {
    const page = await hosts.open('wide');
    const frame = await embedded(page, site);
    const scrolled = () => page.evaluate(() => scrollY);
    const { middle } = await anchor(frame, 'cell/x/4/0');
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.wheel(0, 100);
    await eventually(async () => assert.equal(await scrolled(), 100));
    await page.evaluate(() => scrollTo(0, 0));
    await page.focus('#before');
    await page.keyboard.type('q k');
    assert.equal(await page.inputValue('#before'), 'q k');

    await click_anchor(frame, 'cell/x/4/0');
    for (const key of ['ArrowDown', 'ArrowUp', 'PageDown', 'End', 'Space']) await page.keyboard.press(key);
    await settled(frame);
    assert.equal(await scrolled(), 0);
    for (const key of ['Escape', 'Escape', 'Tab']) await page.keyboard.press(key);
    assert.notEqual(await frame.evaluate(() => document.activeElement.id), 'canvas');
    for (let i = 0; i < 20 && await page.evaluate(() => document.activeElement.id) !== 'after'; i++) await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'after');
    await finish(page);
});

test('Numbers are copied and pasted without a permission', async () => {
    const page = await hosts.open('iframe');
    const frame = await embedded(page, site);
    await click_anchor(frame, 'cell/x/0/0');
    await page.keyboard.press('Control+c');
    await page.focus('#before');
    await page.keyboard.press('Control+v');
    assert.match(await page.inputValue('#before'), /^1[.,]5/);
    await page.fill('#before', '0.25');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    await click_anchor(frame, 'cell/x/2/0');
    await page.keyboard.press('Control+v');
    await eventually(async () => assert.equal((await query(frame, 'tensor/x/2/0')).value, 0.25));
    await finish(page);
});

test('The Copy button copies a sum in a frame that was given no permission', async () => {
    const page = await hosts.open('tall', { viewport: { width: 1280, height: 1000 }, allow: [/Clipboard API has been blocked/] });  // so it is copied otherwise
    const frame = await embedded(page, site);
    await click_anchor(frame, 'cell/head0.scores/4/0');
    await click_anchor(frame, 'sum/copy');
    await click_anchor(frame, 'sum/copy/0');
    await page.focus('#before');
    await eventually(async () => {
        await page.fill('#before', '');
        await page.keyboard.press('Control+v');
        assert.match(await page.inputValue('#before'), /3\.2458|6\.4917/);
    });
    await finish(page);
});

test('A server that sends the wasm with a wrong type is no obstacle to a frame', async () => {
    const page = await hosts.open('untyped');
    await assert_drawn(await embedded(page, untyped_site));
    await finish(page);
});

for (const [width, height] of [[320, 360], [390, 560], [760, 560], [1200, 600]]) {
    for (const text of ['on', 'off']) {
        test(`A frame of ${width} by ${height} with text ${text} scrolls in one direction only and shows its canvas whole`, async () => {
            const page = await site.open_page({ path: 'embed.html', query: `lesson=multi-head&lang=tr&text=${text}`, viewport: { width, height } });
            const [sideways, canvas_width, canvas_height] = await page.evaluate(() => {
                const { clientWidth, clientHeight } = document.querySelector('canvas');
                return [document.documentElement.scrollWidth - document.documentElement.clientWidth, clientWidth, clientHeight];
            });
            assert.ok(sideways <= 0, `${sideways} px sideways`);
            assert.ok(canvas_width >= Math.min(width, 320) && canvas_height >= 479, `${canvas_width} by ${canvas_height}`);
            await finish(page);
        });
    }
}

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
for (const question of ['lesson=multi-head&lang=tr', 'lesson=gpt&lang=en&theme=dark&text=off']) {
    test(`axe finds nothing in a frame (${question}), its tables open too`, async () => {
        const page = await site.open_page({ path: 'embed.html', query: question, viewport: { width: 760, height: 640 } });
        await page.evaluate(axe);
        const violations = () => page.evaluate(async () => (await window.axe.run(document, { resultTypes: ['violations'] })).violations.map(({ id, nodes }) => `${id}: ${nodes[0].target}`));
        assert.deepEqual(await violations(), []);
        await page.click('#twin-button');
        await page.locator('#twin:not([data-working])').waitFor();
        assert.deepEqual(await violations(), []);
        await finish(page);
    });
}

test('The way to a tab of its own brings along what was changed', async () => {
    const page = await site.open_page({ path: 'embed.html', query: 'lesson=multi-head&lang=tr' });
    await command(page, { type: 'set_cell', tensor: 'x', row: 4, col: 0, value: 0.25 });
    await page.hover('#alone');
    await eventually(async () => assert.match(await page.getAttribute('#alone', 'href'), /\/\?lesson=multi-head&step=1#s\d+=/));
    const opened = page.context().waitForEvent('page');
    await page.click('#alone');
    const tab = await opened;
    await ready(tab);
    await eventually(async () => assert.equal((await query(tab, 'tensor/x/4/0')).value, 0.25));
    await finish(page);
});

for (const [question, title, tokens] of [['lesson=attention&lang=tr', 'Tek fonksiyonda dikkat', 'token 0 token 1 token 2 token 3 token 4'], ['lesson=gpt&lang=en', 'GPT and the first Transformer', null], ['', null, 'Kedi masaya çıktı çünkü o yorulmuştu']]) {
    test(`Until the program has come a frame shows its own lesson (${question || 'the first'})`, async () => {
        let let_come;
        const held = new Promise((resolve) => { let_come = resolve; });
        const page = await site.open_page({ path: 'embed.html', query: question, wait: false, routes: (context) => context.route('**/*.wasm', async (route) => (await held, route.continue())) });
        if (title) await page.locator('.poster-title').waitFor();
        assert.equal(await page.locator('.poster-title').count(), title ? 1 : 0);
        if (title) assert.equal(await page.textContent('.poster-title'), title);
        const figures = page.locator('#loading .figure:visible');
        assert.deepEqual(await figures.evaluateAll((all) => all.map((figure) => figure.getAttribute('aria-label'))), tokens ? [tokens] : []);
        let_come();
        await ready(page);
        await finish(page);
    });
}
