// What moves and what does not, by the pixels of the canvas: with reduced motion there is no picture between the one before a command
// and the last; without it colours and ribbons glide for less than a quarter of a second, while every number is at once what it will be.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finish, query, settled, use_site } from './harness.mjs';

const site = use_site();
const kFrame = 16;  // ms

// In the page: pictures(command, areas) watches what the canvas shows in each of its frames from now on, until it draws no more, and
// answers for each frame how it looks in the whole and then in each area [x, y, width, height]: as 'last', as 'before' the command, or
// as 'neither'. Where a letter's edge is rounded, a shade more or less is the same picture.
function watch_pictures() {
    const look = (canvas, areas) => {
        const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
        copy.drawImage(canvas, 0, 0);
        return areas.map((area) => copy.getImageData(...area).data);
    };
    const same = (a, b) => a.length === b.length && a.every((shade, i) => Math.abs(shade - b[i]) <= 8);
    window.pictures = async (command, areas = []) => {
        const canvas = document.getElementById('canvas');
        const next = () => new Promise((done) => requestAnimationFrame(done));
        const drawn = () => window.dikkat.query('diagnostics').frames;
        const all = [[0, 0, canvas.width, canvas.height], ...areas];
        // A frame is looked at in the turn that draws it: later the browser may have let go of it.
        const until_rest = async () => {
            const seen = [];
            for (let calm = 0, count = drawn(); calm < 3;) {
                await next();
                const now = drawn();
                calm = now === count ? calm + 1 : 0;
                if (now !== count) seen.push(look(canvas, all));
                count = now;
            }
            return seen;
        };
        window.dikkat.dispatch({ type: 'select', row: 1 });
        window.dikkat.dispatch({ type: 'select', row: 0 });
        const before = (await until_rest()).at(-1);
        const answer = window.dikkat.dispatch(command);
        if (!answer.ok) throw new Error(`${JSON.stringify(command)}: ${JSON.stringify(answer)}`);
        const seen = await until_rest(), last = seen.at(-1) ?? before;
        return seen.map((picture) => picture.map((part, i) => (same(part, last[i]) ? 'last' : same(part, before[i]) ? 'before' : 'neither')));
    };
}

async function open(lesson, reduced_motion, init) {
    const page = await site.open_page({ query: `lesson=${lesson}&lang=en&theme=light`, reduced_motion, init });
    await page.evaluate(watch_pictures);
    await settled(page);
    return page;
}

function commands_for(anchors) {
    const cell = Object.keys(anchors).find((name) => /^cell\/(x|q|token_embedding)\/1\/0$/.test(name));
    const station = Object.keys(anchors).find((name) => name.startsWith('station/'));
    const found = [
        { type: 'go_to_step', step: 2 }, { type: 'show', what: 'difference' }, { type: 'show', what: 'gradient' }, { type: 'show', what: 'value' },
        { type: 'set_theme', theme: 'dark' }, { type: 'select', row: 0 }, { type: 'set_language', language: 'tr' }, { type: 'go_to_step', step: 3 },
    ];
    if (cell) found.splice(1, 0, { type: 'set_cell', tensor: cell.split('/')[1], row: 1, col: 0, value: 1.5 });
    if (station) found.push({ type: 'open_station', tensor: station.slice('station/'.length) });
    return found;
}

for (const lesson of ['attention', 'multi-head', 'layer-norm', 'feed-forward', 'gpt', 'sandbox']) {
    test(`With reduced motion ${lesson} shows nothing between the picture before and the last`, async () => {
        const page = await open(lesson, 'reduce');
        const moved = [];
        for (const command of commands_for(await query(page, 'anchors'))) {
            const seen = await page.evaluate((sent) => window.pictures(sent), command);
            const between = seen.filter(([picture]) => picture === 'neither').length;
            if (between > 0) moved.push(`${JSON.stringify(command)}: ${between} of ${seen.length} pictures`);
        }
        assert.deepEqual(moved, []);
        await finish(page);
    });
}

// Every frame of the browser is one of 16 ms, however long it takes here.
function even_clock() {
    const real = window.requestAnimationFrame.bind(window);
    let last = 0, now = 0;
    window.requestAnimationFrame = (call) => real((time) => {
        if (time !== last) now += 16;
        last = time;
        call(now);
    });
}

test('An edit glides for less than a quarter of a second, and its numbers do not', async () => {
    const page = await open('multi-head', 'no-preference', even_clock);
    const edit = { type: 'set_cell', tensor: 'x', row: 4, col: 0, value: -2 };
    // The numbers that stand on nothing that has a colour of its own.
    await page.evaluate((sent) => window.dikkat.dispatch(sent), edit);
    await settled(page);
    const { items } = await query(page, 'drawing');
    const apart = (a, b) => a[0] + a[2] <= b[0] || b[0] + b[2] <= a[0] || a[1] + a[3] <= b[1] || b[1] + b[3] <= a[1];
    const cells = items.filter(({ kind }) => kind === 'cells').map(({ rect }) => rect);
    const numbers = items.filter(({ kind, text }) => kind === 'text' && /^[-−]?\d*\.\d+$/.test(text));
    await page.evaluate(() => window.dikkat.dispatch({ type: 'undo' }));
    await settled(page);
    const areas = numbers.filter(({ rect }) => cells.every((place) => apart(place, rect))).map(({ rect }) => rect.map(Math.round));
    assert.ok(areas.length > 5, `${areas.length} numbers`);
    const seen = await page.evaluate(([sent, places]) => window.pictures(sent, places), [edit, areas]);
    const moving = seen.filter(([picture]) => picture !== 'last').length;
    assert.ok(moving > 3, `only ${moving} pictures on the way`);
    assert.ok(moving * kFrame < 250, `${moving} frames of ${kFrame} ms`);
    areas.forEach((place, i) => {
        for (const picture of seen) assert.equal(picture[i + 1], 'last', `the number at ${place} is another on the way`);
    });
    await finish(page);
});
