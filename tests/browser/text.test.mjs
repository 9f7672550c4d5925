// The canvas's text is the page's own text: the same glyphs on the same pixels.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually, pixels } from './harness.mjs';
import { kFaces, use_specimen } from './specimen.mjs';

const kSizes = [11, 11.5, 12, 12.5, 13, 13.5, 15];
const kWords = 'Kedi masaya çıktı, çünkü o yorulmuştu. AVATAR Te Yo ğĞşŞıİ';
const kNumbers = '0.517 0.018 −1.6784 1.2e−07 X[o, 0] 6×8 ±2 ≤ √4 Σ 1.000';
const kLine = 22;

const specimens = use_specimen();

function every_line() {
    const lines = [];
    for (const size of kSizes)
        for (const face of Object.values(kFaces))
            lines.push({ face, size, x: 8, baseline: 20 + lines.length * kLine, words: face < kFaces.mono ? kWords : kNumbers });
    return lines;
}

const kHeight = 20 + kSizes.length * Object.keys(kFaces).length * kLine;

// Of the canvas and the page's text beside it: the largest difference of one channel, the root of the mean of its squares, and how much
// is drawn at all.
async function compare(specimen) {
    const image = await pixels(specimen.page);
    const half = image.width / 2;
    let largest = 0;
    let inked = 0;
    let squares = 0;
    const ground = image.at(0, 0);
    for (let y = 0; y < image.height; y++)
        for (let x = 0; x < half; x++) {
            const ours = image.at(x, y);
            const theirs = image.at(x + half, y);
            if (ours.some((value, i) => value !== ground[i])) inked++;
            for (let i = 0; i < 3; i++) {
                largest = Math.max(largest, Math.abs(ours[i] - theirs[i]));
                squares += (ours[i] - theirs[i]) ** 2;
            }
        }
    return { largest, inked, rms: Math.sqrt(squares / (3 * half * image.height)) };
}

for (const ratio of [1, 2])
    for (const dark of [false, true])
        test(`Text equals the page's in all faces and sizes, at ratio ${ratio}, ${dark ? 'dark' : 'light'}`, async () => {
            const specimen = await specimens.open({ ratio, dark, width: 520, height: kHeight });
            await specimen.texts(every_line());
            await specimen.draw();
            const { largest, inked } = await compare(specimen);
            assert.ok(inked > 10_000 * ratio, `only ${inked} pixels are drawn`);
            assert.ok(largest <= 1, `a channel differs by ${largest}`);
            await specimen.finish();
        });

test('A theme that changes while the program runs makes the glyphs anew', async () => {
    const specimen = await specimens.open({ width: 520, height: kHeight });
    await specimen.texts(every_line());
    for (const dark of [true, false, true]) {
        await specimen.set_theme(dark);
        await specimen.draw();
        assert.ok((await compare(specimen)).largest <= 1);
    }
    await specimen.finish();
});

test("Text is drawn before the page's fonts have come, and drawn anew when they have", async () => {
    let let_go;
    const held = new Promise((done) => (let_go = done));
    const routes = (context) => context.route('**/*.woff2', async (route) => {
        await held;
        await route.continue();
    });
    const specimen = await specimens.open({ width: 520, height: kHeight, query: 'patience=0', routes });
    await specimen.texts(every_line());
    await specimen.draw();
    const early = (await specimen.read()).data;
    assert.ok((await inked_runs(specimen, 20)).length > 0, "the system's face stands in");
    let_go();
    await specimen.page.evaluate(() => document.fonts.ready);
    await eventually(async () => {
        await specimen.draw();
        assert.ok((await compare(specimen)).largest <= 1);
    });
    assert.ok(!(await specimen.read()).data.equals(early), 'the face has changed');
    await specimen.finish();
});

// What Firefox's resistFingerprinting and its like do to a canvas.
function falsify_pixels() {
    const read = CanvasRenderingContext2D.prototype.getImageData;
    CanvasRenderingContext2D.prototype.getImageData = function (...place) {
        const image = read.apply(this, place);
        for (let i = 0; i < image.data.length; i++) image.data[i] = (i * 2654435761) >>> 24;
        return image;
    };
}

for (const dark of [false, true])
    test(`Where a browser falsifies canvas pixels, stb_truetype draws text much like the page's, ${dark ? 'dark' : 'light'}`, async () => {
        for (const ratio of [1, 2]) {
            const specimen = await specimens.open({ width: 520, height: kHeight, ratio, dark, init: falsify_pixels });
            assert.equal(await specimen.page.evaluate(() => module.fontCanvas.trustworthy), false);
            await specimen.texts(every_line());
            await specimen.draw();
            const { rms, inked } = await compare(specimen);
            assert.ok(inked > 10_000 * ratio);
            assert.ok(rms < 20, `the difference's root mean square is ${rms}`);
            await specimen.finish();
        }
    });

// ---- signs that no face has --------------------------------------------------------------------------------------------------------

// The inked columns of the canvas as [first, last] of each run that a gap of `gap` empty columns ends.
async function inked_runs(specimen, gap) {
    const image = await specimen.read();
    const ground = image.at(0, 0).join();
    const runs = [];
    for (let x = 0; x < image.width; x++) {
        const inked = Array.from({ length: image.height }, (_, y) => image.at(x, y).join()).some((colour) => colour !== ground);
        if (!inked) continue;
        if (!runs.length || x - runs.at(-1)[1] > gap) runs.push([x, x]);
        runs.at(-1)[1] = x;
    }
    return runs;
}

test('Signs that no face has are drawn, not boxes or question marks', async () => {
    const specimen = await specimens.open({ ratio: 2, width: 60, height: 40 });
    const seen = new Map();
    for (const sign of ['ᵀ', '⇄', '▾', '✓', '✗', '‖', '?'])
        for (const face of [kFaces.regular, kFaces.mono]) {
            await specimen.clear();
            await specimen.texts([{ face, size: 13, x: 20, baseline: 25, words: sign }]);
            await specimen.draw();
            assert.ok((await inked_runs(specimen, 6)).length === 1, `${sign} is drawn`);
            seen.set(`${sign} ${face}`, (await specimen.read()).data.toString('base64'));
        }
    assert.equal(new Set(seen.values()).size, seen.size, 'every one looks different');
    await specimen.finish();
});

test('Thousands are parted by a gap of 0.28 em', async () => {
    const specimen = await specimens.open({ width: 200, height: 40, ratio: 2 });
    const width_of = async (words) => {
        await specimen.clear();
        await specimen.texts([{ face: kFaces.mono, size: 20, x: 10, baseline: 25, words }]);
        await specimen.draw();
        const runs = await inked_runs(specimen, 1000);
        return (runs[0][1] - runs[0][0]) / 2;
    };
    const grown = (await width_of('1\u202f1')) - (await width_of('11'));
    assert.ok(Math.abs(grown - 0.28 * 20) <= 0.5, `the gap is ${grown} px`);
    await specimen.finish();
});

test('A subscript is lower and smaller than its letter, and the letters of a formula have their roles\' colours', async () => {
    const specimen = await specimens.open({ width: 200, height: 60, ratio: 2 });
    await specimen.texts([{ kind: 'formula', face: kFaces.mono, size: 20, x: 10, baseline: 30, words: 'W_q K' }]);
    await specimen.draw();
    const image = await specimen.read();
    const rows = { query: [], key: [] };
    const columns = { query: [], key: [] };
    for (let y = 0; y < image.height; y++)
        for (let x = 0; x < image.width; x++)
            for (const role of ['query', 'key'])
                if (image.at(x, y).join() === hex(specimen.colours[role]).join()) {
                    rows[role].push(y);
                    columns[role].push(x);
                }
    assert.ok(rows.query.length > 20 && rows.key.length > 20);
    assert.ok(Math.max(...rows.query) >= Math.max(...rows.key) + 8, 'q hangs below the line');
    assert.ok(Math.max(...columns.query) < Math.min(...columns.key), 'and stands before K');
    await specimen.finish();
});

const hex = (colour) => [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));
