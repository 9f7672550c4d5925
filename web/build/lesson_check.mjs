// node web/build/lesson_check.mjs --program PROGRAM FOLDER...
//
// What is wrong with a lesson's folder, with file and line: its JSON, its shape, its two texts, and whether everything that it names is
// computed where it is named. It asks the program itself (dikkat-query), step by step, as a learner would see it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import Ajv from 'ajv/dist/2020.js';
import { problem_text } from '../lesson_problem.js';
import { read_lesson } from './lessons.mjs';

const schema = JSON.parse(readFileSync(new URL('../lessons/lesson.schema.json', import.meta.url), 'utf8'));
const follows_schema = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);

// {problems: [{file, line?, ...}], data?}, as problem_text() puts them into words.
export function check_lesson(folder, program) {
    const prefix = folder.replace(/[\\/]+$/, '');
    const file = `${prefix}/lesson.json`;
    if (!existsSync(file)) return { problems: [{ file, code: 'no_json', values: {} }] };
    const { json, data, problems, names } = read_lesson(prefix, prefix);
    if (json.problem) return { problems };
    const copy = mkdtempSync(join(tmpdir(), 'lesson-check-'));
    try {
        mkdirSync(join(copy, 'lesson'));
        writeFileSync(join(copy, 'lesson/lesson.json'), json.source);
        const asking = new Asking(program, copy, String(data.id));
        const refusal = asking.refusal();
        if (refusal) problems.push({ file, line: json.line(refusal.path), message: refusal.message });
        else if (!follows_schema(data)) problems.push(...schema_problems(file, json));
        else problems.push(...new Walk({ file, json, data, names, asking }).problems());
    } finally {
        rmSync(copy, { recursive: true });
    }
    return { problems, data };
}

// The program with this one lesson.
class Asking {
    constructor(program, lessons, id) {
        this.command = [...(program.endsWith('.cjs') ? [process.execPath] : []), program, '--lessons', lessons, '--lesson', id];
    }

    // Why the program does not take the lesson, or null: {path, message}.
    refusal() {
        const message = this.why([])?.replace(/^.*?lesson\.json: /, '');
        return message === undefined ? null : { path: /^([^\s:]*): /.exec(message)?.[1] ?? '', message };
    }

    // What the program says to commands that it refuses; undefined where it does not.
    why(commands) {
        const { status, stderr } = this.run(commands, ['version']);
        return status === 0 ? undefined : stderr.trim();
    }

    // The answers to `paths` after `commands`, one for each; null for what is refused.
    answers(commands, paths) {
        const { status, stdout } = this.run(commands, paths);
        if (status === 0) return stdout.trim().split('\n').map((line) => JSON.parse(line));
        return paths.length === 1 ? [null] : paths.map((path) => this.answers(commands, [path])[0]);
    }

    run(commands, paths) {
        const [program, ...options] = this.command;
        const wishes = commands.flatMap((command) => ['--do', JSON.stringify(command)]);
        return spawnSync(program, [...options, ...wishes, ...paths], { encoding: 'utf8', maxBuffer: 1 << 28 });
    }
}

// ajv's first word on each place; the others there follow from it.
function schema_problems(file, json) {
    const first = new Map();
    for (const { instancePath, message, params } of follows_schema.errors) {
        const path = instancePath.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
        const more = params.allowedValues ? ` (${params.allowedValues.join(', ')})` : params.additionalProperty ? `: '${params.additionalProperty}'` : '';
        if (!first.has(path)) first.set(path, { file, line: json.line(path), message: `${path}: ${message}${more}` });
    }
    // An object is wrong because something in it is.
    return [...first].filter(([path]) => ![...first.keys()].some((other) => other.startsWith(`${path}/`) && other !== path)).map(([, problem]) => problem);
}

const names_of = (tensors) => new Set((tensors ?? []).map(({ name }) => name));
const as_first_shown = (name) => name.replaceAll(/\{(block|head)\}/g, '0').replaceAll('{head+1}', '1');

// Through the steps of a lesson that the program takes.
class Walk {
    constructor(lesson) {
        Object.assign(this, lesson);
        this.found = [];
    }

    problems() {
        const { data } = this;
        this.opened = names_of(this.asking.answers([], ['tensors'])[0]);
        this.ever = new Set(this.opened);
        this.panels = (data.screen.rows ?? []).flatMap(({ panels }) => panels);
        this.check_names(-1, [], this.opened);
        data.steps.forEach((step, index) => this.check_step(step, index));
        this.check_claims();
        this.check_screen();
        this.check_looks();
        return this.found;
    }

    refuse(path, code, values) {
        this.found.push({ file: this.file, line: this.json.line(path), code, values });
    }

    check_step(step, index) {
        const go = { type: 'go_to_step', step: index + 1 };
        const [tensors, exercises] = this.asking.answers([go], ['tensors', 'exercises']);
        if (!tensors) {
            const reason = this.asking.why([go])?.replace(/^\{.*?\}: /, '');
            return this.refuse(`steps/${index}/commands`, 'step_refused', { step: step.id, reason });
        }
        const built = names_of(tensors);
        for (const name of built) this.ever.add(name);
        (step.spotlight ?? []).forEach((name, i) => {
            if (built.has(name) || this.panels.some(({ id }) => `panel/${id}` === name)) return;
            this.refuse(`steps/${index}/spotlight/${i}`, 'spotlight_unknown', { name });
        });
        (step.exercises ?? []).forEach(({ id }, i) => {
            const { passed } = exercises.find((each) => each.id === id);
            if (passed) this.refuse(`steps/${index}/exercises/${i}`, 'exercise_solved_already', { id });
        });
        this.check_names(index, [go], built);
        if (!step.question) return;
        const answer = { type: 'answer', question: step.question.id, option: step.question.correct ?? 0 };
        this.check_names(index, [go, answer], names_of(this.asking.answers([go, answer], ['tensors'])[0]), true);
    }

    // Terms and live numbers of a step's words.
    check_names(step, commands, built, answered = false) {
        const named = this.names.filter((name) => name.step === step && name.answered === answered);
        for (const { file, line, tensor } of named) {
            if (tensor !== undefined && !built.has(tensor)) this.found.push({ file, line, code: 'tensor_not_built', values: { tensor } });
        }
        // Those of checks are the texts' own to find.
        const live = named.filter(({ live: path }) => path !== undefined && !path.startsWith('check/'));
        const paths = [...new Set(live.map(({ live: path }) => path))];
        const answers = paths.length ? this.asking.answers(commands, paths) : [];
        for (const { file, line, live: path } of live) {
            const answer = answers[paths.indexOf(path)];
            if (typeof answer?.text !== 'string') this.found.push({ file, line, code: 'live_unread', values: { path } });
            else if (!Number.isFinite(answer.value)) this.found.push({ file, line, code: 'live_not_finite', values: { path, value: answer.text } });
        }
    }

    check_claims() {
        const [checks] = this.asking.answers([], ['checks']);
        (this.data.checks ?? []).forEach(({ id, required }, index) => {
            const check = checks.find((each) => each.id === id);
            if (!check || check.measured === 'NaN') {
                if (required !== false) this.refuse(`checks/${index}`, 'claim_not_measured', { id });
            } else if (!check.holds) {
                this.refuse(`checks/${index}`, 'claim_false', { id, measured: check.measured_text, bound: check.bound_text });
            }
        });
    }

    // What is in a section is shown where its model is built; what is not required may be missing.
    check_screen() {
        const expect = (path, tensor) => {
            if (tensor && !this.opened.has(as_first_shown(tensor))) this.refuse(path, 'screen_tensor', { tensor });
        };
        const { columns = [], ribbons = [], thumbnails = [], narrow_row, rows = [] } = this.data.screen;
        columns.forEach(({ lanes, section }, c) => lanes.forEach(({ stations }, l) => stations.forEach(({ tensor, required }, s) => {
            if (!section && required !== false) expect(`screen/columns/${c}/lanes/${l}/stations/${s}`, tensor);
        })));
        ribbons.forEach(({ tensor, section }, i) => section || expect(`screen/ribbons/${i}`, tensor));
        thumbnails.forEach(({ tensor, section, required }, i) => section || required === false || expect(`screen/thumbnails/${i}`, tensor));
        expect('screen/narrow_row', narrow_row);
        rows.forEach(({ panels }, r) => panels.forEach(({ tensors = [], weights }, p) => {
            tensors.forEach(({ tensor }, i) => expect(`screen/rows/${r}/panels/${p}/tensors/${i}`, tensor));
            expect(`screen/rows/${r}/panels/${p}/weights`, weights);
        }));
    }

    // A look is of something that some setting builds.
    check_looks() {
        const names = Object.keys(this.data.looks ?? {}).filter((name) => !/[{}]/.test(name));
        if (names.every((name) => this.ever.has(name))) return;
        const controls = [...(this.data.screen.controls ?? []), ...this.panels.flatMap((panel) => panel.controls ?? [])];
        const lists = [...controls.flatMap(({ options }) => options), ...Object.values(this.data.variants ?? {})].map(({ commands }) => commands);
        for (const commands of lists) {
            for (const name of names_of(this.asking.answers(commands, ['tensors'])[0])) this.ever.add(name);
        }
        for (const name of names) {
            if (!this.ever.has(name)) this.refuse(`looks/${name}`, 'look_of_nothing', { tensor: name });
        }
    }
}

function main() {
    const { values, positionals } = parseArgs({ options: { program: { type: 'string' } }, allowPositionals: true });
    if (!values.program || positionals.length === 0) {
        console.error('usage: node web/build/lesson_check.mjs --program PROGRAM FOLDER...');
        return 2;
    }
    let count = 0;
    for (const folder of positionals) {
        const { problems, data } = check_lesson(folder, values.program);
        for (const problem of problems) console.log(problem_text(problem, 'en'));
        if (!problems.length) console.log(`${folder}: nothing is wrong, steps: ${data.steps.length}`);
        count += problems.length;
    }
    return count ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(main());
