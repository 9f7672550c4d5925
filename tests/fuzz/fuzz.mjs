// node tests/fuzz/fuzz.mjs TARGET [--seconds 10] [--seed N]     coverage-guided fuzzing of a reader in JavaScript
// node tests/fuzz/fuzz.mjs TARGET INPUT...                      runs these inputs again
//
// The counterpart of libFuzzer for tests/fuzz/targets/TARGET.mjs, which exports
//
//     fuzz(bytes)   throws where a property does not hold; may answer the name of an outcome, or a promise of it
//     prepare()     before the first input;  seeds()  inputs to begin with, besides tests/fuzz/corpus/TARGET
//     dictionary    words that inputs are made of, besides those of the sources;  longest  bytes of an input
//
// An input that throws, that takes longer than --slowest seconds or more than --largest MB is kept in build/fuzz/found/TARGET.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { bundle } from './bundle.mjs';

const kRoot = fileURLToPath(new URL('../../', import.meta.url));
const kLongestInput = 1 << 20;
const kLook = 100;  // ms

const { values: options, positionals: [name, ...given] } = parseArgs({
    allowPositionals: true,
    options: {
        seconds: { type: 'string', default: '10' },
        seed: { type: 'string' },
        slowest: { type: 'string', default: '10' },  // seconds of the processor for one input
        largest: { type: 'string', default: '2048' },  // MB of the process
        built: { type: 'string', default: join(kRoot, 'build/fuzz') },
    },
});
if (!name) {
    console.error('usage: node tests/fuzz/fuzz.mjs TARGET [--seconds N] [--seed N] [INPUT...]');
    process.exit(2);
}
const target = name.endsWith('.mjs') ? resolve(name) : join(kRoot, 'tests/fuzz/targets', `${name}.mjs`);
const short_name = basename(target, '.mjs');
const inputs = given.map((file) => readFileSync(file));
process.chdir(kRoot);
const corpus_folder = folder('corpus', short_name);
const found_folder = folder('found', short_name);
const seed = Number(options.seed ?? Date.now() % 2 ** 32);
if (!given.length) {
    console.log(`seed ${seed}`);
    inputs.push(...files_of(join(kRoot, 'tests/fuzz/corpus', short_name)), ...files_of(corpus_folder));
}
const shared = { control: new SharedArrayBuffer(12), input: new SharedArrayBuffer(kLongestInput) };  // what the loop is at
const { script, words } = await bundle(target, folder('js'));
watch(new Worker(new URL('loop.mjs', import.meta.url), {
    workerData: { script, words, inputs, seconds: given.length ? 0 : Number(options.seconds), seed, corpus_folder, shared },
    resourceLimits: { maxOldGenerationSizeMb: options.largest / 2 },
}));

function folder(...parts) {
    const path = join(options.built, ...parts);
    mkdirSync(path, { recursive: true });
    return path;
}

function files_of(path) {
    return existsSync(path) ? readdirSync(path).sort().map((file) => readFileSync(join(path, file))) : [];
}

function watch(worker) {
    const control = new Int32Array(shared.control);
    let last = -1, since = 0;
    setInterval(() => {
        const [busy, runs] = control;
        const { user, system } = process.cpuUsage();  // a busy machine may not come to it for long
        const spent = (user + system) / 1e6;
        if (!busy || runs !== last) [last, since] = [runs, spent];
        else if (spent - since > options.slowest) found(`it takes more than ${options.slowest} s`);
        if (process.memoryUsage.rss() > options.largest * 1024 * 1024) found(`it takes more than ${options.largest} MB`);
    }, kLook);
    worker.on('message', ({ found: error, done }) => (done ? finish(done) : found(error)));
    worker.on('error', (error) => found(error.stack));
    worker.on('exit', () => found('the thread ended'));
}

function finish({ runs, kept, reached, outcomes, slowest }) {
    for (const outcome of outcomes) console.log(`    ${outcome}`);
    console.log(given.length ? `${runs} inputs: nothing is wrong` : `${runs} inputs, ${reached} things reached by ${kept} of them, the slowest took ${slowest} ms`);
    process.exit(0);
}

function found(what) {
    const [busy, , length] = new Int32Array(shared.control);
    if (!busy) {
        console.log(what);  // it did not come to an input
        process.exit(1);
    }
    const bytes = new Uint8Array(shared.input).slice(0, length);
    const file = join(found_folder, createHash('sha1').update(bytes).digest('hex'));
    writeFileSync(file, bytes);
    console.log(`${what}\n\ninput: ${JSON.stringify(Buffer.from(bytes.subarray(0, 400)).toString('latin1'))}\nagain: node tests/fuzz/fuzz.mjs ${name} ${relative(kRoot, file)}`);
    process.exit(1);
}
