// That only a browser's own trap lets a test begin again, and only once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { walk } from './hands.mjs';

const kTrapping = { trapped: async ({ message }) => /memory/.test(message) };
const kSound = {};

// A walk that fails so many times; answers how often it was begun and what was said.
async function walked(browsers, failures, message) {
    const told = { begun: 0, said: [] };
    const run = async () => {
        if (told.begun++ < failures) throw new Error(message);
    };
    told.error = await walk(browsers, run, (words) => told.said.push(words)).catch((error) => error.message);
    return told;
}

test('A walk that a trap ended is begun again, and that is said', async () => {
    const { begun, said, error } = await walked([kSound, kTrapping], 1, 'Out of bounds memory access\nat 7');
    assert.deepEqual([begun, error], [2, undefined]);
    assert.deepEqual(said, ['once more, after a trap of the browser\'s: Out of bounds memory access']);
});

test('A walk that ends in a trap twice has failed', async () => {
    assert.deepEqual(await walked([kTrapping], 2, 'Out of bounds memory access').then(({ begun, error }) => [begun, error]), [2, 'Out of bounds memory access']);
});

test('A walk that fails otherwise has failed at once, and so has one in a browser that does not trap by itself', async () => {
    assert.deepEqual(await walked([kTrapping], 1, '0.5 is not 0.6').then(({ begun, said }) => [begun, said]), [1, []]);
    assert.deepEqual(await walked([kSound], 1, 'Out of bounds memory access').then(({ begun, said }) => [begun, said]), [1, []]);
});
