// A state in the address: made by the share sheet, opened in another page, damaged on its way, and kept readable for ever.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { read_fragment, write_fragment } from '../../web/page_link_codec.js';
import { generator } from '../web/random.mjs';
import { canvas, click_anchor, command, eventually, finish, kPhone, open_page, press, query, ready, settled, use_site } from './harness.mjs';

const site = use_site();
const kFolder = new URL('links/', import.meta.url);

async function open(question = 'lesson=multi-head&lang=en', options = {}) {
    const page = await site.open_page({ query: question, ...options });
    await settled(page);
    return page;
}

// Another page of another person at that address.
async function visit(address, options = {}) {
    const { search, hash } = new URL(address);
    const page = await open_page(site, { query: search.slice(1) + hash, ...options });
    await settled(page);
    return page;
}

// As the program prints it, but for what is the reader's own.
async function work(page) {
    const { document, view, baseline } = await query(page, 'state');
    const { language, theme, text_size, ...rest } = view;
    return { document, view: rest, baseline };
}

async function edit(page) {
    await command(page, { type: 'go_to_step', step: 3 });
    await command(page, { type: 'set_cell', tensor: 'wq', row: 0, col: 6, value: 0.3 });
    await command(page, { type: 'set_cell', tensor: 'head0.scores', row: 4, col: 1, value: '-Infinity' });
    await command(page, { type: 'pin_baseline' });
    await command(page, { type: 'set_mask', mask: 'causal' });
    await command(page, { type: 'show', what: 'difference' });
}

async function clipboard(page) {
    return page.evaluate(() => navigator.clipboard.readText());
}

const kMayRead = { context: { permissions: ['clipboard-read', 'clipboard-write'] } };

test('A link copied by the mouse opens the same numbers on another page, which keeps its own language and theme', async () => {
    const page = await open('lesson=multi-head&lang=tr&theme=dark', kMayRead);
    await edit(page);
    await page.click('#share-button');
    await page.click('#share-copy-link');
    await page.locator('#share-told', { hasText: 'panoda' }).waitFor();
    const link = await clipboard(page);
    assert.match(link, /\?lesson=multi-head&step=3#s1=[\w-]+$/);
    assert.equal(await page.evaluate(() => location.href.split('#')[1]), link.split('#')[1], 'what was shared stands in the address');
    const reader = await visit(link, { locale: 'en-GB' });
    assert.deepEqual(await work(reader), await work(page));
    assert.deepEqual(await query(reader, 'tensor/concat'), await query(page, 'tensor/concat'));
    assert.deepEqual(await query(reader, 'difference/head0.weights'), await query(page, 'difference/head0.weights'));
    const { view } = await query(reader, 'state');
    assert.deepEqual([view.language, view.theme], ['en', 'auto']);
    assert.equal(await reader.locator('#notice').count(), 0);
    await finish(reader);
    await finish(page);
});

test('The keyboard alone shares, and the sheet gives the focus back', async () => {
    const page = await open('lesson=attention&lang=en', kMayRead);
    await page.focus('#share-button');
    await press(page, 'Enter');
    await page.locator('#share[open]').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.id), 'share-close');
    for (const id of ['share-as-seen', 'share-link', 'share-copy-link', 'share-iframe', 'share-copy-iframe']) {
        await press(page, 'Tab');
        assert.equal(await page.evaluate(() => document.activeElement.id), id);
    }
    await press(page, 'Space');
    await page.locator('#share-told', { hasText: 'iframe' }).waitFor();
    const iframe = await clipboard(page);
    const frame = await page.evaluate((html) => {
        const [frame] = new DOMParser().parseFromString(html, 'text/html').body.children;
        return { name: frame.localName, src: frame.getAttribute('src'), title: frame.title };
    }, iframe);
    assert.equal(frame.name, 'iframe');
    assert.ok(frame.title.endsWith('· Dikkat'));
    assert.match(frame.src, new RegExp(`^${site.origin}/embed\\.html\\?lesson=attention&step=1#s1=[\\w-]+$`));
    await press(page, 'Escape');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'share-button');
    await finish(page);
});

test('The snippets hold the same state as the link: the frame that they make shows it', async () => {
    const page = await open('lesson=multi-head&lang=en', kMayRead);
    await edit(page);
    await page.click('#share-button');
    await page.click('#share-copy-element');
    await page.locator('#share-told', { hasText: 'custom element' }).waitFor();
    const element = await clipboard(page);
    assert.match(element, /^<script type="module" src="[^"]+\/embed\.js"><\/script>\n<dikkat-playground lesson="multi-head" step="3" state="[\w-]+"><\/dikkat-playground>$/);
    const frame_address = await page.locator('#share-iframe').inputValue().then((html) => /src="([^"]+)"/.exec(html)[1].replaceAll('&amp;', '&'));
    const framed = await visit(await page.locator('#share-link').inputValue(), { path: new URL(frame_address).pathname.slice(1) });
    assert.deepEqual(await work(framed), await work(page));
    await finish(framed);
    await finish(page);
});

test('“As I see it” sends language, theme and size of text along', async () => {
    const page = await open('lesson=attention&lang=tr&theme=dark');
    await command(page, { type: 'set_text_size', size: 1.25 });
    await page.click('#share-button');
    await page.locator('#share-link').waitFor();
    const without = await page.locator('#share-link').inputValue();
    await page.click('#share-as-seen');
    const link = await page.locator('#share-link').inputValue();
    assert.notEqual(link, without);
    const reader = await visit(link, { locale: 'en-GB' });
    const { view } = await query(reader, 'state');
    assert.deepEqual([view.language, view.theme, view.text_size], ['tr', 'dark', 1.25]);
    await finish(reader);
    await finish(page);
});

test('A reload goes on where one was, and the link that is followed later is opened; undo brings back what it replaced', async () => {
    const page = await open();
    const plain = await page.evaluate(() => window.dikkat.link());
    await command(page, { type: 'set_mask', mask: 'causal' });
    const masked = await page.evaluate(() => window.dikkat.link());
    await page.goto(plain);
    await ready(page);
    await command(page, { type: 'set_cell', tensor: 'x', row: 0, col: 0, value: 7 });
    await eventually(async () => assert.match(await page.evaluate(() => sessionStorage.getItem('dikkat.state')), /"value":7/));
    await page.reload();
    await ready(page);
    assert.equal((await query(page, 'tensor/x/0/0')).value, 7);
    await page.goto('about:blank');
    await page.goto(plain);
    await ready(page);
    assert.equal((await query(page, 'tensor/x/0/0')).value, 1.5, 'who comes to a link again wants what it holds');
    await command(page, { type: 'set_cell', tensor: 'x', row: 0, col: 0, value: 7 });
    const entries = await page.evaluate(() => history.length);
    await page.evaluate((hash) => location.hash = hash, new URL(masked).hash);
    await eventually(async () => assert.equal((await query(page, 'state')).document.mask, 'causal'));
    assert.equal((await query(page, 'tensor/x/0/0')).value, 1.5);
    await command(page, { type: 'undo' });
    assert.equal((await query(page, 'tensor/x/0/0')).value, 7);
    assert.equal(await page.evaluate(() => history.length), entries + 1, 'only the new address is an entry');
    await finish(page);
});

test('Going to another step leaves the link behind', async () => {
    const page = await open();
    await page.goto(await page.evaluate(() => window.dikkat.link()));
    await ready(page);
    await page.click('#next');
    await eventually(async () => assert.match(page.url(), /step=2$/));
    await finish(page);
});

test('A damaged link opens what stands before the damage, and names in the reader’s language what it lost', async () => {
    const page = await open();
    await command(page, { type: 'set_mask', mask: 'causal' });
    for (let col = 0; col < 8; col++) await command(page, { type: 'set_cell', tensor: 'wq', row: 1, col, value: 0.1234 * col + 0.017 });
    const link = await page.evaluate(() => window.dikkat.link());
    const before = await query(page, 'state');
    assert.ok(before.document.overrides.length === 8);
    for (const [locale, words] of [['en-GB', /Part of the link could not be opened/], ['tr-TR', /Bağlantının bir kısmı açılamadı/]]) {
        const reader = await visit(link.slice(0, -30), { locale });
        await reader.locator('#notice').waitFor();
        assert.match(await reader.locator('#notice').innerText(), words);
        const { document, view } = await query(reader, 'state');
        assert.deepEqual([view.lesson, document.mask, document.overrides], ['multi-head', 'causal', undefined]);
        await reader.click('#notice button');
        assert.equal(await reader.locator('#notice').count(), 0);
        await finish(reader);
    }
    await finish(page);
});

test('What a link holds that cannot be taken is named part by part; the page is whole', async () => {
    const page = await open();
    const link = await page.evaluate(async () => {
        const original = window.dikkat.query;
        return original('state/link').text;
    });
    assert.ok(link.startsWith('{"format":1'));
    const text = JSON.stringify({ format: 2, base: JSON.parse(link).base, view: { lesson: 'multi-head', step: 40, sound: true }, document: { mask: 'causal', seed: -3, tokens: [] } });
    const reader = await visit(`${site.origin}/?lesson=multi-head&lang=en${write_fragment(text)}`);
    await reader.locator('#notice').waitFor();
    const lines = await reader.locator('#notice li').allInnerTexts();
    assert.deepEqual(lines.map((line) => line.split(/[:.]/)[0]).sort(), [
        'Seed document/seed', 'Sentence At least one token is needed', 'Step This lesson has no step 41, it has 6', 'This was saved by a newer version', 'view/sound',
    ].sort());
    assert.equal((await query(reader, 'state')).document.mask, 'causal');
    await canvas(reader).click();
    await finish(reader);
    await finish(page);
});

test('What is no link at all leaves the lesson as opened, and says so', async () => {
    for (const fragment of ['#s1=', '#s1=%%%', '#s7=later', `#s1=${'A'.repeat(3000)}`]) {
        const page = await visit(`${site.origin}/?lesson=attention&step=2&lang=en${fragment}`);
        await page.locator('#notice', { hasText: 'could not be opened' }).waitFor();
        const { view } = await query(page, 'state');
        assert.deepEqual([view.lesson, view.step], ['attention', 1]);
        await finish(page);
    }
});

test('A state too long for a link is offered as a file', async () => {
    const page = await open();
    let angle = 0;
    for (const { name, shape: [rows, columns], editable } of await query(page, 'tensors')) {
        const values = Array.from({ length: rows }, () => Array.from({ length: columns }, () => Math.sin(angle++)));
        if (editable && name !== 'mask') await command(page, { type: 'set_tensor', tensor: name, values });
    }
    await page.click('#share-button');
    await page.locator('#share-long', { hasText: 'KB' }).waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('#share-as-file')]);
    assert.equal(file.suggestedFilename(), 'dikkat-multi-head-step-1.json');
    await finish(page);
});

test('The sheets and the notice have no fault that axe finds, on a wide screen and on a phone, dark and light', async () => {
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    for (const [theme, options] of [['light', {}], ['dark', kPhone]]) {
        const page = await visit(`${site.origin}/?lesson=multi-head&lang=tr&theme=${theme}#s1=damaged`, options);
        await page.locator('#notice').waitFor();
        await page.evaluate(axe);
        const faults = () => page.evaluate(async () => (await window.axe.run(document, { resultTypes: ['violations'] })).violations
            .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`)));
        const cut = (sheet) => page.evaluate((id) => [...document.querySelectorAll(`${id} *`)]
            .filter((node) => node.localName !== 'textarea' && node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== 'inline' && node.clientWidth > 1)
            .map((node) => node.outerHTML.slice(0, 80)), sheet);
        assert.deepEqual(await faults(), []);
        assert.deepEqual(await cut('#notice'), []);
        await page.click('#notice button');
        for (const [sheet, path] of [['#share', ['#share-button']], ['#files-sheet', ['#save-button', '#files']]]) {
            if (await page.locator('#menu-button').isVisible() && !await page.locator(path[0]).isVisible()) await page.click('#menu-button');
            for (const button of path) await page.click(button);
            await page.locator(`${sheet}[open]`).waitFor();
            assert.deepEqual(await faults(), []);
            assert.deepEqual(await cut(sheet), []);
            await page.click(`${sheet}-close`);
        }
        await finish(page);
    }
});

test('A first visit without a link brings none of it', async () => {
    const asked = [];
    const page = await open('lesson=multi-head', { routes: (context) => context.on('request', (request) => asked.push(request.url())) });
    assert.deepEqual(asked.filter((address) => /link|files|sheet|notice|drop/.test(address)), []);
    await finish(page);
});

// A playground without a page around it, which would tell of every change: window.bare.
async function open_bare(page) {
    await page.evaluate(async () => {
        const { create_playground } = await import(new URL('playground.js', location.href).href);
        const canvas = document.createElement('canvas');
        document.body.append(canvas);
        window.bare = await create_playground({ canvas, base: new URL('./', location.href).href });
        // Work that is long is shown once it is whole.
        window.becomes = async (wanted) => {
            for (let frame = 0; frame < 600 && JSON.stringify(window.bare.query('state')) !== wanted; frame++) await new Promise(requestAnimationFrame);
            return JSON.stringify(window.bare.query('state'));
        };
    });
}

test('A thousand random works come back through their links to the letter', async () => {
    const page = await open();
    await open_bare(page);
    const random = generator(5);
    const lessons = (await query(page, 'lessons')).map(({ id }) => id);
    const kSlice = 100;
    for (let first = 0; first < 1000; first += kSlice) {
        const works = Array.from({ length: kSlice }, (_, i) => random_work(random, lessons[(first + i) % lessons.length]));
        const made = await page.evaluate((list) => list.map(({ lesson, commands }) => {
            window.bare.dispatch({ type: 'open_lesson', lesson });
            for (const command of commands) window.bare.dispatch(command);
            return { state: JSON.stringify(window.bare.query('state')), text: window.bare.query('state/link').text };
        }), works);
        const sent = made.map(({ state, text }) => ({ state, text, read: read_fragment(write_fragment(text)) }));
        for (const { text, read } of sent) assert.deepEqual(read, { text, faults: [] });
        const wrong = await page.evaluate(async (list) => {
            const found = [];
            for (const { state, read } of list) {
                window.bare.dispatch({ type: 'open_lesson', lesson: 'attention' });
                window.bare.dispatch({ type: 'set_controls' });
                const readable = window.bare.query(`readable/${read.text}`);
                const answer = window.bare.dispatch({ type: 'load_state', state: readable.state });
                const now = await window.becomes(state);
                const again = window.bare.query('state/link').text;
                if (!answer.ok || readable.dropped.length > 0 || now !== state || again !== read.text) found.push({ answer, readable, now, state, again });
            }
            return found;
        }, sent);
        assert.deepEqual(wrong, []);
    }
    await finish(page);
});

test('The page makes and follows links as the program does, for works of every lesson', async () => {
    const page = await open();
    const random = generator(7);
    const lessons = (await query(page, 'lessons')).map(({ id }) => id);
    for (let i = 0; i < 30; i++) {
        const { lesson, commands } = random_work(random, lessons[i % lessons.length]);
        const before = await page.evaluate(async ([lesson, commands]) => {
            const { dikkat } = window;
            dikkat.dispatch({ type: 'open_lesson', lesson });
            for (const command of commands) dikkat.dispatch(command);
            const made = { state: JSON.stringify(dikkat.query('state')), link: await dikkat.link() };
            dikkat.dispatch({ type: 'open_lesson', lesson: lesson === 'attention' ? 'multi-head' : 'attention' });
            dikkat.dispatch({ type: 'set_controls' });
            await dikkat.follow(made.link);
            return made;
        }, [lesson, commands]);
        await eventually(async () => assert.equal(await page.evaluate(() => JSON.stringify(window.dikkat.query('state'))), before.state));
    }
    assert.equal(await page.locator('#notice').count(), 0);
    await finish(page);
});

function random_work(random, lesson) {
    const kTensors = ['x', 'wq', 'q', 'head0.scores', 'head1.weights', 'concat', 'attention.wq', 'feed_forward.w1', 'stack.x', 'blocks.0.attention.wq', 'norm.gamma', 'scores'];
    const tensor = () => kTensors[random(kTensors.length)];
    const cell = () => ({ tensor: tensor(), row: random(4), col: random(6) });
    const value = () => [random(1e6) / 1e5 - 5, 'NaN', '-Infinity', random(100), 1e-9 * random(99)][random(5)];
    const kMake = [
        () => ({ type: 'set_cell', ...cell(), value: value() }),
        () => ({ type: 'set_cell', ...cell(), value: value() }),
        () => ({ type: 'set_mask', mask: ['none', 'causal'][random(2)] }),
        () => ({ type: 'set_mask_cell', row: random(4), col: random(4), visible: random(2) === 1 }),
        () => ({ type: 'set_tokens', tokens: Array.from({ length: 1 + random(6) }, () => ['Kedi', 'o', 'çok', '😀', '"\\'][random(5)]) }),
        () => ({ type: 'set_seed', part: ['', 'stack'][random(2)], seed: random(2 ** 31) }),
        () => ({ type: 'set_config', name: ['scaled', 'output_projection', 'heads'][random(3)], value: [true, false, 4][random(3)] }),
        () => ({ type: 'swap_columns', tensor: tensor(), a: 0, b: 2, count: 2 }),
        () => ({ type: 'perturb_row', tensor: 'x', row: random(3), strength: random(9) / 4, direction: { seed: random(99) } }),
        () => ({ type: 'pin_baseline' }),
        () => ({ type: 'go_to_step', step: 1 + random(6) }),
        () => ({ type: 'select', ...cell() }),
        () => ({ type: 'show', what: ['value', 'baseline', 'difference'][random(3)] }),
        () => ({ type: 'open_station', tensor: tensor() }),
        () => ({ type: 'set_controls', hidden: ['mask'], locked: ['seed', 'x'].slice(random(3)) }),
        () => ({ type: 'reset' }),
    ];
    return { lesson, commands: Array.from({ length: random(9) }, () => kMake[random(kMake.length)]()) };
}

test('A thousand damaged links break nothing: what is left of each is loaded or refused, and one undo brings the work back', async () => {
    const page = await open();
    await open_bare(page);
    const random = generator(6);
    await edit(page);
    const { text } = await query(page, 'state/link');
    const links = Array.from({ length: 1000 }, () => damaged(random, text));
    const left = links.map(({ fragment, of }) => ({ of, ...read_fragment(fragment) })).filter((one) => one.text !== text);
    for (const { of, faults } of left) if (of === 'letters') assert.notDeepEqual(faults, []);
    assert.ok(left.length > 800);
    const texts = left.filter((one) => one.text !== null).map((one) => one.text);
    assert.ok(texts.length > 300);
    const wrong = await page.evaluate(async ([text, list]) => {
        const { bare } = window;
        bare.dispatch({ type: 'load_state', state: bare.query(`readable/${text}`).state });
        const document_now = () => JSON.stringify(bare.query('state').document);
        const before = document_now();
        const found = [];
        for (const damaged of list) {
            let readable = null;
            try {
                readable = bare.query(`readable/${damaged}`);
            } catch (error) {
                if (error.name !== 'Refused' || !error.message) found.push({ damaged, fault: String(error) });
            }
            if (document_now() !== before) found.push({ damaged, fault: 'a query changed something' });
            if (!readable) continue;
            const answer = bare.dispatch({ type: 'load_state', state: readable.state });
            if (!answer.ok) found.push({ damaged, fault: answer.error.message });
            if (readable.dropped.some(({ message }) => !message)) found.push({ damaged, fault: 'no words' });
            if (document_now() !== before) bare.dispatch({ type: 'undo' });
            if (document_now() !== before) found.push({ damaged, fault: 'the work is lost' });
        }
        return found;
    }, [text, texts]);
    assert.deepEqual(wrong, []);
    for (const { fragment } of links.slice(0, 40)) {
        await page.evaluate((link) => window.dikkat.follow(`https://example.org/${link}`), fragment);
    }
    await page.evaluate(() => document.getElementById('notice')?.remove());
    await command(page, { type: 'open_lesson', lesson: 'multi-head' });
    await settled(page);
    await click_anchor(page, 'cell/x/0/0');
    await finish(page);
});

// Of the letters of a link, or of the text in one that is whole, which may be another state's then.
function damaged(random, text) {
    const change = (letters, pieces) => {
        const at = random(letters.length);
        const piece = pieces[random(pieces.length)];
        return [
            () => letters.slice(0, at),
            () => letters.slice(0, at) + piece + letters.slice(at + 1),
            () => letters.slice(0, at) + letters.slice(at + 1 + random(20)),
            () => letters.slice(0, at) + piece + letters.slice(at),
        ][random(4)]();
    };
    if (random(2)) return { of: 'letters', fragment: `#s1=${change(write_fragment(text).slice(4), ['A', 'z', '9', '_', '-', '%', 'é'])}` };
    const broken = change(text, ['"', '{', '}', '[', ']', ',', '1', '-', 'null', '1e999', '"zz":1,']);
    return { of: 'text', fragment: write_fragment(broken).replace('#s1', `#s${1 + random(2)}`) };
}

for (const name of readdirSync(kFolder)) {
    test(`Every link of ${name} opens for ever`, async () => {
        const page = await open('lesson=attention&lang=en');
        for (const { about, link, ...numbers } of JSON.parse(readFileSync(new URL(name, kFolder), 'utf8'))) {
            const { text, faults } = read_fragment(link.slice(link.indexOf('#')));
            assert.deepEqual(faults, [], about);
            const { dropped } = await query(page, `readable/${text}`);
            const changed = dropped.some(({ code }) => code === 'lesson_changed');
            assert.deepEqual(dropped.filter(({ code }) => code !== 'lesson_changed'), [], about);
            await page.evaluate((address) => window.dikkat.follow(address), `${site.origin}/${link}`);
            const { document, view } = await query(page, 'state');
            const held = JSON.parse(text);
            for (const [member, value] of Object.entries(held.document)) assert.deepEqual(document[member], value ?? undefined, `${about}: ${member}`);
            for (const [member, value] of Object.entries(held.view)) assert.deepEqual(view[member], value ?? undefined, `${about}: ${member}`);
            if (changed) continue;  // what the lesson itself brings is another number by now
            for (const [path, value] of Object.entries(numbers)) assert.deepEqual((await query(page, path)).value, value, `${about}: ${path}`);
        }
        await finish(page);
    });
}
