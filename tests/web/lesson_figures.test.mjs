// Every lesson, step by step, through the program itself: commands are accepted, claims hold as opened, live numbers and terms name
// what is computed, and the figures are PyTorch's.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build_lessons } from '../../web/build/lessons.mjs';
import { html_of } from './text_html.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
// The wasm build's program in Node, unless DIKKAT_QUERY names another one.
const program = process.env.DIKKAT_QUERY ?? `${root}build/wasm/dikkat-query.cjs`;
const program_in = (folder) => [...(program.endsWith('.cjs') ? [process.execPath] : []), program, '--lessons', folder];
const start = program_in(`${root}web/lessons`);
const { lessons } = await build_lessons(`${root}web/lessons`);
const reference = (name) => JSON.parse(readFileSync(`${root}tests/reference/${name}.json`, 'utf8'));

// The answers to `paths` after `commands`, one for each.
function ask(lesson, commands, paths) {
    const wishes = commands.flatMap((command) => ['--do', JSON.stringify(command)]);
    const [command, ...options] = [...start, '--lesson', lesson, ...wishes, ...paths];
    const output = execFileSync(command, options, { encoding: 'utf8' });
    const lines = output.trim().split('\n').map((line) => JSON.parse(line));
    assert.equal(lines.length, paths.length);
    return lines;
}

const go_to = (index) => ({ type: 'go_to_step', step: index + 1 });
const moments = lessons.flatMap(({ data, text }) => data.steps.flatMap((step, index) => {
    const opened = { name: `${data.id}, step ${step.id}`, data, text, step, index, commands: [go_to(index)] };
    if (!step.question) return [opened];
    const answer = { type: 'answer', question: step.question.id, option: step.question.correct ?? 0 };
    return [opened, { ...opened, name: `${opened.name}, answered`, commands: [go_to(index), answer] }];
}));

const panels_of = ({ screen }) => (screen.rows ?? []).flatMap(({ panels }) => panels);
const found = (html, pattern) => [...(html ?? '').matchAll(pattern)].map((match) => match[1]);
const texts_of = ({ text, index }) => ['tr', 'en'].flatMap((language) => {
    const { body, question, answer, exercises = [] } = text[language].steps[index];
    return [body, question, answer, ...exercises.flatMap((exercise) => [exercise.body, exercise.hint])].map(html_of);
});

for (const moment of moments) {
    test(`${moment.name}: what is done is accepted, and what is named is there`, () => {
        const live = texts_of(moment).flatMap((html) => found(html, /data-query="([^"]+)"/g));
        const paths = [...new Set(live)].filter((path) => !path.startsWith('check/'));  // those are the build's to check
        const [tensors, ...numbers] = ask(moment.data.id, moment.commands, ['tensors', ...paths]);
        const names = new Set(tensors.map(({ name }) => name));
        for (const term of texts_of(moment).flatMap((html) => found(html, /data-tensor="([^"]+)"/g))) assert.ok(names.has(term), `term of ${term}`);
        const panels = new Set(panels_of(moment.data).map(({ id }) => `panel/${id}`));
        for (const name of moment.step.spotlight ?? []) assert.ok(names.has(name) || panels.has(name), `spotlight on ${name}`);
        numbers.forEach((number, i) => {
            assert.equal(typeof number.text, 'string', `${paths[i]} has no text`);
            assert.ok(Number.isFinite(number.value), `${paths[i]} is ${number.value}`);
        });
    });
}

for (const { data } of lessons) {
    test(`${data.id}: every claim holds as opened`, () => {
        const [checks] = ask(data.id, [], ['checks']);
        const made = new Set(checks.map(({ id }) => id));  // of a model of another kind not all can be made
        for (const { id, required } of data.checks) assert.ok(made.has(id) || required === false, `${id} is not measured`);
        assert.ok(made.size > 0 || data.checks.length === 0, 'none of the claims is measured');
        for (const check of checks) assert.ok(check.holds, `${check.id}: measured ${check.measured}, bound ${check.bound}`);
    });

    test(`${data.id}: a correct option is one of the options, and questions have their own names`, () => {
        const questions = data.steps.flatMap(({ question }) => question ?? []);
        for (const { id, options, correct } of questions) assert.ok(correct === undefined || correct < options.length, id);
        assert.equal(new Set(questions.map(({ id }) => id)).size, questions.length);
    });

    test(`${data.id}: every tensor that a screen must show is built, and every control's option is accepted`, () => {
        const names = new Set(ask(data.id, [], ['tensors'])[0].map(({ name }) => name));
        const { columns = [], ribbons = [], controls = [], thumbnails = [], narrow_row } = data.screen;
        const stations = columns.flatMap(({ lanes }) => lanes.flatMap((lane) => lane.stations));
        const as_chosen = (tensor) => tensor.replaceAll(/\{(block|head)\}/g, '0').replaceAll('{head+1}', '1');
        const needed = [...stations.filter(({ required }) => required !== false), ...ribbons.filter(({ section }) => !section)].map(({ tensor }) => as_chosen(tensor));
        const sections = new Set((data.screen.sections ?? []).map(({ id }) => id));  // what is in one is shown where its model is built
        const narrow = thumbnails.filter(({ section, required }) => !section && required !== false).flatMap(({ tensor }) => ribbons.map((_, head) => tensor.replace('{head}', head)));
        for (const tensor of [...needed, ...narrow, narrow_row ?? []].flat()) assert.ok(names.has(tensor), tensor);
        for (const { section } of [...columns, ...ribbons, ...thumbnails]) assert.ok(section === undefined || sections.has(section), section);
        const built = new Set(names);
        for (const control of [...controls, ...panels_of(data).flatMap((panel) => panel.controls ?? [])]) {
            for (const option of control.options) {
                for (const { name } of ask(data.id, option.commands, ['tensors'])[0]) built.add(name);
            }
        }
        for (const { tensor } of [...stations, ...ribbons, ...thumbnails]) assert.ok(built.has(as_chosen(tensor)), `no control builds ${tensor}`);
    });

    test(`${data.id}: what its panels read is there, and their names are their own`, () => {
        const names = new Set(ask(data.id, [], ['tensors'])[0].map(({ name }) => name));
        const parts = new Set(data.document.parts.map(({ name = '' }) => name));
        const panels = panels_of(data);
        assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
        for (const { id, tensors = [], weights, part, parts: several = [], sweep } of panels) {
            for (const tensor of [...tensors.map((each) => each.tensor), weights ?? []].flat()) assert.ok(names.has(tensor), `${id}: ${tensor}`);
            for (const name of [...several, part ?? []].flat()) assert.ok(parts.has(name), `${id}: part ${name}`);
            if (sweep !== undefined) assert.ok(data.sweeps?.[sweep], `${id}: sweep ${sweep}`);
        }
    });

    test(`${data.id}: what a slider can be set to is accepted, at both of its ends`, () => {
        const fields = [...(data.screen.fields ?? []), ...panels_of(data).flatMap((panel) => panel.fields ?? [])];
        for (const { setting, also = [], least, most } of fields.filter(({ slider }) => slider)) {
            for (const value of [least, most]) {
                const commands = [setting, ...also].map((name) => set_config(name.replace('config/', ''), value));
                ask(data.id, commands, ['state']);
            }
        }
    });

    test(`${data.id}: its sweeps run in every series as deep as they say`, () => {
        for (const [id, { depth = 100, series }] of Object.entries(data.sweeps ?? {})) {
            const [reading] = ask(data.id, [], [`sweep/${id}`]);
            assert.ok(reading.done);
            assert.deepEqual(reading.series.map((each) => each.id), series.map((each) => each.id));
            for (const { float32, float64 } of reading.series) {
                for (const run of [float32, float64]) {
                    assert.equal(run.input_gradient.length, depth);
                    assert.equal(run.activation_norms.length, depth + 1);
                    assert.equal(run.gradient_norms.length, depth + 1);
                }
            }
        }
    });
}

// "stack.std" -> the command that sets it.
function set_config(name, value) {
    const dot = name.indexOf('.');
    return { type: 'set_config', part: name.slice(0, Math.max(dot, 0)), name: name.slice(dot + 1), value };
}

test('a refused command names what it does not know and exits with 2', () => {
    const [command, ...options] = [...start, '--lesson', 'multi-head', '--do', '{"type":"set_cel"}', 'state'];
    const wrong = spawnSync(command, options, { encoding: 'utf8' });
    assert.equal(wrong.status, 2);
    assert.match(wrong.stderr, /set_cel/);
});

// Those that walk through lessons and history have no place inside a lesson.
test('the schema has the program\'s commands, with their fields', () => {
    const outside = new Set(['open_lesson', 'go_to_step', 'answer', 'check_exercise', 'load_lesson', 'load_state', 'reset', 'undo', 'redo']);
    const schema = JSON.parse(readFileSync(`${root}web/lessons/lesson.schema.json`, 'utf8')).$defs.command.oneOf;
    const [commands] = ask('attention', [], ['commands']);
    const described = commands.filter(({ type }) => !outside.has(type)).map(({ type, fields }) => ({
        type,
        fields: fields.map(({ name }) => name).sort(),
        required: fields.filter(({ optional }) => !optional).map(({ name }) => name).sort(),
    }));
    const written = schema.map(({ properties: { type, gesture, ...fields }, required }) => ({
        type: type.const,
        fields: Object.keys(fields).sort(),
        required: required.filter((name) => name !== 'type').sort(),
    }));
    const by_type = (a, b) => (a.type < b.type ? -1 : 1);
    assert.deepEqual(written.sort(by_type), described.sort(by_type));
});

test('the example of FORMAT.md opens, its steps are accepted and its claim holds', () => {
    const json = /```json\n(.*?)```/s.exec(readFileSync(`${root}web/lessons/FORMAT.md`, 'utf8'))[1];
    const { id, steps } = JSON.parse(json);
    const folder = mkdtempSync(join(tmpdir(), 'lessons-'));
    mkdirSync(join(folder, id));
    writeFileSync(join(folder, id, 'lesson.json'), json);
    const wishes = steps.flatMap((_, index) => ['--do', JSON.stringify(go_to(index))]);
    const [command, ...options] = [...program_in(folder), '--lesson', id, ...wishes, 'checks'];
    const [check] = JSON.parse(execFileSync(command, options, { encoding: 'utf8' }));
    assert.ok(check.holds);
    rmSync(folder, { recursive: true });
});

// --- The figures -------------------------------------------------------------------------------------------------------------

const kClose = 1e-6;
function assert_close(tensor, expected, name) {
    assert.equal(tensor.data.length, expected.length, name);
    expected.forEach((value, i) => assert.ok(Math.abs(tensor.data[i] - value) <= kClose, `${name}[${i}]: ${tensor.data[i]}, not ${value}`));
}
const row = ({ shape, data }, i) => data.slice(i * shape.at(-1), (i + 1) * shape.at(-1));
const rounded = (numbers, decimals) => numbers.map((x) => Number(x).toFixed(decimals)).join(' ');

test('multi-head: every tensor is PyTorch\'s', () => {
    const expected = reference('lesson_multi_head');
    const names = ['x', 'q', 'k', 'v', 'concat', 'head0.scores', 'head1.scores', 'head0.weights', 'head1.weights', 'separate.concat'];
    const [x, q, k, v, concat, scores0, scores1, weights0, weights1, separate] = ask('multi-head', [], names.map((name) => `tensor/${name}`));
    assert_close(x, expected.embedding.data, 'x');
    assert_close(q, expected.q.data, 'q');
    assert_close(k, expected.k.data, 'k');
    assert_close(v, expected.v.data, 'v');
    assert_close(concat, expected.concat.data, 'concat');
    assert_close({ data: [...scores0.data, ...scores1.data] }, expected.scores.data, 'scores');
    assert_close({ data: [...weights0.data, ...weights1.data] }, expected.weights.data, 'weights');
    assert.deepEqual(separate.data, concat.data);
});

test('multi-head: the figures of the lesson', () => {
    const [weights0, weights1] = ask('multi-head', [], ['tensor/head0.weights', 'tensor/head1.weights']);
    assert.equal(rounded(row(weights0, 2), 3), '0.136 0.170 0.204 0.177 0.139 0.174');
    assert.equal(rounded(row(weights0, 4), 3), '0.517 0.018 0.042 0.034 0.353 0.035');
    assert.equal(rounded(row(weights1, 2), 3), '0.067 0.437 0.290 0.076 0.067 0.064');
});

test('multi-head: 0.3 off the blocks makes the claim false by 0.0415 and reaches four tokens', () => {
    const [checks] = ask('multi-head', [{ type: 'set_cell', tensor: 'wq', row: 0, col: 6, value: 0.3 }], ['checks']);
    const blocks = checks.find(({ id }) => id === 'blocks');
    assert.equal(blocks.holds, false);
    assert.equal(blocks.measured.toFixed(4), '0.0415');
    assert.deepEqual(blocks.rows, [0, 2, 4, 5]);
});

test('multi-head: a number on the blocks keeps the claim true', () => {
    const [checks] = ask('multi-head', [{ type: 'set_cell', tensor: 'wq', row: 5, col: 6, value: 2 }], ['checks']);
    assert.ok(checks.find(({ id }) => id === 'blocks').holds);
});

test('multi-head: an output projection starts as the identity', () => {
    const [concat, output] = ask('multi-head', [{ type: 'set_config', name: 'output_projection', value: true }], ['tensor/concat', 'tensor/output']);
    assert.deepEqual(output.data, concat.data);
});

test('multi-head: with the halves of X exchanged, head 2 is the one that ties "o" to Kedi', () => {
    const swap = [{ type: 'swap_columns', tensor: 'x', a: 0, b: 4, count: 4 }];
    const [weights0, weights1] = ask('multi-head', swap, ['tensor/head0.weights', 'tensor/head1.weights']);
    assert.equal(new Set(row(weights0, 4)).size, 1);
    assert.equal(row(weights1, 4).indexOf(Math.max(...row(weights1, 4))), 0);
});

test('attention: every tensor is PyTorch\'s, with and without the mask', () => {
    const expected = reference('lesson_attention');
    const names = ['q', 'k', 'v', 'scores', 'weights', 'output', 'masked_scores@causal', 'weights@causal', 'output@causal'];
    const [q, k, v, scores, weights, output, masked, causal_weights, causal_output] = ask('attention', [], names.map((name) => `tensor/${name}`));
    assert_close(q, expected.inputs.q.data, 'q');
    assert_close(k, expected.inputs.k.data, 'k');
    assert_close(v, expected.inputs.v.data, 'v');
    assert_close(scores, expected.unmasked.f32.scores.data, 'scores');
    assert_close(weights, expected.unmasked.f32.weights.data, 'weights');
    assert_close(output, expected.unmasked.f32.output.data, 'output');
    assert_close(causal_weights, expected.causal.f32.weights.data, 'weights@causal');
    assert_close(causal_output, expected.causal.f32.output.data, 'output@causal');
    expected.causal.f32.scores.data.forEach((value, i) => {
        if (value === '-inf') assert.equal(masked.data[i], '-Infinity');
        else assert.ok(Math.abs(masked.data[i] - value) <= kClose);
    });
});

test('attention: token 0 gives token 4 a weight of 0.2560, and exactly 0 under the causal mask; the row of token 4 stays', () => {
    const [weights, causal] = ask('attention', [], ['tensor/weights', 'tensor/weights@causal']);
    assert.equal(row(weights, 0)[4].toFixed(4), '0.2560');
    assert.equal(row(causal, 0)[4], 0);
    assert.deepEqual(row(causal, 4), row(weights, 4));
});

test('attention: without the scale every row\'s largest weight grows', () => {
    const [scaled, unscaled] = ask('attention', [], ['tensor/weights@scaled', 'tensor/weights@unscaled']);
    for (let i = 0; i < 5; i++) assert.ok(Math.max(...row(unscaled, i)) > Math.max(...row(scaled, i)), `row ${i}`);
});

test('attention: token 2 perturbed moves the outputs of 2, 3 and 4 under the causal mask, and all five without it', () => {
    const perturbed = { type: 'perturb_row', tensor: 'q', row: 2, strength: 3, direction: { seed: 1 } };
    for (const [mask, moved] of [['causal', [2, 3, 4]], ['none', [0, 1, 2, 3, 4]]]) {
        const [before] = ask('attention', [{ type: 'set_mask', mask }], ['tensor/output']);
        const [after] = ask('attention', [{ type: 'set_mask', mask }, perturbed], ['tensor/output']);
        const rows = [0, 1, 2, 3, 4].filter((i) => row(before, i).some((value, j) => value !== row(after, i)[j]));
        assert.deepEqual(rows, moved, mask);
    }
});

test('attention: a row whose keys are all masked is NaN, and the other rows are as they were', () => {
    const hide = [0, 1].map((col) => ({ type: 'set_mask_cell', row: 1, col, visible: false }));
    const causal = { type: 'set_mask', mask: 'causal' };
    const [before] = ask('attention', [causal], ['tensor/output']);
    const [after] = ask('attention', [causal, ...hide], ['tensor/output']);
    assert.ok(row(after, 1).every((value) => value === 'NaN'));
    for (const i of [0, 2, 3, 4]) assert.deepEqual(row(after, i), row(before, i));
});

// --- Layer norm --------------------------------------------------------------------------------------------------------------

const numbers = (tensor) => tensor.data.map(Number);
const near = (value, expected, relative, name) => assert.ok(Math.abs(value - expected) <= relative * Math.abs(expected), `${name}: ${value}, not ${expected}`);
const answered = (lesson, id) => {
    const { data } = lessons.find((each) => each.data.id === lesson);
    const index = data.steps.findIndex((step) => step.id === id);
    const { question } = data.steps[index];
    return [go_to(index), { type: 'answer', question: question.id, option: question.correct }];
};
// By series: {depth: norm} of a sweep, as PyTorch has them, in both precisions. float32 may drift where a product is deep.
const kFloatDrift = [[20, 1e-4], [50, 1e-3], [100, 2e-2]];
function assert_gradients(lesson, expected) {
    const [{ series }] = ask(lesson, [], ['sweep/depth']);
    const { data } = lessons.find((each) => each.data.id === lesson);
    const only_norms = data.sweeps.depth.series.filter(({ norms_only }) => norms_only).map(({ id }) => id);
    for (const { id, float32, float64 } of series.filter((each) => !only_norms.includes(each.id))) {
        for (const [precision, run] of [['f32', float32], ['f64', float64]]) {
            for (const [depth, norms] of Object.entries(expected[precision])) {
                const drift = precision === 'f64' ? 1e-6 : kFloatDrift.find(([deepest]) => depth <= deepest)[1];
                near(run.input_gradient[depth - 1], norms[id], drift, `${id}, depth ${depth}, ${precision}`);
            }
        }
    }
}

test('layer-norm: both norms are PyTorch\'s, in the batch, alone and in a batch of two', () => {
    const expected = reference('lesson_layer_norm');
    const names = ['x', 'norm.output', 'batch_norm.output', 'small.norm.output@alone', 'small.batch_norm.output@batch2'];
    const [x, norm, batch_norm, alone, two] = ask('layer-norm', [], names.map((name) => `tensor/${name}`));
    const close = (tensor, { data }, name) => numbers(tensor).forEach((value, i) => assert.ok(Math.abs(value - data[i]) <= 1e-5, `${name}[${i}]`));
    close(x, expected.batch, 'x');
    close(norm, expected.layer_norm, 'norm.output');
    close(batch_norm, expected.batch_norm, 'batch_norm.output');
    close(alone, expected.layer_norm_first_alone, 'small.norm.output@alone');
    close(two, expected.batch_norm_first_of_two, 'small.batch_norm.output@batch2');
    assert.deepEqual(row(alone, 0), row(norm, 0));
});

test('layer-norm: [1, 5, 3, 9] by hand', () => {
    const names = ['example.by_hand', 'example.norm.output', 'example.norm.mean', 'example.norm.std'];
    const [by_hand, norm, mean, std] = ask('layer-norm', [], names.map((name) => `tensor/${name}`));
    assert.equal(rounded(by_hand.data, 3), '-1.183 0.169 -0.507 1.521');
    assert.equal(rounded(norm.data, 3), '-1.183 0.169 -0.507 1.521');
    assert.equal(mean.data[0], 4.5);
    assert.equal(Number(std.data[0]).toFixed(3), '2.958');
});

test('layer-norm: a single row has no BatchNorm, and its LayerNorm stays', () => {
    const [before] = ask('layer-norm', [], ['tensor/norm.output']);
    const [norm, batch_norm] = ask('layer-norm', answered('layer-norm', 'batch'), ['tensor/small.norm.output', 'tensor/small.batch_norm.output']);
    assert.deepEqual(norm.data, row(before, 0));
    assert.ok(batch_norm.data.every((value) => value === 'NaN'));
});

test('layer-norm: the input\'s gradient at each depth is PyTorch\'s, without and with residual connections', () => {
    assert_gradients('layer-norm', reference('lesson_layer_norm').residual_depth);
    const figures = ['plain', 'residual'].flatMap((series) => [5, 20, 50].map((depth) => `sweep/depth/${series}/${depth}`));
    const values = ask('layer-norm', [], figures).map(({ value }) => value.toExponential(2));
    assert.deepEqual(values, ['5.05e-1', '3.70e-3', '1.23e-6', '9.21e+0', '1.26e+1', '4.48e+2']);
});

test('layer-norm: activation and gradient norms of 50 layers are PyTorch\'s', () => {
    const { profile_50, post_norm_50 } = reference('lesson_layer_norm');
    const [{ series }] = ask('layer-norm', [], ['sweep/depth']);
    for (const { id, float32, float64 } of series) {
        if (id === 'post') {
            post_norm_50.f32.forEach((norm, layer) => near(float32.activation_norms[layer], norm, 1e-4, `${id}, layer ${layer}`));
            continue;
        }
        const { activation_norms } = profile_50[id];
        activation_norms.forEach((norm, layer) => near(float64.activation_norms[layer], norm, 1e-6, `${id}, layer ${layer}`));
    }
});

test('layer-norm: with post-norm the activations keep the norm 4 over 50 layers', () => {
    const { post_norm_50 } = reference('lesson_layer_norm');
    const paths = ['norm/stack.x', ...Array.from({ length: 50 }, (_, layer) => `norm/stack.h.${layer}@post`)];
    const norms = ask('layer-norm', [], paths);
    norms.forEach(({ value }, layer) => near(value, post_norm_50.f32[layer], 1e-4, `after layer ${layer}`));
    assert.equal(norms[0].value.toFixed(3), '3.778');
    assert.equal(norms[50].value.toFixed(4), '4.0000');
});

test('layer-norm: 10 more on every number of a row change its mean and nothing of its LayerNorm, and every row of BatchNorm', () => {
    const names = ['norm.output', 'norm.mean', 'batch_norm.output'].map((name) => `tensor/${name}`);
    const [norm_before, mean_before, batch_before] = ask('layer-norm', [], names);
    const [norm, mean, batch] = ask('layer-norm', answered('layer-norm', 'axis'), names);
    near(mean.data[0], mean_before.data[0] + 10, 1e-6, 'mean');
    row(norm, 0).forEach((value, i) => assert.ok(Math.abs(value - row(norm_before, 0)[i]) < 1e-5));
    for (let i = 1; i < 32; i++) assert.deepEqual(row(norm, i), row(norm_before, i));
    for (let i = 0; i < 32; i++) assert.notDeepEqual(row(batch, i), row(batch_before, i));
});

test('layer-norm: the four numbers doubled give the same result but for epsilon\'s share', () => {
    const names = ['tensor/example.by_hand', 'tensor/example.norm.std'];
    const [before, std_before] = ask('layer-norm', [], names);
    const [after, std] = ask('layer-norm', answered('layer-norm', 'by-hand'), names);
    near(std.data[0], 2 * std_before.data[0], 1e-6, 'std');
    after.data.forEach((value, i) => assert.ok(Math.abs(value - before.data[i]) < 1e-5));
});

test('layer-norm: at a std of 0.5 the gradient no longer vanishes without residual connections', () => {
    const [five, fifty] = ask('layer-norm', answered('layer-norm', 'gradient'), ['sweep/depth/plain/5', 'sweep/depth/plain/50']);
    assert.ok(five.value > 0.1 && fifty.value > 0.1, `${five.value}, ${fifty.value}`);
});

test('layer-norm: at a std of 1 post-norm still has the norm 4', () => {
    const [norm] = ask('layer-norm', answered('layer-norm', 'together'), ['norm/stack.h.49']);
    assert.equal(norm.value.toFixed(4), '4.0000');
});

// --- Feed-forward --------------------------------------------------------------------------------------------------------------

test('feed-forward: every tensor is PyTorch\'s, before and after token 0 is replaced', () => {
    const expected = reference('lesson_feed_forward');
    const tensors = {
        x: 'x', 'attention.wq': 'wq', 'attention.wk': 'wk', 'attention.wv': 'wv', 'feed_forward.b1': 'b1', 'feed_forward.b2': 'b2',
        'feed_forward.hidden': 'hidden', 'feed_forward.activated': 'activated', 'feed_forward.output': 'ffn', 'attention.weights': 'attention_weights',
        'attention.output': 'attention', 'x@token0_replaced': 'moved', 'feed_forward.output@token0_replaced': 'ffn_moved',
        'attention.weights@token0_replaced': 'attention_weights_moved', 'attention.output@token0_replaced': 'attention_moved',
    };
    const answers = ask('feed-forward', [], Object.keys(tensors).map((name) => `tensor/${name}`));
    Object.values(tensors).forEach((name, t) => {
        const { data } = expected[name];
        assert.equal(answers[t].data.length, data.length, name);
        data.forEach((value, i) => assert.ok(Math.abs(answers[t].data[i] - value) <= 1e-4 * Math.max(1, Math.abs(value)), `${name}[${i}]: ${answers[t].data[i]}, not ${value}`));
    });
});

test('feed-forward: W1 and W2 are PyTorch\'s, transposed', () => {
    const expected = reference('lesson_feed_forward');
    for (const [tensor, name] of [['feed_forward.w1', 'w1'], ['feed_forward.w2', 'w2']]) {
        const [{ shape, data }] = ask('feed-forward', [], [`tensor/${tensor}`]);
        const [inputs, outputs] = shape;
        assert.deepEqual(expected[name].shape, [outputs, inputs]);
        data.forEach((value, i) => assert.ok(Math.abs(value - expected[name].data[(i % outputs) * inputs + Math.floor(i / outputs)]) <= kClose));
    }
});

test('feed-forward: token 0 replaced moves every other token in attention, and none in feed-forward, bit for bit', () => {
    const change = (tensor, i) => `change/${tensor}@token0_replaced/${tensor}@as_drawn/${i}`;
    const others = [1, 2, 3, 4];
    const attention = ask('feed-forward', [], others.map((i) => change('attention.output', i)));
    assert.deepEqual(attention.map(({ value }) => value.toFixed(4)), ['3.0138', '12.3983', '12.4502', '4.4883']);
    const feed_forward = ask('feed-forward', [], others.map((i) => change('feed_forward.output', i)));
    assert.deepEqual(feed_forward.map(({ value }) => value), [0, 0, 0, 0]);
});

test('feed-forward: the step that perturbs shows the same changes against the lesson as opened', () => {
    const [attention, feed_forward] = ask('feed-forward', [go_to(2)], ['difference/attention.output', 'difference/feed_forward.output']);
    const largest = (tensor) => [1, 2, 3, 4].map((i) => Math.max(...row(tensor, i).map(Math.abs)));
    assert.equal(rounded(largest(attention), 4), '3.0138 12.3983 12.4502 4.4883');
    assert.deepEqual(largest(feed_forward), [0, 0, 0, 0]);
});

test('feed-forward: token 3 perturbed moves its own row alone, and all five in attention', () => {
    const [attention, feed_forward] = ask('feed-forward', answered('feed-forward', 'perturb'), ['tensor/attention.output', 'tensor/feed_forward.output']);
    assert.deepEqual(feed_forward.moved_rows, [3]);
    assert.deepEqual(attention.moved_rows, [0, 1, 2, 3, 4]);
});

test('feed-forward: one token at a time gives the same as all at once', () => {
    const [together, apart] = ask('feed-forward', [], ['tensor/feed_forward.output', 'tensor/one_by_one.output']);
    together.data.forEach((value, i) => assert.ok(Math.abs(value - apart.data[i]) <= 1e-6));
});

test('feed-forward: two tokens that change places take their outputs with them', () => {
    const [before] = ask('feed-forward', [], ['tensor/feed_forward.output']);
    const [after] = ask('feed-forward', answered('feed-forward', 'one-by-one'), ['tensor/feed_forward.output']);
    assert.deepEqual([1, 0, 2, 3, 4].map((i) => row(after, i)), [0, 1, 2, 3, 4].map((i) => row(before, i)));
});

test('feed-forward: GELU makes of -3 a number near 0 and under it', () => {
    const [{ value }] = ask('feed-forward', answered('feed-forward', 'network'), ['tensor/feed_forward.activated/0/0']);
    near(value, -0.00404951, 1e-4, 'GELU(-3)');  // -3 * 0.00134990, by a table of the normal distribution
});

test('feed-forward: 2 099 712 parameters beside 1 048 576 at the sizes of 2017, and twice as many when d_ff doubles', () => {
    const paths = ['parameters/real_feed_forward', 'parameters/real_attention'];
    const [feed_forward, attention] = ask('feed-forward', [], paths).map(({ value }) => value);
    assert.deepEqual([feed_forward, attention, (feed_forward / attention).toFixed(2)], [2099712, 1048576, '2.00']);
    const [doubled, same] = ask('feed-forward', answered('feed-forward', 'size'), paths).map(({ value }) => value);
    assert.deepEqual([doubled, same], [2 * 512 * 4096 + 4096 + 512, 1048576]);
});

// --- GPT -----------------------------------------------------------------------------------------------------------------------

test('gpt: the input\'s gradient at each depth is PyTorch\'s, post-norm and pre-norm', () => {
    assert_gradients('gpt', reference('lesson_gpt').gradient);
    const figures = [1, 10, 50].flatMap((depth) => ['post', 'pre'].map((series) => `sweep/depth/${series}/${depth}`));
    const values = ask('gpt', [], figures).map(({ value }) => value.toExponential(2));
    assert.deepEqual(values, ['3.54e+0', '4.98e+0', '4.64e+0', '1.45e+1', '2.16e+3', '4.78e+1']);
    const [post, pre] = ask('gpt', [], ['sweep/depth/post/100/float64', 'sweep/depth/pre/100']).map(({ value }) => value.toExponential(2));
    assert.deepEqual([post, pre], ['1.63e+5', '2.28e+1']);
});

test('gpt: from 1 to 100 layers post-norm grows 45 904 times in float64, pre-norm 4.6 times', () => {
    const [post, pre, post_float] = ask('gpt', [], ['sweep/depth/post/100/1/float64', 'sweep/depth/pre/100/1/float64', 'sweep/depth/post/100/1']);
    near(post.value, 45904, 1e-4, 'post');
    assert.equal(post.text.replaceAll('\u202f', ' '), '45 904');
    assert.equal(pre.value.toFixed(1), '4.6');
    near(post_float.value, 45813, 2e-2, 'post in float32');
});

test('gpt: how the gradient depends on the std is PyTorch\'s, and at 0.1 post-norm stays within a factor of 4', () => {
    for (const [std, depths] of Object.entries(reference('lesson_gpt').std_sweep)) {
        const [{ series }] = ask('gpt', [set_config('stack.std', Number(std))], ['sweep/depth']);
        for (const [depth, norms] of Object.entries(depths)) {
            for (const { id, float64 } of series) near(float64.input_gradient[depth - 1], norms[id], 1e-6, `std ${std}, ${id}, depth ${depth}`);
        }
    }
    const [factor] = ask('gpt', answered('gpt', 'norm'), ['sweep/depth/post/1/100/float64']);
    assert.ok(factor.value > 1 && factor.value < 4, `${factor.value}`);
});

test('gpt: activation and gradient norms of 100 layers are PyTorch\'s', () => {
    const { profile_100 } = reference('lesson_gpt');
    const [{ series }] = ask('gpt', [], ['sweep/depth']);
    for (const { id, float64 } of series) {
        for (const name of ['activation_norms', 'gradient_norms']) {
            profile_100[id][name].forEach((norm, layer) => near(float64[name][layer], norm, 1e-6, `${id}, ${name}, layer ${layer}`));
        }
    }
});

test('gpt: a decoder block has 4 194 304 weights, GPT\'s 3 145 728; GPT-2 has its published counts', () => {
    const parts = ['decoder_layer', 'gpt_layer', 'gpt2_small', 'gpt2_xl'];
    const counts = ask('gpt', [], parts.map((part) => `parameters/${part}`)).map(({ value }) => value);
    assert.deepEqual(counts, [4194304, 3145728, 124439808, 1557611200]);
});

test('gpt: the ledger has each matrix as a row, and the difference of the two blocks is cross-attention', () => {
    const [{ parts }] = ask('gpt', [], ['parameters']);
    const group = (part, layer) => parts.find((each) => each.part === part).groups.find((each) => each.layer === layer);
    assert.deepEqual(group('decoder_layer', 'cross_attention').matrices.map(({ shape }) => shape.join('x')), Array(4).fill('512x512'));
    assert.equal(group('decoder_layer', 'cross_attention').count, 4194304 - 3145728);
    assert.equal(group('gpt_layer', 'cross_attention'), undefined);
    assert.deepEqual(group('gpt_layer', 'feed_forward').matrices.map(({ shape }) => shape.join('x')), ['512x2048', '2048x512']);
});

test('gpt: twice the width is four times the weights, at the same ratio', () => {
    const [gpt, decoder] = ask('gpt', answered('gpt', 'ledger'), ['parameters/gpt_layer', 'parameters/decoder_layer']);
    assert.deepEqual([gpt.value, decoder.value], [4 * 3145728, 4 * 4194304]);
});

test('gpt: after the last LayerNorm a plain sum is about 0', () => {
    const [{ value }] = ask('gpt', [], ['sum/stack.h.99@post']);
    assert.ok(Math.abs(value) < 1e-5, `${value}`);
});

// Which claims are false, and when: everything else holds at every step, before and after its answer.
const kFalse = {
    'attention, step closed, answered': ['rows'],
    'multi-head, step head1, answered': ['head1'],
    'multi-head, step blocks': ['blocks'],
    'multi-head, step blocks, answered': ['blocks', 'head1'],
    'feed-forward, step network, answered': ['one-by-one'],
    'gpt, step norm, answered': ['post'],
};
for (const moment of moments) {
    const expected = kFalse[moment.name] ?? [];
    test(`${moment.name}: ${expected.length ? `false is ${expected}` : 'every claim holds'}`, () => {
        const [checks] = ask(moment.data.id, moment.commands, ['checks']);
        assert.deepEqual(checks.filter(({ holds }) => !holds).map(({ id }) => id), expected);
    });
}
