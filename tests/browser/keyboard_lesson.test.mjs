// A whole lesson without a pointer: whatever is needed is reached by Tab and used by keys, and one always sees where one is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually, finish, press, query, settled, use_site } from './harness.mjs';

const site = use_site();
const kMostTabs = 80;

const view = async (page) => (await query(page, 'state')).view;

// Where the focus is, and whether it shows.
function place(page) {
    return page.evaluate(() => {
        const at = document.activeElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(at);
        return {
            id: at.id, node: at.nodeName, option: at.dataset.place ?? '', lesson: at.dataset.lesson ?? '',
            seen: at === document.body || (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1),
            name: at.outerHTML.slice(0, 80),
        };
    });
}

// Presses Tab until the focus is on what is wanted; every stop on the way must be seen.
async function tab_to(page, what, wanted, key = 'Tab') {
    for (let tabs = 0; tabs < kMostTabs; tabs++) {
        await page.keyboard.press(key);
        await settled(page);
        const at = await place(page);
        assert.ok(at.seen, `the focus does not show on ${at.name}`);
        if (wanted(at)) return at;
        if (at.node === 'CANVAS') await press(page, 'Escape', 'Escape');  // the way through it
    }
    return assert.fail(`${key} never comes to ${what}`);
}

test('A lesson is read, answered and walked by keyboard alone, a cell is reached, edited and undone, and the canvas is left', async () => {
    const page = await site.open_page({ query: 'lang=en' });
    await tab_to(page, 'an option', ({ option }) => option === 'option 0');
    await press(page, 'Enter');
    await page.locator('.verdict').waitFor();
    assert.equal((await place(page)).option, 'option 0', 'the answer took the focus away');

    await tab_to(page, 'Next', ({ id }) => id === 'next');
    const count = Number((await page.textContent('#step-number')).split('/')[1]);
    for (let step = 1; step < count; step++) {
        await press(page, 'Enter');
        await eventually(async () => assert.equal((await view(page)).step, step));
        await settled(page);
        const at = await place(page);
        assert.ok(['next', 'back'].includes(at.id) && at.seen, `after step ${step + 1} the focus is on ${at.name}`);
    }

    await tab_to(page, 'the canvas', ({ node }) => node === 'CANVAS');
    // A cell is where arrows move the selection and a digit begins a number.
    let tabs = 0;
    const edits = async () => (await query(page, 'edits')).length;
    const before = await edits();
    for (;; tabs++) {
        assert.ok(tabs < kMostTabs, 'Tab never comes to a cell that can be edited');
        assert.ok((await place(page)).seen, 'the canvas shows no ring');
        const { cell } = (await view(page)).selection;
        await press(page, 'ArrowRight');
        const moved = (await view(page)).selection.cell;
        if (JSON.stringify(moved) !== JSON.stringify(cell)) {
            await page.keyboard.type('0.125');
            await settled(page);
            if ((await query(page, 'diagnostics')).typing) break;
        }
        await press(page, 'Tab');
    }
    await press(page, 'Enter');
    await eventually(async () => assert.equal(await edits(), before + 1));
    await press(page, 'Control+z');
    await eventually(async () => assert.equal(await edits(), before));
    await press(page, 'Escape', 'Escape', 'Tab');
    assert.notEqual((await place(page)).node, 'CANVAS', 'Escape and Tab do not leave the canvas');
    await finish(page);
});

test('Every lesson, tool and control around the canvas is reached by Tab, in order, and is seen there', async () => {
    const page = await site.open_page({ query: 'lang=en' });
    const reached = [];
    await tab_to(page, 'Next', (at) => {
        reached.push(at.lesson || at.id);
        return at.id === 'next';
    });
    const wanted = await page.evaluate(() => [...document.querySelectorAll('#lessons a, #tools > button, #canvas, #next')]
        .filter((element) => element.checkVisibility() && !element.disabled).map((element) => element.dataset.lesson || element.id));
    for (const name of wanted) assert.ok(reached.includes(name), `Tab does not come to ${name}; it comes to ${reached.join(', ')}`);
    await finish(page);
});
