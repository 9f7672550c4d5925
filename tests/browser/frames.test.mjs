// Nothing is drawn while nothing happens, while nobody can see it, or while the page is hidden.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assert_drawn, command, double_click_anchor, drag, finish, hover_anchor, query, settled, use_site } from './harness.mjs';
import { pages } from './hosts.mjs';

const site = use_site({ server: { pages } });

const frames = async (page) => (await query(page, 'diagnostics')).frames;

// The page's own clock goes on for this many of its frames; what is drawn in them is counted.
async function drawn_during(page, act, page_frames = 60) {
    const before = await frames(page);
    await act();
    await page.evaluate(async (count) => {
        for (let i = 0; i < count; i++) await new Promise((next) => requestAnimationFrame(next));
    }, page_frames);
    return (await frames(page)) - before;
}

test('An idle playground draws no frames', async () => {
    const page = await site.open_page();
    await settled(page);
    assert.equal(await drawn_during(page, () => {}), 0);
    await hover_anchor(page, 'cell/x/4/0');
    await settled(page);
    assert.equal(await drawn_during(page, () => {}), 0, 'a hovered cell is idle too');
    await finish(page);
});

test('A drag is drawn while it goes on, and ends in rest', async () => {
    const page = await site.open_page();
    await settled(page);
    const before = await frames(page);
    await drag(page, 'cell/x/4/0', { dx: -40, steps: 10 });
    assert.ok(await frames(page) - before >= 10);
    await settled(page);
    assert.equal(await drawn_during(page, () => {}), 0);
    await finish(page);
});

test('A cell that is being typed draws no frames while nobody types', async () => {
    const page = await site.open_page();
    await hover_anchor(page, 'cell/x/4/0');
    await double_click_anchor(page, 'cell/x/4/0');
    await settled(page);
    assert.equal((await query(page, 'diagnostics')).typing, true);
    assert.equal(await drawn_during(page, () => {}), 0);
    await finish(page);
});

test('A playground that is scrolled out of sight draws nothing, and what it missed when it is back', async () => {
    const page = await site.open_page({ path: 'host.html' });
    await settled(page);
    await page.evaluate(() => scrollTo(0, 3000));
    await settled(page);
    const change = () => command(page, { type: 'set_cell', tensor: 'x', row: 4, col: 0, value: 0.5 });
    assert.equal(await drawn_during(page, change), 0);
    await page.evaluate(() => scrollTo(0, 0));
    assert.ok(await drawn_during(page, () => {}, 30) > 0);
    await assert_drawn(page);
    await finish(page);
});

test('A hidden page draws nothing', async () => {
    const page = await site.open_page({
        init: () => {
            window.hide = (hidden) => {
                Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
                document.dispatchEvent(new Event('visibilitychange'));
            };
        },
    });
    await settled(page);
    await page.evaluate(() => window.hide(true));
    const change = () => command(page, { type: 'set_cell', tensor: 'x', row: 4, col: 0, value: 0.5 });
    assert.equal(await drawn_during(page, change), 0);
    await page.evaluate(() => window.hide(false));
    assert.ok(await drawn_during(page, () => {}, 30) > 0);
    await finish(page);
});

test('With reduced motion a change is drawn at once', async () => {
    const page = await site.open_page({ reduced_motion: 'reduce' });
    await settled(page);
    const drawn = await drawn_during(page, () => command(page, { type: 'set_cell', tensor: 'x', row: 4, col: 0, value: 0.5 }));
    assert.ok(drawn >= 1 && drawn <= 4, `${drawn} frames`);
    await finish(page);
});
