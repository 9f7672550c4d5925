// Lessons from outside: by address, given by the page, dropped as a folder; their exercises; and what is said of a broken one.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { kWithLessonsFromAnywhere, serve } from '../../web/serve.mjs';
import { damage } from '../web/damage.mjs';
import { dispatch, double_click_anchor, drag, eventually, finish, kPhone, press, query, ready, settled, use_site } from './harness.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const docs = fileURLToPath(new URL('../../docs', import.meta.url));
const file = (name) => readFileSync(join(docs, 'example-lesson', name), 'utf8');
const example = () => ({ json: file('lesson.json'), texts: { tr: file('tr.md'), en: file('en.md') } });
const kTitle = 'Turn the query to a key';

const site = use_site({ server: { policy: kWithLessonsFromAnywhere } });  // as ./dev play
let open_server;
let closed_server;
before(async () => {
    open_server = await serve({ root: docs, headers: { 'Access-Control-Allow-Origin': '*' } });
    closed_server = await serve({ root: docs });
});
after(async () => {
    await open_server.close();
    await closed_server.close();
});

const title = (page) => page.textContent('#lesson-title');
const give = (page, lesson) => page.evaluate((given) => window.dikkat.load_lesson(given), lesson);
const lesson_is = (page, id) => eventually(async () => assert.equal((await query(page, 'state')).view.lesson, id));
const check = (page) => page.click('.exercise .check');
const figure = (page, n = 0) => page.locator('.conditions li').nth(n);

async function open_exercise(options = {}) {
    const page = await site.open_page({ query: 'lang=en', ...options });
    assert.equal((await give(page, example())).ok, true);
    await dispatch(page, { type: 'go_to_step', step: 2 });
    await page.waitForSelector('.exercise');
    await settled(page);
    return page;
}

async function type_into(page, cell, text) {
    await double_click_anchor(page, cell);
    await press(page, 'Control+a', ...text, 'Enter');
}

// The lesson with a number set by hand is there again after a reload.
async function keeps_an_edit(page) {
    await dispatch(page, { type: 'set_cell', tensor: 'wq', row: 2, col: 1, value: 2 });
    await page.waitForFunction(() => sessionStorage.getItem('dikkat.state') === JSON.stringify(window.dikkat.query('state')));
    await page.reload();
    await ready(page);
    assert.equal(await title(page), kTitle);
    assert.equal((await query(page, 'edits')).length, 1);
}

// --- Ways in -------------------------------------------------------------------------------------------------------------------------

test('A lesson at an address of another site opens, step and language as the link says, and a reload keeps what was done in it', async () => {
    const page = await site.open_page({ query: `lesson_url=${open_server.origin}/example-lesson/&lang=en&step=2` });
    assert.equal(await title(page), kTitle);
    await page.waitForSelector('.exercise');
    assert.equal((await query(page, 'state')).view.step, 1);
    await keeps_an_edit(page);
    await finish(page);
});

test('The address of its lesson.json does as well', async () => {
    const page = await site.open_page({ query: `lesson_url=${open_server.origin}/example-lesson/lesson.json&lang=tr` });
    assert.equal(await title(page), 'Soruyu anahtara çevir');
    assert.equal(await page.locator('math .role-query').count() > 0, true);
    await finish(page);
});

for (const [name, address, allow, words] of [
    ['a server that does not allow it', () => `${closed_server.origin}/example-lesson/`, [/CORS|Failed to load|request failed/], /Access-Control-Allow-Origin/],
    ['a server where it is not', () => 'nowhere/', [/404/], /answered 404/],
    ['an address that is none', () => 'javascript:alert(1)', [], /must begin with http/],
]) {
    test(`A lesson from ${name} is told in words, and the first lesson is there`, async () => {
        const page = await site.open_page({ query: `lesson_url=${encodeURIComponent(address())}&lang=en`, allow });
        await eventually(async () => assert.match(await page.textContent('#message'), words));
        assert.equal((await query(page, 'state')).view.lesson, 'multi-head');
        await finish(page);
    });
}

test('A folder dropped on the page opens as a lesson beside the others', async () => {
    const page = await site.open_page({ query: 'lang=en' });
    await drop(page, join(docs, 'example-lesson'));
    await lesson_is(page, 'example-lesson');
    await eventually(async () => assert.equal(await title(page), kTitle));
    assert.equal(await page.getAttribute('#lessons [data-lesson="example-lesson"]', 'aria-current'), 'page');
    assert.equal(await page.textContent('#lesson-number'), '');
    await page.click('#lessons [data-lesson="attention"]');
    await eventually(async () => assert.equal(await title(page), 'Attention in one function'));
    await page.click('#lessons [data-lesson="example-lesson"]');
    await eventually(async () => assert.equal(await title(page), kTitle));
    await finish(page);
});

test('A lesson that was dropped is there after a reload, with what was done in it', async () => {
    const page = await site.open_page({ query: 'lang=en' });
    await drop(page, join(docs, 'example-lesson'));
    await lesson_is(page, 'example-lesson');
    await keeps_an_edit(page);
    assert.ok(await page.evaluate(() => sessionStorage.getItem('dikkat.lesson')));
    await finish(page);
});

test('A folder dropped again shows what was changed in it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'drop-'));
    const lesson = join(folder, 'example-lesson');
    cpSync(join(docs, 'example-lesson'), lesson, { recursive: true });
    const page = await site.open_page({ query: 'lang=en' });
    await drop(page, lesson);
    await lesson_is(page, 'example-lesson');
    writeFileSync(join(lesson, 'en.md'), file('en.md').replace('Four words, four dimensions', 'Written anew'));
    await drop(page, lesson);
    await eventually(async () => assert.match(await page.textContent('#lesson-intro'), /^Written anew/));
    rmSync(folder, { recursive: true });
    await finish(page);
});

test('A broken folder is told by file and line of every problem, and nothing has changed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'drop-'));
    const lesson = join(folder, 'example-lesson');
    cpSync(join(docs, 'example-lesson'), lesson, { recursive: true });
    writeFileSync(join(lesson, 'en.md'), file('en.md').replace('(wq) turns', '(qw) turns'));
    writeFileSync(join(lesson, 'tr.md'), file('tr.md').replace('(k)', '(kk)'));
    const page = await site.open_page({ query: 'lang=en' });
    const state = await query(page, 'state');
    await drop(page, lesson);
    await page.waitForSelector('#lesson-problems[open]');
    assert.deepEqual(await page.locator('#lesson-problems li').allTextContents(), [
        "tr.md:7: term of 'kk', which has no look in lesson.json", "en.md:19: term of 'qw', which has no look in lesson.json",
    ]);
    await press(page, 'Escape');
    assert.equal(await page.isVisible('#lesson-problems'), false);
    assert.deepEqual(await query(page, 'state'), state);
    assert.deepEqual((await query(page, 'lessons')).some(({ id }) => id === 'example-lesson'), false);
    rmSync(folder, { recursive: true });
    await finish(page);
});

test('What the program refuses is told with the line of lesson.json', async () => {
    const page = await site.open_page({ query: 'lang=en' });
    const { json, texts } = example();
    const line = json.slice(0, json.indexOf('"kind": "at_least"')).split('\n').length - 2;  // its check begins there
    const answer = await give(page, { json: json.replace('"at_least"', '"at_lest"'), texts });
    assert.equal(answer.ok, false);
    assert.match(answer.error.message, new RegExp(`^lesson\\.json:${line}: steps/1/exercises/0/checks/0: `));
    const taken = await give(page, { json: json.replace('"id": "example-lesson"', '"id": "attention"'), texts });
    assert.match(taken.error.message, /^lesson\.json:2: "attention" is a lesson of this site/);
    await finish(page);
});

test('A lesson in one language shows that one and says so', async () => {
    const page = await site.open_page({ query: 'lang=tr' });
    const { json, texts } = example();
    assert.equal((await give(page, { json: JSON.parse(json), texts: { en: texts.en } })).ok, true);
    await eventually(async () => assert.match(await page.textContent('#lesson-intro'), /^Bu ders yalnız İngilizce yazılmış\./));
    assert.equal(await page.getAttribute('#lesson', 'lang'), 'en');
    await dispatch(page, { type: 'set_language', language: 'en' });
    await eventually(async () => assert.match(await page.textContent('#lesson-intro'), /^Four words/));
    await finish(page);
});

test('A lesson that comes by command has no words: that is said, and everything else works', async () => {
    const page = await site.open_page({ query: 'lang=en' });
    assert.equal((await dispatch(page, { type: 'load_lesson', json: file('lesson.json') })).ok, true);
    await eventually(async () => assert.match(await page.textContent('#lesson-intro'), /did not arrive/));
    assert.equal(await title(page), kTitle);
    assert.equal((await give(page, example())).ok, true);
    await eventually(async () => assert.match(await page.textContent('#lesson-intro'), /^Four words/));
    await finish(page);
});

test('Two hundred damaged lessons: each is opened or refused in words with a file, and a refusal changes nothing', async () => {
    const page = await site.open_page({ query: 'lang=tr' });
    const { json, texts } = example();
    const damaged = Array.from({ length: 200 }, (_, seed) => {
        const change = damage(seed);
        return seed % 2 ? { json: change(json), texts } : { json, texts: { tr: change(texts.tr), en: texts.en } };
    });
    const found = await page.evaluate(async (lessons) => {
        const answers = [];
        for (const lesson of lessons) {
            const before = JSON.stringify(window.dikkat.query('state'));
            const answer = await window.dikkat.load_lesson(lesson);
            answers.push({ ...answer, same: JSON.stringify(window.dikkat.query('state')) === before });
        }
        return answers;
    }, damaged);
    const refused = found.filter(({ ok }) => !ok);
    assert.ok(refused.length > 60, `${refused.length} were refused: the damage is too small to prove anything`);
    for (const { error, same } of refused) {
        assert.match(error.message, /^(lesson\.json|tr\.md)(:\d+)?: ./);
        assert.equal(same, true, error.message);
    }
    assert.equal((await give(page, example())).ok, true);
    await finish(page);
});

test('Markup in a lesson from outside stays text', async () => {
    const page = await site.open_page({ query: 'lang=en' });
    const { json, texts } = example();
    const evil = '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>';
    const answer = await give(page, { json: json.replaceAll('"Turn the query to a key"', JSON.stringify(evil)), texts: { en: texts.en.replace(kTitle, evil).replace('Four words', evil) } });
    assert.deepEqual(answer.problems ?? [], []);
    await eventually(async () => assert.match(await page.textContent('#lesson-intro'), /<img src=x/));
    assert.equal(await page.evaluate(() => window.hurt), undefined);
    assert.equal(await page.locator('#lesson img, #lesson script, #lessons img').count(), 0);
    await finish(page);
});

test('A first visit brings nothing of all this', async () => {
    const asked = [];
    const page = await site.open_page({ query: 'lang=en', routes: (context) => { context.on('request', (request) => asked.push(request.url())); } });
    assert.deepEqual(asked.filter((address) => /lesson_load|lesson_text|lesson_formula|exercise|temml|markdown/.test(address)), []);
    await finish(page);
});

test('Without formulas the library of formulas does not come', async () => {
    const asked = [];
    const page = await site.open_page({ query: 'lang=en', routes: (context) => { context.on('request', (request) => asked.push(request.url())); } });
    const { json, texts } = example();
    const plain = texts.en.replace(/\$\$.*?\$\$\n\n/s, '').replaceAll('$', '');
    assert.equal((await give(page, { json, texts: { en: plain } })).ok, true);
    assert.deepEqual(asked.filter((address) => /lesson_formula/.test(address)), []);
    assert.equal((await give(page, { json, texts })).ok, true);
    assert.equal(asked.filter((address) => /lesson_formula/.test(address)).length, 1);
    await finish(page);
});

// --- Exercises -----------------------------------------------------------------------------------------------------------------------

test('An exercise is solved by hand: what is measured is live, the check counts, the event tells once', async () => {
    const page = await open_exercise();
    await page.evaluate(() => {
        window.told = [];
        window.dikkat.on('exercise', ({ id, passed, solved, attempts, figures }) => window.told.push({ id, passed, solved, attempts, figures: figures.length }));
    });
    await eventually(async () => assert.match(await figure(page).textContent(), /0\.235 ≥ 0\.800/));
    await check(page);
    await eventually(async () => assert.match(await page.textContent('.exercise [role=status]'), /^Not yet: conditions that do not hold: 1\.$/));
    assert.equal(await page.textContent('.attempts'), 'Attempts: 1');
    await type_into(page, 'cell/wq/2/1', '5');
    await eventually(async () => assert.equal(await page.textContent('.exercise [role=status]'), ''));
    await type_into(page, 'cell/wq/2/2', '5');
    await eventually(async () => assert.match(await figure(page).textContent(), /0\.814 ≥ 0\.800/));
    await eventually(async () => assert.match(await page.textContent('.exercise [role=status]'), /^All conditions hold/));
    await check(page);
    await eventually(async () => assert.equal(await page.textContent('.exercise [role=status]'), 'Solved.'));
    await eventually(async () => assert.equal((await page.evaluate(() => window.told)).length, 3));
    assert.deepEqual(await page.evaluate(() => window.told), [
        { id: 'attend', passed: false, solved: false, attempts: 1, figures: 2 },
        { id: 'attend', passed: true, solved: false, attempts: 1, figures: 2 },
        { id: 'attend', passed: true, solved: true, attempts: 2, figures: 2 },
    ]);
    await finish(page);
});

test('A drag changes what is measured while it goes on', async () => {
    const page = await open_exercise();
    const before = await figure(page).textContent();
    await drag(page, 'cell/wq/2/1', { dx: 60, release: false });
    await eventually(async () => assert.notEqual(await figure(page).textContent(), before));
    await page.mouse.up();
    await finish(page);
});

test('The hint comes after the checks that the lesson wants', async () => {
    const page = await open_exercise();
    await check(page);
    await eventually(async () => assert.equal(await page.textContent('.attempts'), 'Attempts: 1'));
    assert.equal(await page.isVisible('.hint'), false);
    await check(page);
    await page.waitForSelector('.hint:not([hidden])');
    assert.match(await page.textContent('.hint'), /^Hint.*last two rows/s);
    await finish(page);
});

test('Another lesson of the same name begins without the answers and attempts of the first, which are there when it comes back', async () => {
    const page = await open_exercise();
    await check(page);
    await eventually(async () => assert.equal(await page.textContent('.attempts'), 'Attempts: 1'));
    const answered = () => page.getAttribute('[data-place="option 0"]', 'aria-pressed');
    await dispatch(page, { type: 'go_to_step', step: 1 });
    await page.click('[data-place="option 0"]');
    await eventually(async () => assert.equal(await answered(), 'true'));
    const lesson = example();
    const other = { json: lesson.json.replace(kTitle, 'Another title'), texts: { en: lesson.texts.en.replace(kTitle, 'Another title') } };
    for (const [given, was_answered, attempts] of [[other, 'false', ''], [lesson, 'true', 'Attempts: 1']]) {
        assert.deepEqual(await give(page, given), { ok: true, lesson: 'example-lesson' });
        await eventually(async () => assert.equal(await answered(), was_answered));
        await dispatch(page, { type: 'go_to_step', step: 2 });
        await eventually(async () => assert.equal(await page.textContent('.attempts'), attempts));
    }
    await finish(page);
});

test('What the step locks stays as it is, and a change elsewhere is counted', async () => {
    const page = await open_exercise();
    await dispatch(page, { type: 'open_station', tensor: 'wk' });
    await settled(page);
    await double_click_anchor(page, 'cell/wk/0/0');
    await press(page, '7', 'Enter');
    await settled(page);
    assert.deepEqual(await query(page, 'edits'), []);
    await dispatch(page, { type: 'open_station', tensor: '' });
    await dispatch(page, { type: 'set_cell', tensor: 'head0.weights', row: 3, col: 1, value: 1 });
    await eventually(async () => assert.match(await figure(page, 1).textContent(), /1 = 0/));
    assert.equal((await query(page, 'exercises'))[0].passed, false);
    assert.deepEqual((await query(page, 'state')).view.locked, ['wk', 'wv', 'x']);
    await finish(page);
});

test('By keyboard: the check keeps the focus and says what it found', async () => {
    const page = await open_exercise();
    await page.focus('.exercise .check');
    await press(page, 'Enter');
    await eventually(async () => assert.match(await page.textContent('.exercise [role=status]'), /^Not yet/));
    assert.equal(await page.evaluate(() => document.activeElement.className), 'check');
    const section = page.getByRole('region', { name: /Let “okudu” look at the book/ });
    assert.equal(await section.count(), 1);
    assert.match(await section.getByRole('listitem').first().textContent(), /^does not hold/);
    await finish(page);
});

test('On paper a step has its exercise', async () => {
    const page = await open_exercise();
    await page.evaluate(() => { window.print = () => window.dispatchEvent(new Event('beforeprint')); });
    await page.evaluate(() => window.dikkat.print());
    await eventually(async () => assert.match(await page.locator('#paper').textContent(), /Let “okudu” look at the book/));
    await finish(page);
});

for (const language of ['tr', 'en']) {
    for (const theme of ['light', 'dark']) {
        test(`The card fits and axe finds nothing in it, in ${language}, ${theme}, on a wide screen and on a phone`, async () => {
            for (const options of [{ viewport: { width: 1280, height: 800 } }, kPhone]) {
                const page = await open_exercise({ ...options, query: `lang=${language}&theme=${theme}` });
                await check(page);
                await check(page);
                await page.waitForSelector('.hint:not([hidden])');
                const wide = await page.evaluate(() => [...document.querySelectorAll('.exercise, .exercise *')]
                    .filter((node) => !node.matches('.sign') && node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== 'inline').map((node) => node.className));
                assert.deepEqual(wide, []);
                await page.evaluate(axe);
                assert.deepEqual(await page.evaluate(async () => (await window.axe.run('#text', { resultTypes: ['violations'] })).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)), []);
                assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
                await finish(page);
            }
        });
    }
}

// A real drag of files out of the system, as the browser sees it.
async function drop(page, path) {
    const { width, height } = page.viewportSize();
    const session = await page.context().newCDPSession(page);
    const data = { items: [], files: [path], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop']) await session.send('Input.dispatchDragEvent', { type, x: width / 2, y: height / 2, data });
    await session.detach();
}
