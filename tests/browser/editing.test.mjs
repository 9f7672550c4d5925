// Editing in the page: cells under a real mouse and keyboard, the clipboard, the mask, the perturb row, claims and sums. A cell is found
// by its anchor and the outcome is read from the program's own state.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    anchor, click_anchor, command, double_click_anchor, drag, eventually, finish, hover_anchor, press, query, settled, use_site,
} from './harness.mjs';

const site = use_site();

const open = (lesson, more = '') => site.open_page({ query: `lesson=${lesson}&lang=tr${more}`, context: { permissions: ['clipboard-read', 'clipboard-write'] } });
const value = async (page, tensor, row, column) => {
    const { shape, data } = await query(page, `tensor/${tensor}`);
    return data[row * shape[shape.length - 1] + column];
};
const edits = async (page) => (await query(page, 'edits')).length;
const anchors = (page) => query(page, 'anchors');
const selected = async (page) => (await query(page, 'state')).view.selection;
const near = (actual, expected) => assert.ok(Math.abs(actual - expected) < 1e-6, `${actual} is not ${expected}`);
const type = async (page, text) => { await page.keyboard.type(text); await settled(page); };
const copy = async (page) => {
    await press(page, 'Control+c');
    return page.evaluate(() => navigator.clipboard.readText());
};
const paste = async (page, text) => {
    await page.evaluate((sent) => navigator.clipboard.writeText(sent), text);
    await press(page, 'Control+v');
};

test('A cell dragged by the mouse changes with everything behind it, as one undo', async () => {
    const page = await open('multi-head');
    await click_anchor(page, 'token/4');
    await drag(page, 'cell/x/4/0', { dx: -30 });
    near(await value(page, 'x', 4, 0), 0.55);
    assert.equal((await value(page, 'head0.weights', 4, 0)).toFixed(3), '0.363');
    await command(page, { type: 'undo' });
    near(await value(page, 'x', 4, 0), 1.3);
    assert.equal(await edits(page), 0);
    await command(page, { type: 'redo' });
    near(await value(page, 'x', 4, 0), 0.55);
    await finish(page);
});

test('A double click types a number; a comma is a decimal sign', async () => {
    const page = await open('multi-head');
    await double_click_anchor(page, 'cell/x/4/0');
    await anchor(page, 'typing');
    await type(page, '0,55');
    await press(page, 'Enter');
    near(await value(page, 'x', 4, 0), 0.55);
    assert.equal((await anchors(page)).typing, undefined);
    await finish(page);
});

test('Escape gives typing up', async () => {
    const page = await open('multi-head');
    await double_click_anchor(page, 'cell/x/4/0');
    await type(page, '9');
    await press(page, 'Escape');
    near(await value(page, 'x', 4, 0), 1.3);
    assert.equal((await anchors(page)).typing, undefined);
    await finish(page);
});

test('Turkish letters are refused as a number, with a message, and the box stays', async () => {
    const page = await open('multi-head');
    await page.evaluate(() => {
        window.told = [];
        window.dikkat.on('announce', ({ text }) => window.told.push(text));
    });
    await double_click_anchor(page, 'cell/x/4/0');
    await type(page, 'ığdır');
    await press(page, 'Enter');
    await eventually(async () => assert.deepEqual(await page.evaluate(() => window.told), ['Bu sayı okunamadı: "ığdır"']));
    await anchor(page, 'typing');
    near(await value(page, 'x', 4, 0), 1.3);
    await type(page, '2');
    await press(page, 'Enter');
    near(await value(page, 'x', 4, 0), 2);
    await finish(page);
});

test('Arrows move the focused cell, a digit begins typing, Tab takes the number and moves on, Delete gives the own value back', async () => {
    const page = await open('multi-head');
    await click_anchor(page, 'cell/x/3/0');
    await press(page, 'ArrowDown', 'ArrowRight', 'ArrowRight');
    assert.deepEqual((await selected(page)).cell, { tensor: 'x', row: 4, col: 2 });
    await type(page, '-1.5');
    await press(page, 'Tab');
    near(await value(page, 'x', 4, 2), -1.5);
    await type(page, '0.25');
    await press(page, 'Enter');
    near(await value(page, 'x', 4, 3), 0.25);
    assert.equal(await edits(page), 2);
    await press(page, 'Delete', 'ArrowLeft', 'Delete');
    assert.equal(await edits(page), 0);
    await finish(page);
});

test('No key of a burst is lost or left waiting', async () => {
    const page = await open('multi-head');
    await click_anchor(page, 'cell/x/0/0');
    await page.evaluate(() => {
        for (let press = 0; press < 7; press++) {
            for (const type of ['keydown', 'keyup']) {
                document.activeElement.dispatchEvent(new KeyboardEvent(type, { key: 'ArrowRight', code: 'ArrowRight', bubbles: true, cancelable: true }));
            }
        }
    });
    await settled(page);
    assert.deepEqual((await selected(page)).cell, { tensor: 'x', row: 0, col: 7 });
    await finish(page);
});

test('A matrix is copied as TSV; TSV and CSV are pasted from the focused cell on', async () => {
    const page = await open('multi-head');
    await click_anchor(page, 'cell/x/0/0');
    const copied = await copy(page);
    assert.equal(copied.split('\n')[0], '1.5\t0\t0\t0\t0\t0\t0\t0');
    await click_anchor(page, 'cell/x/4/6');
    await paste(page, '1,5\t-2\n0,25\t3');
    near(await value(page, 'x', 4, 6), 1.5);
    near(await value(page, 'x', 5, 7), 3);
    await command(page, { type: 'undo' });
    assert.equal(await edits(page), 0);
    await paste(page, '0.5,0.6');
    near(await value(page, 'x', 4, 7), 0.6);
    await finish(page);
});

test('A paste that is too wide or holds no numbers changes nothing and says why', async () => {
    const page = await open('multi-head');
    await page.evaluate(() => {
        window.told = [];
        window.dikkat.on('announce', ({ text }) => window.told.push(text));
    });
    await click_anchor(page, 'cell/x/4/7');
    await paste(page, '1\t2');
    await eventually(async () => assert.match((await page.evaluate(() => window.told)).at(-1), /1x2.*sığmaz/));
    await paste(page, '1\nçay');
    await eventually(async () => assert.match((await page.evaluate(() => window.told)).at(-1), /2\. satır, 1\. sütunda/));
    assert.equal(await edits(page), 0);
    await finish(page);
});

test('A number off the blocks makes the claim false on the canvas', async () => {
    const page = await open('multi-head');
    await click_anchor(page, 'cell/wq/0/6');
    await type(page, '0.3');
    await press(page, 'Enter');
    const blocks = (await query(page, 'checks')).find(({ kind }) => kind === 'equal');
    assert.equal(blocks.holds, false);
    assert.equal(blocks.measured.toFixed(4), '0.0415');
    assert.ok((await anchors(page))[`claim/${blocks.id}`]);
    await finish(page);
});

test('The sum card shows the cell that was clicked and copies its sum', async () => {
    const page = await open('multi-head');
    await click_anchor(page, 'cell/head0.scores/4/0');
    assert.deepEqual((await selected(page)).cell, { tensor: 'head0.scores', row: 4, col: 0 });
    await anchor(page, 'sum');
    await click_anchor(page, 'sum/copy');
    await click_anchor(page, 'sum/copy/0');
    await eventually(async () => assert.match(await page.evaluate(() => navigator.clipboard.readText()), /6\.4917 \/ √4 = 3\.2458/));
    await finish(page);
});

test('A cell of the mask is toggled by a click', async () => {
    const page = await open('attention');
    await command(page, { type: 'set_mask', mask: 'causal' });
    await settled(page);
    assert.equal(await value(page, 'mask', 0, 4), 0);
    await click_anchor(page, 'cell/mask/0/4');
    assert.equal(await value(page, 'mask', 0, 4), 1);
    assert.equal((await query(page, 'state')).document.mask, 'custom');
    await finish(page);
});

test('The slider perturbs the selected token in one undo; the die takes another seed', async () => {
    const page = await open('multi-head');
    await click_anchor(page, 'token/1');
    const { x, width, middle } = await anchor(page, 'perturb/strength');
    await page.mouse.move(x + 8, middle.y);
    await page.mouse.down();
    for (let step = 1; step <= 6; step++) await page.mouse.move(x + 7 + ((width - 14) / 2) * (step / 6), middle.y);
    await page.mouse.up();
    await settled(page);
    const { row, strength } = (await query(page, 'state')).document.perturbations.x;
    assert.equal(row, 1);
    assert.ok(Math.abs(strength - 5) < 0.2, `strength ${strength}`);  // the middle of 0 to 10
    near(await value(page, 'x', 1, 0), Math.fround(strength * 1.5409960746765137));
    await click_anchor(page, 'perturb/die');
    assert.equal((await query(page, 'state')).document.perturbations.x.direction.seed, 1);
    await command(page, { type: 'undo' });
    await command(page, { type: 'undo' });
    near(await value(page, 'x', 1, 0), 0);
    await finish(page);
});

test('A small cell says its name and number when it is pointed at, and the page hears of its tensor', async () => {
    const page = await open('multi-head');
    const heard = page.evaluate(() => new Promise((done) => window.dikkat.on('hover', ({ tensor }) => tensor === 'q' && done(tensor))));
    await hover_anchor(page, 'cell/q/4/6');
    assert.equal(await heard, 'q');
    await finish(page);
});
