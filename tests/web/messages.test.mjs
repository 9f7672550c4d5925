// Whatever comes as a message is understood, refused with a reason, or none of ours; nothing makes the reader fail.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { envelope, kToFrame, kToHost, read_message } from '../../web/messages.js';
import { generator } from './random.mjs';

// Anything that a structured clone can bring, and more.
function anything(random, depth = 0) {
    const leaf = [
        undefined, null, true, 0, -0, 1, 7, NaN, Infinity, 2 ** 53, 10n, '', 'dikkat', 'command', '__proto__', '\ud800', Symbol.iterator, () => 1,
        new Date(0), /x/, new Map([[1, 2]]), new Set([1]), new Uint8Array(3), new Error('x'), Object.create(null),
    ];
    if (depth > 3 || random(3) === 0) return leaf[random(leaf.length)];
    if (random(2)) return Array.from({ length: random(4) }, () => anything(random, depth + 1));
    const names = ['dikkat', 'kind', 'id', 'command', 'path', 'type', 'event', 'ok', 'lesson', 'who', 'awake', '__proto__', 'toJSON', 'constructor'];
    const object = {};
    for (let i = random(6); i > 0; i--) Object.defineProperty(object, names[random(names.length)], { value: anything(random, depth + 1), enumerable: true, configurable: true, writable: true });
    if (random(8) === 0) object.self = object;
    return object;
}

test('Ten thousand things that may come as a message are read without a failure', () => {
    const random = generator(11);
    const seen = { message: 0, problem: 0, nothing: 0 };
    for (let i = 0; i < 10_000; i++) {
        let data = anything(random);
        if (random(2) && typeof data === 'object' && data !== null) {
            const nearly = { dikkat: 1, kind: ['command', 'query', 'event', 'answer', 'constructor'][random(5)], id: random(9), ok: random(2) === 0 };
            data = { ...data, ...nearly, path: random(2) ? 'checks' : anything(random), command: { type: anything(random) } };
        }
        for (const kinds of [kToFrame, kToHost]) {
            const read = read_message(data, kinds);
            if (read === null) seen.nothing++;
            else if (read.problem !== undefined) seen.problem++;
            else {
                seen.message++;
                assert.ok(Object.hasOwn(kinds, read.message.kind));
                assert.equal(JSON.stringify(JSON.parse(JSON.stringify(read.message))), JSON.stringify(read.message));
            }
        }
    }
    for (const [outcome, count] of Object.entries(seen)) assert.ok(count > 20, `${outcome}: ${count}`);
});

test('A whole message is read as it was sent; numbers that JSON has no word for become the words that commands take', () => {
    const sent = envelope('command', { id: 3, command: { type: 'set_cell', tensor: 'x', row: 0, col: 0, value: -Infinity } });
    assert.deepEqual(read_message(sent, kToFrame).message.command.value, '-Infinity');
    assert.deepEqual(read_message(envelope('query', { id: 4, path: 'checks' }), kToFrame).message, { dikkat: 1, kind: 'query', id: 4, path: 'checks' });
});

test('A kind is refused on the side that it is not for', () => {
    assert.deepEqual(read_message(envelope('command', { id: 1, command: { type: 'undo' } }), kToHost), { problem: 'kind', id: 1 });
    assert.deepEqual(read_message(envelope('event', { event: { type: 'ready' } }), kToFrame), { problem: 'kind', id: undefined });
});
