// The loop of a fuzz run, in a thread of its own that fuzz.mjs watches: runs inputs, keeps those that reach something new, makes new ones
// of them. New is a statement or a branch that was not taken before, or not as often (1, 2, 3, 4-7, 8-15, ... times, as libFuzzer counts),
// or an outcome that the target names.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { generator } from '../web/random.mjs';
import { Mutator } from './mutate.mjs';

const kRecent = 16;  // inputs that were kept last are tried more
const kTraps = ['__proto__', 'constructor', 'toString', 'valueOf', 'length', 'toJSON', '\ufeff', '\u2028', '\u0000'];  // of readers in JavaScript

const { script, words, inputs, seconds, seed, corpus_folder, shared } = workerData;
const control = new Int32Array(shared.control);  // whether an input is being run, how many were, its length
const current = new Uint8Array(shared.input);

const target = await import(pathToFileURL(script));
await target.prepare?.();
const known = new Set();  // Istanbul's record of each module
const counters = [], seen = [];  // and what was seen of each counter: a bit for each magnitude
const outcomes = new Set();
let reached = 0, slowest = 0;
const corpus = [];
await (seconds === 0 ? repeat() : fuzz());

async function repeat() {
    for (const bytes of inputs) await run(bytes);
    report();
}

async function fuzz() {
    const random = generator(seed);
    const encoder = new TextEncoder();
    const as_bytes = (list = []) => list.map((word) => (typeof word === 'string' ? encoder.encode(word) : word));
    const mutator = new Mutator(random, corpus, [kTraps, target.dictionary, words].map(as_bytes), target.longest ?? 4096);
    const seeds = [[], ...inputs, ...target.seeds?.() ?? []].map((bytes) => new Uint8Array(bytes));  // a Buffer's slice() would be no copy
    for (const bytes of seeds) if (await run(bytes)) corpus.push(bytes);
    const end = performance.now() + 1000 * seconds;
    while (performance.now() < end) {
        const recent = random(2) && corpus.length > kRecent;
        const parent = recent ? corpus[corpus.length - 1 - random(kRecent)] : corpus[random(corpus.length)] ?? new Uint8Array();
        const bytes = mutator.of(parent);
        if (!await run(bytes)) continue;
        corpus.push(bytes);
        writeFileSync(join(corpus_folder, createHash('sha1').update(bytes).digest('hex')), bytes);
    }
    report();
}

// Whether it reached something new. What is found ends the run.
async function run(bytes) {
    current.set(bytes);
    control[2] = bytes.length;
    control[0] = 1;
    const begun = performance.now();
    let outcome;
    try {
        outcome = target.fuzz(bytes.slice());
        if (outcome instanceof Promise) outcome = await outcome;
    } catch (error) {
        parentPort.postMessage({ found: error?.stack ?? String(error) });
        await new Promise(() => {});  // fuzz.mjs ends it
    }
    slowest = Math.max(slowest, performance.now() - begun);
    control[0] = 0;
    control[1]++;
    return is_new(outcome);
}

function is_new(outcome) {
    find_counters();
    let fresh = 0;
    for (let list = 0; list < counters.length; list++) {
        const counts = counters[list];
        const before = seen[list];
        for (let i = 0; i < counts.length; i++) {
            if (counts[i] === 0) continue;
            const bit = 1 << magnitude(counts[i]);
            counts[i] = 0;
            if (before[i] & bit) continue;
            before[i] |= bit;
            fresh++;
        }
    }
    if (outcome !== undefined && !outcomes.has(outcome)) {
        outcomes.add(outcome);
        fresh++;
    }
    reached += fresh;
    return fresh > 0;
}

// 1, 2, 3, 4-7, 8-15, 16-31, 32-127, more: a bit for each.
function magnitude(count) {
    if (count <= 3) return count - 1;
    return count < 8 ? 3 : count < 16 ? 4 : count < 32 ? 5 : count < 128 ? 6 : 7;
}

// Istanbul's counters of statements, functions and branches, as dense arrays; of modules that came since as well.
function find_counters() {
    for (const file of Object.values(globalThis.__counted__ ?? {})) {
        if (known.has(file)) continue;
        known.add(file);
        for (const group of ['s', 'f', 'b']) file[group] = Object.values(file[group]);
        for (const counts of [file.s, file.f, ...file.b]) {
            counters.push(counts);
            seen.push(new Uint8Array(counts.length));
        }
    }
}

function report() {
    parentPort.postMessage({ done: { runs: control[1], kept: corpus.length, reached, outcomes: [...outcomes], slowest: Math.round(slowest) } });
}
