// Real course sites, built as docs/en/embed.md tells instructors to, word by word: what it has in its code blocks is what goes in.
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const kHere = dirname(fileURLToPath(import.meta.url));
const kRoot = resolve(kHere, '../..');
const kBuilt = join(kRoot, 'build/sites');
const kAddress = 'https://dikkat.example/v1/';

// The code blocks under a heading of the instructions, with the address of the playground that is tested.
export async function snippets(heading, address) {
    const text = await readFile(join(kRoot, 'docs/en/embed.md'), 'utf8');
    const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
    if (!section) throw new Error(`the instructions have no section ${heading}`);
    return [...section.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, code]) => code.replaceAll(kAddress, address));
}

// docs/example-lesson as an element holds it.
async function example_lesson() {
    const read = (name) => readFile(join(kRoot, 'docs/example-lesson', name), 'utf8');
    const lesson = { json: JSON.parse(await read('lesson.json')), texts: { tr: await read('tr.md'), en: await read('en.md') } };
    return JSON.stringify(lesson).replaceAll('<', '\\u003c');
}

// Plain frames, every other one in a sandbox: more than a page may have contexts.
function twelve_frames(address) {
    const frame = (index) => `<iframe src="${address}embed.html?lesson=multi-head&amp;lang=en&amp;text=off" title="${index}" width="100%" height="360"${index % 2 ? ' sandbox="allow-scripts"' : ''}></iframe>`;
    return `<div>\n${Array.from({ length: 12 }, (_, index) => frame(index)).join('\n')}\n</div>`;
}

// A course's sources in a folder of their own, its comments filled by `blocks`.
async function course(name, blocks) {
    const folder = join(kBuilt, name);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await cp(join(kHere, 'sites', name), join(folder, 'source'), { recursive: true, filter: (path) => !path.includes('node_modules') });
    for (const file of await readdir(join(folder, 'source'), { recursive: true })) {
        if (!file.endsWith('.md')) continue;
        const path = join(folder, 'source', file);
        const text = await readFile(path, 'utf8');
        await writeFile(path, text.replaceAll(/<!-- (.*?) -->/g, (comment, block) => blocks[block] ?? comment));
    }
    return folder;
}

// Answers the folder of the built site.
export async function build_mkdocs(address) {
    const [frame] = await snippets('Plain HTML', address);
    const [element] = await snippets('MkDocs', address);
    const [script] = element.split('\n');
    const folder = await course('mkdocs', { 'Plain HTML': frame, MkDocs: element, 'MkDocs script': script, lesson: await example_lesson(), twelve: twelve_frames(address) });
    await run('mkdocs', ['build', '--quiet', '--strict', '--config-file', join(folder, 'source/mkdocs.yml'), '--site-dir', join(folder, 'site')]);
    return join(folder, 'site');
}

export async function build_vitepress(address) {
    const [configuration, theme, element] = await snippets('VitePress', address);
    const folder = await course('vitepress', { VitePress: element, twelve: twelve_frames(address) });
    const source = join(folder, 'source');
    await mkdir(join(source, '.vitepress/theme'), { recursive: true });
    await cp(join(kRoot, 'docs/example-lesson'), join(source, 'public/example-lesson'), { recursive: true });
    await writeFile(join(source, '.vitepress/instructions.mjs'), configuration);
    await cp(join(source, '.vitepress/course.mjs'), join(source, '.vitepress/config.mjs'));
    await writeFile(join(source, '.vitepress/theme/index.mjs'), theme);
    await install_packages(source);
    await run(process.execPath, [join(source, 'node_modules/vitepress/bin/vitepress.js'), 'build', source], { cwd: source });
    return join(folder, 'site');
}

// The packages of the lock file, and beside them ours as npm packs it.
async function install_packages(source) {
    const installed = join(kHere, 'sites/vitepress/node_modules');
    await mkdir(join(source, 'node_modules'));
    for (const name of await readdir(installed)) {
        if (!name.startsWith('.')) await symlink(join(installed, name), join(source, 'node_modules', name));
    }
    const place = join(source, 'node_modules/dikkat-playground');
    await mkdir(place);
    await run('tar', ['-xzf', await pack(source), '-C', place, '--strip-components=1']);
}

// `npm pack` of the built site's package; answers the archive.
export async function pack(folder) {
    const { stdout } = await run('npm', ['pack', join(kRoot, 'build/site/package'), '--json', '--pack-destination', folder], { cwd: folder });
    return join(folder, JSON.parse(stdout)[0].filename);
}
