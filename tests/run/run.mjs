// node tests/run/run.mjs [WORD...]: every test and check of an already built tree (./dev test builds it), a line for each suite and
// the sum at the end. With words, only the suites whose name has one of them: ./dev test browser.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { broken_rules_of_tree } from './includes.mjs';
import { kLogs, kRoot, run } from './process.mjs';
import { gtest_counts, node_counts, script_counts } from './counts.mjs';

const kFuzzSeconds = Number(process.env.FUZZ_SECONDS || 10);  // for each target
// The daily run begins at one seed and says the same of the same sources; a longer one looks elsewhere each time.
const kFuzzSeed = process.env.FUZZ_SECONDS ? null : '1';
const kFuzzLimit = 1000 * kFuzzSeconds + 120_000;  // ms, with what it takes to begin

const words = process.argv.slice(2);
const total = { passed: 0, failed: 0 };
const broken = [];

mkdirSync(kLogs, { recursive: true });
for (const { name, check } of [...checks(), ...native_suites(), ...wasm_suites(), ...fuzz_suites(), ...script_fuzz_suites(), ...pytorch_suites(), ...script_suites(), ...browser_suites()]) {
    if (words.length && !words.some((word) => name.includes(word))) continue;
    const started = Date.now();
    const { passed, failed, report, notes = [] } = await check();
    total.passed += passed;
    total.failed += failed;
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(`${failed ? 'FAILED' : 'ok    '}  ${name}: ${passed} passed${failed ? `, ${failed} failed` : ''} (${seconds} s)`);
    for (const note of notes) console.log(`        ${note}`);
    if (!failed) continue;
    broken.push(name);
    console.log(report.trimEnd().replaceAll(/^/gm, '        '));
}
if (total.passed + total.failed === 0) {
    console.log(`No suite's name has ${words.join(' or ')}.`);
    total.failed = 1;
}
if (broken.length) console.log(`\nRun a suite again with: ./dev test "${broken[0]}". Whole outputs are in build/logs/.`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed ? 1 : 0;

function checks() {
    return [
        { name: 'rules of src: includes, platforms, headers', check: async () => one(broken_rules_of_tree(join(kRoot, 'src')).join('\n')) },
        { name: 'format of the C++ sources', check: format_check },
    ];
}

// A check is one test; it passes when it has nothing to report.
function one(report) {
    return report ? { passed: 0, failed: 1, report } : { passed: 1, failed: 0, report };
}

async function format_check() {
    const sources = ['src', 'tests'].flatMap((folder) => files_of(join(kRoot, folder)).filter((name) => /\.(h|cpp)$/.test(name)));
    const { code, output } = await run('format', 'clang-format', ['--dry-run', '-Werror', ...sources]);
    const places = output.split('\n').filter((line) => line.includes('error:'));
    return one(code ? `${places.slice(0, 20).join('\n')}\nRun ./dev format.` : '');
}

function files_of(folder) {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        if (entry.name === 'node_modules') return [];
        const path = join(folder, entry.name);
        return entry.isDirectory() ? files_of(path) : [path];
    });
}

function programs(build, pattern) {
    const folder = join(kRoot, 'build', build);
    const places = [folder, join(folder, 'tests')].filter(existsSync);
    return places.flatMap((place) => readdirSync(place).filter((name) => pattern.test(name)).sort().map((name) => join(place, name)));
}

function native_suites() {
    return programs('test', /^dikkat-tests-\w+$/).map((path) => gtest_suite(`${room_of(path)}, native with sanitizers`, path, []));
}

function wasm_suites() {
    return programs('wasm', /^dikkat-tests-\w+\.cjs$/).map((path) => gtest_suite(`${room_of(path)}, wasm`, process.execPath, [path]));
}

function room_of(path) {
    return /dikkat-tests-(\w+)/.exec(path)[1];
}

function gtest_suite(name, command, args) {
    return {
        name,
        check: async () => gtest_counts(await run(name, command, [...args, '--gtest_brief=0'])),
    };
}

function fuzz_suites() {
    return programs('fuzz', /^dikkat-fuzz-\w+$/).map((path) => {
        const name = `fuzz ${/dikkat-fuzz-(\w+)/.exec(path)[1]}, ${kFuzzSeconds} s`;
        return { name, check: () => fuzz(name, path) };
    });
}

async function fuzz(name, path) {
    const target = /dikkat-fuzz-(\w+)/.exec(path)[1];
    const corpus = join(kRoot, 'build/fuzz/corpus', target);
    const artifacts = join(kRoot, 'build/fuzz/found', target);
    for (const folder of [corpus, artifacts]) mkdirSync(folder, { recursive: true });
    const seeds = join(kRoot, 'tests/fuzz/corpus', target);
    const options = [`-max_total_time=${kFuzzSeconds}`, '-timeout=10', '-rss_limit_mb=2048', '-max_len=65536', `-artifact_prefix=${artifacts}/`];
    if (kFuzzSeed) options.push(`-seed=${kFuzzSeed}`);
    const { code, output } = await run(name, path, [...options, corpus, ...(existsSync(seeds) ? [seeds] : [])], kFuzzLimit);
    return one(code ? `${output.split('\n').slice(-40).join('\n')}\nThe input that broke it is in build/fuzz/found/${target}/.` : '');
}

// Of the readers in JavaScript.
function script_fuzz_suites() {
    const folder = join(kRoot, 'tests/fuzz');
    return readdirSync(join(folder, 'targets')).sort().map((file) => {
        const target = file.replace(/\.mjs$/, '');
        const name = `fuzz ${target}, ${kFuzzSeconds} s`;
        return { name, check: () => script_fuzz(name, join(folder, 'fuzz.mjs'), target) };
    });
}

async function script_fuzz(name, script, target) {
    const options = ['--seconds', String(kFuzzSeconds), ...(kFuzzSeed ? ['--seed', kFuzzSeed] : [])];
    const { code, output } = await run(name, process.execPath, [script, target, ...options], kFuzzLimit);
    return one(code ? output.split('\n').slice(-40).join('\n') : '');
}

// The lessons' own scripts, run by PyTorch.
function pytorch_suites() {
    return programs('test', /^dikkat-pytorch$/).map((path) => ({ name: 'pytorch', check: () => pytorch(path) }));
}

async function pytorch(program) {
    const scripts = join(kRoot, 'build/test/pytorch');
    rmSync(scripts, { recursive: true, force: true });
    const folder = join(kRoot, 'tests/pytorch');
    const written = await run('pytorch scripts', program, [join(kRoot, 'web/lessons'), join(folder, 'edits.json'), scripts]);
    if (written.code) return one(written.output);
    return script_counts(await run('pytorch', process.env.PYTHON || '/usr/bin/python3', [join(folder, 'compare.py'), scripts]));
}

// Tests of the scripts that build and check things.
function script_suites() {
    const folders = ['tests/run', 'tests/web', 'tests/fuzz'];
    const files = folders.flatMap((folder) => test_files(folder));
    return files.length ? [node_suite('scripts', files)] : [];
}

function browser_suites() {
    return test_files('tests/browser').map((file) => node_suite(`browser: ${/([^/]+)\.test\.mjs$/.exec(file)[1]}`, [file]));
}

function test_files(folder) {
    const path = join(kRoot, folder);
    return existsSync(path) ? readdirSync(path).filter((name) => name.endsWith('.test.mjs')).sort().map((name) => join(path, name)) : [];
}

function node_suite(name, files) {
    return { name, check: async () => node_counts(await run(name, process.execPath, ['--test', '--test-reporter=spec', ...files])) };
}
