// A whole lesson by one finger on a phone: read, answered, walked; tokens, cells, tensors and claims touched, a number typed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anchor, command, eventually, fingers, finish, kPhone, query, use_site } from './harness.mjs';

const site = use_site();
const kFinger = 44;  // CSS px

const view = async (page) => (await query(page, 'state')).view;

// Taps an element of the page, after scrolling to it; it must be as large as a finger wants it.
async function tap(page, finger, selector) {
    const place = page.locator(selector).first();
    await place.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await place.boundingBox();
    assert.ok(width >= kFinger && height >= kFinger - 0.5, `${selector} is ${width} by ${height}`);
    await finger.tap({ x: x + width / 2, y: y + height / 2 });
}

async function to_canvas(page) {
    await page.evaluate(() => scrollTo(0, 0));
    await eventually(async () => assert.equal(await page.evaluate(() => scrollY), 0));
}

async function tap_anchor(page, finger, name, times) {
    const { middle, width, height } = await anchor(page, name);
    assert.ok(width > 0 && height > 0);
    await finger.tap(middle, times);
}

test('A lesson is answered and walked by a finger, every step', async () => {
    const page = await site.open_page({ ...kPhone, query: 'lang=en' });
    const finger = await fingers(page);
    const count = Number((await page.textContent('#step-number')).split('/')[1]);
    for (let step = 0; step < count; step++) {
        await eventually(async () => assert.equal((await view(page)).step, step));
        if (await page.locator('[data-place^="option"]').count()) {
            await tap(page, finger, '[data-place="option 0"]');
            await page.locator('.verdict').first().waitFor();
        }
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), `step ${step + 1} scrolls sideways`);
        if (step + 1 < count) await tap(page, finger, '#next');
    }
    await tap(page, finger, '#claims-line');
    assert.equal(await page.getAttribute('#claims-line', 'aria-expanded'), 'true');
    await finish(page);
});

test('A finger selects a token, drags a cell, types a number, opens a tensor, asks where a number of it comes from, and takes it back', async () => {
    const page = await site.open_page({ ...kPhone, query: 'lang=tr' });
    const finger = await fingers(page);
    await to_canvas(page);
    await tap_anchor(page, finger, 'token/2');
    await eventually(async () => assert.equal((await view(page)).selection.row, 2));

    const { middle } = await anchor(page, 'cell/x/2/0');
    await finger.swipe(middle, { x: middle.x + 60, y: middle.y });
    await eventually(async () => assert.equal((await query(page, 'edits')).length, 1));

    await tap_anchor(page, finger, 'cell/x/2/5', 2);
    await eventually(async () => assert.equal(await page.evaluate(() => document.activeElement.nodeName), 'TEXTAREA'));
    const session = await page.context().newCDPSession(page);
    await session.send('Input.insertText', { text: '0,75' });  // as an on-screen keyboard does: no keys
    await eventually(async () => assert.equal((await query(page, 'diagnostics')).typing, true));
    await page.keyboard.press('Enter');
    await eventually(async () => assert.equal((await query(page, 'tensor/x/2/5')).value, 0.75));

    await tap_anchor(page, finger, 'thumbnail/head0.weights');
    await eventually(async () => assert.equal((await view(page)).opened, 'head0.weights'));
    const copy = await anchor(page, 'station/copy');
    assert.ok(copy.width >= kFinger && copy.height >= kFinger, `TSV is ${copy.width} by ${copy.height}`);
    await tap_anchor(page, finger, 'cell/head0.weights/4/0');
    await eventually(async () => assert.deepEqual((await view(page)).selection.cell, { tensor: 'head0.weights', row: 4, col: 0 }));
    await eventually(async () => {
        const sum = await anchor(page, 'sum'), { y, height } = await page.locator('canvas').boundingBox();
        assert.ok(sum.height > 120 && sum.y + sum.height <= y + height, 'all of the sum has room');
    });

    await tap(page, finger, '#menu-button');
    await tap(page, finger, '#undo');
    await tap(page, finger, '#undo');
    await eventually(async () => assert.deepEqual(await query(page, 'edits'), []));
    await finish(page);
});

test('A finger that comes down beside a low menu opens it, and takes a line of it', async () => {
    const page = await site.open_page({ has_touch: true, query: 'lang=en', context: { isMobile: true } });
    const finger = await fingers(page);
    await command(page, { type: 'select', tensor: 'head0.weights', row: 4, col: 0 });
    const { middle } = await anchor(page, 'sum/copy');
    await finger.tap({ x: middle.x, y: middle.y + kFinger / 2 - 2 });
    const line = await anchor(page, 'sum/copy/1');
    assert.ok(line.height >= kFinger, `a line is ${line.height} high`);
    await finger.tap(line.middle);
    await page.locator('#message', { hasText: 'NumPy' }).waitFor();
    await finish(page);
});
