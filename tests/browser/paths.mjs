// The main paths through the playground, told once for every browser: engines.mjs opens the browser, the tests of paths_*.test.mjs name it.
// Every hand is a real one (mouse, keys), every outcome is read from the program; any word on the console fails.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { serve } from '../../web/serve.mjs';
import { eventually } from './harness.mjs';

const kPatience = 60_000;
const kEmpty = '<!doctype html><link rel="icon" href="data:,"><title>Empty</title>';

export function test_paths(open_browser) {
    let browser, server;
    before(async () => {
        browser = await open_browser();
        server = await serve({ pages: { ...browser.pages, '/empty.html': kEmpty } });
    }, { timeout: 180_000 });
    after(async () => {
        await browser?.close();
        await server?.close();
    });
    const path = (name, run) => test(name, { timeout: 180_000 }, async () => {
        const heard = (await browser.faults())?.length ?? 0;
        await run(new Hands(browser, server.origin));
        const faults = await browser.faults();
        assert.deepEqual(faults.length >= heard && !browser.path ? faults.slice(heard) : faults, []);
    });

    path('The page opens and draws the sentence with 0.517 on “o → Kedi”', async (hands) => {
        await hands.open('lang=tr');
        assert.equal((await hands.query('tensor/head0.weights/4/0')).text, '0.517');
        assert.equal(await hands.text('lesson-title'), 'Birden çok başlık');
        assert.ok((await hands.query('diagnostics')).frames > 0);
        assert.ok(await hands.colours() > 8, 'the canvas is blank');
    });

    path('A cell is edited by the mouse, and undone by its button', async (hands) => {
        await hands.open('lang=en');
        await hands.drag('cell/x/4/0', -30);
        await eventually(async () => assert.equal((await hands.query('edits')).length, 1), kPatience);
        assert.notEqual((await hands.query('tensor/head0.weights/4/0')).text, '0.517');
        await hands.click('#undo');
        await eventually(async () => assert.equal((await hands.query('tensor/head0.weights/4/0')).text, '0.517'), kPatience);
    });

    path('ğışçöü arrive as they were typed, and a number typed after them is taken', async (hands) => {
        await hands.open('lang=tr');
        await hands.evaluate(() => {
            window.told = [];
            window.dikkat.on('announce', ({ text }) => window.told.push(text));
        });
        await hands.double_click('cell/x/4/0');
        await eventually(async () => assert.equal((await hands.query('diagnostics')).typing, true), kPatience);
        await hands.chord('a');
        await hands.type('ğışçöü');
        await hands.press('Enter');
        await eventually(async () => assert.deepEqual(await hands.evaluate(() => window.told), ['Bu sayı okunamadı: "ğışçöü"']), kPatience);
        await hands.chord('a');
        await hands.type('0,25');
        await hands.press('Enter');
        await eventually(async () => assert.equal((await hands.query('tensor/x/4/0')).value, 0.25), kPatience);
    });

    path('Lesson, step, language and theme are each one click away', async (hands) => {
        await hands.open('lang=tr&theme=light');
        const view = async () => (await hands.query('state')).view;
        await hands.click('#lessons [data-lesson="attention"]');
        await eventually(async () => assert.equal((await view()).lesson, 'attention'), kPatience);
        await hands.click('#next');
        await eventually(async () => assert.match(await hands.text('step-number'), /^2 \//), kPatience);
        await hands.click('#languages [data-language="en"]');
        await eventually(async () => assert.equal(await hands.evaluate(() => document.documentElement.lang), 'en'), kPatience);
        await hands.click('#theme');
        await eventually(async () => assert.equal((await hands.query('diagnostics')).dark, true), kPatience);
        await hands.settled();
        assert.ok(await hands.colours() > 8, 'the canvas is blank');
    });

    path('A matrix that is copied brings its numbers back when it is pasted', async (hands) => {
        await hands.open('lang=en');
        await hands.click_anchor('cell/x/0/0');
        await hands.chord('c');
        await hands.click_anchor('cell/x/4/0');
        await hands.type('-2');
        await hands.press('Enter');
        await eventually(async () => assert.equal((await hands.query('tensor/x/4/0')).value, -2), kPatience);
        await hands.click_anchor('cell/x/0/0');
        await hands.chord('v');
        await eventually(async () => assert.equal((await hands.query('tensor/x/4/0')).text, '1.3'), kPatience);
    });

    path('A lost context comes back with what was changed meanwhile', async (hands) => {
        await hands.open('lang=en');
        const context = async () => (await hands.query('diagnostics')).context;
        await hands.evaluate(() => {
            window.lost = document.getElementById('canvas').getContext('webgl2').getExtension('WEBGL_lose_context');
            window.lost.loseContext();
        });
        await eventually(async () => assert.equal(await context(), false), kPatience);
        await hands.evaluate(() => { window.dikkat.dispatch({ type: 'set_cell', tensor: 'x', row: 4, col: 0, value: 0.5 }); });
        await hands.evaluate(() => { window.lost.restoreContext(); });
        await eventually(async () => assert.equal(await context(), true), kPatience);
        await hands.settled();
        assert.ok(await hands.colours() > 8, 'the canvas is blank');
        await hands.drag('cell/x/4/0', -30);
        assert.ok((await hands.query('tensor/x/4/0')).value < 0.5);
    });
}

class Hands {
    constructor(browser, origin) {
        Object.assign(this, { browser, origin });
    }

    async open(question) {
        await this.browser.open(`${this.origin}/empty.html`);
        await this.evaluate(() => sessionStorage.clear());  // what another path left
        await this.browser.open(`${this.origin}/${this.browser.path ?? ''}?${question}`);
        await eventually(async () => assert.ok(await this.evaluate(() => window.dikkat?.ready !== undefined), 'the page did not start'), kPatience);
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
        for (let i = 0; i < times; i++) {
            await this.browser.down();
            await this.browser.up();
        }
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
        }, kPatience);
    }

    async click_anchor(name) { await this.click_at(await this.anchor(name)); }
    async double_click(name) { await this.click_at(await this.anchor(name), 2); }

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
