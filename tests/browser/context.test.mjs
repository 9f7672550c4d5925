// A WebGL context may be lost at any time: what was drawn comes back as it was, or the page offers to start anew with the same work.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anchor, assert_drawn, canvas, command, drag, eventually, finish, pixels, query, settled, use_site } from './harness.mjs';

const site = use_site();

async function lose(page) {
    await canvas(page).evaluate((element) => {
        window.lost = element.getContext('webgl2').getExtension('WEBGL_lose_context');
        window.lost.loseContext();
    });
    await eventually(async () => assert.equal((await query(page, 'diagnostics')).context, false));
}

async function restore(page) {
    await page.evaluate(() => window.lost.restoreContext());
    await eventually(async () => assert.equal((await query(page, 'diagnostics')).context, true));
    await settled(page);
}

async function picture(page) {
    await settled(page);
    const image = await pixels(page, await canvas(page).boundingBox());
    const rows = [];
    for (let y = 0; y < image.height; y++) for (let x = 0; x < image.width; x++) rows.push(image.at(x, y).join());
    return rows.join(' ');
}

test('A context that is lost and restored three times shows the same picture, and what was changed in between', async () => {
    const page = await site.open_page();
    for (const value of [0.25, 0.5, 0.75]) {
        await command(page, { type: 'set_cell', tensor: 'x', row: 4, col: 0, value });
        const before = await picture(page);
        await lose(page);
        await restore(page);
        assert.equal(await picture(page) === before, true, 'the picture is another one');
    }
    await lose(page);
    await command(page, { type: 'set_cell', tensor: 'x', row: 4, col: 0, value: 1.25 });
    await restore(page);
    await drag(page, 'cell/x/4/0', { dx: -30 });
    assert.ok((await query(page, 'tensor/x/4/0')).value < 1.25);
    await assert_drawn(page);
    await finish(page);
});

test('A context that does not come back leaves a button that starts anew with the same work', async () => {
    const page = await site.open_page({ query: 'lang=en' });
    await command(page, { type: 'set_cell', tensor: 'x', row: 4, col: 0, value: 0.25 });
    const heard = await page.evaluateHandle(() => {
        const events = [];
        window.dikkat.on('change', (event) => events.push(event.type));
        return events;
    });
    await lose(page);
    await page.locator('#restart').waitFor({ state: 'visible' });
    await page.click('#restart');
    await page.locator('#gone').waitFor({ state: 'hidden' });
    await eventually(async () => assert.equal((await query(page, 'diagnostics')).context, true));
    assert.equal((await query(page, 'tensor/x/4/0')).value, 0.25);
    await assert_drawn(page);
    assert.ok((await anchor(page, 'cell/x/4/0')).width > 0);
    await command(page, { type: 'set_cell', tensor: 'x', row: 4, col: 0, value: 0.5 });
    await eventually(async () => assert.ok((await heard.evaluate((events) => events.length)) > 0, 'window.dikkat.on no longer hears'));
    await finish(page);
});
