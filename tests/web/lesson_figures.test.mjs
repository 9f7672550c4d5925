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

const found = (html, pattern) => [...(html ?? '').matchAll(pattern)].map((match) => match[1]);
const texts_of = ({ text, index }) => ['tr', 'en'].flatMap((language) => {
    const { html, question, answer } = text[language].steps[index];
    return [html, question, answer];
});

for (const moment of moments) {
    test(`${moment.name}: what is done is accepted, and what is named is there`, () => {
        const live = texts_of(moment).flatMap((html) => found(html, /data-query="([^"]+)"/g));
        const paths = [...new Set(live)].filter((path) => !path.startsWith('check/'));  // those are the build's to check
        const [tensors, ...numbers] = ask(moment.data.id, moment.commands, ['tensors', ...paths]);
        const names = new Set(tensors.map(({ name }) => name));
        for (const term of texts_of(moment).flatMap((html) => found(html, /data-tensor="([^"]+)"/g))) assert.ok(names.has(term), `term of ${term}`);
        for (const tensor of moment.step.spotlight ?? []) assert.ok(names.has(tensor), `spotlight on ${tensor}`);
        numbers.forEach((number, i) => {
            assert.equal(typeof number.text, 'string', `${paths[i]} has no text`);
            assert.ok(Number.isFinite(number.value), `${paths[i]} is ${number.value}`);
        });
    });
}

for (const { data } of lessons) {
    test(`${data.id}: every claim holds as opened`, () => {
        const [checks] = ask(data.id, [], ['checks']);
        assert.equal(checks.length, data.checks.length);
        for (const check of checks) assert.ok(check.holds, `${check.id}: measured ${check.measured}, bound ${check.bound}`);
    });

    test(`${data.id}: a correct option is one of the options, and questions have their own names`, () => {
        const questions = data.steps.flatMap(({ question }) => question ?? []);
        for (const { id, options, correct } of questions) assert.ok(correct === undefined || correct < options.length, id);
        assert.equal(new Set(questions.map(({ id }) => id)).size, questions.length);
    });

    test(`${data.id}: every tensor that a screen must show is built, and every control's option is accepted`, () => {
        const names = new Set(ask(data.id, [], ['tensors'])[0].map(({ name }) => name));
        const { columns, ribbons, controls, thumbnails, narrow_row } = data.screen;
        const stations = columns.flatMap(({ lanes }) => lanes.flatMap((lane) => lane.stations));
        const needed = [...stations.filter(({ required }) => required !== false), ...ribbons].map(({ tensor }) => tensor);
        const narrow = thumbnails.flatMap(({ tensor }) => ribbons.map((_, head) => tensor.replace('{head}', head)));
        for (const tensor of [...needed, ...narrow, narrow_row]) assert.ok(names.has(tensor), tensor);
        const built = new Set(names);
        for (const control of controls) {
            for (const option of control.options) {
                for (const { name } of ask(data.id, option.commands, ['tensors'])[0]) built.add(name);
            }
        }
        for (const { tensor } of stations) assert.ok(built.has(tensor), `no control builds ${tensor}`);
    });
}

test('a refused command names what it does not know and exits with 2', () => {
    const [command, ...options] = [...start, '--lesson', 'multi-head', '--do', '{"type":"set_cel"}', 'state'];
    const wrong = spawnSync(command, options, { encoding: 'utf8' });
    assert.equal(wrong.status, 2);
    assert.match(wrong.stderr, /set_cel/);
});

// Those that walk through lessons and history have no place inside a lesson.
test('the schema has the program\'s commands, with their fields', () => {
    const outside = new Set(['open_lesson', 'go_to_step', 'answer', 'load_state', 'reset', 'undo', 'redo']);
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
