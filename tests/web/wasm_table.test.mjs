// That two wasm parts which call each other by name do so by table afterwards.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { link_by_table } from '../../web/build/wasm_table.mjs';
import { Program } from '../../web/program.js';

const folder = mkdtempSync(join(tmpdir(), 'wasm-table-'));
after(() => rmSync(folder, { recursive: true }));

function assembled(text) {
    const [source, binary] = ['part.wat', 'part.wasm'].map((name) => join(folder, name));
    writeFileSync(source, text);
    execFileSync('wasm-as', [source, '-o', binary]);
    return readFileSync(binary);
}

const first = assembled(`(module
    (table (export "slots") 1 1 funcref)
    (elem (i32.const 0) $one)
    (memory (export "memory") 1 2)
    (func $one (result i32) (i32.const 1))
    (func (export "ours") (result i32) (call_indirect (result i32) (i32.const 0)))
    (func (export "%a") (result i32) (i32.const 7))
    (func (export "%b") (result i32) (i32.const 9)))`);
const second = (name) => assembled(`(module
    (import "primary" "${name}" (func $nine (result i32)))
    (import "primary" "slots" (table 1 1 funcref))
    (import "primary" "memory" (memory 1 2))
    (import "primary" "ours" (func $ours (result i32)))
    (import "primary" "%a" (func $seven (result i32)))
    (elem (i32.const 0) $digits)
    (func $digits (result i32)
        (i32.add (i32.mul (call $nine) (i32.const 10)) (call $seven))))`);

test('What one part took of the other by name it takes from the end of the table, and names for the host stay', async () => {
    const [one, two] = link_by_table(first, second('%b'), '%');
    const exported = WebAssembly.Module.exports(new WebAssembly.Module(one)).map(({ name }) => name);
    assert.deepEqual(exported, ['slots', 'memory', 'ours']);
    const program = new Program('https://dikkat.example/');
    await program.instantiate(new WebAssembly.Module(one), {});
    assert.equal(program.first.exports.ours(), 1);
    const compiled = new WebAssembly.Module(two);
    new WebAssembly.Instance(compiled, program.exports(compiled));
    assert.equal(program.first.exports.ours(), 97);
});

test('A function that the first part does not have is an error of the build', () => {
    assert.throws(() => link_by_table(first, second('%c'), '%'), /imports %c, which the first does not export/);
});
