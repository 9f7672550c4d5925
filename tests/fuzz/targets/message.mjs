// Messages between a host page and a frame: whatever comes is carried out, refused with a reason in both languages, or none of ours; each
// one that has an id is answered once, what is refused changes nothing, and a foreign window is not heard.
import assert from 'node:assert/strict';
import { Door } from '../../../web/embed_door.js';
import { kToFrame, kToHost, read_message } from '../../../web/messages.js';
import { expect_words, kLanguages, lesson_data, start_playground } from '../playground.mjs';

const kCommands = [
    { type: 'set_cell', tensor: 'x', row: 0, col: 1, value: '$infinity' }, { type: 'set_tensor', tensor: 'wq', row: 1, col: 1, values: [[1, 2], [3, '$nan']] },
    { type: 'set_tokens', tokens: ['a', 'b'] }, { type: 'set_mask', mask: 'causal' }, { type: 'perturb_row', row: 1 }, { type: 'go_to_step', step: 2 },
    { type: 'show', what: 'difference' }, { type: 'select', row: 1, cell: { tensor: 'q', row: 1, col: 0 } }, { type: 'undo' }, { type: 'reset' },
    { type: 'open_panel', panel: 'p' }, { type: 'set_controls', hidden: ['mask'], locked: ['tokens'] }, { type: 'load_state', state: { format: 1 } },
];
const kPaths = ['checks', 'state', 'tensor/x', 'tensors', 'explain/head0.scores/0/0', 'table/1,2', 'readable/{}', 'difference/concat', 'texts', 'edits'];
// What a structured clone may hold and JSON may not, by the words that stand for it.
const kClones = {
    $undefined: () => undefined, $nan: () => NaN, $infinity: () => Infinity, '$-0': () => -0, $bigint: () => 10n, $date: () => new Date(0), $never: () => new Date(NaN),
    $regexp: () => /x/, $map: () => new Map([[1, 2]]), $set: () => new Set([1]), $bytes: () => new Uint8Array(3), $buffer: () => new ArrayBuffer(8), $error: () => new Error('x'),
    $sparse: () => Object.assign([], { 3: 1 }), $text: () => new String('x'), $self: (root) => root, $long: () => 'x'.repeat(5_000_000), $path: () => 'x'.repeat(1001),
    $deep: () => JSON.parse(`${'['.repeat(3000)}${']'.repeat(3000)}`),
};
const kKnown = [...new Set(['version', 'size', 'kind', ...Object.values({ ...kToFrame, ...kToHost }).flatMap((shape) => Object.keys(shape))])];
export const longest = 1024;
export const dictionary = [...Object.keys(kClones), '"dikkat":1', '"dikkat":2', '"kind":', '"id":', ...Object.keys({ ...kToFrame, ...kToHost }), ...kPaths, 'toJSON', '__proto__',
    ...kCommands.map(({ type }) => type), '{', '}', '[', ']', '":', ',"', 'null', 'true', 'false'];

const playgrounds = [];
const host = { answers: [], postMessage: (message, target) => host.answers.push([message, target]) };

export async function prepare() {
    for (const language of kLanguages) playgrounds.push(await start_playground([lesson_data('multi-head')], language));
    Object.defineProperty(globalThis, 'window', { value: { parent: host, addEventListener() {} } });
    Object.defineProperty(globalThis, 'location', { value: { ancestorOrigins: ['https://host.example'] } });
    for (const playground of playgrounds) playground.door = new Door((message) => carry_out(playground, message), () => playground.language);
}

export function seeds() {
    const messages = [
        ...kCommands.map((command, index) => ({ dikkat: 1, kind: 'command', id: index + 1, command })),
        ...kPaths.map((path, index) => ({ dikkat: 1, kind: 'query', id: index + 1, path })),
        { dikkat: 1, kind: 'lesson', id: 1, lesson: { json: {} } }, { dikkat: 1, kind: 'neighbour', who: 'x', awake: true }, { dikkat: 1, kind: 'answer', id: 1, ok: true },
        { dikkat: 1, kind: 'event', event: { type: 'ready' } }, { dikkat: 2, kind: 'command', id: 1 }, { dikkat: 1, kind: 'command', id: 1, command: '$self' },
        { dikkat: 1, kind: 'query', id: '$bigint', path: '$path' }, ...Object.keys(kClones).map((clone) => ({ dikkat: 1, kind: 'command', id: 9, command: { type: clone, value: clone } })),
    ];
    return [...messages.map((message) => Buffer.from(JSON.stringify(message))), Buffer.from('"dikkat"'), Buffer.from('[{"dikkat":1}]')];
}

export async function fuzz(bytes) {
    const data = message_of(bytes);
    const told = Object.values({ kToFrame, kToHost }).map((kinds) => expect_read(data, kinds));
    const outcomes = [];
    for (const playground of playgrounds) outcomes.push(await hear(playground, data, told[0]));
    assert.equal(...outcomes);
    return outcomes[0];
}

// JSON, in which words may stand for other things; else the text itself.
function message_of(bytes) {
    const text = new TextDecoder().decode(bytes);
    let root;
    try {
        root = JSON.parse(text);
    } catch {
        return text;
    }
    const revived = (value) => {
        if (typeof value === 'string') return Object.hasOwn(kClones, value) ? kClones[value](root) : value;
        if (typeof value === 'object' && value !== null) for (const name of Object.keys(value)) put(value, name, revived(value[name]));
        return value;
    };
    return revived(root);
}

// As a structured clone has it: a member called __proto__ too.
function put(object, name, value) {
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

function expect_read(data, kinds) {
    const read = read_message(data, kinds);
    if (read === null) return read;
    if (read.problem !== undefined) {
        assert.ok(kKnown.includes(read.problem), `an unknown problem: ${read.problem}`);
        return read;
    }
    const { message } = read;
    assert.ok(Object.hasOwn(kinds, message.kind));
    assert.deepEqual(JSON.parse(JSON.stringify(message)), message);
    assert.deepEqual(read_message(message, kinds), { message }, 'what was read is read as something else');
    return read;
}

// As embed_page.js does, without what only a page has.
async function carry_out(playground, message) {
    if (message.kind === 'neighbour') return null;
    if (message.kind === 'lesson') return { ok: true };
    try {
        if (message.kind === 'command') return playground.dispatch(message.command);
        return { ok: true, value: playground.query(message.path) };
    } catch (error) {
        if (error.name !== 'Refused') host.fault = error;  // the door would answer with it
        throw error;
    }
}

async function hear(playground, data, told) {
    host.answers = [];
    await playground.door.hear({ source: {}, origin: 'https://host.example', data });
    await playground.door.hear({ source: host, origin: 'https://other.example', data });
    assert.equal(host.answers.length, 0, 'a foreign window was answered');
    await playground.door.hear({ source: host, origin: 'https://host.example', data });
    if (host.fault) throw host.fault;
    const id = told?.message?.id ?? told?.id;
    if (id === undefined || told.message?.kind === 'neighbour') {
        assert.equal(host.answers.length, 0);
        return told === null ? 'none of ours' : 'without an id';
    }
    assert.equal(host.answers.length, 1, 'one message has one answer');
    const [[answer, target]] = host.answers;
    assert.equal(target, 'https://host.example');
    assert.equal(answer.id, id);
    assert.deepEqual(read_message(answer, kToHost).problem, undefined, 'the host does not understand the answer');
    if (answer.ok) {
        if (playground.playground.dispatched > 0) playground.restore();
        return `done: ${told.message.kind} ${told.message.command?.type ?? told.message.path?.split('/')[0]}`;
    }
    expect_words(answer.error.message, JSON.stringify(told.message ?? '') ?? '');
    assert.match(answer.error.code, /^\w+$/);
    playground.expect_untouched();
    return `${told.message?.kind} ${answer.error.code}`;
}
