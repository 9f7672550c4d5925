// The canvas has exactly the device pixels that it covers, at every ratio, zoom and size.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assert_drawn, canvas, eventually, finish, query, settled, use_site } from './harness.mjs';

const site = use_site();
const sharp_site = use_site({ browser_arguments: ['--force-device-scale-factor=2'] });

async function assert_sharp(page, ratio) {
    await eventually(async () => {
        const { framebuffer, size, ratio: used } = await query(page, 'diagnostics');
        const css = await canvas(page).evaluate((element) => [element.clientWidth, element.clientHeight]);
        const pixels = await canvas(page).evaluate((element) => [element.width, element.height]);
        assert.equal(used, ratio);
        assert.deepEqual(framebuffer, pixels);
        for (const side of [0, 1]) {
            assert.ok(Math.abs(pixels[side] - css[side] * ratio) <= 1, `${pixels} device pixels for ${css} CSS px at ${ratio}`);
            assert.ok(Math.abs(size[side] - pixels[side] / ratio) < 1e-3);
        }
    });
}

for (const ratio of [1, 1.25, 2]) {
    test(`At a ratio of ${ratio} the canvas is drawn in device pixels`, async () => {
        const page = await site.open_page({ device_scale_factor: ratio });
        await assert_sharp(page, ratio);
        await assert_drawn(page);
        await finish(page);
    });
}

test('On a screen that really has a ratio of 2 the canvas is drawn in device pixels', async () => {
    const page = await sharp_site.open_page({ context: { deviceScaleFactor: undefined, viewport: null } });
    assert.equal(await page.evaluate(() => devicePixelRatio), 2);
    await assert_sharp(page, 2);
    await finish(page);
});

test('A canvas whose CSS size changes is drawn at its new size', async () => {
    const page = await site.open_page();
    await canvas(page).evaluate((element) => Object.assign(element.style, { width: '701px', height: '503px' }));
    await eventually(async () => assert.deepEqual((await query(page, 'diagnostics')).size, [701, 503]));
    await assert_sharp(page, 1);
    await assert_drawn(page);
    await finish(page);
});

test('A canvas that is not shown keeps its last size, and is drawn again when it is shown', async () => {
    const page = await site.open_page();
    const before = (await query(page, 'diagnostics')).size;
    await canvas(page).evaluate((element) => { element.style.display = 'none'; });
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
    assert.deepEqual((await query(page, 'diagnostics')).size, before);
    await canvas(page).evaluate((element) => { element.style.display = ''; });
    await settled(page);
    await assert_drawn(page);
    await finish(page);
});

for (const zoom of [1.25, 1.5, 0.8]) {
    test(`After the page is zoomed by ${zoom} the canvas is sharp`, async () => {
        const page = await site.open_page();
        const session = await page.context().newCDPSession(page);
        const { width, height } = page.viewportSize();
        await session.send('Emulation.setDeviceMetricsOverride', {
            width: Math.round(width / zoom), height: Math.round(height / zoom), deviceScaleFactor: zoom, mobile: false,
        });
        await assert_sharp(page, zoom);
        await finish(page);
    });
}
