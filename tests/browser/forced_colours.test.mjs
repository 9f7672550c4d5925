// Forced colours, as Windows' contrast themes give them, light and dark: what has the focus, what is chosen and where a button ends is
// seen, by the pixels of the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode_png } from './png.mjs';
import { finish, settled, use_site } from './harness.mjs';

const site = use_site();
const kAround = 6;  // px: rings stand outside

const open = (color_scheme, query = 'lang=en') => site.open_page({ query, color_scheme, reduced_motion: 'reduce', context: { forcedColors: 'active' } });

async function picture_of(page, element) {
    const box = await element.boundingBox();
    const { width, height } = page.viewportSize();
    const x = Math.max(0, box.x - kAround), y = Math.max(0, box.y - kAround);
    const clip = { x, y, width: Math.min(width, box.x + box.width + kAround) - x, height: Math.min(height, box.y + box.height + kAround) - y };
    return decode_png(await page.screenshot({ clip }));
}

function* pixels(image) {
    for (let y = 0; y < image.height; y++) for (let x = 0; x < image.width; x++) yield [x, y, image.at(x, y)];
}

const luminance = ([r, g, b]) => [r, g, b].map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
function contrast(a, b) {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
}

// Pixels that are told from what stood there before by 3:1.
function changed(before, after) {
    let count = 0;
    for (const [x, y, now] of pixels(after)) if (contrast(now, before.at(x, y)) >= 3) ++count;
    return count;
}

for (const scheme of ['light', 'dark']) {
    test(`In forced colours, ${scheme}, a ring is seen on all that takes the focus`, async () => {
        const page = await open(scheme);
        await settled(page);
        await page.click('#twin-button');
        await page.locator('#twin-table').waitFor();
        const elements = await page.locator('a[href]:visible, button:visible:enabled, select:visible, input:visible, summary:visible').elementHandles();
        assert.ok(elements.length > 20);
        const unseen = [];
        await page.keyboard.press('Tab');  // from now on the focus is the keyboard's
        for (const element of elements) {
            await element.scrollIntoViewIfNeeded();
            await page.evaluate(() => document.activeElement.blur());
            const before = await picture_of(page, element);
            await element.focus();
            const after = await picture_of(page, element);
            const { width, height } = await element.boundingBox();
            if (before.width !== after.width || before.height !== after.height) continue;  // it moved into sight: a skip link
            if (changed(before, after) < width + height) unseen.push(await element.evaluate((e) => e.outerHTML.slice(0, 90)));
        }
        assert.deepEqual(unseen, []);
        await finish(page);
    });

    test(`In forced colours, ${scheme}, what is chosen is told from what is not, and buttons have edges`, async () => {
        const page = await open(scheme);
        await settled(page);
        await page.click('.options button');
        await page.locator('.verdict').waitFor();
        const alike = await page.evaluate(() => {
            const look = (element) => {
                const { color, backgroundColor, borderColor, borderWidth, borderStyle, outlineStyle, outlineWidth, fontWeight, textDecorationLine, boxShadow } = getComputedStyle(element);
                const marker = getComputedStyle(element, '::after');
                return JSON.stringify([color, backgroundColor, borderColor, borderWidth, borderStyle, outlineStyle, outlineWidth, fontWeight, textDecorationLine, boxShadow,
                    marker.content, marker.backgroundColor, marker.borderBottomWidth]);
            };
            const pairs = [['#languages [aria-pressed=true]', '#languages [aria-pressed=false]'], ['.options [aria-pressed=true]', '.options [aria-pressed=false]'],
                ['#lessons [aria-current]', '#lessons a:not([aria-current])']];
            return pairs.filter(([a, b]) => look(document.querySelector(a)) === look(document.querySelector(b))).map(([a]) => a);
        });
        assert.deepEqual(alike, []);
        const edgeless = await page.evaluate(() => [...document.querySelectorAll('button')].filter((button) => button.checkVisibility() && button.textContent.trim())
            .filter((button) => {
                const { borderStyle, borderTopWidth, outlineStyle } = getComputedStyle(button);
                // A group has one edge; what is a sign, or reads like text, needs none.
                return !button.matches('.segmented *, .icon, .term, .step-title') && (borderStyle === 'none' || parseFloat(borderTopWidth) === 0) && outlineStyle === 'none';
            }).map((button) => button.outerHTML.slice(0, 90)));
        assert.deepEqual(edgeless, []);
        await finish(page);
    });
}
