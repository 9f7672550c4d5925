// Lessons become one bundle, and a lesson whose parts do not fit is refused with file and line.
import assert from 'node:assert/strict';
import { mkdtempSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build_lessons, LessonError } from '../../web/build/lessons.mjs';
import { html_of } from './text_html.mjs';

const web = fileURLToPath(new URL('../../web/', import.meta.url));
const lessons_dir = join(web, 'lessons');
const from_web = createRequire(join(web, 'package.json'));

const kLesson = {
    id: 'small',
    number: 1,
    title: { tr: 'Küçük', en: 'Small' },
    looks: { q: { role: 'query' }, weights: { role: 'weights' }, mask: {} },
    variants: { causal: { commands: [] } },
    checks: [{ id: 'rows' }],
    steps: [{ id: 'first', question: { id: 'which', options: [] } }, { id: 'second' }],
};
const kText = `# Small

An introduction.

## First

The [query](q) is {tensor/q/0/1},
masked {tensor/weights@causal/0/1}.

> Which?
>
> This one.

## Second

Both: $\\Q\\K^\\top$, measured {check/rows}.
`;

// Builds the small lesson with these texts; `change` edits its data.
async function build(texts, change = () => {}) {
    const folder = mkdtempSync(join(tmpdir(), 'lessons-'));
    try {
        const data = structuredClone(kLesson);
        change(data);
        mkdirSync(join(folder, 'small'));
        writeFileSync(join(folder, 'small/lesson.json'), JSON.stringify(data, null, 1));
        for (const [language, text] of Object.entries(texts)) writeFileSync(join(folder, 'small', `${language}.md`), text);
        return (await build_lessons(folder)).lessons[0];
    } finally {
        rmSync(folder, { recursive: true });
    }
}

const refuses = (texts, message, change) => assert.rejects(build(texts, change), (error) => {
    assert.ok(error instanceof LessonError, error.stack);
    assert.equal(error.message, message);
    return true;
});

test('a step has its title, its words, and its question apart from what is said after the answer', async () => {
    const { text } = await build({ en: kText });
    assert.equal(text.en.title, 'Small');
    assert.equal(html_of(text.en.intro), '<p>An introduction.</p>');
    assert.deepEqual(text.en.steps.map(({ title }) => title), ['First', 'Second']);
    assert.equal(html_of(text.en.steps[0].question), '<p>Which?</p>');
    assert.equal(html_of(text.en.steps[0].answer), '<p>This one.</p>');
    assert.equal(text.en.steps[1].question, undefined);
});

test('a term is a button with its tensor and role, a live number an empty element with its query', async () => {
    const { text } = await build({ en: kText });
    const html = html_of(text.en.steps[0].body);
    assert.match(html, /<button type="button" class="term" data-tensor="q" data-role="query">query<\/button>/);
    assert.match(html, /<data class="live" data-query="tensor\/q\/0\/1"><\/data>/);
    assert.match(html, /<data class="live" data-query="tensor\/weights@causal\/0\/1"><\/data>/);
});

test('a formula is MathML whose letters carry their role as a class', async () => {
    const html = html_of((await build({ en: kText })).text.en.steps[1].body);
    assert.match(html, /<math>.*<mi class="role-query">Q<\/mi>.*<mi class="role-key">K<\/mi>.*<\/math>/);
});

test('one language stands for both', async () => {
    const { text } = await build({ en: kText });
    assert.deepEqual(text.tr, text.en);
});

test('HTML in a text stays text', async () => {
    const { text } = await build({ en: kText.replace('An introduction.', 'An <b onclick="x()">introduction</b>.') });
    assert.equal(html_of(text.en.intro), '<p>An &lt;b onclick=&quot;x()&quot;&gt;introduction&lt;/b&gt;.</p>');
});

test('a step without a section is refused, and a section without a step', async () => {
    await refuses({ en: kText.slice(0, kText.indexOf('## Second')) }, "small/en.md:12: step 'second' of lesson.json has no section");
    await refuses({ en: `${kText}\n## Third\n\nText.\n` }, "small/en.md:18: section 'Third' has no step in lesson.json");
});

test('a question without words is refused, and words without a question', async () => {
    const mute = kText.replace(/> Which\?\n>\n> This one\.\n\n/, '');
    await refuses({ en: mute }, "small/en.md:5: the question of step 'first' has no words ('> ...')");
    await refuses({ en: `${kText}\n> Which?\n` }, "small/en.md:18: step 'second' has no question in lesson.json");
});

test('a term of a tensor that the lesson does not show is refused', async () => {
    await refuses({ en: kText.replace('(q)', '(qq)') }, "small/en.md:7: term of 'qq', which has no look in lesson.json");
    await refuses({ en: kText.replace('(q)', '(mask)') }, "small/en.md:7: term of 'mask', whose look has no role");
});

test('a live number of what the lesson does not have is refused on its own line', async () => {
    await refuses({ en: kText.replace('weights@causal', 'heights') }, "small/en.md:8: live number of 'heights', which has no look in lesson.json");
    await refuses({ en: kText.replace('@causal', '@casual') }, "small/en.md:8: live number of unknown variant 'casual'");
    await refuses({ en: kText.replace('check/rows', 'check/columns') }, "small/en.md:16: live number of unknown check 'columns'");
    await refuses({ en: kText.replace('tensor/q/0/1', 'tensor/q') },
        "small/en.md:7: live number '{tensor/q}' is none of tensor/NAME/ROW/COLUMN, baseline/..., difference/..., gradient/..., norm/NAME, "
            + 'sum/NAME, change/NAME/OTHER/ROW, check/ID, sweep/ID/SERIES/DEPTH, parameters/PART');
    await refuses({ en: kText.replace('tensor/q/0/1', 'sweep/depth/plain/5') }, "small/en.md:7: live number of unknown sweep 'depth'");
    await refuses({ en: kText.replace('tensor/q/0/1', 'parameters/real') }, "small/en.md:7: live number of unknown part 'real'");
    await refuses({ en: kText.replace('tensor/q/0/1', 'change/q/q@casual/0') }, "small/en.md:7: live number of unknown variant 'casual'");
    const swept = (data) => (data.sweeps = { depth: { depth: 50, series: [{ id: 'plain' }] } });
    await refuses({ en: kText.replace('tensor/q/0/1', 'sweep/depth/post/5') }, "small/en.md:7: live number of unknown series 'post'", swept);
    await refuses({ en: kText.replace('tensor/q/0/1', 'sweep/depth/plain/5/51') },
        "small/en.md:7: live number of depth 51, which sweep 'depth' does not reach", swept);
});

test('a title that is not the data\'s is refused', async () => {
    await refuses({ en: kText.replace('# Small', '# Tiny') }, "small/en.md:1: title 'Tiny' is not lesson.json's 'Small'");
});

test('a formula that cannot be read is refused with its line', async () => {
    await assert.rejects(build({ en: kText.replace('\\Q\\K', '\\nonsense') }), /^LessonError: small\/en\.md:16: formula \$\\nonsense/);
});

test('broken JSON is refused with its line', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lessons-'));
    mkdirSync(join(folder, 'small'));
    writeFileSync(join(folder, 'small/lesson.json'), '{\n "id": "small",\n "number": ,\n}');
    await assert.rejects(build_lessons(folder), /small\/lesson\.json:3: /);
    rmSync(folder, { recursive: true });
});

test('the lessons come in the order of their numbers, with both languages', async () => {
    const { lessons } = await build_lessons(lessons_dir);
    const numbers = lessons.map(({ data }) => data.number);
    assert.deepEqual(numbers, [...numbers].sort((a, b) => a - b));
    for (const { data, text } of lessons) {
        assert.equal(text.tr.steps.length, data.steps.length);
        assert.equal(text.en.steps.length, data.steps.length);
        assert.notDeepEqual(text.tr, text.en, `${data.id} has one language`);
    }
});

test('a text is strings and the elements that a text may have', async () => {
    const { lessons } = await build_lessons(lessons_dir);
    const allowed = new Set('p ul ol li em strong br code button data blockquote span'.split(' '));
    const walk = (nodes, in_formula = false) => {
        for (const node of nodes) {
            if (typeof node === 'string') continue;
            const [name, attributes, ...children] = node;
            assert.ok(in_formula || name === 'math' || allowed.has(name), name);
            assert.ok(Object.keys(attributes).every((key) => !/^on|href|src/.test(key)), JSON.stringify(attributes));
            walk(children, in_formula || name === 'math');
        }
    };
    for (const { text } of lessons) {
        for (const { intro, steps } of Object.values(text)) {
            walk([...intro, ...steps.flatMap(({ body, question = [], answer = [] }) => [...body, ...question, ...answer])]);
        }
    }
});

const schema = JSON.parse(readFileSync(join(lessons_dir, 'lesson.schema.json'), 'utf8'));
const { default: Ajv } = from_web('ajv/dist/2020.js');
const validate = new Ajv({ allErrors: true }).compile(schema);
const valid = (data) => assert.ok(validate(data), JSON.stringify(validate.errors, null, 1));

test('every lesson.json is as the schema says', () => {
    for (const entry of readdirSync(lessons_dir, { withFileTypes: true }).filter((e) => e.isDirectory())) {
        valid(JSON.parse(readFileSync(join(lessons_dir, entry.name, 'lesson.json'), 'utf8')));
    }
});

test('the schema refuses an unknown field and a command that does not exist', () => {
    const lesson = JSON.parse(readFileSync(join(lessons_dir, 'multi-head/lesson.json'), 'utf8'));
    assert.equal(validate({ ...lesson, colour: 'red' }), false);
    const steps = structuredClone(lesson.steps);
    steps[0].commands = [{ type: 'set_cel', tensor: 'x', row: 0, col: 0, value: 1 }];
    assert.equal(validate({ ...lesson, steps }), false);
});

// The page in FORMAT.md is complete: its example, put into a folder, is a lesson.
test('the example of FORMAT.md builds', async () => {
    const format = readFileSync(join(lessons_dir, 'FORMAT.md'), 'utf8');
    const json = /```json\n(.*?)```/s.exec(format)[1];
    const text = /```markdown\n(.*?)```/s.exec(format)[1];
    const data = JSON.parse(json);
    valid(data);
    const folder = mkdtempSync(join(tmpdir(), 'lessons-'));
    mkdirSync(join(folder, data.id));
    writeFileSync(join(folder, data.id, 'lesson.json'), json);
    writeFileSync(join(folder, data.id, 'en.md'), text);
    const { lessons } = await build_lessons(folder);
    assert.equal(lessons[0].text.en.steps.length, data.steps.length);
    rmSync(folder, { recursive: true });
});

// The program has no list of these that it tells; its tables are one line for each.
test('the schema knows the models, the kinds of checks and the types of panels that the program has, and no others', () => {
    const { check, panel, part } = JSON.parse(readFileSync(join(lessons_dir, 'lesson.schema.json'), 'utf8')).$defs;
    const source = (name) => readFileSync(join(web, '../src', name), 'utf8');
    const table = (name, title) => new RegExp(`${title}[^;]*;`, 's').exec(source(name))[0];
    const first_words = (text) => [...text.matchAll(/^ {4}\{"(\w+)"/gm)].map(([, word]) => word).sort();
    const views = readdirSync(join(web, '../src/ui')).filter((name) => /^panel_.*\.cpp$/.test(name)).map((name) => source(`ui/${name}`)).join('\n');
    const types = [...views.matchAll(/^const PanelView \w+\{"(\w+)"/gm)].map(([, type]) => type).sort();
    assert.deepEqual([...part.properties.model.enum].sort(), first_words(table('app/model.cpp', 'kModels\\[\\]')));
    assert.deepEqual([...check.properties.kind.enum].sort(), first_words(table('app/checks.cpp', '> kKinds')));
    assert.deepEqual([...panel.properties.type.enum].sort(), types);
});
