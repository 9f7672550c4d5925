// The page around the canvas: lessons, steps, languages, themes, what was changed, what is kept, where one is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canvas, click_anchor, command, dispatch, eventually, finish, hover_anchor, press, query, ready, settled, use_site } from './harness.mjs';

const site = use_site();

const view = async (page) => (await query(page, 'state')).view;
const parameters = (page) => new URL(page.url()).searchParams;

test('The page opens the sentence with 0.517 on “o → Kedi”, in the browser’s language', async () => {
    const page = await site.open_page({ locale: 'tr-TR' });
    assert.equal((await view(page)).lesson, 'multi-head');
    assert.equal((await query(page, 'tensor/head0.weights/4/0')).text, '0.517');
    assert.equal(await page.textContent('#lesson-title'), 'Birden çok başlık');
    assert.equal(await page.getAttribute('html', 'lang'), 'tr');
    await finish(page);
});

test('A language that is neither Turkish nor English gets English', async () => {
    const page = await site.open_page({ locale: 'fi-FI' });
    assert.equal((await view(page)).language, 'en');
    await finish(page);
});

test('The address names lesson, step, language and theme', async () => {
    const page = await site.open_page({ query: 'lesson=attention&step=2&lang=tr&theme=dark', locale: 'en-GB' });
    const { lesson, step, language, theme } = await view(page);
    assert.deepEqual({ lesson, step, language, theme }, { lesson: 'attention', step: 1, language: 'tr', theme: 'dark' });
    assert.equal((await query(page, 'diagnostics')).dark, true);
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).color), 'rgb(236, 234, 229)');
    await finish(page);
});

test('The step that the address names stands in sight with its question', async () => {
    const page = await site.open_page({ query: 'lesson=feed-forward&step=4&lang=en', viewport: { width: 1280, height: 640 } });
    const seen = await page.locator('#lesson').boundingBox(), options = await page.locator('.options').boundingBox();
    assert.ok(options.y + options.height <= seen.y + seen.height + 1, JSON.stringify({ seen, options }));
    await finish(page);
});

test('An address that asks for what there is not is answered in words, and a lesson opens', async () => {
    const page = await site.open_page({ query: 'lesson=nonsense&step=99&lang=en' });
    assert.notEqual(await page.textContent('#message'), '');
    assert.equal((await view(page)).lesson, 'multi-head');
    await finish(page);
});

test('Another language changes every word and no number', async () => {
    const page = await site.open_page({ query: 'lang=tr' });
    await command(page, { type: 'set_cell', tensor: 'x', row: 4, col: 0, value: 0.25 });
    const before = await query(page, 'state');
    await page.click('#languages [data-language="en"]');
    await eventually(async () => assert.equal(await page.textContent('#lesson-title'), 'Several heads'));
    const after = await query(page, 'state');
    assert.deepEqual(after.document, before.document);
    assert.equal(await page.getAttribute('#undo', 'aria-label'), 'Undo');
    assert.equal(await page.getAttribute('html', 'lang'), 'en');
    await finish(page);
});

test('The theme button goes from the system’s theme to light to dark and back', async () => {
    const page = await site.open_page({ color_scheme: 'dark' });
    const dark = async () => (await query(page, 'diagnostics')).dark;
    await settled(page);
    assert.equal(await dark(), true);
    for (const [theme, is_dark] of [['light', false], ['dark', true], ['auto', true]]) {
        await page.click('#theme');
        await eventually(async () => assert.equal(await dark(), is_dark));
        assert.equal((await view(page)).theme, theme);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await eventually(async () => assert.equal(await dark(), false));
    await finish(page);
});

test('Next and Back walk the steps, and so do the browser’s Back and Forward', async () => {
    const page = await site.open_page();
    await page.click('#next');
    await page.click('#next');
    await eventually(async () => assert.equal(parameters(page).get('step'), '3'));
    assert.equal(await page.textContent('#step-number'), '3 / 6');
    assert.equal(await page.locator('#steps [aria-current="step"]').count(), 1);
    await page.goBack();
    await eventually(async () => assert.equal((await view(page)).step, 1));
    await page.goForward();
    await eventually(async () => assert.equal((await view(page)).step, 2));
    await page.click('#back');
    await eventually(async () => assert.equal(parameters(page).get('step'), '2'));
    await finish(page);
});

test('Another lesson is one click away', async () => {
    const page = await site.open_page();
    await page.click('#lessons [data-lesson="attention"]');
    await eventually(async () => assert.equal(parameters(page).get('lesson'), 'attention'));
    assert.ok((await query(page, 'tensors')).some(({ name }) => name === 'masked_scores' || name === 'weights'));
    await page.goBack();
    await eventually(async () => assert.equal((await view(page)).lesson, 'multi-head'));
    await finish(page);
});

test('A number in the text is the program’s, and follows every edit', async () => {
    const page = await site.open_page({ query: 'step=5&lang=en' });
    const weight = page.locator('.live[data-query="tensor/wq/0/6"]').first();
    const claim = page.locator('.live[data-query="check/blocks"]').first();
    assert.equal(await weight.textContent(), '0.30');
    assert.equal(await claim.textContent(), '0.0415');
    await command(page, { type: 'set_cell', tensor: 'wq', row: 0, col: 6, value: 0.45 });
    const { measured_text } = (await query(page, 'checks')).find(({ id }) => id === 'blocks');
    assert.notEqual(measured_text, '0.0415');
    await eventually(async () => assert.equal(await weight.textContent(), '0.45'));
    assert.equal(await claim.textContent(), measured_text);
    await finish(page);
});

test('A prediction is answered on the screen', async () => {
    const page = await site.open_page({ query: 'step=3&lang=en' });
    await page.locator('.options button').first().click();
    await page.locator('.verdict').waitFor();
    assert.match(await page.textContent('.verdict'), /shrinks/);
    assert.equal((await query(page, 'tensor/x/4/0')).value, 0);
    assert.equal((await view(page)).answers.pull, 0);
    await finish(page);
});

test('A term of the text and its tensor on the canvas point at each other', async () => {
    const page = await site.open_page({ query: 'step=3&lang=en' });
    await settled(page);
    const term = page.locator('.term[data-tensor="head0.weights"]').first();
    const before = await canvas(page).screenshot();
    await term.hover();
    await settled(page);
    assert.notDeepEqual(await canvas(page).screenshot(), before);
    await hover_anchor(page, 'cell/head0.weights/4/0');
    await eventually(async () => assert.equal(await term.evaluate((element) => element.classList.contains('ringed')), true));
    await page.mouse.move(100, 60);
    await eventually(async () => assert.equal(await term.evaluate((element) => element.classList.contains('ringed')), false));
    await finish(page);
});

test('“What have I changed” lists every cell set by hand, and reverts one or all', async () => {
    const page = await site.open_page({ query: 'lang=en' });
    await command(page, { type: 'set_cell', tensor: 'x', row: 4, col: 0, value: 0.5 });
    await command(page, { type: 'set_cell', tensor: 'wq', row: 0, col: 6, value: 0.3 });
    await page.click('#twin-button');
    const lines = page.locator('#edits-list li');
    await eventually(async () => assert.equal(await lines.count(), 2));
    assert.match((await lines.allInnerTexts()).join('\n'), /X\[o, 0\]\s*1\.3 → 0\.5/);
    await lines.filter({ hasText: 'X[o, 0]' }).getByRole('button').click();
    await eventually(async () => assert.deepEqual((await query(page, 'edits')).map(({ cell }) => cell.tensor), ['wq']));
    await page.click('#revert-all');
    await eventually(async () => assert.deepEqual(await query(page, 'edits'), []));
    await page.locator('#edits-none').waitFor({ state: 'visible' });  // the tables are written in slices
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('#twin').isVisible(), false);
    await finish(page);
});

test('Undo and redo work by button and by key, wherever the focus is', async () => {
    const page = await site.open_page();
    const value = async () => (await query(page, 'tensor/x/4/0')).value;
    await command(page, { type: 'set_cell', tensor: 'x', row: 4, col: 0, value: 0.5 });
    await page.click('#undo');
    assert.equal(await value(), 1.3);
    await page.click('#redo');
    assert.equal(await value(), 0.5);
    await press(page, 'Control+z');
    assert.equal(await value(), 1.3);
    await press(page, 'Control+Shift+z');
    assert.equal(await value(), 0.5);
    await click_anchor(page, 'cell/x/0/1');
    await press(page, 'Control+z', 'Control+z');
    await eventually(async () => assert.equal(await value(), 1.3));
    await press(page, 'Control+y');
    await page.click('#reset');
    await eventually(async () => assert.deepEqual(await query(page, 'edits'), []));
    await finish(page);
});

test('A command that is refused says why and changes nothing', async () => {
    const page = await site.open_page({ query: 'lang=en' });
    const before = await query(page, 'state');
    const answer = await dispatch(page, { type: 'set_cell', tensor: 'head0.nothing', row: 0, col: 0, value: 1 });
    assert.equal(answer.ok, false);
    assert.match(answer.error.message, /head0\.nothing/);
    assert.deepEqual(await query(page, 'state'), before);
    await finish(page);
});

test('What the page says is announced politely', async () => {
    const page = await site.open_page({ query: 'lesson=nonsense&lang=en' });
    assert.match(await page.textContent('#message'), /nonsense/);
    assert.equal(await page.getAttribute('#message', 'aria-live'), 'polite');
    await finish(page);
});

test('A query that does not exist is refused by name', async () => {
    const page = await site.open_page({ query: 'lang=en' });
    const refused = await page.evaluate(() => {
        try {
            window.dikkat.query('nonsense');
        } catch (error) {
            return { code: error.code, message: error.message };
        }
    });
    assert.equal(refused.code, 'unknown_query');
    assert.match(refused.message, /nonsense/);
    await finish(page);
});

test('A reload keeps the work', async () => {
    const page = await site.open_page({ query: 'step=3' });
    await command(page, { type: 'set_cell', tensor: 'x', row: 4, col: 0, value: 0.25 });
    await command(page, { type: 'set_language', language: 'tr' });
    const before = await query(page, 'state');
    await eventually(async () => assert.match(await page.evaluate(() => sessionStorage.getItem('dikkat.state') ?? ''), /0\.25/));
    await page.reload();
    await ready(page);
    assert.deepEqual(await query(page, 'state'), before);
    await finish(page);
});

test('Saved work that cannot be read is dropped, and said', async () => {
    const page = await site.open_page({ query: 'lang=en', init: () => sessionStorage.setItem('dikkat.state', '{"format":1,"document":{"tokens":7}}') });
    assert.match(await page.textContent('#message'), /could not be read/);
    assert.equal((await query(page, 'tensor/head0.weights/4/0')).text, '0.517');
    await finish(page);
});

test('Where storage is forbidden the page works all the same', async () => {
    const page = await site.open_page({
        init: () => Object.defineProperty(window, 'sessionStorage', { get: () => { throw new DOMException('denied', 'SecurityError'); } }),
    });
    await command(page, { type: 'set_cell', tensor: 'x', row: 4, col: 0, value: 0.25 });
    await settled(page);
    await finish(page);
});

for (const [name, width, height] of [['wide', 1280, 800], ['wide and low', 1280, 640], ['tablet', 900, 1100], ['phone', 390, 844], ['small phone', 320, 568]]) {
    test(`Nothing scrolls sideways on a ${name} screen, in either language`, async () => {
        const page = await site.open_page({ viewport: { width, height }, query: 'lang=tr&step=5' });
        for (const language of ['tr', 'en']) {
            await command(page, { type: 'set_language', language });
            await settled(page);
            const over = await page.evaluate(() => document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth);
            assert.equal(over, 0);
            const outside = await page.evaluate(() => [...document.querySelectorAll('#header *, #text *')]
                .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > innerWidth + 0.5 && !element.closest('math, .unseen'))
                .map((element) => element.outerHTML.slice(0, 80)));
            assert.deepEqual(outside, []);
        }
        await finish(page);
    });
}

test('On a phone the lessons and the tools are behind buttons of 44 px', async () => {
    const page = await site.open_page({ viewport: { width: 390, height: 844 }, has_touch: true, context: { isMobile: true }, query: 'lang=en' });
    for (const id of ['lesson-menu-button', 'menu-button', 'back', 'next']) {
        const box = await page.locator(`#${id}`).boundingBox();
        assert.ok(box.height >= 44 && box.width >= 44, `${id} is ${box.width} x ${box.height}`);
    }
    await page.click('#menu-button');
    await page.locator('#undo').waitFor({ state: 'visible' });
    await page.click('#lesson-menu-button');
    await page.click('#lessons [data-lesson="attention"]');
    await eventually(async () => assert.equal((await view(page)).lesson, 'attention'));
    await finish(page);
});

test('On a phone the claims stand in one line that opens', async () => {
    const page = await site.open_page({ viewport: { width: 390, height: 844 }, query: 'lang=en' });
    assert.match(await page.textContent('#claims-line'), /claims hold/);
    await command(page, { type: 'set_cell', tensor: 'wq', row: 0, col: 6, value: 0.3 });
    await eventually(async () => assert.match(await page.textContent('#claims-line'), /False: Block-diagonal/));
    await page.click('#claims-line');
    assert.match(await page.textContent('#claims-list'), /0\.0415/);
    await finish(page);
});

test('The focus is visible, and stays where a step is written anew', async () => {
    const page = await site.open_page({ query: 'step=2' });
    await page.locator('.step-title').nth(3).focus();
    await page.keyboard.press('Enter');
    await eventually(async () => assert.equal((await view(page)).step, 3));
    await settled(page);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.place), 'step 3');
    assert.notEqual(await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle), 'none');
    await canvas(page).focus();
    await page.keyboard.press('Tab');
    assert.notEqual(await canvas(page).evaluate((element) => getComputedStyle(element).outlineStyle), 'none');
    await finish(page);
});
