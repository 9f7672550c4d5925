// A lesson of the course page's own in a frame of another origin: in the element, by message, by address; and its exercise's result.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { kContentSecurityPolicy, serve } from '../../web/serve.mjs';
import { embedded, use_hosts } from './embed_hosts.mjs';
import { command, double_click_anchor, eventually, finish, press, query, use_site } from './harness.mjs';

const docs = fileURLToPath(new URL('../../docs', import.meta.url));
const file = (name) => readFileSync(`${docs}/example-lesson/${name}`, 'utf8');
const example = { json: JSON.parse(file('lesson.json')), texts: { tr: file('tr.md'), en: file('en.md') } };
const broken = { ...example, texts: { en: example.texts.en.replace('(wq) turns', '(qw) turns') } };
const kTitle = 'Turn the query to a key';

const policy = kContentSecurityPolicy.replace("connect-src 'self'", "connect-src 'self' http://127.0.0.1:*");
const site = use_site({ server: { headers: { 'Access-Control-Allow-Origin': '*' }, policy } });
let lessons;
before(async () => { lessons = await serve({ root: docs, headers: { 'Access-Control-Allow-Origin': '*' } }); });
after(() => lessons.close());

const element = (inside, attributes = '') => ({
    head: `<script type="module" src="${site.origin}/embed.js"></script>`,
    body: `<dikkat-playground lang="en" height="600" ${attributes}>${inside}</dikkat-playground>`,
});
const inline = (lesson) => `<script type="application/json">${JSON.stringify(lesson).replaceAll('<', '\\u003c')}</script>`;
// The snippets of a walk-through, with real addresses; the lesson is taken from where the tests serve it.
const snippets = (name, playground, server) => [...readFileSync(`${docs}/${name}`, 'utf8').matchAll(/^```html\n(.*?)^```$/gms)]
    .map(([, snippet]) => snippet.replaceAll(`https://${playground}`, site.origin).replaceAll(`https://${server}`, lessons.origin));

const hosts = use_hosts(site, {
    'en-frame': () => ({ body: snippets('en/write-a-lesson.md', 'YOUR-PLAYGROUND', 'YOUR-SERVER')[0] }),
    'tr-frame': () => ({ body: snippets('tr/ders-yazmak.md', 'OYUN-ALANI', 'SUNUCUN')[0] }),
    'en-element': () => ({ body: snippets('en/write-a-lesson.md', 'YOUR-PLAYGROUND', 'YOUR-SERVER')[1] }),
    'tr-element': () => ({ body: snippets('tr/ders-yazmak.md', 'OYUN-ALANI', 'SUNUCUN')[1] }),
    'inline': () => element(inline(example), 'step="2"'),
    'broken': () => element(inline(broken)),
    'plain': () => ({ body: `<iframe src="${site.origin}/embed.html?lesson=attention&lang=en" title="Dikkat" width="900" height="600"></iframe>` }),
    'address': () => element('', `lesson-url="${lessons.origin}/example-lesson/"`),
});

const title = (frame) => frame.textContent('#lesson-title');

test('A lesson that stands in the element opens in the frame, and the page hears of its exercise', async () => {
    const page = await hosts.open('inline');
    const frame = await embedded(page, site);
    await eventually(async () => assert.equal(await title(frame), kTitle));
    await page.evaluate(() => {
        window.heard = [];
        document.querySelector('dikkat-playground').addEventListener('exercise', ({ detail }) => window.heard.push(detail));
    });
    await eventually(async () => assert.equal((await query(frame, 'state')).view.step, 1));
    await frame.locator('.exercise .check').waitFor();
    for (const cell of ['cell/wq/2/1', 'cell/wq/2/2']) {
        await double_click_anchor(frame, cell);
        await press(frame, 'Control+a', '5', 'Enter');
    }
    await frame.click('.exercise .check');
    await eventually(async () => assert.equal((await page.evaluate(() => window.heard)).length, 2));
    const [passed, checked] = await page.evaluate(() => window.heard);
    assert.deepEqual([passed.id, passed.passed, passed.attempts], ['attend', true, 0]);
    assert.deepEqual([checked.solved, checked.attempts], [true, 1]);
    const [enough] = checked.figures;
    assert.deepEqual([enough.check, enough.relation, enough.bound, enough.holds], ['enough', '>=', 0.8, true]);
    assert.ok(enough.measured >= 0.8);
    await finish(page);
});

test('A lesson in the element that has something wrong is told in the frame, and a lesson of the site is there', async () => {
    const page = await hosts.open('broken');
    const frame = await embedded(page, site);
    await eventually(async () => assert.match(await frame.textContent('#message'), /^en\.md:19: term of 'qw'/));
    assert.equal((await query(frame, 'state')).view.lesson, 'multi-head');
    await finish(page);
});

test('A message of kind lesson opens it, and is answered: what is wrong is said and changes nothing', async () => {
    const page = await hosts.open('plain');
    const frame = await embedded(page, site);
    const give = (lesson) => page.evaluate(({ given, origin }) => new Promise((resolve) => {
        const { contentWindow } = document.querySelector('iframe');
        window.addEventListener('message', ({ data, source }) => source === contentWindow && data.kind === 'answer' && data.id === 7 && resolve(data));
        contentWindow.postMessage({ dikkat: 1, kind: 'lesson', id: 7, lesson: given }, origin);
    }), { given: lesson, origin: site.origin });
    const refused = await give(broken);
    assert.equal(refused.ok, false);
    assert.match(refused.error.message, /^en\.md:19: /);
    assert.equal((await query(frame, 'state')).view.lesson, 'attention');
    const taken = await give(example);
    assert.equal(taken.ok, true);
    await eventually(async () => assert.equal(await title(frame), kTitle));
    await command(frame, { type: 'open_lesson', lesson: 'attention' });
    await finish(page);
});

test('A lesson at an address opens in the element', async () => {
    const page = await hosts.open('address');
    const frame = await embedded(page, site);
    await eventually(async () => assert.equal(await title(frame), kTitle));
    await finish(page);
});

for (const [language, expected, result] of [['en', kTitle, /^solved at attempt 1$/], ['tr', 'Soruyu anahtara çevir', /^1\. denemede çözüldü$/]]) {
    test(`The snippets of the walk-through do what it says (${language})`, async () => {
        const framed = await hosts.open(`${language}-frame`);
        const first = await embedded(framed, site);
        await eventually(async () => assert.equal(await title(first), expected));
        await finish(framed);
        const page = await hosts.open(`${language}-element`);
        const frame = await embedded(page, site);
        await eventually(async () => assert.equal(await title(frame), expected));
        await command(frame, { type: 'go_to_step', step: 2 });
        for (const col of [1, 2]) await command(frame, { type: 'set_cell', tensor: 'wq', row: 2, col, value: 5 });
        await frame.locator('.exercise .check').waitFor();
        await frame.click('.exercise .check');
        await eventually(async () => assert.match(await page.textContent('#result, #sonuc'), result));
        await finish(page);
    });
}
