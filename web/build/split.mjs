// node web/build/split.mjs --program dikkat.mjs --lesson lesson.json --parts FOLDER --opt WASM_OPT --split WASM_SPLIT
//
// Cuts the page's program in two, after every link: dikkat.wasm keeps the functions that the first lesson calls when it is walked
// (walk.mjs), dikkat.later.wasm gets the rest. The second part is given what it takes of the first (wasm_table.mjs); until then each of its
// functions that the first part calls is an import of the module "p", for placeholder (web/program.js).
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { link_by_table } from './wasm_table.mjs';

const { values: options } = parseArgs({
    options: Object.fromEntries(['program', 'lesson', 'parts', 'opt', 'split'].map((name) => [name, { type: 'string' }])),
});
const kAll = '--all-features';
const kOurs = ['--mvp-features', '--enable-mutable-globals', '--enable-simd'];  // what browsers must know
const kPrefix = '%';  // of what is exported for the second part
const first = options.program.replace(/mjs$/, 'wasm');
const later = options.program.replace(/mjs$/, 'later.wasm');
const [whole, walked, profile] = ['whole.wasm', 'walked.wasm', 'walk.prof'].map((name) => join(options.parts, name));

mkdirSync(options.parts, { recursive: true });
rmSync(later, { force: true });
renameSync(first, whole);
if (options.split.endsWith('-NOTFOUND')) {
    run(options.opt, kAll, '--strip-debug', whole, '-o', first);
} else {
    run(options.split, kAll, '--instrument', '--profile-export=__write_profile', whole, '-o', walked);
    const walk = fileURLToPath(new URL('walk.mjs', import.meta.url));
    run(process.execPath, walk, '--script', options.program, '--wasm', walked, '--lesson', options.lesson, '--profile', profile);
    run(options.split, kAll, whole, `--profile=${profile}`, `--export-prefix=${kPrefix}`, '--placeholder-namespace=p', '-o1', first, '-o2', later);
    for (const part of [first, later]) run(options.opt, ...kOurs, '-Oz', '--strip', part, '-o', part);  // what the cut left over
    const linked = link_by_table(readFileSync(first), readFileSync(later), kPrefix);
    [first, later].forEach((part, i) => writeFileSync(part, linked[i]));
}

function run(program, ...words) {
    execFileSync(program, words, { stdio: ['ignore', 'ignore', 'inherit'] });
}
