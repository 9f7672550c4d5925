// The GPT lesson in the page: diagrams that are drawn from the models, the ledger, sizes that are typed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anchor, assert_drawn, click_anchor, command, eventually, finish, hover_anchor, press, query, settled, use_site } from './harness.mjs';

const site = use_site();
const open = (more = '') => site.open_page({ query: `lesson=gpt&lang=tr${more}` });
const anchors = (page) => query(page, 'anchors');
const counts = async (page) => Object.fromEntries((await query(page, 'parameters')).parts.map(({ part, count }) => [part, count]));

test('The diagrams have a box for each layer of their models', async () => {
    const page = await open();
    await assert_drawn(page);
    const found = await anchors(page);
    for (const name of ['encoder_decoder.decoder.0.self_attention', 'encoder_decoder.decoder.0.cross_attention',
        'encoder_decoder.decoder.0.feed_forward', 'gpt.blocks.0.attention', 'gpt.blocks.0.feed_forward']) {
        assert.ok(found[`diagram/${name}`], name);
    }
    await finish(page);
});

test('A norm that is switched in the model moves in its diagram', async () => {
    const page = await open();
    const place = async (name) => (await anchors(page))[`diagram/gpt.blocks.0.${name}`];
    await command(page, { type: 'set_config', part: 'gpt', name: 'norm', value: 'pre' });
    await settled(page);
    const before = await place('norm1'), layer = await place('attention');
    assert.ok(before[1] + before[3] <= layer[1], 'pre-norm stands before its layer');
    await command(page, { type: 'set_config', part: 'gpt', name: 'norm', value: 'post' });
    await settled(page);
    const after = await place('norm1');
    assert.ok(after[1] >= layer[1] + layer[3], 'post-norm stands after its layer');
    await command(page, { type: 'set_config', part: 'gpt', name: 'norm', value: 'none' });
    await settled(page);
    assert.equal(await place('norm1'), undefined);
    await finish(page);
});

test('A width that is typed is counted at once, in both models, as one undo', async () => {
    const page = await open();
    const { decoder_layer, gpt_layer } = await counts(page);
    assert.deepEqual([decoder_layer, gpt_layer], [4194304, 3145728]);
    await click_anchor(page, 'control/d');
    await page.keyboard.type('1024');
    await press(page, 'Enter');
    await eventually(async () => assert.equal((await counts(page)).decoder_layer, 16777216));
    assert.equal((await counts(page)).gpt_layer, 12582912);
    await command(page, { type: 'undo' });
    assert.deepEqual([(await counts(page)).decoder_layer, (await counts(page)).gpt_layer], [4194304, 3145728]);
    await finish(page);
});

test('The ledger switches from one block to whole models', async () => {
    const page = await open();
    assert.ok((await anchors(page))['ledger/decoder_layer.cross_attention.wq']);
    await click_anchor(page, 'ledger/ledger/1');
    await eventually(async () => assert.ok((await anchors(page))['ledger/encoder_decoder.decoder.0.cross_attention']));
    assert.equal((await anchors(page))['ledger/decoder_layer.cross_attention.wq'], undefined);
    await finish(page);
});

test('A row of the ledger under the pointer tells the page what it is', async () => {
    const page = await open();
    await anchor(page, 'ledger/decoder_layer.cross_attention');
    await page.evaluate(() => {
        window.hovered = [];
        window.dikkat.on('hover', ({ tensor }) => window.hovered.push(tensor));
    });
    await hover_anchor(page, 'ledger/decoder_layer.cross_attention');
    await eventually(async () => assert.equal(await page.evaluate(() => window.hovered.at(-1)), 'decoder_layer.cross_attention'));
    await finish(page);
});

test('On coming to a step the canvas scrolls to what its text speaks of, and a scroll by hand stays', async () => {
    const page = await site.open_page({ query: 'lesson=gpt&lang=en', viewport: { width: 1100, height: 700 } });
    const height = (await query(page, 'drawing')).height;
    for (const [step, panel] of [[4, 'depth'], [5, 'growth'], [2, 'ledger'], [1, 'encoder-decoder']]) {
        await command(page, { type: 'go_to_step', step });
        await settled(page);
        const place = (await anchors(page))[`panel/${panel}`];
        assert.ok(place, `step ${step}: panel ${panel} is out of sight`);
        assert.ok(place[1] >= 48 && place[1] + place[3] <= height && place[3] > 100, `step ${step}: panel ${panel} is cut: ${place}`);
    }
    await click_anchor(page, 'show/value');  // the wheel is the canvas's while it is in use
    await hover_anchor(page, 'panel/encoder-decoder');
    await eventually(async () => {
        await page.mouse.wheel(0, 400);
        await settled(page);
        assert.ok((await anchors(page))['panel/growth']);
    });
    await command(page, { type: 'set_language', language: 'tr' });
    await settled(page);
    assert.ok((await anchors(page))['panel/growth']);
    await finish(page);
});

for (const [width, height] of [[1280, 800], [1100, 700], [820, 1180]]) {
    test(`What the layers' colours mean stands on the canvas at ${width}x${height}, in every view`, async () => {
        const page = await site.open_page({ query: 'lesson=gpt&lang=tr', viewport: { width, height } });
        for (const what of width < 1280 ? ['value', 'difference', 'gradient'] : ['value']) {
            await command(page, { type: 'show', what });
            await settled(page);
            const { items } = await query(page, 'drawing');
            const legends = items.filter(({ kind, text, rect }) => kind === 'text' && text === 'artık bağlantı' && rect[1] < 80);
            assert.equal(legends.length, 1, what);
        }
        await finish(page);
    });
}

test('Large numbers of a claim are in groups of three, as in its sentence', async () => {
    const page = await open();
    await eventually(async () => {
        const { measured_text, bound_text } = (await query(page, 'checks')).find(({ id }) => id === 'post');
        assert.match(measured_text, /^45\u202f\d{3}$/);
        assert.equal(bound_text, '10\u202f000');
    });
    await finish(page);
});

test('The bars under the ledger have one scale', async () => {
    const page = await open();
    const { items } = await query(page, 'drawing');
    const total = items.find(({ kind, text }) => kind === 'text' && text === 'GPT: %75');
    const parts = items.filter(({ kind, rect, line }) => kind === 'rectangle' && !line && rect[3] === 8 && Math.abs(rect[1] - total.y + 9) < 2);
    const bar = (of) => Math.max(...of.map(({ rect }) => rect[0] + rect[2])) - Math.min(...of.map(({ rect }) => rect[0]));
    assert.equal(parts.length, 5);
    assert.ok(Math.abs(bar(parts.slice(3)) / bar(parts.slice(0, 3)) - 0.75) < 0.02, JSON.stringify(parts.map(({ rect }) => rect)));
    await finish(page);
});

test('On a phone the plot has what steers it over it', async () => {
    const page = await open('&step=4').then(async (wide) => {
        await wide.setViewportSize({ width: 390, height: 844 });
        await settled(wide);
        return wide;
    });
    const found = await anchors(page);
    assert.ok(found['plot/depth/1'] && found['control/std'] && found['control/norm/0'], Object.keys(found).join(' '));
    await click_anchor(page, 'control/norm/0');
    await eventually(async () => assert.equal((await query(page, 'state')).document.parts.find(({ name }) => name === 'stack').config.mode, 'post'));
    assert.ok((await anchors(page))['plot/depth/1'], 'the plot stays');
    await finish(page);
});
