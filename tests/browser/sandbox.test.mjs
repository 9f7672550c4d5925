// The sandbox in the page: a sentence that is typed, a model that is chosen, and every tensor of it within reach.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anchor, assert_drawn, click_anchor, command, eventually, finish, press, query, settled, use_site } from './harness.mjs';

const site = use_site();
const open = (options = {}) => site.open_page({ query: 'lesson=sandbox&lang=tr', ...options });
const anchors = (page) => query(page, 'anchors');
const state = (page) => query(page, 'state');
const config = async (page) => (await state(page)).document.parts[0].config;
const type = async (page, text) => { await page.keyboard.type(text); await settled(page); };

test('A sentence with Turkish letters is typed and becomes the tokens', async () => {
    const page = await open();
    await assert_drawn(page);
    await click_anchor(page, 'control/tokens');
    await anchor(page, 'typing');
    await type(page, 'ışık ğ ş ç ö ü İI');
    await press(page, 'Enter');
    await eventually(async () => assert.deepEqual((await state(page)).document.tokens, ['ışık', 'ğ', 'ş', 'ç', 'ö', 'ü', 'İI']));
    assert.equal((await query(page, 'tensor/probabilities')).shape[0], 7);
    await finish(page);
});

test('A number over a limit is refused in words and changes nothing', async () => {
    const page = await open();
    await page.evaluate(() => {
        window.told = [];
        window.dikkat.on('announce', ({ text }) => window.told.push(text));
    });
    await click_anchor(page, 'control/settings');
    await click_anchor(page, 'control/d');
    await type(page, '9');
    await press(page, 'Enter');
    await eventually(async () => assert.deepEqual(await page.evaluate(() => window.told), ['9 boyut 2 başlığa eşit bölünmez']));
    assert.equal((await config(page)).d, 8);
    await finish(page);
});

test('Width, heads and blocks are typed in the sheet, and the model follows', async () => {
    const page = await open();
    for (const [field, text] of [['d', '16'], ['heads', '4'], ['blocks', '3']]) {
        if (!(await anchors(page)).settings) await click_anchor(page, 'control/settings');
        await click_anchor(page, `control/${field}`);
        await type(page, text);
        await press(page, 'Enter');
        await eventually(async () => assert.equal((await config(page))[field], Number(text)));
    }
    assert.deepEqual((await query(page, 'tensor/blocks.2.attention.head3.weights')).shape, [6, 6]);
    await finish(page);
});

test('A block and a section are chosen, and their stations stand there', async () => {
    const page = await open();
    await click_anchor(page, 'section/1');
    await eventually(async () => assert.ok((await anchors(page))['station/blocks.0.attention.wq']));
    await click_anchor(page, 'block/1');
    await eventually(async () => assert.ok((await anchors(page))['station/blocks.1.attention.wq']));
    assert.equal((await anchors(page))['station/blocks.0.attention.wq'], undefined);
    await finish(page);
});

test('A model of another kind is chosen by the mouse; its sections are its own', async () => {
    const page = await open();
    await click_anchor(page, 'control/settings');
    await click_anchor(page, 'control/kind');
    await click_anchor(page, 'control/kind/2');
    await eventually(async () => assert.equal((await config(page)).kind, 'encoder_decoder'));
    await press(page, 'Escape');
    await command(page, { type: 'open_panel', panel: 'cross_attention' });
    await eventually(async () => assert.ok((await anchors(page))['station/decoder.0.cross_attention.wq']));
    await finish(page);
});

test('Any tensor opens from the list of all', async () => {
    const page = await open();
    await click_anchor(page, 'tensors');
    await click_anchor(page, 'tensors/2');
    await eventually(async () => assert.ok((await anchors(page))['station/opened']));
    assert.notEqual((await state(page)).view.opened, '');
    await finish(page);
});

test('Gradients stand in the place of values and are not edited', async () => {
    const page = await open();
    await page.evaluate(() => {
        window.told = [];
        window.dikkat.on('announce', ({ text }) => window.told.push(text));
    });
    await click_anchor(page, 'show/gradient');
    await eventually(async () => assert.equal((await state(page)).view.show, 'gradient'));
    await assert_drawn(page);
    await click_anchor(page, 'cell/x/0/0');
    await press(page, 'Enter');
    await eventually(async () => assert.deepEqual(await page.evaluate(() => window.told), ['Gradyan hesaplanır; düzenlemek için Değer’e geç']));
    assert.equal((await anchors(page)).typing, undefined);
    await finish(page);
});

test('A phone has the choosers and the sheet', async () => {
    const page = await open({ viewport: { width: 390, height: 844 } });
    for (const name of ['section', 'block', 'tensors', 'control/settings']) assert.ok((await anchors(page))[name], name);
    await click_anchor(page, 'control/settings');
    await eventually(async () => assert.ok((await anchors(page)).settings));
    await finish(page);
});

test('Every column of the probabilities says its word, and numbers of one matrix have one size', async () => {
    const page = await open({ viewport: { width: 1100, height: 700 } });
    const texts = async () => (await query(page, 'drawing')).items.filter(({ kind }) => kind === 'text');
    const over = (place, [x, , width]) => place[0] + place[2] / 2 > x && place[0] + place[2] / 2 < x + width;
    await command(page, { type: 'go_to_step', step: 2 });
    await settled(page);
    const words = ['Kedi', 'masaya', 'çıktı', 'çünkü', 'o', 'yorulmuştu'];
    for (const [column, word] of words.entries()) {
        const cell = (await anchors(page))[`cell/probabilities/0/${column}`];
        const [head] = (await texts()).filter(({ rect }) => over(rect, cell) && rect[1] < cell[1] && rect[1] > cell[1] - 30);
        assert.ok(head && (head.text === word || word.startsWith(head.text.replace('…', ''))), `column ${column}: ${head?.text}`);
    }
    await command(page, { type: 'go_to_step', step: 1 });
    await settled(page);
    const [x, y, width, height] = (await anchors(page))['cell/x/0/0'];
    const row = (await texts()).filter(({ rect }) => rect[0] > x && rect[0] < x + 8 * width && rect[1] > y - 2 && rect[1] < y + height);
    assert.equal(row.length, 8);
    assert.equal(new Set(row.map(({ size }) => size)).size, 1, row.map(({ text, size }) => `${text} ${size}`).join(', '));
    for (let i = 1; i < row.length; ++i) assert.ok(row[i].rect[0] - row[i - 1].rect[0] - row[i - 1].rect[2] >= 2.5, `${row[i - 1].text} touches ${row[i].text}`);
    await finish(page);
});
