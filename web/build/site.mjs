// node web/build/site.mjs --wasm build/wasm --out build/site
// node web/build/site.mjs --data-only --out FOLDER    (lessons and fonts alone, for the desktop program)
//
// Puts the site together: index.html and web/*.js, *.css as they are, the wasm under a name with its content's hash, fonts, colours,
// lessons and the interface's words. Every address in it is relative, so it works from any folder of any server.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { build_fonts, font_licences } from './fonts.mjs';
import { build_lessons } from './lessons.mjs';
import { static_result } from './static_result.mjs';
import { tokens_css } from './tokens_css.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const web = join(root, 'web');
const kFirstLesson = 'multi-head';  // as in page.js

const { values: options } = parseArgs({
    options: {
        wasm: { type: 'string', default: join(root, 'build/wasm') },
        out: { type: 'string', default: join(root, 'build/site') },
        'data-only': { type: 'boolean', default: false },
    },
});

// Built beside the old site and swapped in at the end: a build that fails leaves the old one whole.
const fresh = `${resolve(options.out)}.new`;
await rm(fresh, { recursive: true, force: true });
await mkdir(fresh, { recursive: true });

await build_fonts(join(fresh, 'fonts'));
const bundle = await build_lessons(join(web, 'lessons'));
await write_json('lessons.json', bundle);
if (!options['data-only']) await build_page();

await rm(options.out, { recursive: true, force: true });
await rename(fresh, options.out);

async function build_page() {
    const program = await place_program();
    await writeFile(join(fresh, 'tokens.css'), tokens_css(JSON.parse(await readFile(join(web, 'tokens.json'), 'utf8'))));
    await place_page({ ...program, '<!-- static result -->': await static_result_table() });
    await write_json('texts.json', await interface_texts());
    await writeFile(join(fresh, 'licenses.txt'), await licences());
}

// The script and the wasm carry one hash: a new script never meets an old wasm.
async function place_program() {
    const script = await readFile(join(options.wasm, 'dikkat.mjs'), 'utf8');
    const wasm = await readFile(join(options.wasm, 'dikkat.wasm'));
    const hash = createHash('sha256').update(script).update(wasm).digest('hex').slice(0, 12);
    const names = { 'dikkat.mjs': `dikkat.${hash}.mjs`, 'dikkat.wasm': `dikkat.${hash}.wasm`, '0 /* bytes of the wasm */': wasm.length };
    await writeFile(join(fresh, names['dikkat.mjs']), with_names(script, names));
    await writeFile(join(fresh, names['dikkat.wasm']), wasm);
    return names;
}

async function place_page(names) {
    const scripts = (await readdir(web)).filter((name) => /\.(js|css|html)$/.test(name)).map((name) => join(web, name));
    for (const path of scripts) {
        const name = path.slice(path.lastIndexOf('/') + 1);
        await writeFile(join(fresh, name), with_names(await readFile(path, 'utf8'), names));
    }
    const page = with_names(await readFile(join(root, 'index.html'), 'utf8'), names);
    await writeFile(join(fresh, 'index.html'), await with_one_style_sheet(page));
    const pictures = join(web, 'pictures');
    if (existsSync(pictures)) await cp(pictures, join(fresh, 'pictures'), { recursive: true });
}

// The page's style sheets as one file, in their order: one answer of the server instead of eight.
async function with_one_style_sheet(page) {
    const links = [...page.matchAll(/^ *<link rel="stylesheet" href="([^"]+)">\n/gm)];
    const styles = await Promise.all(links.map(([, name]) => readFile(join(fresh, name), 'utf8')));
    await writeFile(join(fresh, 'style.css'), styles.join('\n'));
    const [first, ...rest] = links.map(([line]) => line);
    return rest.reduce((text, line) => text.replace(line, ''), page).replace(first, first.replace(links[0][1], 'style.css'));
}

function with_names(text, names) {
    return Object.entries(names).reduce((result, [from, to]) => result.replaceAll(from, to), text);
}

// The one table of words is C++'s; the page gets its copy from the program itself.
async function interface_texts() {
    return query('texts');
}

function static_result_table() {
    const lesson = bundle.lessons.find(({ data }) => data.id === kFirstLesson);
    return static_result(lesson, (path) => query('--lessons', join(web, 'lessons'), '--lesson', kFirstLesson, path));
}

async function query(...question) {
    const program = join(options.wasm, 'dikkat-query.cjs');
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...question], { cwd: root, maxBuffer: 1 << 24 });
    return JSON.parse(stdout);
}

async function licences() {
    const parts = [{ name: 'Dikkat', text: await readFile(join(root, 'LICENSE'), 'utf8') }, ...(await font_licences())];
    const imgui = join(root, '.cache/imgui/LICENSE.txt');
    if (existsSync(imgui)) parts.push({ name: 'Dear ImGui', text: await readFile(imgui, 'utf8') });
    return parts.map(({ name, text }) => `${name}\n${'='.repeat(name.length)}\n\n${text.trim()}\n`).join('\n\n');
}

async function write_json(name, value) {
    await writeFile(join(fresh, name), JSON.stringify(value));
}
