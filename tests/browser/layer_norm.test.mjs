// The layer-norm screen under a real mouse and keyboard: the batch, the norm by hand, the std of the weights, a depth of the plot. What a
// panel shows is read from the program's own state and from what it says aloud.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    click_anchor, command, double_click_anchor, drag, eventually, finish, hover_anchor, press, query, settled, use_site,
} from './harness.mjs';

const site = use_site();

const open = async () => {
    const page = await site.open_page({ query: 'lesson=layer-norm&lang=en' });
    await page.evaluate(() => {
        window.told = [];
        window.dikkat.on('announce', ({ text }) => window.told.push(text));
    });
    return page;
};
const told = (page) => page.evaluate(() => window.told.at(-1));
const anchors = (page) => query(page, 'anchors');
const data = async (page, tensor) => (await query(page, `tensor/${tensor}`)).data;
const setting = async (page, part, name) =>
    (await query(page, 'state')).document.parts.find((each) => (each.name ?? '') === part).config[name];
const sweep = (page) => eventually(async () => {
    const reading = await query(page, 'sweep/depth');
    assert.ok(reading.done, 'the sweep is still worked on');
    return reading;
});
// As the plot writes a small number: 4.91e−05.
const small = (value) => value.toExponential(2).replace(/e-(\d)$/, 'e−0$1').replace('e-', 'e−');

test('The batch slider makes the other batch; in a batch of one BatchNorm is NaN and LayerNorm is what it was', async () => {
    const page = await open();
    const alone = (await data(page, 'norm.output')).slice(0, 8);
    await drag(page, 'control/batch', { dx: -400 });
    assert.equal(await setting(page, 'small', 'batch'), 1);
    assert.deepEqual(await data(page, 'small.norm.output'), alone);
    assert.ok((await data(page, 'small.batch_norm.output')).every((value) => value === 'NaN'));
    await command(page, { type: 'undo' });
    assert.equal(await setting(page, 'small', 'batch'), 2);
    await finish(page);
});

test('A number of the norm by hand is typed in its box', async () => {
    const page = await open();
    await command(page, { type: 'select', row: 0, clear: true });
    await double_click_anchor(page, 'cell/example.x/0/0');
    await page.keyboard.type('2');
    await press(page, 'Enter');
    assert.deepEqual(await data(page, 'example.x'), [2, 5, 3, 9]);
    assert.deepEqual(await data(page, 'example.centred'), [-2.75, 0.25, -1.75, 4.25]);
    await finish(page);
});

test('The norm by hand is copied as text, NumPy and LaTeX', async () => {
    const page = await site.open_page({ query: 'lesson=layer-norm&lang=en', context: { permissions: ['clipboard-read', 'clipboard-write'] } });
    const copied = async (form, pattern) => {
        await click_anchor(page, 'by_hand/copy');
        await click_anchor(page, `by_hand/copy/${form}`);
        await eventually(async () => assert.match(await page.evaluate(() => navigator.clipboard.readText()), pattern));
    };
    await copied(0, /^x\t1\.0000\t5\.0000\t3\.0000\t9\.0000\nmean\t4\.5000\nstd\t2\.9580\n[^]*output\t-1\.1832\t0\.1690\t-0\.5071\t1\.5213\n$/);
    await copied(1, /^import numpy as np\n[^]*\nx = np\.array\(\[1, 5, 3, 9\], dtype=np\.float32\)\nmean = x\.mean\(\) {2}# 4\.5000\n/);
    await copied(2, /^\\begin\{aligned\}\n& \\mu = \\frac\{1\}\{4\} \(1\.0000 \+ 5\.0000[^]*= 2\.9580[^]*\\end\{aligned\}\n$/);
    await finish(page);
});

test('The panel of the norm by hand stays while a sum of it is read, and Escape brings the claims back', async () => {
    const page = await open();
    await command(page, { type: 'select', row: 0, clear: true });
    await click_anchor(page, 'cell/example.divided/0/1');
    const shown = await anchors(page);
    assert.ok(shown['cell/example.x/0/0'] && shown.sum);
    await press(page, 'Escape');
    await eventually(async () => assert.equal((await anchors(page)).sum, undefined));
    await finish(page);
});

test('The std slider is one undo and the sweep follows it', async () => {
    const page = await open();
    const before = await sweep(page);
    await drag(page, 'control/std', { dx: 400 });
    assert.equal(await setting(page, 'stack', 'std'), 1);
    const after = await eventually(async () => {
        const reading = await sweep(page);
        assert.notDeepEqual(reading.series[0].float32.input_gradient, before.series[0].float32.input_gradient);
        return reading;
    });
    assert.equal(after.series[0].float32.input_gradient.length, 100);
    await command(page, { type: 'undo' });
    assert.equal(await setting(page, 'stack', 'std'), 0.2);
    await finish(page);
});

test('A depth under the pointer opens its reading; away from the plot it closes', async () => {
    const page = await open();
    await sweep(page);
    await hover_anchor(page, 'plot/depth/37');
    await eventually(async () => assert.ok((await anchors(page))['reading/depth']));
    await hover_anchor(page, 'control/batch');
    await eventually(async () => assert.equal((await anchors(page))['reading/depth'], undefined));
    await finish(page);
});

test('The arrow keys read the plot aloud, in float and in double', async () => {
    const page = await open();
    const { series } = await sweep(page);
    await click_anchor(page, 'plot/depth/37');
    const at = (run) => series[0][run].input_gradient[37];
    await hover_anchor(page, 'control/batch');
    await press(page, 'ArrowRight');
    assert.match(await told(page), new RegExp(`^depth 38; without: float32 ${small(at('float32'))}, float64 ${small(at('float64'))}; with residual: `));
    await press(page, 'Home');
    assert.match(await told(page), /^depth 1; /);
    await finish(page);
});

test('The menu of the plot shows what the layers make of the numbers', async () => {
    const page = await open();
    const { series } = await sweep(page);
    await click_anchor(page, 'plot-what/depth');
    await click_anchor(page, 'plot-what/depth/1');
    await click_anchor(page, 'plot/depth/37');
    await hover_anchor(page, 'control/batch');
    await press(page, 'Home');
    await settled(page);
    const norm = series[0].float32.activation_norms[0].toPrecision(3);
    assert.ok((await told(page)).startsWith(`input; without: float32 ${norm}, `), await told(page));
    await finish(page);
});

test('The table beside the plot shows what the plot shows', async () => {
    const page = await open();
    const { series } = await sweep(page);
    const words = async () => (await query(page, 'drawing')).items.filter(({ kind }) => kind === 'text').map(({ text }) => text);
    const gradient = small(series[0].float32.input_gradient[49]), norm = series[0].float32.activation_norms[50].toPrecision(3);
    await settled(page);
    assert.ok((await words()).includes(gradient));
    assert.ok(!(await words()).includes(norm));
    await command(page, { type: 'go_to_step', step: 5 });
    await settled(page);
    assert.ok((await words()).includes(norm));
    assert.ok(!(await words()).includes(gradient));
    await finish(page);
});
