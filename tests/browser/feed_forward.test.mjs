// The feed-forward lesson in the page, by a real mouse and keyboard: what is perturbed and how strongly, a cell of the row, a size that
// is typed in. Outcomes are read from the program; the figures are PyTorch's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    anchor, assert_drawn, canvas, click_anchor, command, double_click_anchor, drag, eventually, finish, press, query, settled, use_site,
} from './harness.mjs';

const site = use_site();
const open = (more = {}) => site.open_page({ query: 'lesson=feed-forward&lang=tr', ...more });
const perturbation = async (page) => (await query(page, 'state')).document.perturbations?.x;
const anchors = (page) => query(page, 'anchors');
const type = async (page, text) => { await page.keyboard.type(text); await settled(page); };
// The largest change of each row, between the lesson as opened and now.
const largest = async (page, tensor) => {
    const { shape: [rows, columns], data } = await query(page, `difference/${tensor}`);
    return [...Array(rows).keys()].map((row) => Math.max(...data.slice(row * columns, (row + 1) * columns).map(Math.abs)));
};
const count = async (page, part) => (await query(page, 'parameters')).parts.find((each) => each.part === part).count;

test('The strength is slid, as one undo; attention moves every row, the feed-forward network one', async () => {
    const page = await open();
    const track = await anchor(page, 'perturb/strength');
    await drag(page, 'perturb/strength', { dx: track.width * 0.2 });
    assert.ok((await perturbation(page)).strength > 5);
    const [, ...attention] = await largest(page, 'attention.output');
    assert.ok(attention.every((change) => change > 0), `${attention}`);
    const [own, ...others] = await largest(page, 'feed_forward.output');
    assert.ok(own > 0);
    assert.deepEqual(others, [0, 0, 0, 0]);
    await command(page, { type: 'undo' });
    assert.ok(!(await perturbation(page))?.strength);
    await finish(page);
});

test("At strength 5 the lesson's own draw changes attention's rows as in PyTorch", async () => {
    const page = await open();
    await command(page, { type: 'go_to_step', step: 3 });
    const [, ...attention] = await largest(page, 'attention.output');
    [3.0138, 12.3983, 12.4502, 4.4883].forEach((expected, i) => assert.ok(Math.abs(attention[i] - expected) < 1e-3, `${attention}`));
    await assert_drawn(page);
    await finish(page);
});

test('Another token is chosen by its button, and its row is the one that is shown', async () => {
    const page = await open();
    await command(page, { type: 'go_to_step', step: 3 });
    await click_anchor(page, 'perturb/token/3');
    assert.equal((await perturbation(page)).row, 3);
    const moved = (await largest(page, 'feed_forward.output')).map((change) => change > 0);
    assert.deepEqual(moved, [false, false, false, true, false]);
    assert.ok((await anchors(page))['cell/x/3/0']);
    assert.equal((await anchors(page))['cell/x/0/0'], undefined);
    await finish(page);
});

test('The keyboard slides the strength', async () => {
    const page = await open();
    await click_anchor(page, 'perturb/strength');
    const before = (await perturbation(page)).strength;
    await press(page, 'ArrowRight');
    assert.ok((await perturbation(page)).strength > before);
    await press(page, 'Home');
    assert.equal((await perturbation(page)).strength, 0);
    await finish(page);
});

test('A cell of the row is typed over and its sum closes again', async () => {
    const page = await open();
    await double_click_anchor(page, 'cell/x/0/2');
    await type(page, '-7,5');
    await press(page, 'Enter');
    assert.equal((await query(page, 'tensor/x')).data[2], -7.5);
    await click_anchor(page, 'cell/x/0/3');
    assert.ok((await anchors(page)).sum);
    await click_anchor(page, 'sum/close');
    assert.equal((await anchors(page)).sum, undefined);
    await finish(page);
});

test('A width that is typed in is counted at once; what is no width is refused in words', async () => {
    const page = await open();
    await command(page, { type: 'select', clear: true });  // a sum would stand there
    assert.equal(await count(page, 'real_feed_forward'), 2099712);
    assert.equal(await count(page, 'real_attention'), 1048576);
    await click_anchor(page, 'control/d');
    await type(page, '1024');
    await press(page, 'Enter');
    assert.equal(await count(page, 'real_feed_forward'), 2 * 1024 * 2048 + 2048 + 1024);
    assert.equal(await count(page, 'real_attention'), 4 * 1024 * 1024);
    await click_anchor(page, 'control/d_ff');
    await type(page, 'çok');
    await press(page, 'Enter');
    assert.ok((await anchors(page)).typing);
    await press(page, 'Escape');
    assert.equal(await count(page, 'real_attention'), 4 * 1024 * 1024);
    await finish(page);
});

test('On a phone one panel stands on the screen, and the chooser opens another', async () => {
    const page = await open({ viewport: { width: 390, height: 844 }, has_touch: true });
    for (const [option, shown, other] of [[0, 'perturb', 'attention'], [2, 'attention', 'perturb']]) {
        await click_anchor(page, 'panel');
        await click_anchor(page, `panel/${option}`);
        await eventually(async () => assert.ok((await anchors(page))[`panel/${shown}`]));
        assert.equal((await anchors(page))[`panel/${other}`], undefined);
    }
    await finish(page);
});

test('On a tablet the canvas is as high as its panels need', async () => {
    const page = await open({ viewport: { width: 820, height: 1180 } });
    await eventually(async () => {
        const [, y, , height] = (await anchors(page))['panel/counts'];
        const box = await canvas(page).boundingBox();
        assert.ok(y + height <= box.height, `${y + height} of ${box.height}`);
    });
    await finish(page);
});
