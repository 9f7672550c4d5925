// Links: whatever stands in an address is read without a failure and what happened to it is said; what is written comes back to the letter;
// of a link that was cut only its beginning is believed. What was read is then opened in a playground, in Turkish and in English.
import assert from 'node:assert/strict';
import { open_link, read_link } from '../../../web/page_link.js';
import { read_fragment, write_fragment } from '../../../web/page_link_codec.js';
import { expect_words, kLanguages, lesson_data, start_playground } from '../playground.mjs';

const kFaults = ['newer', 'too_long', 'damaged'];
const kStates = [
    '{"format":1,"base":"cbae38bb","view":{"lesson":"multi-head","step":2},"document":{"tokens":["Kedi","masaya","çıktı"],"mask":"causal","overrides":[{"tensor":"wq","row":0,"col":6,"value":-0.0}]}}',
    '{"format":1,"view":{"lesson":"attention","language":"en","theme":"dark","text_size":1.5,"hidden":["mask"],"locked":["tokens"]},"document":{}}',
    '{"format":1,"view":{"lesson":"multi-head","selection":{"row":1,"cell":{"tensor":"head0.scores","row":1,"col":0}},"show":"difference","opened":"wq"},"document":{"perturbations":[{"row":2,"seed":5}],"seed":7}}',
    '{"format":1,"view":{"lesson":"multi-head"},"document":{"mask":"x\\",y","tokens":["a\\",b","{\\"}]","\\\\"],"seed":3,"target":["\\\\\\""]}}',
];
const kCuts = 8;
const kSeldom = 4;
export const longest = 2048;
export const dictionary = ['{', '}', '[', ']', '":', ',"', '\\"', '\\u0000', '\\ud800', 'null', 'true', '-0.0', '"NaN"', '#s1=', '#s2=', '%0D%0A', '%20', '%', '=', '.',
    ...[...new Set(kStates.join().match(/"\w+"/g))]];

const playgrounds = [];

export async function prepare() {
    const lessons = ['multi-head', 'attention'].map(lesson_data);
    for (const language of kLanguages) playgrounds.push(await start_playground(lessons, language));
}

export function seeds() {
    const contents = kStates.map((state) => Buffer.from(write_fragment(state).slice(4), 'base64url'));
    return [
        ...kStates.flatMap((state) => [`t${state}`, `f${write_fragment(state)}`, `c\x40\x00${state}`]).map((text) => Buffer.from(text)),
        ...contents.map((content) => Buffer.concat([Buffer.from('b'), content])),
        Buffer.from(`f${write_fragment(kStates[0]).replace('#s1', '#s12').replaceAll(/.{40}/g, '$&%0D%0A')}).`),
    ];
}

// The first byte says what the rest is: a fragment, its content, a state's text, or that and where its link is cut.
export function fuzz(bytes) {
    const rest = bytes.subarray(1);
    switch (String.fromCharCode(bytes[0])) {
        case 'f': return open(new TextDecoder().decode(rest));
        case 'b': return open(`#s1=${Buffer.from(rest).toString('base64url')}`);
        case 't': return write(new TextDecoder('utf-8', { ignoreBOM: true }).decode(rest));
        case 'c': return cut(new TextDecoder('utf-8', { ignoreBOM: true }).decode(rest.subarray(2)), (rest[0] << 8) | rest[1]);
        default: return undefined;
    }
}

function read(fragment) {
    const { text, faults } = read_fragment(fragment);
    assert.ok(text === null || typeof text === 'string');
    assert.ok(faults.every((fault) => kFaults.includes(fault)) && new Set(faults).size === faults.length);
    assert.ok(text !== null || faults.length > 0, 'nothing came and nothing is said');
    if (text !== null && text !== '') assert.deepEqual(read_fragment(write_fragment(text)), { text, faults: [] });
    return { text, faults };
}

function write(text) {
    const fragment = write_fragment(text);
    assert.match(fragment, /^#s1=[\w-]+$/);
    if (text !== '') assert.deepEqual(read(fragment), { text, faults: [] });
    return open(fragment);
}

// The same at several places, of which one is opened.
function cut(text, at) {
    const whole = write_fragment(text);
    const places = Array.from({ length: kCuts }, (_, i) => 4 + (at + Math.floor((i * whole.length) / kCuts)) % (whole.length - 3));
    const [some] = places.map((place) => whole.slice(0, place)).filter((fragment) => begins(fragment, text));
    return some && open(some);
}

// Of a link that was cut, what comes is the text, or its beginning up to a member and what closes it there.
function begins(fragment, text) {
    const { text: left, faults } = read(fragment);
    if (left === null || left === text) return false;
    assert.deepEqual(faults, ['damaged']);
    assert.ok([1, 2].some((closing) => left.endsWith('}'.repeat(closing)) && text.startsWith(left.slice(0, -closing))), 'what came is not what was written');
    if (is_json(text)) assert.ok(is_json(left), `what came cannot be read: ${left}`);
    return true;
}

function is_json(text) {
    try {
        JSON.parse(text);
        return true;
    } catch {
        return false;
    }
}

function open(fragment) {
    read(fragment);
    const tr = open_in(playgrounds[0], fragment);
    if (tr.dropped.length === 0) return 'whole';
    const en = open_in(playgrounds[1], fragment);
    assert.equal(tr.ok, en.ok);
    assert.deepEqual(tr.dropped.map(({ path, code }) => path + code), en.dropped.map(({ path, code }) => path + code));
    return `${tr.ok} ${[...new Set(tr.dropped.map(({ code }) => code))]}`;
}

function open_in(playground, fragment) {
    const opened = open_link(playground.page.playground, fragment);
    const given = read_link(fragment).state ?? '';
    for (const { message } of opened.dropped) expect_words(message, given);
    if (!opened.ok) {
        assert.ok(opened.dropped.length > 0, 'it was refused and nothing is said');
        playground.expect_untouched();
        return opened;
    }
    if (fragment.length % kSeldom === 0) expect_linked_again(playground);
    playground.restore();
    return opened;
}

// The link of what was opened opens as the same.
function expect_linked_again(playground) {
    const state = playground.query('state');
    const { text } = playground.query('state/link_as_seen');
    playground.restore();
    const again = open_link(playground.page.playground, write_fragment(text));
    assert.deepEqual(again, { ok: true, dropped: [] });
    assert.deepEqual(playground.query('state'), state);
}
