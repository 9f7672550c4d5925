// Every control, tensor and panel of the canvas, in every lesson, by Tab: one ring shows where one is, a key does there what a press
// does, and Escape and Tab lead out again.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { canvas, command, finish, press, query, settled, use_site } from './harness.mjs';

const site = use_site();
const tokens = JSON.parse(await readFile(new URL('../../web/tokens.json', import.meta.url), 'utf8'));
const kInk = tokens.light.ink.toLowerCase();
const kMostTabs = 90;

// The anchors that are there to be used; others name cells, rows and places.
const kUsed = /^(control|station|token|thumbnail|name)\/[^/]+$|^(show|section|block|ledger\/\w+)\/\d+$|^(head|tensors|panel|sum\/(copy|close)|perturb\/\w+|plot(-what)?\/[^/]+)$/;

// Presses a key and answers, once it is drawn: the rings of ink, as the focus draws them too, each with the anchors that it stands
// around or within (a knob of a slider, a name of a station); and what a key's work can show in.
async function after(page, key) {
    if (key) await page.keyboard.press(key);
    await settled(page);
    return page.evaluate((ink) => {
        const { items } = window.dikkat.query('drawing'), anchors = window.dikkat.query('anchors'), state = window.dikkat.query('state');
        const { typing } = window.dikkat.query('diagnostics');
        const around = ([x, y, width, height]) => Object.keys(anchors).filter((name) => {
            const [left, top, wide, high] = anchors[name];
            return x >= left - 6 && y >= top - 6 && x + width <= left + wide + 6 && y + height <= top + high + 6;
        });
        const rings = items.filter((item) => item.kind === 'rectangle' && item.line === 2 && item.colour === ink);
        const texts = items.filter((item) => item.kind === 'text').map((item) => item.text);
        return {
            rings: rings.map(({ rect }) => ({ place: rect.join(), names: around(rect) })),
            state, typing, places: Object.keys(anchors).length, all: JSON.stringify([state, Object.keys(anchors).sort(), texts, typing]),
        };
    }, kInk);
}

class Walk {
    constructor(page) {
        Object.assign(this, { page, stops: [], reached: new Set(), used: new Set() });
    }

    // Until Tab comes to where it has been.
    async go() {
        this.others = new Set((await after(this.page)).rings.map(({ place }) => place));
        await this.page.focus('#canvas');
        for (let tabs = 0; tabs < kMostTabs; ++tabs) {
            const here = await after(this.page, 'Tab');
            const ring = this.focus_of(here);
            assert.ok(ring, `after ${this.stops.at(-1)} Tab comes to a place with ${here.rings.length - this.others.size} rings of focus`);
            if (this.stops.includes(ring.place)) return;
            this.stops.push(ring.place);
            const names = ring.names.filter((name) => kUsed.test(name));
            for (const name of names) this.reached.add(name);
            const unused = names.find((name) => !this.used.has(kind(name)));
            if (unused && await this.use(here, ring)) this.used.add(kind(unused));
        }
        assert.fail('Tab never comes around');
    }

    focus_of({ rings }) {
        const own = rings.filter(({ place }) => !this.others.has(place));
        return own.length === 1 ? own[0] : null;
    }

    // Whether Enter, or an arrow where there is a scale, does something here; then all is as it was, and the focus is here again.
    async use(was, ring) {
        let is = was;
        for (const key of ['Enter', 'ArrowRight', 'ArrowLeft']) {
            is = await after(this.page, key);
            if (is.all !== was.all) break;
        }
        // A list or a field that opened, and nothing else, is there to be given up: another Escape would lead out.
        const opened = is.places > was.places && JSON.stringify(is.state) === JSON.stringify(was.state);
        if (is.typing || opened) await press(this.page, 'Escape');
        await command(this.page, { type: 'load_state', state: was.state });
        let here = await after(this.page);
        for (let tabs = 0; this.focus_of(here)?.place !== ring.place; ++tabs) {
            assert.ok(tabs < kMostTabs, `Tab does not come back to ${ring.names}`);
            here = await after(this.page, 'Tab');
        }
        return is.all !== was.all;
    }
}

// Each control is one of its own; of tokens, stations and options one is as good as another.
function kind(name) {
    return name.startsWith('control/') || !name.includes('/') ? name : name.slice(0, name.lastIndexOf('/'));
}

for (const lesson of ['attention', 'multi-head', 'layer-norm', 'feed-forward', 'gpt', 'sandbox']) {
    test(`All that ${lesson} offers on its canvas is reached by Tab, seen, used by keys, and left`, async () => {
        const page = await site.open_page({ query: `lesson=${lesson}&lang=en&theme=light`, reduced_motion: 'reduce' });
        await settled(page);
        const walk = new Walk(page);
        await walk.go();
        const wanted = Object.keys(await query(page, 'anchors')).filter((name) => kUsed.test(name));
        assert.deepEqual(wanted.filter((name) => !walk.reached.has(name)), [], 'Tab does not come to these');
        assert.deepEqual(wanted.filter((name) => !walk.used.has(kind(name))), [], 'neither Enter nor an arrow does anything at these');
        await press(page, 'Escape', 'Escape', 'Tab');
        assert.notEqual(await page.evaluate(() => document.activeElement.nodeName), 'CANVAS');
        await finish(page);
    });
}

test('What a sign does is said where the focus is, wherever the pointer was left', async () => {
    const page = await site.open_page({ query: 'lesson=multi-head&lang=en&theme=light', reduced_motion: 'reduce' });
    await command(page, { type: 'open_station', tensor: 'wq' });
    await settled(page);
    const box = await canvas(page).boundingBox();
    await page.mouse.move(box.x + 40, box.y + box.height - 40);
    await page.focus('#canvas');
    const words = (text) => query(page, 'drawing').then(({ items }) => items.find((item) => item.kind === 'text' && item.text === text));
    for (const [name, text] of [['station/close', 'Close'], ['station/copy', 'Copy the numbers, separated by tabs (TSV)']]) {
        for (let tabs = 0; !await words(text); ++tabs) {
            assert.ok(tabs < kMostTabs, `${text} is never said`);
            await press(page, 'Tab');
        }
        const [left, top, , height] = (await query(page, 'anchors'))[name];
        const { x, y } = await words(text);
        assert.ok(y > top + height && y < top + height + 32, `“${text}” is at ${y}, ${name} ends at ${top + height}`);
        assert.ok(Math.abs(x - left) < 300);
    }
    await finish(page);
});
