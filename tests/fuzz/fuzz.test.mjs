// The fuzzing of tests/fuzz/fuzz.mjs itself: a reader with a fault in it is found out, and what was found breaks it again.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const kRoot = fileURLToPath(new URL('../../', import.meta.url));
const kScript = join(kRoot, 'tests/fuzz/fuzz.mjs');
mkdirSync(join(kRoot, 'build'), { recursive: true });
const folder = mkdtempSync(join(kRoot, 'build/fuzz-test-'));
after(() => rmSync(folder, { recursive: true }));

// A target whose reader, counted like the page's, is `reader`.
function fuzz_reader(name, reader, ...options) {
    mkdirSync(join(folder, 'web'), { recursive: true });
    writeFileSync(join(folder, `web/${name}_reader.js`), reader);
    const target = join(folder, `${name}.mjs`);
    writeFileSync(target, `import { read } from './web/${name}_reader.js';\nexport const longest = 64;\nexport const fuzz = (bytes) => read(bytes);\n`);
    const run = (...more) => spawnSync(process.execPath, [kScript, target, '--built', folder, ...more], { encoding: 'utf8' });
    return [run('--seed', '1', '--seconds', '30', ...options), run];
}

test('A fault behind four letters is found letter by letter, and the input that was kept breaks the reader again', () => {
    const [{ status, stdout }, run] = fuzz_reader('letters', `export function read(bytes) {
        let rest = bytes;
        for (const letter of [81, 7, 200, 3]) {
            if (rest[0] !== letter) return;
            rest = rest.subarray(1);
        }
        throw new TypeError('the fault');
    }`);
    assert.equal(status, 1, stdout);
    assert.match(stdout, /^seed 1\nTypeError: the fault/);
    const [, input] = /again: node tests\/fuzz\/fuzz\.mjs \S+ (\S+)/.exec(stdout);
    const again = run(join(kRoot, input));
    assert.equal(again.status, 1);
    assert.match(again.stdout, /TypeError: the fault/);
});

test('A reader that does not come back is found', () => {
    const [{ status, stdout }] = fuzz_reader('endless', 'export function read(bytes) {\n    while (bytes[0] === 77);\n}', '--slowest', '2');
    assert.equal(status, 1, stdout);
    assert.match(stdout, /it takes more than 2 s\n\ninput: "M/);
});

test('A reader that swells is found', () => {
    const [{ status, stdout }] = fuzz_reader('swelling', 'export function read(bytes) {\n    const all = [];\n    while (bytes[0] === 77) all.push(new Float64Array(1 << 20).fill(1));\n}', '--largest', '512');
    assert.equal(status, 1, stdout);
    assert.match(stdout, /it takes more than 512 MB|ERR_WORKER_OUT_OF_MEMORY|allocation failed/i);
});

test('A reader without a fault passes, and the same seed runs the same inputs', () => {
    const runs = [1, 2].map(() => fuzz_reader('faultless', 'export const read = (bytes) => (bytes.length > 3 ? undefined : void 0);', '--seconds', '1')[0]);
    for (const { status, stdout } of runs) {
        assert.equal(status, 0, stdout);
        assert.match(stdout, /^seed 1\n\d+ inputs, \d+ things reached by \d+ of them/);
    }
});
