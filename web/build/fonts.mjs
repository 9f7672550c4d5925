// The page's and the canvas's fonts: Inter and JetBrains Mono, 400 and 600, subset to what Turkish, English and the formulas need.
// woff2 for the browser; TTF for the native program and for stb_truetype where a browser falsifies canvas pixels.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const subset_font = require('subset-font');

// FAMILY-WEIGHT and where its package keeps it.
const kFaces = {
    'inter-400': '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
    'inter-600': '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
    'jetbrains-mono-400': '@expo-google-fonts/jetbrains-mono/400Regular/JetBrainsMono_400Regular.ttf',
    'jetbrains-mono-600': '@expo-google-fonts/jetbrains-mono/600SemiBold/JetBrainsMono_600SemiBold.ttf',
};
const kLicences = {
    Inter: '@expo-google-fonts/inter/LICENSE_FONT',
    'JetBrains Mono': '@expo-google-fonts/jetbrains-mono/LICENSE_FONT',
};

// What the interface, the lessons and a Turkish or English sentence need; fetched at once.
const kEveryday = [
    range(0x20, 0x7e),
    'ÇçĞğİıÖöŞşÜüÂâÎîÛû',
    '‘’“”…•·°±×÷−–—∞√Σ≤≥≠≈→←↑↓₺½²',
    'αβγεμ',
    '\u00a0\u2009\u202f',  // spaces
].join('');
// Letters of the neighbouring languages, Greek and mathematics; fetched when one of them is shown.
const kMore = without(kEveryday, [
    range(0xa1, 0x17f),
    range(0x391, 0x3a9),
    range(0x3b1, 0x3c9),
    'Ȧșțẞ„†‰′″€∑∂∇≡∈↔⊙⁰¹³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉',
].join(''));
const kPieces = { '': kEveryday, '-more': kMore };

// Kerning and marks alone, without the rules and glyphs of ligatures and stylistic sets: the canvas places letter by letter, and the
// page does as it does. Bytes of a first visit.
const kSubset = { noLayoutClosure: true, keepFeatures: ['kern', 'mark'] };

// Writes a woff2 for each face and piece, and a TTF with all of a face, into `folder`.
export async function build_fonts(folder) {
    await mkdir(folder, { recursive: true });
    for (const [name, path] of Object.entries(kFaces)) {
        const font = await readFile(require.resolve(path));
        for (const [piece, characters] of Object.entries(kPieces)) {
            await writeFile(join(folder, `${name}${piece}.woff2`), await subset_font(font, characters, { targetFormat: 'woff2', ...kSubset }));
        }
        const ttf = Buffer.from(await subset_font(font, kEveryday + kMore, { targetFormat: 'truetype', ...kSubset }));
        make_size_the_em(ttf);
        await writeFile(join(folder, `${name}.ttf`), ttf);
    }
}

// The faces' CSS, under names of their own: a page may have other cuts of them. The canvas draws its text with the same.
export function fonts_css() {
    return Object.keys(kFaces).flatMap((name) => Object.entries(kPieces).map(([piece, characters]) => `@font-face {
    font-family: '${name.startsWith('inter') ? 'Dikkat Inter' : 'Dikkat Mono'}';
    font-weight: ${name.slice(-3)};
    font-display: swap;
    src: url(fonts/${name}${piece}.woff2) format('woff2');
    unicode-range: ${unicode_range(characters)};
}
`)).join('');
}

// "U+20-7E,U+C7": the code points of `characters` as CSS writes them.
function unicode_range(characters) {
    const codes = [...new Set(characters)].map((character) => character.codePointAt(0)).sort((a, b) => a - b);
    const runs = [];
    for (const code of codes) {
        if (runs.at(-1)?.last === code - 1) runs.at(-1).last = code;
        else runs.push({ first: code, last: code });
    }
    const hex = (code) => code.toString(16).toUpperCase();
    return runs.map(({ first, last }) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`)).join(',');
}

export async function font_licences() {
    const entries = Object.entries(kLicences);
    return Promise.all(entries.map(async ([name, path]) => ({ name, text: await readFile(require.resolve(path), 'utf8') })));
}

// stb_truetype scales by ascent minus descent. With the two adding up to the em, a size means the same there as in CSS.
function make_size_the_em(ttf) {
    const units_per_em = ttf.readUInt16BE(table_offset(ttf, 'head') + 18);
    const hhea = table_offset(ttf, 'hhea');
    const ascent = Math.round(units_per_em * 0.86);
    ttf.writeInt16BE(ascent, hhea + 4);
    ttf.writeInt16BE(ascent - units_per_em, hhea + 6);
}

function table_offset(ttf, tag) {
    const count = ttf.readUInt16BE(4);
    for (let i = 0; i < count; i++) {
        const entry = 12 + 16 * i;
        if (ttf.toString('latin1', entry, entry + 4) === tag) return ttf.readUInt32BE(entry + 8);
    }
    throw new Error(`the font has no ${tag} table`);
}

function range(first, last) {
    return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join('');
}

function without(some, characters) {
    return [...characters].filter((character) => !some.includes(character)).join('');
}
