// The playground in a frame of another origin: by a bare <iframe>, in a sandbox, by the element <dikkat-playground>.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assert_drawn, canvas, click_anchor, drag, eventually, finish, press, query, settled, use_site } from './harness.mjs';
import { embedded, frames_of, use_hosts } from './embed_hosts.mjs';

const site = use_site({ server: { headers: { 'Access-Control-Allow-Origin': '*' } } });
const closed_site = use_site();

const long = '<p>before <input id="before"></p>%s<p>after <input id="after"></p><div style="height:3000px"></div>';
const framed = (attributes) => ({ body: long.replace('%s', `<iframe ${attributes}></iframe>`) });
const by_element = (attributes, script = '') => ({
    head: `<script type="module" src="${site.origin}/embed.js"></script>`,
    body: long.replace('%s', `<dikkat-playground ${attributes}></dikkat-playground>`) + script,
});

const hosts = use_hosts(site, {
    'iframe': () => framed(`src="${site.origin}/embed.html?lesson=multi-head&lang=tr" title="Dikkat" width="900" height="600"`),
    'sandbox': () => framed(`sandbox="allow-scripts" src="${site.origin}/embed.html?lesson=attention&lang=en" title="Dikkat" width="900" height="600"`),
    'closed': () => framed(`sandbox="allow-scripts" src="${closed_site.origin}/embed.html?lang=en" title="Dikkat" width="900" height="600"`),
    'element': () => by_element('lesson="multi-head" lang="en"'),
    'sandboxed-element': () => by_element('lesson="multi-head" lang="en" sandbox'),
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
