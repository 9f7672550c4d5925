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
