// A person's hands on a browser of engines.mjs: places found by anchor or selector, real clicks, drags and keys, and a look at what came of it.
import assert from 'node:assert/strict';
import { eventually } from './harness.mjs';

const kDoubleClick = 500;  // ms, as the program has it
// For serve(), beside the browser's own.
export const kPages = { '/empty.html': '<!doctype html><link rel="icon" href="data:,"><title>Empty</title>' };

// Does what a test does in these browsers; once more, from its beginning, where a browser's own trap came between.
export async function walk(browsers, run, say = (words) => console.log(`note: ${words}`)) {
    try {
        await run();
    } catch (error) {
        const trapped = await Promise.all(browsers.map((browser) => browser.trapped?.(error)));
        if (!trapped.some(Boolean)) throw error;
        say(`once more, after a trap of the browser's: ${error.message.split('\n')[0]}`);
        await run();
    }
}

export class Hands {
    constructor(browser, origin) {
        Object.assign(this, { browser, origin });
    }

    async open(question) {
        await this.browser.open(`${this.origin}/empty.html`);
        await this.evaluate(() => sessionStorage.clear());  // what another path left
        await this.visit(`${this.origin}/?${question}`);
    }

    async visit(address) {
        await this.browser.open(address);
        await eventually(async () => assert.ok(await this.evaluate(() => window.dikkat?.ready !== undefined), 'the page did not start'));
        await this.evaluate(() => window.dikkat.ready.then(() => true));
        await this.settled();
    }

    evaluate(script, argument) { return this.browser.evaluate(script, argument); }
    query(asked) { return this.evaluate((path) => window.dikkat.query(path), asked); }
    text(id) { return this.evaluate((name) => document.getElementById(name).textContent, id); }
    type(text) { return this.browser.type(text).then(() => this.settled()); }
    press(key) { return this.browser.press(key).then(() => this.settled()); }
    chord(letter) { return this.browser.chord(letter).then(() => this.settled()); }

    // Resolves when no frame is asked for any more.
    settled() {
        return this.evaluate(async () => {
            let seen = -1, calm = 0;
            while (calm < 3) {
                await new Promise((next) => requestAnimationFrame(next));
                const { frames } = window.dikkat.query('diagnostics');
                calm = frames === seen ? calm + 1 : 0;
                seen = frames;
            }
            return true;
        });
    }

    // How many colours the canvas shows; read in the frame that draws it, for later the browser may have let go of it.
    colours() {
        return this.evaluate(() => new Promise((done) => {
            const canvas = document.getElementById('canvas');
            let row = 0;
            const look = () => {
                const small = Object.assign(document.createElement('canvas'), { width: 160, height: 100 });
                const pen = small.getContext('2d');
                pen.drawImage(canvas, 0, 0, 160, 100);
                const seen = new Set(new Uint32Array(pen.getImageData(0, 0, 160, 100).data.buffer));
                if (seen.size > 8 || ++row > 30) done(seen.size);
                else requestAnimationFrame(draw);
            };
            const draw = () => {
                window.dikkat.dispatch({ type: 'select', row: row % 2 });  // something to draw
                requestAnimationFrame(look);
            };
            draw();
        }));
    }

    async click_at(place, times = 1) {
        await this.browser.move(place);
        await this.settled();
        await this.browser.click(place, times);
        await this.settled();
    }

    async click(selector) {
        await this.click_at(await this.evaluate((asked) => {
            const element = document.querySelector(asked);
            element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
            const box = element.getBoundingClientRect();
            return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
        }, selector));
    }

    anchor(name) {
        return eventually(async () => {
            const place = await this.evaluate((asked) => {
                const found = window.dikkat.query('anchors')[asked];
                if (!found) return null;
                const box = document.getElementById('canvas').getBoundingClientRect();
                return { x: box.left + found[0] + found[2] / 2, y: box.top + found[1] + found[3] / 2 };
            }, name);
            assert.ok(place, `there is no anchor ${name}`);
            return place;
        });
    }

    async click_anchor(name) { await this.click_at(await this.anchor(name)); }

    // Again where the second press came too late to be one, as on a machine that has much else to do.
    async double_click(name) {
        const place = await this.anchor(name);
        await eventually(async () => {
            await this.evaluate(() => {
                if (!window.pressed) document.addEventListener('pointerdown', ({ timeStamp }) => window.pressed.push(timeStamp), { capture: true });
                window.pressed = [];
            });
            await this.click_at(place, 2);
            const [first, second] = await this.evaluate(() => window.pressed);
            assert.ok(second - first < kDoubleClick, `the presses were ${second - first} ms apart`);
        });
    }

    async drag(name, dx) {
        const { x, y } = await this.anchor(name);
        await this.browser.move({ x, y });
        await this.settled();
        await this.browser.down();
        await this.settled();
        for (let step = 1; step <= 5; step++) await this.browser.move({ x: x + (dx * step) / 5, y });
        await this.settled();
        await this.browser.up();
        await this.settled();
    }
}
