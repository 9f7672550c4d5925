// Contrast on the canvas, measured: what the query `drawing` tells is painted again, and before each word and each line goes down, the
// colours that lie under it are read: 4.5:1 for words (3:1 for large ones), 3:1 for lines that mean something.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { command, dispatch, finish, query, settled, use_site } from './harness.mjs';

const site = use_site();
const kLessons = ['attention', 'multi-head', 'layer-norm', 'feed-forward', 'gpt', 'sandbox'];
const tokens = JSON.parse(await readFile(new URL('../../web/tokens.json', import.meta.url), 'utf8'));

// Runs in the page; answers sentences. `quiet`: colours of lines that divide, or set another line off, and mean nothing by themselves.
function contrast_faults({ drawing, quiet }) {
    const kShare = 0.12;  // of what lies under a word: what covers less is a letter's edge or a hair line
    const kUnseen = 0.6;  // of what is beside a line: one side of it, and corners
    const whole = [0, 0, Math.ceil(drawing.width), Math.ceil(drawing.height)];
    const sheet = () => new OffscreenCanvas(whole[2], whole[3]).getContext('2d', { willReadFrequently: true });
    const paper = sheet(), beside = sheet();
    const found = new Map();
    const box = ([x, y, width, height]) => [x, y, width, height];
    const parse = (colour) => [1, 3, 5, 7].map((at) => (colour.length > at ? parseInt(colour.slice(at, at + 2), 16) : 255));
    const light = (c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
    const luminance = ([r, g, b]) => 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b);
    const ratio = (a, b) => {
        const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
        return (high + 0.05) / (low + 0.05);
    };
    const over = ([r, g, b, a], under) => [r, g, b].map((c, i) => Math.round((c * a + under[i] * (255 - a)) / 255));
    const meet = (a, b) => {
        const x = Math.max(a[0], b[0]), y = Math.max(a[1], b[1]);
        return [x, y, Math.min(a[0] + a[2], b[0] + b[2]) - x, Math.min(a[1] + a[3], b[1] + b[3]) - y];
    };
    // The colours under a rectangle with the share that each covers.
    const under = (place) => {
        const [x, y, width, height] = [Math.floor(place[0]), Math.floor(place[1]), Math.ceil(place[2]), Math.ceil(place[3])];
        if (width < 1 || height < 1) return [];
        const { data } = paper.getImageData(x, y, width, height);
        const seen = new Map();
        for (let i = 0; i < data.length; i += 4) {
            const key = (data[i] << 16) | (data[i + 1] << 8) | data[i + 2];
            seen.set(key, (seen.get(key) ?? 0) + 4 / data.length);
        }
        return [...seen].filter(([, share]) => share >= kShare).map(([key]) => [key >> 16, (key >> 8) & 255, key & 255]);
    };
    const tell = (what, got, wanted, ink, ground) => {
        const sentence = `${what}: ${ink} on rgb(${ground}) is ${got.toFixed(2)}:1, not ${wanted}:1`;
        found.set(`${what.slice(0, 6)} ${ink} ${ground}`, sentence);  // one of each pair of colours is enough
    };
    const word = (item) => {
        const wanted = item.size >= 24 || (item.bold && item.size >= 18.66) ? 3 : 4.5;
        const ink = parse(item.colour);
        for (const ground of under(meet(item.rect, item.clip))) {
            const got = ratio(over(ink, ground), ground);
            if (got < wanted - 0.005) tell(`“${item.text}”`, got, wanted, item.colour, ground);
        }
    };
    // A line is held against what stands beside it: seen from one of its two sides it is seen.
    const line = (item, outline, bounds) => {
        const ink = parse(item.colour), wide = item.line ?? 0;
        if (quiet.includes(item.colour.slice(0, 7)) || ink[3] === 0) return;
        const around = [bounds[0] - wide - 2, bounds[1] - wide - 2, bounds[2] + 2 * wide + 4, bounds[3] + 2 * wide + 4];
        const [x, y, width, height] = meet(meet(around, item.clip), whole);
        if (width < 1 || height < 1) return;
        const place = [Math.floor(x), Math.floor(y), Math.ceil(width), Math.ceil(height)];
        beside.clearRect(...place);
        beside.lineWidth = wide + 2;
        beside.stroke(outline);
        beside.globalCompositeOperation = 'destination-out';
        put(beside, item, outline, '#000');
        beside.globalCompositeOperation = 'source-over';
        const mask = beside.getImageData(...place).data, { data } = paper.getImageData(...place);
        const worst = new Map();
        let all = 0, unseen = 0;
        for (let i = 0; i < data.length; i += 4) {
            if (mask[i + 3] < 100) continue;
            const ground = [data[i], data[i + 1], data[i + 2]];
            const got = ratio(over(ink, ground), ground);
            ++all;
            if (got >= 2.995) continue;
            ++unseen;
            worst.set(ground.join(), [(worst.get(ground.join())?.[0] ?? 0) + 1, got]);
        }
        if (unseen <= kUnseen * all) return;
        const [ground, [, got]] = [...worst].sort((p, q) => q[1][0] - p[1][0])[0];
        tell(`a ${item.kind} at ${bounds.map(Math.round)}`, got, 3, item.colour, ground);
    };
    const put = (pen, item, outline, colour) => {
        pen.fillStyle = pen.strokeStyle = colour;
        pen.lineWidth = item.line ?? 1;
        if (item.line) pen.stroke(outline);
        else pen.fill(outline);
    };
    const outline_of = (item) => {
        const shape = new Path2D(item.d);
        if (item.kind === 'rectangle') shape.roundRect(...box(item.rect), item.radius ?? 0);
        if (item.kind === 'circle') shape.arc(item.x, item.y, item.radius, 0, 2 * Math.PI);
        return shape;
    };
    const bounds_of = (item) => {
        if (item.kind === 'rectangle') return item.rect;
        if (item.kind === 'circle') return [item.x - item.radius, item.y - item.radius, 2 * item.radius, 2 * item.radius];
        const numbers = item.d.match(/-?\d+(\.\d+)?/g).map(Number);
        const xs = numbers.filter((_, i) => i % 2 === 0), ys = numbers.filter((_, i) => i % 2 === 1);
        const [left, top] = [Math.min(...xs), Math.min(...ys)];
        return [left, top, Math.max(1, Math.max(...xs) - left), Math.max(1, Math.max(...ys) - top)];
    };
    const cells = (item) => {
        const [x, y, width, height] = item.rect;
        const wide = width / item.columns, high = height / item.rows;
        item.colours.forEach((colour, i) => {
            paper.fillStyle = colour === 'nan' ? item.stripe : colour;
            paper.fillRect(x + (i % item.columns) * wide, y + Math.floor(i / item.columns) * high, wide - item.gap, high - item.gap);
        });
    };
    paper.fillStyle = drawing.background;
    paper.fillRect(0, 0, drawing.width, drawing.height);
    for (const item of drawing.items) {
        paper.save();
        const clip = new Path2D();
        clip.rect(...item.clip);
        paper.clip(clip);
        if (item.kind === 'text') {
            word(item);
        } else if (item.kind === 'cells') {
            cells(item);
        } else {
            const outline = outline_of(item), bounds = bounds_of(item);
            const thin = !item.line && Math.min(bounds[2], bounds[3]) <= 2;
            if ((item.line || thin) && item.kind !== 'ribbon') line(item, outline, bounds);
            put(paper, item, outline, item.colour);
        }
        paper.restore();
    }
    return [...found.values()];
}

async function walk(lesson, viewport) {
    const page = await site.open_page({ query: `lesson=${lesson}&step=1&lang=en`, viewport, reduced_motion: 'reduce' });
    const found = [];
    for (const theme of ['light', 'dark']) {
        await command(page, { type: 'set_theme', theme });
        const quiet = [tokens[theme].hair, tokens[theme].rule, tokens[theme].tile, tokens[theme].raised].map((colour) => colour.toLowerCase());
        for (let step = 1; (await dispatch(page, { type: 'go_to_step', step })).ok; ++step) {
            await settled(page);
            const faults = await page.evaluate(contrast_faults, { drawing: await query(page, 'drawing'), quiet });
            found.push(...faults.map((fault) => `step ${step}, ${theme}: ${fault}`));
        }
    }
    await finish(page);
    return found;
}

for (const lesson of kLessons) {
    test(`Every word and line of ${lesson} is told from what lies under it`, async () => {
        assert.deepEqual(await walk(lesson, { width: 1280, height: 800 }), []);
    });
}
