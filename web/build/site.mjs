// node web/build/site.mjs --wasm build/wasm --out build/site
// node web/build/site.mjs --data-only --out FOLDER    (lessons and fonts alone, for the desktop program)
//
// Puts the site together: index.html, the scripts and styles of web/ bundled and minified by esbuild (one file and no dependency of
// its own; every byte counts on a first visit), the wasm under a name with its content's hash, fonts, colours, lessons and the
// interface's words. Every address in it is relative, so it works from any folder of any server.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import * as esbuild from 'esbuild';
import { build_fonts, font_licences, fonts_css } from './fonts.mjs';
import { embed_page, place_embed_scripts, place_package, place_posters } from './embed.mjs';
import { build_lessons } from './lessons.mjs';
import { place_service_worker } from './offline.mjs';
import { static_figure, static_result } from './static_result.mjs';
import { tokens_css } from './tokens_css.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const web = join(root, 'web');
const kOldestBrowsers = ['chrome105', 'firefox110', 'safari15.4'];  // whose CSS has no nested rules
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

const shipped = [];  // npm packages whose code is in the site's scripts

await build_fonts(join(fresh, 'fonts'));
const bundle = await build_lessons(join(web, 'lessons'));
await place_lessons();
if (!options['data-only']) await build_page();

await rm(options.out, { recursive: true, force: true });
await rename(fresh, options.out);

// The data of all lessons, which the program wants at once, in one file; each text in one of its own, under a name with its hash.
async function place_lessons() {
    const lessons = await Promise.all(bundle.lessons.map(async ({ data, text }) => {
        if (options['data-only']) return { data };
        const languages = Object.entries(text).map(async ([language, words]) => [language, await place_text(data.id, language, words)]);
        return { data, text: Object.fromEntries(await Promise.all(languages)) };
    }));
    await write_json('lessons.json', { lessons });
    const head = ({ data: { id, number, title, short_title }, text }) => ({ data: { id, number, title, short_title }, text });
    const is_first = ({ data }) => data.id === kFirstLesson;
    await write_json('first_lesson.json', { lessons: lessons.filter(is_first), others: lessons.filter((lesson) => !is_first(lesson)).map(head) });
}

async function place_text(id, language, words) {
    const json = JSON.stringify(words);
    const name = `lesson-${id}.${language}.${hash_of(json)}.json`;
    await writeFile(join(fresh, name), json);
    return name;
}

async function build_page() {
    const names = await place_program();
    await place_scripts(names);
    await writeFile(join(fresh, 'fonts.css'), fonts_css());
    const page = await readFile(join(root, 'index.html'), 'utf8');
    await place_page(with_names(page, { ...names, '<!-- static result -->': await of_first_lesson(static_result), '<!-- static figure -->': await of_first_lesson(static_figure) }));
    await write_json('texts.json', await interface_texts());
    await writeFile(join(fresh, 'licenses.txt'), await licences());
    await place_posters(fresh, bundle.lessons, (lesson) => static_figure(lesson, (path) => ask_lesson(lesson.data.id, path)));
    await place_package(root, fresh, (await query('version')).version);
    await place_service_worker(web, fresh);  // last: it names all the others
}

// The script and the wasm's parts carry one hash: a new script never meets an old wasm. Answers what their names in the sources become.
async function place_program() {
    const script = await readFile(join(options.wasm, 'dikkat.mjs'), 'utf8');
    const wasm = await readFile(join(options.wasm, 'dikkat.wasm'));
    const hash = hash_of(script, wasm);
    const later = await place_second_part(hash);
    const names = {
        'dikkat.mjs': `dikkat.${hash}.mjs`,
        'dikkat.wasm': `dikkat.${hash}.wasm`,
        'dikkat.later.wasm': later,
        '0 /* bytes of the wasm */': wasm.length,
    };
    const { code } = await esbuild.transform(with_names(script, names), { minify: true, format: 'esm', charset: 'utf8' });
    await writeFile(join(fresh, names['dikkat.mjs']), code);
    await writeFile(join(fresh, names['dikkat.wasm']), wasm);
    return names;
}

// Answers its name; nothing where the program was not cut.
async function place_second_part(hash) {
    const file = join(options.wasm, 'dikkat.later.wasm');
    if (!existsSync(file)) return '';
    const name = `dikkat.${hash}.later.wasm`;
    await writeFile(join(fresh, name), await readFile(file));
    return name;
}

// Each entry with all that it imports: the page's script, the playground alone (for other pages), the canvas's glyphs, the guard.
async function place_scripts(names) {
    const load = async ({ path }) => ({ contents: with_names(await readFile(path, 'utf8'), names), loader: 'js' });
    const { metafile } = await esbuild.build({
        metafile: true,
        entryPoints: ['page.js', 'playground.js', 'font_canvas.js', 'guard.js'].map((name) => join(web, name)),
        outdir: fresh,
        bundle: true,
        splitting: true,  // what a script imports by import() is fetched when it is needed
        chunkNames: '[name].[hash]',
        minify: true,
        format: 'esm',
        charset: 'utf8',
        plugins: [{ name: 'names', setup: (build) => build.onLoad({ filter: /\.js$/ }, load) }],
    });
    const packages = Object.keys(metafile.inputs).flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
    shipped.push(...new Set(packages));
    await place_embed_scripts(web, fresh);
}

// The page, and its style sheets as one: one answer of the server instead of eight.
async function place_page(page) {
    const links = [...page.matchAll(/^ *<link rel="stylesheet" href="([^"]+)">\n/gm)];
    const styles = await Promise.all(links.map(([, name]) => style_sheet(name)));
    await write_style_sheet('style.css', scalable(styles.join('\n')));
    for (const name of ['page_notice.css', 'page_sheet.css', 'page_twin.css', 'page_exercise.css', 'embed.css']) await write_style_sheet(name, scalable(await style_sheet(name)));
    // Linked when they are wanted.
    for (const name of ['noscript.css', 'page_print.css']) await write_style_sheet(name, await style_sheet(name));
    const [first, ...rest] = links.map(([line]) => line);
    const one = rest.reduce((text, line) => text.replace(line, ''), page).replace(first, first.replace(links[0][1], 'style.css'));
    await writeFile(join(fresh, 'index.html'), one);
    await writeFile(join(fresh, 'embed.html'), embed_page(await readFile(join(web, 'embed.html'), 'utf8'), one));
}

// Lengths are written in px; the page is to grow with its text, so they become rem. Conditions of @media stay what they are.
function scalable(text) {
    return text.replaceAll(/(@media[^{]*)|(\d*\.?\d+)px/g, (all, condition, length) => condition ?? `${length / 16}rem`);
}

async function style_sheet(name) {
    if (name === 'fonts.css') return fonts_css();
    if (name === 'tokens.css') return tokens_css(JSON.parse(await readFile(join(web, 'tokens.json'), 'utf8')));
    return readFile(join(web, name), 'utf8');
}

async function write_style_sheet(name, text) {
    const { code } = await esbuild.transform(text, { loader: 'css', minify: true, charset: 'utf8', target: kOldestBrowsers });
    await writeFile(join(fresh, name), code);
}

function with_names(text, names) {
    return Object.entries(names).reduce((result, [from, to]) => result.replaceAll(from, to), text);
}

// The one table of words is C++'s; the page gets its copy of those that it says from the program itself.
async function interface_texts() {
    const scripts = (await readdir(web)).filter((name) => name.startsWith('page') && name.endsWith('.js'));
    const said = (await Promise.all(scripts.map((name) => readFile(join(web, name), 'utf8')))).join();
    const is_said = ([name]) => name.startsWith('page_') || said.includes(`'${name}'`);
    const languages = Object.entries(await query('texts'));
    return Object.fromEntries(languages.map(([language, words]) => [language, Object.fromEntries(Object.entries(words).filter(is_said))]));
}

function of_first_lesson(make) {
    const lesson = bundle.lessons.find(({ data }) => data.id === kFirstLesson);
    return make(lesson, (path) => ask_lesson(kFirstLesson, path));
}

function ask_lesson(id, path) {
    return query('--lessons', join(web, 'lessons'), '--lesson', id, path);
}

async function query(...question) {
    const program = join(options.wasm, 'dikkat-query.cjs');
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...question], { cwd: root, maxBuffer: 1 << 24 });
    return JSON.parse(stdout);
}

async function licences() {
    const parts = [{ name: 'Dikkat', text: await readFile(join(root, 'LICENSE'), 'utf8') }, ...(await font_licences())];
    for (const name of shipped) {
        const folder = join(web, 'node_modules', name);
        const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
        parts.push({ name, text: await readFile(join(folder, file), 'utf8') });
    }
    const imgui = join(root, '.cache/imgui/LICENSE.txt');
    if (existsSync(imgui)) parts.push({ name: 'Dear ImGui', text: await readFile(imgui, 'utf8') });
    return parts.map(({ name, text }) => `${name}\n${'='.repeat(name.length)}\n\n${text.trim()}\n`).join('\n\n');
}

function hash_of(...parts) {
    const hash = createHash('sha256');
    for (const part of parts) hash.update(part);
    return hash.digest('hex').slice(0, 12);
}

async function write_json(name, value) {
    await writeFile(join(fresh, name), JSON.stringify(value));
}
