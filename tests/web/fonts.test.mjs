// The fonts have a glyph for every character that the interface and the lessons show.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const kSite = fileURLToPath(new URL('../../build/site/', import.meta.url));
const kProgram = fileURLToPath(new URL('../../build/wasm/dikkat-query.cjs', import.meta.url));  // every word of the interface
// Signs that the faces lack: the canvas draws them as strokes.
const kDrawn = new Set('ᵀ✓✗‖⇄▾');

// The code points of a TrueType font: its format 4 and 12 tables.
function code_points(font) {
    const found = new Set();
    const cmap = table(font, 'cmap');
    for (let i = 0; i < font.readUInt16BE(cmap + 2); i++) {
        const at = cmap + font.readUInt32BE(cmap + 4 + 8 * i + 4);
        const format = font.readUInt16BE(at);
        if (format === 4) add_format_4(font, at, found);
        if (format === 12) add_format_12(font, at, found);
    }
    return found;
}

function add_format_4(font, at, found) {
    const bytes = font.readUInt16BE(at + 6);  // two for each segment
    for (let segment = 0; segment < bytes; segment += 2) {
        const end = font.readUInt16BE(at + 14 + segment);
        const start = font.readUInt16BE(at + 16 + bytes + segment);
        for (let code = start; code <= end && code < 0xffff; code++) found.add(code);
    }
}

function add_format_12(font, at, found) {
    for (let group = 0; group < font.readUInt32BE(at + 12); group++) {
        const entry = at + 16 + 12 * group;
        for (let code = font.readUInt32BE(entry); code <= font.readUInt32BE(entry + 4); code++) found.add(code);
    }
}

function table(font, tag) {
    for (let i = 0; i < font.readUInt16BE(4); i++) {
        const entry = 12 + 16 * i;
        if (font.toString('latin1', entry, entry + 4) === tag) return font.readUInt32BE(entry + 8);
    }
    throw new Error(`no table ${tag}`);
}

// Every string inside of a JSON value, but for formulas: those have the browser's own font.
function* strings(value) {
    if (Array.isArray(value) && value[0] === 'math') return;
    if (typeof value === 'string') yield value;
    else if (value && typeof value === 'object') for (const inner of Object.values(value)) yield* strings(inner);
}

async function shown_characters() {
    const words = new Set();
    const texts = (await readdir(kSite)).filter((name) => /^lesson.*\.json$/.test(name)).map((name) => readFile(`${kSite}${name}`, 'utf8'));
    const program = execFileSync(process.execPath, [kProgram, 'texts'], { encoding: 'utf8' });
    for (const json of [program, ...(await Promise.all(texts))]) {
        for (const text of strings(JSON.parse(json))) {
            for (const character of text) words.add(character);
        }
    }
    return [...words].filter((character) => character > ' ' && !kDrawn.has(character));
}

test('Every character of the interface and the lessons is in every font of words', async () => {
    const characters = await shown_characters();
    assert.ok(characters.includes('ğ') && characters.includes('İ'), 'the words were not read');
    const fonts = (await readdir(`${kSite}fonts`)).filter((name) => name.startsWith('inter-') && name.endsWith('.ttf'));
    assert.equal(fonts.length, 2);
    for (const name of fonts) {
        const has = code_points(await readFile(`${kSite}fonts/${name}`));
        assert.deepEqual(characters.filter((character) => !has.has(character.codePointAt(0))), [], `${name} lacks characters`);
    }
});

test('Digits, signs of numbers and Turkish letters are in every font', async () => {
    for (const name of (await readdir(`${kSite}fonts`)).filter((entry) => entry.endsWith('.ttf'))) {
        const has = code_points(await readFile(`${kSite}fonts/${name}`));
        for (const character of '0123456789.,−+-±∞×→≤≥ΣğĞşŞıIiİçÇöÖüÜ') assert.ok(has.has(character.codePointAt(0)), `${name} lacks ${character}`);
    }
});
