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

const kCharacters = [
    range(0x20, 0x7e),
    range(0xa0, 0x17f),  // Latin-1 and Extended-A: every letter of Turkish and its neighbours
    range(0x391, 0x3a9),
    range(0x3b1, 0x3c9),
    'Ȧșțẞ‘’“”„†•…‰′″€₺−×÷±∞√∑Σ∂∇≈≠≤≥·∈→←↑↓↔⊙–—',
    '⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉',
    '\u2009\u202f',  // thin spaces
].join('');

// Without the glyphs that only ligatures and stylistic sets lead to: the canvas places letter by letter, and the page does as it does.
const kSubset = { noLayoutClosure: true };

// Writes the eight files into `folder`.
export async function build_fonts(folder) {
    await mkdir(folder, { recursive: true });
    for (const [name, path] of Object.entries(kFaces)) {
        const font = await readFile(require.resolve(path));
        await writeFile(join(folder, `${name}.woff2`), await subset_font(font, kCharacters, { targetFormat: 'woff2', ...kSubset }));
        const ttf = Buffer.from(await subset_font(font, kCharacters, { targetFormat: 'truetype', ...kSubset }));
        make_size_the_em(ttf);
        await writeFile(join(folder, `${name}.ttf`), ttf);
    }
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
