// The page's own parts: the menu that saves and reports, the help sheet and the keys it names, the size of text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anchor, click_anchor, command, drag, eventually, finish, press, query, settled, use_site } from './harness.mjs';

const site = use_site();
const kSizes = [[1280, 800], [1100, 700], [820, 1180], [390, 844], [320, 640]];

async function focused(page) {
    return page.evaluate(() => document.activeElement.id);
}

async function assert_fits(page, where) {
    const wide = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    assert.ok(wide[0] <= wide[1], `${where}: the page scrolls sideways, ${wide}`);
    const cut = await page.evaluate(() => [...document.querySelectorAll('#header a, #header button, #step-bar button, #help *')]
        .filter((one) => one.getClientRects().length > 0 && !one.closest('.unseen, thead, svg'))
        .filter((one) => {
            const { left, right } = one.getBoundingClientRect();
            return left < -0.5 || right > innerWidth + 0.5 || (one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 && getComputedStyle(one).display !== 'inline');
        })
        .map((one) => `${one.id || one.className || one.nodeName} “${one.textContent.slice(0, 30)}”`));
    assert.deepEqual(cut, [], where);
}

async function assert_in_order(page, where) {
    const places = await page.evaluate(() => [...document.querySelectorAll('#header a, #header button')]
        .filter((one) => one.getClientRects().length > 0).map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right]));
    for (let i = 1; i < places.length; i++) assert.ok(places[i][0] >= places[i - 1][1] - 1, `${where}: tool ${i} lies over the one before`);
}

test('The header holds every tool and every lesson in both languages at all widths', async () => {
    const page = await site.open_page();
    for (const language of ['tr', 'en']) {
        await command(page, { type: 'set_language', language });
        for (const [width, height] of [...kSizes, [1199, 800], [1359, 800]]) {
            await page.setViewportSize({ width, height });
            await eventually(async () => {
                await assert_fits(page, `${language} ${width}`);
                await assert_in_order(page, `${language} ${width}`);
            });
        }
    }
    await finish(page);
});
test('The menu is walked by arrows, closed by Escape, and the focus is back on its button', async () => {
    const page = await site.open_page();
    await page.focus('#save-button');
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(page), 'files');
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(page), 'save-png');
    await page.keyboard.press('End');
    assert.equal(await focused(page), 'report');
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(page), 'files');
    await page.keyboard.press('Escape');
    assert.equal(await focused(page), 'save-button');
    assert.equal(await page.locator('#save-menu').isVisible(), false);
    await page.click('#save-button');
    await page.click('#lesson-title');
    assert.equal(await page.locator('#save-menu').isVisible(), false);
    await finish(page);
});

test('A wrong number is reported by a text on the clipboard, and by nothing else', async () => {
    const page = await site.open_page({ context: { permissions: ['clipboard-read', 'clipboard-write'] } });
    await command(page, { type: 'set_cell', tensor: 'x', row: 0, col: 0, value: 1.25 });
    await command(page, { type: 'select', tensor: 'head0.weights', row: 4, col: 0 });
    const { text } = await query(page, 'tensor/head0.weights/4/0');
    await page.click('#save-button');
    await page.click('#report');
    await eventually(async () => assert.match(await page.locator('#message').innerText(), /on your clipboard/));
    const report = await page.evaluate(() => navigator.clipboard.readText());
    for (const part of [/Address: http.*lesson=multi-head.*step=1.*lang=en/, /Version: \d+\.\d+\.\d+, program [0-9a-f]{12}\n/, /Browser: .*Chrome/, /Selected: head0.weights\/4\/0/,
        /Claims:\n {2}(holds|FALSE): /, /Changes: \[.*1\.25/, /State: \{/]) assert.match(report, part);
    assert.ok(report.includes(text), 'the report lacks the selected number');
    assert.ok(!report.split('\n').find((line) => line.startsWith('Selected')).includes('There is no such query'));
    await finish(page);
});

test('The help sheet opens by its button and by ?, and gives the focus back', async () => {
    const page = await site.open_page();
    await page.click('#help-button');
    await page.locator('#help').waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('#help').isVisible(), false);
    assert.equal(await focused(page), 'help-button');
    await page.focus('#next');
    await page.keyboard.press('?');
    await page.locator('#help').waitFor();
    const { version } = await query(page, 'version');
    assert.ok((await page.locator('#help').innerText()).includes(`Version ${version}`), 'the version that picture and paper name');
    for (const language of ['tr', 'en']) {
        await command(page, { type: 'set_language', language });
        for (const [width, height] of kSizes) {
            await page.setViewportSize({ width, height });
            await eventually(() => assert_fits(page, `${language} ${width}`));
        }
    }
    await finish(page);
});

// What the sheet says of each key in a matrix, done with the key.
const kCell = { tensor: 'x', row: 2, col: 3 };
const selection = async (page) => (await query(page, 'state')).view.selection.cell;
const at = (row, col) => async (page) => {
    const { row: r = 0, col: c = 0 } = await selection(page);
    assert.deepEqual([r, c], [row, col]);
};
const typing = (is) => async (page) => assert.equal((await query(page, 'diagnostics')).typing, is);
const value = (expected) => async (page) => assert.equal((await query(page, 'tensor/x/2/3')).value, expected);
const kDone = {
    'canvas ←': [['ArrowLeft'], at(2, 2)], 'canvas →': [['ArrowRight'], at(2, 4)], 'canvas ↑': [['ArrowUp'], at(1, 3)], 'canvas ↓': [['ArrowDown'], at(3, 3)],
    'canvas Home': [['Home'], at(2, 0)], 'canvas End': [['End'], at(2, 7)],
    'canvas Ctrl+Home': [['Control+Home'], at(0, 0)], 'canvas Ctrl+End': [['Control+End'], at(5, 7)],
    'canvas Space': [['ArrowLeft', 'ArrowRight', 'Space'], at(2, 3)],
    'canvas Enter': [['Enter'], typing(true)],
    'canvas 0–9': [['4'], typing(true)], 'canvas -': [['-'], typing(true)], 'canvas +': [['+'], typing(true)], 'canvas .': [['.'], typing(true)], 'canvas ,': [[','], typing(true)],
    'canvas Delete': [['9', 'Enter', 'Delete'], async (page) => assert.deepEqual(await query(page, 'edits'), [])],
    'canvas Backspace': [['9', 'Enter', 'Backspace'], async (page) => assert.deepEqual(await query(page, 'edits'), [])],
    'page Ctrl+Z': [['9', 'Enter', 'Control+z'], async (page) => assert.deepEqual(await query(page, 'edits'), [])],
    'page Ctrl+Shift+Z': [['9', 'Enter', 'Control+z', 'Control+Shift+z'], value(9)],
    'page Ctrl+Y': [['9', 'Enter', 'Control+z', 'Control+y'], value(9)],
    'typing Enter': [['9', 'Enter'], value(9)],
    'typing Esc': [['9', 'Escape'], async (page) => { await typing(false)(page); assert.deepEqual(await query(page, 'edits'), []); }],
    'typing Tab': [['9', 'Tab', '8', 'Enter'], async (page) => assert.equal((await query(page, 'tensor/x/2/4')).value, 8)],
    'typing Shift+Tab': [['9', 'Shift+Tab', '8', 'Enter'], async (page) => assert.equal((await query(page, 'tensor/x/2/2')).value, 8)],
};
// Proved by tests of their own: the sheet and menu above; clipboard.test.mjs; keys.test.mjs.
const kElsewhere = ['page ?', 'page Esc', 'canvas Tab', 'canvas Shift+Tab', 'canvas Ctrl+C', 'canvas Ctrl+V', 'canvas Esc'];

test('Every key of the help sheet does what the sheet says', async () => {
    const page = await site.open_page();
    await page.click('#help-button');
    await page.waitForSelector('#help[open]');
    const named = await page.evaluate(() => {
        const places = ['page', 'canvas', 'typing'];
        return [...document.querySelectorAll('#help table')].flatMap((table, i) => [...table.querySelectorAll('kbd')].map((key) => `${places[i]} ${key.textContent}`));
    });
    assert.deepEqual([...new Set(named)].sort(), [...Object.keys(kDone), ...kElsewhere].sort());
    await page.keyboard.press('Escape');
    for (const [name, [keys, check]] of Object.entries(kDone)) {
        await command(page, { type: 'reset' });
        await click_anchor(page, `cell/x/${kCell.row}/${kCell.col}`);
        for (const key of keys) await press(page, key);
        await eventually(() => check(page), 5000).catch((error) => assert.fail(`${name}: ${error.message}`));
        await press(page, 'Escape');
    }
    await finish(page);
});

test('Larger text scales page and canvas alike, crisp, uncut, and a cell is dragged', async () => {
    const page = await site.open_page({ device_scale_factor: 1 });
    for (const language of ['tr', 'en']) {
        await command(page, { type: 'set_language', language });
        for (const size of [1, 1.5, 2]) {
            await command(page, { type: 'set_text_size', size });
            await settled(page);
            await assert_fits(page, `${language} at ${size}`);
            const found = await page.evaluate(() => {
                const { width, height, clientWidth, clientHeight } = document.querySelector('canvas');
                return { width, height, clientWidth, clientHeight, font: parseFloat(getComputedStyle(document.body).fontSize) };
            });
            assert.deepEqual([found.width, found.height], [found.clientWidth, found.clientHeight]);
            assert.ok(Math.abs(found.font - 14.5 * size) < 0.01, `text of ${found.font} px at ${size}`);
            const { ratio } = await query(page, 'diagnostics');
            assert.equal(ratio, size);
        }
    }
    await command(page, { type: 'set_text_size', size: 1.5 });
    const before = (await query(page, 'tensor/x/4/0')).value;
    await drag(page, 'cell/x/4/0', { dx: 60 });
    assert.notEqual((await query(page, 'tensor/x/4/0')).value, before);
    assert.ok((await anchor(page, 'cell/x/4/0')).width > 40);
    await page.reload();
    await page.evaluate(() => window.dikkat.ready);
    assert.equal((await query(page, 'state')).view.text_size, 1.5);
    await finish(page);
});

test('The menu makes the text larger and smaller, stays open meanwhile, and says the size', async () => {
    const page = await site.open_page({ query: 'lang=en' });
    await page.click('#save-button');
    for (const size of [1.25, 1.5, 1.75, 2, 2]) {
        await page.click('#text-larger');
        await eventually(async () => assert.equal(await page.locator('#message').innerText(), `Text size: ${size}×`));
    }
    await page.click('#text-smaller');
    await eventually(async () => assert.equal((await query(page, 'state')).view.text_size, 1.75));
    assert.equal(await page.locator('#save-menu').isVisible(), true);
    await page.click('#text-smaller');
    await page.click('#text-smaller');
    await eventually(async () => assert.equal((await query(page, 'state')).view.text_size, 1.25));
    await page.keyboard.press('Escape');
    assert.equal(await focused(page), 'save-button');
    await finish(page);
});

test('Where the clipboard refuses, copying says so and answers nothing', async () => {
    const page = await site.open_page({ query: 'lang=en', init: () => {
        navigator.clipboard.writeText = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
        Document.prototype.execCommand = () => false;
    } });
    assert.equal(await page.evaluate(() => window.dikkat.copy('x')), null);
    assert.match(await page.locator('#message').innerText(), /could not be written/);
    await page.click('#save-button');
    await page.click('#report');
    await eventually(async () => assert.match(await page.locator('#message').innerText(), /could not be written/));
    await finish(page);
});

test('The help sheet’s buttons change the size of text', async () => {
    const page = await site.open_page();
    await page.click('#help-button');
    await page.click('#help-larger');
    await eventually(async () => assert.equal((await query(page, 'state')).view.text_size, 1.25));
    await eventually(async () => assert.equal(await page.locator('#text-size').innerText(), '1.25×'));
    await page.click('#help-smaller');
    await eventually(async () => assert.equal(await page.locator('#help-smaller').isDisabled(), true));
    await finish(page);
});

test('While the program is on its way the figure’s query walks, with each token’s own weights, and stands still where motion is not wanted', async () => {
    for (const reduced_motion of ['no-preference', 'reduce']) {
        const page = await site.open_page({ reduced_motion, init: () => {
            const seen = (window.seen = []);
            new MutationObserver(() => {
                const numbers = [...document.querySelectorAll('#loading .number')].map((text) => text.textContent).join(' ');
                if (numbers && numbers !== seen.at(-1)) seen.push(numbers);
            }).observe(document, { subtree: true, childList: true, characterData: true });
        } });
        const { data } = await query(page, 'tensor/head0.weights');
        const rows = [0, 1, 2, 3, 4, 5].map((row) => data.slice(row * 6, row * 6 + 6).map((weight) => weight.toFixed(3)).join(' '));
        const seen = await page.evaluate(() => window.seen);
        for (const numbers of seen) assert.ok(rows.includes(numbers), `the figure showed ${numbers}`);
        assert.equal(seen.at(-1), rows[4]);
        if (reduced_motion === 'reduce') assert.deepEqual(seen, [rows[4]]);
        await finish(page);
    }
});
