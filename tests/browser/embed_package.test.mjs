// The element as other people get it: its size, its types as an editor reads them, the package as npm packs it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { pack } from './embed_sites.mjs';

const kMostBytes = 5000;
const run = promisify(execFile);
const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../..');
const tsc = join(here, 'node_modules/typescript/lib/tsc.js');

// A project that has installed the package as npm packs it.
async function project(files, use) {
    const folder = await mkdtemp(join(tmpdir(), 'dikkat-package-'));
    try {
        const place = join(folder, 'node_modules/dikkat-playground');
        await mkdir(place, { recursive: true });
        await run('tar', ['-xzf', await pack(folder), '-C', place, '--strip-components=1']);
        for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
        await use(folder, place);
    } finally {
        await rm(folder, { recursive: true, force: true });
    }
}

test('The element is one file under 5 KB with gzip and brings nothing else', async () => {
    const code = await readFile(join(root, 'build/site/embed.js'));
    const size = gzipSync(code, { level: 9 }).length;
    console.log(`note: embed.js is ${size} bytes with gzip, of ${kMostBytes}`);
    assert.ok(size <= kMostBytes, `${size} bytes`);
    assert.doesNotMatch(code.toString(), /\bimport\s*[({"'*]|\bfrom\s*["']/);
});

test('npm packs the element, its types, a description and the licence, and nothing else', async () => {
    await project({}, async (folder, place) => {
        const description = JSON.parse(await readFile(join(place, 'package.json'), 'utf8'));
        assert.match(description.version, /^\d+\.\d+\.\d+$/);
        assert.deepEqual(Object.keys(description.dependencies ?? {}), []);
        for (const name of ['embed.js', 'embed.d.ts', 'LICENSE', 'README.md']) assert.ok((await readFile(join(place, name))).length > 0, name);
    });
});

test('It can be imported where there are no elements, as site builders do', async () => {
    await project({ 'page.mjs': "import { DikkatPlayground } from 'dikkat-playground';\nDikkatPlayground.base = 'https://dikkat.example/v1/';\nconsole.log(DikkatPlayground.base);\n" }, async (folder) => {
        const { stdout } = await run(process.execPath, ['page.mjs'], { cwd: folder });
        assert.equal(stdout, 'https://dikkat.example/v1/\n');
    });
});

const kRight = `
import { DikkatPlayground, type ExerciseEvent } from 'dikkat-playground';
DikkatPlayground.base = 'https://dikkat.example/v1/';
const playground = document.querySelector('dikkat-playground')!;
playground.lesson = 'gpt';
playground.theme = 'dark';
playground.addEventListener('exercise', ({ detail }) => { const done: boolean = detail.passed; console.log(detail.id, done); });
playground.addEventListener('click', () => {});
export async function ask(): Promise<number> {
    await playground.ready;
    const answer = await playground.dispatch({ type: 'undo' });
    if (!answer.ok) throw new Error(answer.error.message);
    return (await playground.query<{ value: number }>('tensor/x/0/0')).value;
}
export type Told = ExerciseEvent;
`;
const kWrong = [
    "import 'dikkat-playground'; document.querySelector('dikkat-playground')!.theme = 'pink';",
    "import 'dikkat-playground'; document.querySelector('dikkat-playground')!.dispatch({ lesson: 'gpt' });",
    "import 'dikkat-playground'; document.querySelector('dikkat-playground')!.addEventListener('step', ({ detail }) => detail.passed);",
];

test('The types read what the instructions do and refuse what is wrong', async () => {
    const files = Object.fromEntries([['right.ts', kRight], ...kWrong.map((text, i) => [`wrong${i}.ts`, text])]);
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2022,dom'];
    await project(files, async (folder) => {
        const { stdout } = await run(process.execPath, [tsc, ...options, ...Object.keys(files)], { cwd: folder }).catch((error) => error);
        const refused = [...stdout.matchAll(/^([\w.]+)\(.*error TS/gm)].map(([, file]) => file);
        assert.deepEqual([...new Set(refused)].sort(), kWrong.map((text, i) => `wrong${i}.ts`), stdout);
    });
});
