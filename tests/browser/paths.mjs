// The main paths through the playground, told once for every browser: engines.mjs opens the browser, the tests of paths_*.test.mjs name it.
// Every hand is a real one (mouse, keys), every outcome is read from the program; any word on the console fails.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { serve } from '../../web/serve.mjs';
import { Hands, kPages, walk } from './hands.mjs';
import { eventually } from './harness.mjs';

export function test_paths(open_browser) {
    let browser, server;
    before(async () => {
        browser = await open_browser();
        server = await serve({ pages: { ...kPages, ...browser.pages } });
    }, { timeout: 180_000 });
    after(async () => {
        await browser?.close();
        await server?.close();
    });
    const path = (name, run) => test(name, { timeout: 180_000 }, async () => {
        await walk([browser], () => run(new Hands(browser, server.origin)));
        assert.deepEqual(await browser.faults(), []);
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
        await eventually(async () => assert.equal((await hands.query('edits')).length, 1));
        assert.notEqual((await hands.query('tensor/head0.weights/4/0')).text, '0.517');
        await hands.click('#undo');
        await eventually(async () => assert.equal((await hands.query('tensor/head0.weights/4/0')).text, '0.517'));
    });

    path('ğışçöü arrive as they were typed, and a number typed after them is taken', async (hands) => {
        await hands.open('lang=tr');
        await hands.evaluate(() => {
            window.told = [];
            window.dikkat.on('announce', ({ text }) => window.told.push(text));
        });
        await hands.double_click('cell/x/4/0');
        await eventually(async () => assert.equal((await hands.query('diagnostics')).typing, true));
        await hands.chord('a');
        await hands.type('ğışçöü');
        await hands.press('Enter');
        await eventually(async () => assert.deepEqual(await hands.evaluate(() => window.told), ['Bu sayı okunamadı: "ğışçöü"']));
        await hands.chord('a');
        await hands.type('0,25');
        await hands.press('Enter');
        await eventually(async () => assert.equal((await hands.query('tensor/x/4/0')).value, 0.25));
    });

    path('Lesson, step, language and theme are each one click away', async (hands) => {
        await hands.open('lang=tr&theme=light');
        const view = async () => (await hands.query('state')).view;
        await hands.click('#lessons [data-lesson="attention"]');
        await eventually(async () => assert.equal((await view()).lesson, 'attention'));
        await hands.click('#next');
        await eventually(async () => assert.match(await hands.text('step-number'), /^2 \//));
        await hands.click('#languages [data-language="en"]');
        await eventually(async () => assert.equal(await hands.evaluate(() => document.documentElement.lang), 'en'));
        await hands.click('#theme');
        await eventually(async () => assert.equal((await hands.query('diagnostics')).dark, true));
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
        await eventually(async () => assert.equal((await hands.query('tensor/x/4/0')).value, -2));
        await hands.click_anchor('cell/x/0/0');
        await hands.chord('v');
        await eventually(async () => assert.equal((await hands.query('tensor/x/4/0')).text, '1.3'));
    });

    path('A lost context comes back with what was changed meanwhile', async (hands) => {
        await hands.open('lang=en');
        const context = async () => (await hands.query('diagnostics')).context;
        await hands.evaluate(() => {
            window.lost = document.getElementById('canvas').getContext('webgl2').getExtension('WEBGL_lose_context');
            window.lost.loseContext();
        });
        await eventually(async () => assert.equal(await context(), false));
        await hands.evaluate(() => { window.dikkat.dispatch({ type: 'set_cell', tensor: 'x', row: 4, col: 0, value: 0.5 }); });
        await hands.evaluate(() => { window.lost.restoreContext(); });
        await eventually(async () => assert.equal(await context(), true));
        await hands.settled();
        assert.ok(await hands.colours() > 8, 'the canvas is blank');
        await hands.drag('cell/x/4/0', -30);
        assert.ok((await hands.query('tensor/x/4/0')).value < 0.5);
    });
}
