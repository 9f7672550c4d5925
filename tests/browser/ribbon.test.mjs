// A ribbon is its bar, bent: the bar's own width where it leaves and where it arrives, the waist between, in whole coverage.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { use_specimen } from './specimen.mjs';

const specimens = use_specimen();

const kVertical = { from: [60, 10], to: [200, 110], end_width: 40, waist: 20, level: 60 };
const kSideways = { from: [10, 60], to: [110, 200], end_width: 40, waist: 20, level: 60, sideways: true };

async function draw(ribbons, options = {}) {
    const specimen = await specimens.open({ width: 260, height: 260, ...options });
    for (const ribbon of ribbons) await specimen.ribbon(ribbon);
    await specimen.draw();
    const image = await specimen.read();
    await specimen.finish();
    // How much of a pixel the black ribbon covers.
    const ground = image.at(0, 0);
    return { ...image, covered: (x, y) => (ground[0] - image.at(x, y)[0]) / ground[0], ratio: specimen.ratio };
}

const row_sum = (image, y) => Array.from({ length: image.width }, (_, x) => image.covered(x, y)).reduce((a, b) => a + b);

test('It has the width of its share at the bar and at the query box', async () => {
    for (const ratio of [1, 2]) {
        const image = await draw([kVertical], { ratio });
        const first = row_sum(image, 10 * ratio), last = row_sum(image, 110 * ratio - 1);
        assert.ok(Math.abs(first / ratio - 40) < 0.6, `it leaves with ${first / ratio}`);
        assert.ok(Math.abs(last / ratio - 40) < 0.6, `it arrives with ${last / ratio}`);
        assert.equal(row_sum(image, 10 * ratio - 1), 0, 'nothing above the bar');
        assert.equal(row_sum(image, 110 * ratio), 0, 'nothing inside of the box');
    }
});

test('It starts and ends in the middle of its shares', async () => {
    const image = await draw([kVertical]);
    for (const [y, centre] of [[10, 60], [109, 200]]) {
        let sum = 0, weighted = 0;
        for (let x = 0; x < image.width; x++) {
            sum += image.covered(x, y);
            weighted += (x + 0.5) * image.covered(x, y);
        }
        assert.ok(Math.abs(weighted / sum - centre) < 0.5, `row ${y}: ${weighted / sum}`);
    }
});

test('Between them it is as wide as its waist, measured across', async () => {
    // The curve of these ends is steepest in its middle: a straight vertical one shows the waist in a row.
    const image = await draw([{ from: [130, 10], to: [130, 210], end_width: 60, waist: 20, level: 110 }]);
    assert.ok(Math.abs(row_sum(image, 110) - 20) < 0.3, `the waist is ${row_sum(image, 110)}`);
});

test('Sideways is the same drawing with x and y exchanged', async () => {
    for (const ratio of [1, 2]) {
        const upright = await draw([kVertical], { ratio });
        const sideways = await draw([kSideways], { ratio });
        for (let y = 0; y < upright.height; y++)
            for (let x = 0; x < upright.width; x++) {
                const [a, b] = [upright.at(x, y)[0], sideways.at(y, x)[0]];
                assert.ok(Math.abs(a - b) <= 24, `${x}, ${y}: ${a} and ${b}`);  // a GPU takes slopes from blocks of 2 x 2 pixels
            }
    }
});

test('A ribbon to the box above it is the mirror of one to the box below', async () => {
    const down = await draw([{ from: [60, 10], to: [200, 110], end_width: 40, waist: 20, level: 60 }]);
    const up = await draw([{ from: [60, 250], to: [200, 150], end_width: 40, waist: 20, level: 200 }]);
    for (let y = 0; y < down.height; y++)
        for (let x = 0; x < down.width; x++) assert.ok(Math.abs(down.at(x, y)[0] - up.at(x, 259 - y)[0]) <= 2, `${x}, ${y}`);
});

test('A hairline keeps its weight: a fifth of a pixel darkens by a fifth', async () => {
    const image = await draw([{ from: [130, 10], to: [130, 210], end_width: 0.2, waist: 0.2, level: 110 }]);
    for (const y of [20, 60, 110, 180]) assert.ok(Math.abs(row_sum(image, y) - 0.2) < 0.02, `row ${y}: ${row_sum(image, y)}`);
});

test('Six shares fill the query box without a gap', async () => {
    const weights = [0.517, 0.018, 0.042, 0.034, 0.353, 0.036];
    let from = 0;
    const ribbons = weights.map((weight, j) => {
        const share = { from: [20 + 40 * j + 16 * weight, 10], to: [80 + (from + weight / 2) * 100, 110], end_width: weight * 100, waist: weight * 37, level: 60 };
        from += weight;
        return share;
    });
    const image = await draw(ribbons);
    // Two neighbours that share a pixel in halves leave a quarter of it: alpha knows no sides.
    for (let x = 80; x < 180; x++) assert.ok(image.covered(x, 109) > 0.7, `column ${x} of the box is covered by ${image.covered(x, 109)}`);
});
