// What the GPU shows of a matrix: the map's own colours, and every special value told apart by its bits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kTokens, use_specimen } from './specimen.mjs';

const kBits = { nan: 0x7fc00000, signalling_nan: 0x7f800001, negative_nan: 0xffc12345, minus_infinity: 0xff800000, infinity: 0x7f800000,
    zero: 0, minus_zero: 0x80000000, denormal: 1, one: 0x3f800000 };

const specimens = use_specimen();

const hex = (colour) => [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));

// ---- the colour maps, computed here from tokens.json --------------------------------------------------------------------------------

const kToLms = [[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566], [0.0883024619, 0.2817188376, 0.6299787005]];
const kToLab = [[0.2104542553, 0.793617785, -0.0040720468], [1.9779984951, -2.428592205, 0.4505937099], [0.0259040371, 0.7827717662, -0.808675766]];
const kFromLab = [[1, 0.3963377774, 0.2158037573], [1, -0.1055613458, -0.0638541728], [1, -0.0894841775, -1.291485548]];
const kFromLms = [[4.0767416621, -3.3077115913, 0.2309699292], [-1.2684380046, 2.6097574011, -0.3413193965], [-0.0041960863, -0.7034186147, 1.707614701]];

const times = (matrix, vector) => matrix.map((row) => row.reduce((sum, m, i) => sum + m * vector[i], 0));
const linear = (byte) => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
const gamma = (light) => 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
const to_lab = (colour) => times(kToLab, times(kToLms, hex(colour).map(linear)).map(Math.cbrt));
const from_lab = (lab) => times(kFromLms, times(kFromLab, lab).map((v) => v ** 3)).map((v) => Math.min(255, Math.max(0, gamma(Math.max(0, v)))));

function map_colour(stops, position) {
    const right = Math.max(1, stops.findIndex(([at]) => at >= position));
    const [[a, left_colour], [b, right_colour]] = [stops[right - 1], stops[right]];
    const t = (position - a) / (b - a);
    const [left_lab, right_lab] = [to_lab(left_colour), to_lab(right_colour)];
    return from_lab(left_lab.map((v, i) => v + (right_lab[i] - v) * t));
}

function assert_colour(actual, expected, what, tolerance = 1) {
    const difference = Math.max(...actual.map((value, i) => Math.abs(value - expected[i])));
    assert.ok(difference <= tolerance, `${what}: ${actual} instead of ${expected.map(Math.round)}`);
}

// The middle of cell i of a row of cells that are `cell` device px wide, from device px (x, y).
const middle = ({ x, y, cell }, i) => [Math.floor(x + (i + 0.5) * cell), Math.floor(y + cell / 2)];

for (const ratio of [1, 2])
    for (const dark of [false, true])
        test(`Every texel of both maps comes out as tokens.json says, at ratio ${ratio}, ${dark ? 'dark' : 'light'}`, async () => {
            const specimen = await specimens.open({ ratio, dark, width: 600, height: 60 });
            const weights = Array.from({ length: 256 }, (_, i) => i / 255);
            const signed = Array.from({ length: 256 }, (_, i) => Math.max(-1, (i - 128) / 127));
            const places = [{ values: weights, y: 8, stops: specimen.colours.seq, weights: true, bound: 1 },
                { values: signed.map((v) => 3 * v), y: 20, stops: specimen.colours.div, weights: false, bound: 3 }];
            for (const place of places) await specimen.heatmap({ x: 8, width: 512, height: 2, rows: 1, columns: 256, ...place });
            await specimen.draw();
            const image = await specimen.read();
            for (const { values, y, stops, bound } of places)
                values.forEach((value, i) => {
                    const pixel = image.at(...middle({ x: 8 * ratio, y: y * ratio, cell: 2 * ratio }, i));
                    assert_colour(pixel, map_colour(stops, value / bound), `texel ${i}`);
                });
            await specimen.finish();
        });

// A row of nine cells of 20 px, one of each special value.
const kNames = Object.keys(kBits);
async function draw_specials(options, difference) {
    const specimen = await specimens.open({ width: 220, height: 40, ...options });
    const place = { x: 10, y: 10, width: kNames.length * 20, height: 20 };
    await specimen.heatmap({ ...place, rows: 1, columns: kNames.length, bits: Object.values(kBits), bound: 1, difference });
    await specimen.draw();
    const image = await specimen.read();
    const ratio = specimen.ratio;
    // All pixels of a cell, without its gap, as {colours: Map("r,g,b" -> count), centre}.
    const cell = (name) => {
        const left = (10 + kNames.indexOf(name) * 20) * ratio;
        const colours = new Map();
        for (let y = 10 * ratio; y < 29 * ratio; y++)
            for (let x = left; x < left + 19 * ratio; x++) {
                const key = image.at(x, y).join();
                colours.set(key, (colours.get(key) ?? 0) + 1);
            }
        return { colours, centre: image.at(Math.floor(left + 9.5 * ratio), Math.floor(19.5 * ratio)), all: (19 * ratio) ** 2 };
    };
    return { specimen, image, cell };
}

const only = (map) => [...map.keys()].sort();

for (const ratio of [1, 2])
    for (const dark of [false, true])
        test(`Special values are told apart by their bits, at ratio ${ratio}, ${dark ? 'dark' : 'light'}`, async () => {
            const { specimen, cell } = await draw_specials({ ratio, dark }, true);
            const { tile, nan, sunken, ink3, canvas } = specimen.colours;

            for (const name of ['nan', 'signalling_nan', 'negative_nan']) {
                const { colours, all } = cell(name);
                assert.deepEqual(only(colours), [hex(tile).join(), hex(nan).join()].sort(), `${name} is striped`);
                const share = colours.get(hex(nan).join()) / all;
                assert.ok(share > 0.4 && share < 0.6, `half of ${name} is stripes, not ${share}`);
            }
            assert_colour(cell('minus_infinity').centre, hex(tile).map((v, i) => (v + hex(canvas)[i]) / 2), 'masked is half a tile');
            assert.equal(cell('minus_infinity').colours.size, 1);
            for (const name of ['zero', 'minus_zero']) {
                const { colours, centre, all } = cell(name);
                assert.deepEqual(only(colours), [hex(sunken).join(), hex(ink3).join()].sort(), `${name} is a hole with a dot`);
                assert.deepEqual(centre, hex(ink3), `${name} has its dot in the middle`);
                assert.ok(colours.get(hex(ink3).join()) < all / 20);
            }
            assert.deepEqual(only(cell('denormal').colours), [hex(tile).join()], 'the smallest change is a tile, not a hole');
            const most = map_colour(specimen.colours.div, 1);
            assert_colour(cell('one').centre, most, 'one');
            assert_colour(cell('infinity').centre, most, 'infinity saturates');
            await specimen.finish();
        });

test('A value view shows a zero as a tile and not as a hole', async () => {
    const { specimen, cell } = await draw_specials({}, false);
    for (const name of ['zero', 'minus_zero', 'denormal']) assert.deepEqual(only(cell(name).colours), [hex(specimen.colours.tile).join()]);
    await specimen.finish();
});

test('The gap between cells shows what is below, one CSS px wide, and tiny cells have none', async () => {
    for (const ratio of [1, 2]) {
        const specimen = await specimens.open({ ratio, width: 100, height: 60 });
        await specimen.heatmap({ x: 10, y: 10, width: 40, height: 20, rows: 2, columns: 4, values: Array(8).fill(1) });
        await specimen.heatmap({ x: 10, y: 40, width: 8, height: 4, rows: 2, columns: 4, values: Array(8).fill(1) });
        await specimen.draw();
        const image = await specimen.read();
        const ground = hex(specimen.colours.canvas).join();
        const is_gap = (x, y) => image.at(x, y).join() === ground;
        for (let x = 0; x < 40 * ratio; x++) assert.equal(is_gap(10 * ratio + x, 12 * ratio), x % (10 * ratio) >= 9 * ratio, `x ${x} at ${ratio}`);
        for (let x = 0; x < 8 * ratio; x++) assert.equal(is_gap(10 * ratio + x, 41 * ratio), false);
        await specimen.finish();
    }
});

test('Cells have whole device pixels where the ratio leaves fractions', async () => {
    const specimen = await specimens.open({ ratio: 1.5, width: 100, height: 40 });
    await specimen.heatmap({ x: 10, y: 10, width: 7 * 9, height: 9, rows: 1, columns: 7, values: [1, -1, 1, -1, 1, -1, 1] });
    await specimen.draw();
    const image = await specimen.read();
    const allowed = new Set([map_colour(specimen.colours.div, 1), map_colour(specimen.colours.div, -1)].map((c) => c.map(Math.round).join()));
    allowed.add(hex(specimen.colours.canvas).join());
    for (let x = 0; x < image.width; x++) assert.ok(allowed.has(image.at(x, 20).join()), `x ${x}: ${image.at(x, 20)} is a blend`);
    await specimen.finish();
});

test('An idle redraw uploads nothing, and a changed cell its row alone', async () => {
    const specimen = await specimens.open({ width: 200, height: 200 });
    const values = Array.from({ length: 64 * 64 }, (_, i) => Math.sin(i));
    const matrix = { x: 10, y: 10, width: 128, height: 128, rows: 64, columns: 64 };
    await specimen.heatmap({ ...matrix, values });
    assert.equal(await specimen.draw(), 4, '4096 values are four rows of the atlas');
    assert.equal(await specimen.draw(), 0);
    await specimen.clear();
    values[2100] += 1;
    await specimen.heatmap({ ...matrix, values });
    assert.equal(await specimen.draw(), 1);
    await specimen.finish();
});

test('Everything is the same after the context was lost and restored, three times', async () => {
    const specimen = await specimens.open({ width: 300, height: 160 });
    await specimen.heatmap({ x: 10, y: 10, width: 180, height: 20, rows: 1, columns: 9, bits: Object.values(kBits), difference: true });
    await specimen.heatmap({ x: 10, y: 40, width: 64, height: 64, rows: 8, columns: 8, values: Array.from({ length: 64 }, (_, i) => i / 63), weights: true });
    await specimen.ribbon({ from: [100, 60], to: [240, 140], end_width: 40, waist: 18, level: 100 });
    await specimen.texts([{ face: 0, size: 13, x: 10, baseline: 130, words: 'Kedi masaya çıktı' }]);
    await specimen.draw();
    const before = await specimen.read();
    assert.ok(new Set(Array.from({ length: 300 }, (_, x) => before.at(x, 60).join())).size > 8, 'there is something to lose');
    for (let time = 1; time <= 3; time++) {
        await specimen.lose_context();
        await specimen.draw();
        assert.ok((await specimen.read()).data.equals(before.data), `after loss ${time}`);
    }
    await specimen.finish();
});
