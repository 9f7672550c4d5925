// Mouse and touch: what is dragged stops when the button is released anywhere, what is not pointed at is not hovered, a finger drags
// cells and scrolls the page as one expects.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anchor, canvas, command, double_click_anchor, drag, eventually, fingers, finish, hover_anchor, kPhone, press, query, settled, use_site } from './harness.mjs';
import { pages } from './hosts.mjs';

const site = use_site({ server: { pages } });

const cell = async (page, path) => (await query(page, `tensor/${path}`)).value;

test('A cell dragged with the mouse moves the weights of both heads, and undo takes the drag back as one', async () => {
    const page = await site.open_page();
    const before = await query(page, 'tensor/head0.weights');
    await drag(page, 'cell/x/4/0', { dx: -60 });
    const edits = await query(page, 'edits');
    assert.equal(edits.length, 1);
    assert.ok(edits[0].now < 1.3, `dragged to the left, the cell holds ${edits[0].now}`);
    const after = await query(page, 'tensor/head0.weights');
    assert.notDeepEqual(after.data.slice(24, 30), before.data.slice(24, 30));
    assert.deepEqual((await query(page, 'state')).document.overrides, [{ tensor: 'x', row: 4, col: 0, value: edits[0].now }]);
    await press(page, 'Control+z');
    await eventually(async () => assert.deepEqual(await query(page, 'edits'), []));
    assert.deepEqual((await query(page, 'tensor/head0.weights')).data, before.data);
    await finish(page);
});

test('A drag that ends outside of the canvas has ended', async () => {
    const page = await site.open_page();
    await hover_anchor(page, 'cell/x/4/0');
    const { middle } = await anchor(page, 'cell/x/4/0');
    await page.mouse.down();
    await page.mouse.move(middle.x - 40, middle.y, { steps: 4 });
    await page.mouse.move(100, 300, { steps: 4 });  // over the text column
    await page.mouse.up();
    await settled(page);
    const released = await cell(page, 'x/4/0');
    assert.equal((await query(page, 'diagnostics')).pressed, false);
    await page.mouse.move(middle.x + 60, middle.y, { steps: 4 });
    await settled(page);
    assert.equal(await cell(page, 'x/4/0'), released);
    await finish(page);
});

test('A pointer that has left the canvas, or never came, hovers nothing', async () => {
    const page = await site.open_page();
    assert.equal((await query(page, 'diagnostics')).pointer, null);
    await hover_anchor(page, 'cell/x/4/0');
    assert.notEqual((await query(page, 'diagnostics')).pointer, null);
    await page.mouse.move(100, 300);
    await eventually(async () => assert.equal((await query(page, 'diagnostics')).pointer, null));
    await finish(page);
});

test('On a page that is scrolled, and on a canvas that is scaled, the pointer is where it points', async () => {
    const page = await site.open_page({ path: 'host.html' });
    await page.evaluate(() => scrollTo(0, 37));
    const box = await canvas(page).boundingBox();
    await page.mouse.move(box.x + 100, box.y + 50);
    await eventually(async () => assert.deepEqual((await query(page, 'diagnostics')).pointer.map(Math.round), [100, 50]));
    await canvas(page).evaluate((element) => Object.assign(element.style, { transform: 'scale(0.5)', transformOrigin: '0 0' }));
    await page.mouse.move(box.x + 100, box.y + 60);
    await eventually(async () => assert.deepEqual((await query(page, 'diagnostics')).pointer.map(Math.round), [200, 120]));
    await finish(page);
});

// --- Touch -----------------------------------------------------------------------------------------------------------------------

// A swiped page goes on for a while.
async function at_rest(page) {
    let seen;
    await eventually(async () => {
        const before = seen;
        seen = await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(() => next(scrollY)))));
        assert.equal(seen, before);
    });
}

test('A tap selects a token', async () => {
    const page = await site.open_page(kPhone);
    const finger = await fingers(page);
    await finger.tap((await anchor(page, 'token/2')).middle);
    await eventually(async () => assert.equal((await query(page, 'state')).view.selection.row, 2));
    assert.equal((await query(page, 'diagnostics')).pointer, null, 'a finger that is gone hovers nothing');
    await finish(page);
});

test('A finger drags a cell', async () => {
    const page = await site.open_page(kPhone);
    const finger = await fingers(page);
    const { middle } = await anchor(page, 'cell/x/4/0');
    await finger.swipe(middle, { x: middle.x + 80, y: middle.y });
    await eventually(async () => assert.equal((await query(page, 'edits')).length, 1));
    await finish(page);
});

test('A vertical swipe over a canvas not in use scrolls the page, over one in use it does not', async () => {
    const page = await site.open_page(kPhone);
    const finger = await fingers(page);
    const box = await canvas(page).boundingBox();
    const at = { x: box.x + 210, y: box.y + 400 };
    await finger.swipe(at, { x: at.x, y: at.y - 150 });
    await eventually(async () => assert.ok(await page.evaluate(() => scrollY) > 100));
    assert.equal(await page.evaluate(() => document.activeElement.nodeName), 'BODY', 'a swipe is no use of the canvas');
    await at_rest(page);
    await page.evaluate(() => scrollTo(0, 0));
    await finger.tap(at);
    await finger.swipe(at, { x: at.x, y: at.y - 150 });
    await at_rest(page);
    assert.equal(await page.evaluate(() => scrollY), 0);
    await finish(page);
});

test('Typing into a cell on a touch screen puts the focus into a text field, so that a keyboard opens', async () => {
    const page = await site.open_page(kPhone);
    const finger = await fingers(page);
    const { middle } = await anchor(page, 'cell/x/4/0');
    await finger.tap(middle, 2);
    await eventually(async () => assert.equal(await page.evaluate(() => document.activeElement.nodeName), 'TEXTAREA'));
    await finish(page);
});

test('Locks bind the person: a locked matrix is not dragged', async () => {
    const page = await site.open_page();
    await command(page, { type: 'set_controls', locked: ['x'] });
    await drag(page, 'cell/x/4/0', { dx: -60 });
    await double_click_anchor(page, 'cell/x/4/0');
    assert.deepEqual(await query(page, 'edits'), []);
    await finish(page);
});
