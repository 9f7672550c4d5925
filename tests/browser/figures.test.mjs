// The page's numbers are the program's own: those of the command line in wasm to the bit, those of the native one within 1e-6.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { command, finish, query, use_site } from './harness.mjs';

const site = use_site();
const root = fileURLToPath(new URL('../../', import.meta.url));
const kWasm = [process.execPath, `${root}build/wasm/dikkat-query.cjs`];
const kNative = [`${root}build/test/dikkat-query`];

const kChanges = {
    attention: [{ type: 'set_mask', mask: 'causal' }, { type: 'set_cell', tensor: 'q', row: 2, col: 3, value: -0.75 }],
    'multi-head': [{ type: 'set_cell', tensor: 'x', row: 4, col: 0, value: 0.55 }, { type: 'set_cell', tensor: 'wq', row: 0, col: 6, value: 0.3 }],
};

// The answers of a command-line program, one for each path.
function ask([program, ...first], lesson, commands, paths) {
    const wishes = commands.flatMap((entry) => ['--do', JSON.stringify(entry)]);
    const output = execFileSync(program, [...first, '--lessons', `${root}web/lessons`, '--lesson', lesson, ...wishes, ...paths], { encoding: 'utf8' });
    return output.trim().split('\n').map((line) => JSON.parse(line));
}

function assert_close(actual, expected, name) {
    assert.equal(actual.length, expected.length);
    actual.forEach((number, i) => {
        const same = number === expected[i] || Math.abs(number - expected[i]) <= 1e-6 * Math.max(1, Math.abs(expected[i]));
        assert.ok(same, `${name}[${i}] is ${number}, natively ${expected[i]}`);
    });
}

for (const [lesson, changes] of Object.entries(kChanges)) {
    for (const [moment, commands] of [['as opened', []], ['after a change', changes]]) {
        test(`Lesson ${lesson}, ${moment}: every tensor of the page is the command line’s`, async () => {
            const page = await site.open_page({ query: `lesson=${lesson}` });
            for (const entry of commands) await command(page, entry);
            const names = (await query(page, 'tensors')).map(({ name }) => name);
            const paths = names.map((name) => `tensor/${name}`);
            const shown = await Promise.all(paths.map((path) => query(page, path)));
            const wasm = ask(kWasm, lesson, commands, paths);
            const native = ask(kNative, lesson, commands, paths);
            assert.ok(names.length >= 6);
            names.forEach((name, i) => {
                assert.deepEqual(shown[i].data, wasm[i].data, name);
                assert_close(shown[i].data, native[i].data, name);
            });
            await finish(page);
        });
    }
}
