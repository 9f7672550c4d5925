// The canvas's text is the page's own text: the same glyphs on the same pixels.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pixels } from './harness.mjs';
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

// The largest difference of one channel between the canvas and the page's text beside it, and how much is drawn at all.
async function compare(specimen) {
    const image = await pixels(specimen.page);
    const half = image.width / 2;
    let largest = 0;
    let inked = 0;
    const ground = image.at(0, 0);
    for (let y = 0; y < image.height; y++)
        for (let x = 0; x < half; x++) {
            const ours = image.at(x, y);
            const theirs = image.at(x + half, y);
            if (ours.some((value, i) => value !== ground[i])) inked++;
            for (let i = 0; i < 3; i++) largest = Math.max(largest, Math.abs(ours[i] - theirs[i]));
        }
    return { largest, inked };
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
