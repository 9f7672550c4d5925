// The wheel is the page's, unless something on the canvas can scroll that way and the canvas is in use.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anchor, click_anchor, eventually, finish, use_site } from './harness.mjs';
import { pages, use_other_origin } from './hosts.mjs';

const site = use_site({ server: { pages } });
const other = use_other_origin();

const scrolled = (page) => page.evaluate(() => scrollY);

test('The wheel over a canvas that nobody clicked scrolls the page that holds it', async () => {
    const page = await site.open_page({ path: 'host.html' });
    const { middle } = await anchor(page, 'cell/x/0/0');
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.wheel(0, 100);
    await eventually(async () => assert.equal(await scrolled(page), 100));
    await finish(page);
});

test('The wheel over a canvas in use scrolls the page where the canvas has nothing to scroll', async () => {
    const page = await site.open_page({ path: 'host.html' });
    await click_anchor(page, 'cell/x/0/0');
    await page.mouse.wheel(0, 100);
    await eventually(async () => assert.equal(await scrolled(page), 100));
    await finish(page);
});

test('The wheel with Ctrl is left to the browser, which zooms', async () => {
    const page = await site.open_page({ path: 'host.html' });
    await click_anchor(page, 'cell/x/0/0');
    const prevented = await page.evaluate(() => {
        const event = new WheelEvent('wheel', { deltaY: 100, ctrlKey: true, bubbles: true, cancelable: true });
        document.querySelector('canvas').dispatchEvent(event);
        return event.defaultPrevented;
    });
    assert.equal(prevented, false);
    await finish(page);
});

test('In a frame of another origin the wheel scrolls the page around it', async () => {
    const { page, frame } = await other.open_frame(site);
    const { middle } = await anchor(frame, 'cell/x/0/0');
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.wheel(0, 200);
    await eventually(async () => assert.equal(await scrolled(page), 200));
    await finish(page);
});
