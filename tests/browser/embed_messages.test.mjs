// The messages between page and frame: who is heard, what is refused and how, and that the documentation lists all there is.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { embedded, use_hosts } from './embed_hosts.mjs';
import { eventually, finish, query, use_site } from './harness.mjs';

const site = use_site({ server: { headers: { 'Access-Control-Allow-Origin': '*' } } });
const strangers = use_hosts(site, {
    // A frame of a third origin beside the playground's: it talks to its neighbour and to the page, and never to itself.
    'stranger': () => ({
        body: `<script>
            const message = { dikkat: 1, kind: 'command', id: 1, command: { type: 'go_to_step', step: 3 } };
            addEventListener('message', ({ data }) => {
                if (data !== 'speak') return;
                parent.frames[0].postMessage(message, '*');
                parent.postMessage({ dikkat: 1, kind: 'event', event: { type: 'exercise', id: 'forged', passed: true } }, '*');
                parent.postMessage('spoken', '*');
            });
        </script>`,
    }),
});
const frame = () => `<iframe src="${site.origin}/embed.html?lesson=multi-head&lang=en" title="Dikkat" width="900" height="500"></iframe>`;
const hosts = use_hosts(site, {
    'plain': () => ({ body: frame() }),
    'beside': () => ({
        head: `<script type="module" src="${site.origin}/embed.js"></script>`,
        body: `${frame()}<dikkat-playground lesson="attention" lang="en"></dikkat-playground><iframe id="stranger" src="${strangers.origin}/stranger"></iframe>`,
    }),
});

// In a host page: sends a message to its first frame and answers what the frame answers to that id.
function ask(page, message) {
    return page.evaluate((sent) => new Promise((answered) => {
        addEventListener('message', function hear({ source, data }) {
            if (source !== frames[0] || data?.kind !== 'answer' || data.id !== sent.id) return;
            removeEventListener('message', hear);
            answered(data);
        });
        frames[0].postMessage(sent, '*');
    }), message);
}

const state = async (page) => JSON.stringify(await query(page, 'state'));

test('A page with a plain frame asks, commands and is answered by number; a refusal is a sentence and changes nothing', async () => {
    const page = await hosts.open('plain');
    const inside = await embedded(page, site);
    const number = await ask(page, { dikkat: 1, kind: 'query', id: 7, path: 'tensor/head0.weights/4/0' });
    assert.deepEqual([number.ok, number.value.text], [true, '0.517']);
    assert.deepEqual(await ask(page, { dikkat: 1, kind: 'command', id: 8, command: { type: 'go_to_step', step: 2 } }), { dikkat: 1, kind: 'answer', id: 8, ok: true });
    const before = await state(inside);
    const refused = await ask(page, { dikkat: 1, kind: 'command', id: 9, command: { type: 'set_cell', tensor: 'nothing', row: 0, col: 0, value: 1 } });
    assert.equal(refused.ok, false);
    assert.match(refused.error.message, /nothing/);
    const nothing = await ask(page, { dikkat: 1, kind: 'query', id: 10, path: 'tensor/nothing' });
    assert.equal(nothing.ok, false);
    assert.equal(await state(inside), before);
    await ask(page, { dikkat: 1, kind: 'command', id: 11, command: { type: 'set_cell', tensor: 'x', row: 0, col: 0, value: NaN } });
    assert.equal((await query(inside, 'tensor/x/0/0')).text, 'NaN');
    await finish(page);
});

test('A message of a foreign frame does nothing, in the playground and in the page', async () => {
    const page = await hosts.open('beside', { viewport: { width: 1280, height: 1300 } });
    const inside = await embedded(page, site);
    await page.evaluate(() => document.querySelector('dikkat-playground').ready);
    const before = await state(inside);
    await page.evaluate(() => new Promise((spoken) => {
        window.heard = [];
        document.querySelector('dikkat-playground').addEventListener('exercise', ({ detail }) => heard.push(detail));
        addEventListener('message', ({ data }) => data === 'spoken' && spoken());
        document.querySelector('#stranger').contentWindow.postMessage('speak', '*');
    }));
    await ask(page, { dikkat: 1, kind: 'query', id: 2, path: 'version' });  // came after the stranger's
    assert.equal(await state(inside), before);
    assert.deepEqual(await page.evaluate(() => heard), []);
    await finish(page);
});

// Mulberry32: the same thousand on every machine.
function* random_numbers(seed) {
    for (;;) {
        seed = (seed + 0x6d2b79f5) | 0;
        let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        yield ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    }
}

// Messages of which something is missing, of another type, too much, or from another time.
function damaged_messages(count) {
    const numbers = random_numbers(5);
    const random = (most) => Math.floor(numbers.next().value * most);
    const junk = () => [null, true, 0, -1, 1.5, 1e300, '', 'x'.repeat(2000), [], {}, [[[]]], { type: 7 }, { type: 'no_such_thing' }, { type: '__proto__' }, '\ud800'][random(15)];
    const whole = [
        (id) => ({ dikkat: 1, kind: 'command', id, command: { type: 'set_cell', tensor: 'x', row: 0, col: 0, value: 1 } }),
        (id) => ({ dikkat: 1, kind: 'query', id, path: 'tensor/x/0/0' }),
        (id) => ({ dikkat: 1, kind: 'lesson', id, lesson: {} }),
    ];
    return Array.from({ length: count }, (_, index) => {
        const message = whole[random(whole.length)](index + 1000);
        const names = Object.keys(message).filter((name) => name !== 'id');
        const damage = names[random(names.length)];
        if (random(3) === 0) delete message[damage];
        else message[damage] = damage === 'command' && random(2) ? { type: 'set_cell', tensor: junk(), row: junk(), col: junk(), value: junk() } : junk();
        if (damage === 'lesson') message.kind = 'less\u00f6n';
        return message;
    });
}

test('A thousand damaged messages: each is refused in words or not ours, none changes anything, and the frame goes on', async () => {
    const page = await hosts.open('plain');
    const inside = await embedded(page, site);
    const before = await state(inside);
    const sent = damaged_messages(1000);
    const answers = await page.evaluate(async (messages) => {
        const heard = new Map();
        addEventListener('message', ({ source, data }) => source === frames[0] && data?.kind === 'answer' && heard.set(data.id, data));
        for (const message of messages) frames[0].postMessage(message, '*');
        frames[0].postMessage({ dikkat: 1, kind: 'query', id: 1, path: 'version' }, '*');
        while (!heard.has(1)) await new Promise((next) => addEventListener('message', next, { once: true }));
        return [...heard.values()];
    }, sent);
    const refused = answers.filter(({ id, ok }) => id > 1 && !ok);
    const ours = sent.filter((message) => 'dikkat' in message);
    assert.equal(refused.length, ours.length);
    for (const { error } of refused) assert.ok(error.code && error.message, JSON.stringify(error));
    assert.equal(await state(inside), before);
    await finish(page);
});

test('Messages that JSON cannot hold, or that are too large, are refused', async () => {
    const page = await hosts.open('plain');
    await embedded(page, site);
    const codes = await page.evaluate(async () => {
        const circle = { dikkat: 1, kind: 'command', id: 1, command: { type: 'undo' } };
        circle.command.self = circle;
        const large = { dikkat: 1, kind: 'command', id: 2, command: { type: 'undo', more: 'x'.repeat(4_000_001) } };
        const newer = { dikkat: 2, kind: 'command', id: 3, command: { type: 'undo' } };
        const codes = {};
        const all = new Promise((done) => {
            addEventListener('message', ({ source, data }) => {
                if (source !== frames[0] || data?.kind !== 'answer') return;
                codes[data.id] = data.error.code;
                if (Object.keys(codes).length === 3) done();
            });
        });
        for (const message of [circle, large, newer]) frames[0].postMessage(message, '*');
        await all;
        return codes;
    });
    assert.deepEqual(codes, { 1: 'message_size', 2: 'message_size', 3: 'message_version' });
    await finish(page);
});

// ---- the documentation -----------------------------------------------------------------------------------------------------------------

// The first column of the table under a heading.
function listed(text, heading) {
    const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
    return [...section.matchAll(/^\| `([^`]+)` \|(.*)\|$/gm)].map(([, name, rest]) => ({ name, rest }));
}

for (const [file, headings] of [['en/protocol.md', ['Commands', 'Queries', 'Events']], ['tr/protokol.md', ['Komutlar', 'Sorgular', 'Olaylar']]]) {
    test(`docs/${file} lists every command with its fields, every query and every event`, async () => {
        const text = await readFile(new URL(`../../docs/${file}`, import.meta.url), 'utf8');
        const page = await hosts.open('plain');
        const inside = await embedded(page, site);

        const commands = listed(text, headings[0]).map(({ name, rest }) => [name, [...rest.split('|')[0].matchAll(/`(\w+\??)`/g)].map(([, field]) => field)]);
        const known = (await query(inside, 'commands')).map(({ type, fields }) => [type, fields.map(({ name, optional }) => name + (optional ? '?' : ''))]);
        assert.deepEqual(commands, known);

        const source = await readFile(new URL('../../src/app/query.cpp', import.meta.url), 'utf8');
        const table = source.slice(source.indexOf('kPlainQueries{{'), source.indexOf('}};', source.indexOf('kPlainQueries{{')));
        const plain = [...table.matchAll(/\{"(\w+)"/g)].map(([, name]) => name);
        const queries = listed(text, headings[1]).map(({ name }) => name);
        assert.ok(plain.length > 10);
        assert.deepEqual(plain.filter((name) => !queries.includes(name)), []);
        for (const path of queries.filter((name) => /^[a-z]+(\/[a-z]+)?$/.test(name) && name !== 'loss')) await query(inside, path);

        const events = listed(text, headings[2]).map(({ name }) => name);
        const sources = await Promise.all(['embed_page.js', 'playground.js'].map((name) => readFile(new URL(`../../web/${name}`, import.meta.url), 'utf8')));
        const program = await readFile(new URL('../../src/shell/program.cpp', import.meta.url), 'utf8');
        const told = [...sources.join().matchAll(/(?:tell|deliver)\(\{ type: '(\w+)'/g), ...program.matchAll(/event_json\("(\w+)"/g)].map(([, name]) => name);
        assert.ok(told.length > 8);
        assert.deepEqual(told.filter((name) => !events.includes(name)), []);
        await finish(page);
    });
}
