// A link's fragment: what is written comes back to the letter, and whatever happens to it on its way is noticed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kLongestLink, kLongestState, read_fragment, write_fragment } from '../../web/page_link_codec.js';
import { element_snippet, iframe_snippet } from '../../web/page_link_snippets.js';
import { generator } from './random.mjs';

const kState = '{"format":1,"base":"cbae38bb","view":{"lesson":"multi-head","step":2},"document":{"tokens":["Kedi","masaya","çıktı"],' +
    '"mask":"causal","overrides":[{"tensor":"wq","row":0,"col":6,"value":-0.0},{"tensor":"x","row":4,"col":0,"value":0.25}]}}';

function random_text(random) {
    const pieces = ['{"a":1}', 'çıktı', '😀', '\\"', '0.1234567', ' ', '[[', '"', '\n', 'wq'];
    return Array.from({ length: 1 + random(200) }, () => pieces[random(pieces.length)]).join('');
}

test('A thousand random texts come back to the letter, in letters that an address may have', () => {
    const random = generator(1);
    for (let i = 0; i < 1000; i++) {
        const text = random_text(random);
        const fragment = write_fragment(text);
        assert.match(fragment, /^#s1=[\w-]+$/);
        assert.deepEqual(read_fragment(fragment), { text, faults: [] });
    }
});

test('A thousand damaged links are noticed: what is left of a text is its beginning, or nothing', () => {
    const random = generator(2);
    for (let i = 0; i < 1000; i++) {
        const fragment = write_fragment(kState.replace('0.25', `0.${random(1e9)}`));
        const at = 4 + random(fragment.length - 4);
        const letter = 'ABCxyz019-_'[random(11)];
        const damaged = [
            () => fragment.slice(0, at),
            () => fragment.slice(0, at) + letter + fragment.slice(at + 1),
            () => fragment.slice(0, at) + fragment.slice(at + 1 + random(9)),
            () => fragment.slice(0, at) + letter + fragment.slice(at),
            () => `#s1=${fragment.slice(at)}`,
        ][i % 5]();
        const { text, faults } = read_fragment(damaged);
        if (damaged === fragment) continue;
        const whole = read_fragment(fragment).text;
        if (text === whole) continue;  // what was lost, or put behind it, meant nothing
        assert.equal(faults.length, 1, damaged);
        if (text === null) continue;
        const closed = JSON.parse(text);
        for (const [name, value] of Object.entries(closed)) {
            const kept = JSON.parse(whole)[name];
            if (typeof value !== 'object') assert.equal(value, kept);
            else for (const [member, part] of Object.entries(value)) assert.deepEqual(part, kept[member], damaged);
        }
    }
});

test('Random letters are no link, and break nothing', () => {
    const random = generator(3);
    for (let i = 0; i < 1000; i++) {
        const letters = Array.from({ length: random(300) }, () => String.fromCharCode(33 + random(i % 2 ? 94 : 900))).join('');
        const { text, faults } = read_fragment(`#s${i % 3}=${letters}`);
        assert.equal(text, null);
        assert.ok(faults.length > 0);
    }
    for (const fragment of ['', '#', '#s=', '#s1', '#s1=', '#twin', '#s1=====', '#s1=A', '#s1=AAAAAAAAAA']) assert.deepEqual(read_fragment(fragment), { text: null, faults: ['damaged'] });
});

test('What a mail program puts behind or into an address does no harm', () => {
    const fragment = write_fragment(kState);
    for (const around of [`${fragment}.`, `${fragment})`, `${fragment}>`, `${fragment} and more`, fragment.replace(/.{40}/g, '$&\r\n'), fragment.replace(/.{60}/g, '$&%0D%0A')]) {
        assert.equal(read_fragment(around).text, kState, around);
    }
});

test('A text that swells is left as soon as it is larger than a state can be', () => {
    const bomb = write_fragment(`"${'a'.repeat(40 * kLongestState)}"`);
    assert.ok(bomb.length < 300_000);
    assert.deepEqual(read_fragment(bomb), { text: null, faults: ['too_long'] });
});

test('Of a link longer than is looked at, the beginning is read', () => {
    const random = generator(4);
    const cells = Array.from({ length: 60_000 }, () => random(1e9));
    const fragment = write_fragment(`{"format":1,"view":{"lesson":"gpt"},"document":{"seed":5,"overrides":[${cells}]}}`);
    assert.ok(fragment.length > kLongestLink);
    assert.deepEqual(read_fragment(fragment), { text: '{"format":1,"view":{"lesson":"gpt"},"document":{"seed":5}}', faults: ['too_long'] });
});

test('A later version of the same form is read, and said to be later', () => {
    assert.deepEqual(read_fragment(write_fragment(kState).replace('#s1', '#s12')), { text: kState, faults: ['newer'] });
    assert.deepEqual(read_fragment('#s2=what?it/is'), { text: null, faults: ['newer', 'damaged'] });
});

test('A link that is cut anywhere gives the members that are whole, the more the later', () => {
    const fragment = write_fragment(kState);
    const whole = JSON.parse(kState);
    let members = 0;
    for (let end = 4; end < fragment.length; end++) {
        const { text, faults } = read_fragment(fragment.slice(0, end));
        assert.deepEqual(faults, text === kState ? [] : ['damaged']);
        const { view = {}, document = {} } = JSON.parse(text ?? '{}');
        for (const [name, value] of Object.entries(view)) assert.deepEqual(value, whole.view[name]);
        for (const [name, value] of Object.entries(document)) assert.deepEqual(value, whole.document[name]);
        const now = Object.keys(view).length + Object.keys(document).length;
        assert.ok(now >= members, 'what was whole is lost again');
        members = now;
    }
    assert.ok(members >= 4);
});

test('Of a link with a wrong letter in it, what stands before it is taken', () => {
    const text = `{"format":1,"base":"cbae38bb","view":{"lesson":"gpt","step":4},"document":{"seed":77,"overrides":[${Array.from({ length: 200 }, (_, i) => i * i)}]}}`;
    const fragment = write_fragment(text);
    const at = fragment.length - 100;
    const { text: left, faults } = read_fragment(fragment.slice(0, at) + (fragment[at] === 'A' ? 'B' : 'A') + fragment.slice(at + 1));
    assert.deepEqual(faults, ['damaged']);
    assert.deepEqual(JSON.parse(left), { format: 1, base: 'cbae38bb', view: { lesson: 'gpt', step: 4 }, document: { seed: 77 } });
});

test('Snippets are HTML whatever a lesson is called, and hold the address that was meant', () => {
    const of = { base: 'https://example.org/a b/', lesson: 'mine&"yours"', step: 3, fragment: write_fragment(kState), title: '<b> & "c"', seen: { lang: 'tr', theme: 'dark' } };
    const iframe = iframe_snippet(of);
    assert.equal(iframe.match(/[<>]/g).length, 4);
    const [, address] = /src="([^"]*)"/.exec(iframe);
    const url = new URL(address.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
    assert.equal(url.pathname, '/a%20b/embed.html');
    assert.deepEqual(Object.fromEntries(url.searchParams), { lesson: of.lesson, step: '3', lang: 'tr', theme: 'dark' });
    assert.equal(url.hash, of.fragment);
    assert.match(iframe, /title="&lt;b&gt; &amp; &quot;c&quot;"/);
    const element = element_snippet(of);
    assert.match(element, /^<script type="module" src="https:\/\/example.org\/a%20b\/embed.js"><\/script>\n<dikkat-playground lesson="mine&amp;&quot;yours&quot;" step="3" lang="tr" theme="dark" state="[\w-]+"><\/dikkat-playground>$/);
    assert.equal(read_fragment(`#s1=${/state="([\w-]+)"/.exec(element)[1]}`).text, kState);
});
