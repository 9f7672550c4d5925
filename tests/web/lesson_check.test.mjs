// `./dev lesson check FOLDER`: what is wrong with a lesson is said with file and line, whatever it is.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { check_lesson } from '../../web/build/lesson_check.mjs';
import { problem_text } from '../../web/lesson_problem.js';
import { sentences } from '../../web/lesson_problem_words.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const program = process.env.DIKKAT_QUERY ?? `${root}build/wasm/dikkat-query.cjs`;
const example = join(root, 'docs/example-lesson');
const folder = mkdtempSync(join(tmpdir(), 'lesson-'));
const lesson = join(folder, 'example-lesson');
after(() => rmSync(folder, { recursive: true }));

// The example with one thing replaced in one of its files; then what is said of it, by places in the lesson.
function said(file, from, to, language = 'en') {
    rmSync(lesson, { recursive: true, force: true });
    cpSync(example, lesson, { recursive: true });
    const source = readFileSync(join(lesson, file), 'utf8');
    assert.ok(source.includes(from), `the example has no '${from}' in ${file}`);
    writeFileSync(join(lesson, file), source.replace(from, () => to));
    return check_lesson(lesson, program).problems.map((problem) => problem_text(problem, language).replace(`${lesson}/`, ''));
}

// The line on which `text` stands in a file of the example.
function line_of(file, text) {
    const source = readFileSync(join(example, file), 'utf8');
    assert.ok(source.includes(text), `the example has no '${text}' in ${file}`);
    return source.slice(0, source.indexOf(text)).split('\n').length;
}

test('nothing is wrong with the example of the documentation, nor with any lesson of the course', () => {
    for (const path of [example, ...['attention', 'multi-head', 'sandbox'].map((id) => `${root}web/lessons/${id}`)]) {
        assert.deepEqual(check_lesson(path, program).problems.map((problem) => problem_text(problem, 'en')), []);
    }
});

// File, what is replaced by what, the text on whose line it is said, and what is said.
const kBroken = [
    ['a comma too many', 'lesson.json', '"heads": 1,', '"heads": 1,,', '"heads": 1,', /cannot be read/],
    ['a bracket that is missing', 'lesson.json', '"tokens": ["Ayşe", "kitabı", "aldı", "okudu"],', '"tokens": ["Ayşe", "kitabı",', '"parts": [', /cannot be read/],
    ['an unknown field', 'lesson.json', '"only_edited"', '"only_changed"', '"only_edited"', /only_changed: there is no such field/],
    ['a field that is missing', 'lesson.json', '"model": "multi_head_attention",', '', '{\n                "model"', /model: this field is missing/],
    ['a word where a number should be', 'lesson.json', '"bound": 0.8', '"bound": "0.8"', '"bound": 0.8', /number is wanted here/],
    ['an unknown model', 'lesson.json', '"multi_head_attention"', '"multi_head"', null, /multi_head/],
    ['an unknown command', 'lesson.json', '"type": "set_controls", "locked"', '"type": "set_control", "locked"', '"type": "set_controls", "locked"', /no such command: "set_control"/],
    ['a command on a cell that is not there', 'lesson.json', '"tensor": "head0.weights", "row": 3, "col": 1}', '"tensor": "head0.weights", "row": 3, "col": 9}', '"commands": [\n', /step 'turn' cannot be opened: .*\[3, 9\] lies outside/],
    ['too few numbers', 'lesson.json', '[0, 0, 1, 1]', '[0, 0, 1]', '"document"', /"x" needs 16 numbers, 15 were given/],
    ['an unknown check', 'lesson.json', '"at_least"', '"at_lest"', '{\n                            "id": "enough"', /at_lest/],
    ['an exercise on an unknown tensor', 'lesson.json', '"tensor": "head0.weights",\n                            "row"', '"tensor": "head1.weights",\n                            "row"', '{\n                            "id": "enough"', /head1\.weights/],
    ['an unknown tensor that may be edited', 'lesson.json', '["wq"],\n                    "hint', '["w_q"],\n                    "hint', '"only_edited"', /w_q/],
    ['an exercise that is solved before it begins', 'lesson.json', '"bound": 0.8', '"bound": 0.2', '{\n                    "id": "attend"', /exercise 'attend' is solved already/],
    ['a spotlight on nothing', 'lesson.json', '"spotlight": ["wq"]', '"spotlight": ["w"]', '"spotlight": ["wq"]', /'w' is neither a tensor nor a panel/],
    ['a screen that shows an unknown tensor', 'lesson.json', '{"tensor": "wk"}', '{"tensor": "wo"}', '{"tensor": "wk"}', /'wo' is not computed when the lesson opens/],
    ['a look of nothing', 'lesson.json', '"v": {"label"', '"w": {"label"', '"v": {"label"', /'w' is the name of no tensor/],
    ['a claim that is false', 'lesson.json', '"tensor": "head0.weights",\n            "bound": 1e-06', '"tensor": "head0.scores",\n            "bound": 1e-06', '{\n            "id": "rows"', /claim 'rows' is false when the lesson opens/],
    ['a role that there is not', 'lesson.json', '"role": "query", "bound": 2', '"role": "purple", "bound": 2', '"wq": {"label"', /role/],
    ['an id that is not the folder\'s name', 'lesson.json', '"id": "example-lesson"', '"id": "another"', '"id": "example-lesson"', /id 'another' is not its folder's name/],
    ['a correct option that there is not', 'lesson.json', '"correct": 3', '"correct": 4', '"question"', /"4" is not allowed here/],
    ['a title of its own', 'en.md', '# Turn the query', '# Turn a query', '# Turn', /title 'Turn a query to a key' is not lesson\.json's/],
    ['a step that is missing', 'en.md', '## Now turn it yourself', 'Now turn it yourself', null, /step 'turn' of lesson\.json has no section/],
    ['a section too many', 'tr.md', '## Şimdi', '## Fazla\n\nBölüm.\n\n## Şimdi', null, /section 'Şimdi sen çevir' has no step/],
    ['a term of nothing', 'tr.md', '[$W_q$](wq) sorguyu', '[W_q](w_q) sorguyu', '[$W_q$](wq) sorguyu', /term of 'w_q', which has no look/],
    ['a link to another site', 'tr.md', '[$W_q$](wq) sorguyu', '[W_q](https://example.com/) sorguyu', '[$W_q$](wq) sorguyu', /term of 'https:\/\/example\.com\/'/],
    ['a live number that cannot be', 'en.md', '{tensor/head0.weights/3/1}', '{weights/3/1}', '{tensor/head0.weights/3/1}', /live number '\{weights\/3\/1\}' is none of/],
    ['a live number outside its tensor', 'en.md', '{tensor/head0.weights/3/1}', '{tensor/head0.weights/3/9}', '{tensor/head0.weights/3/1}', /cannot be read in this step/],
    ['a question without words', 'en.md', '> Which word does “okudu” look at most?\n>\n> Itself', 'Itself', '## Read first', /question of step 'read' has no words/],
    ['an exercise without words', 'en.md', '### Let “okudu” look at the book', 'Let it look.', null, /exercise 'attend' has no words/],
    ['words of an exercise that there is not', 'en.md', '### Let', '### Another\n\nOne.\n\n### Let', null, /has not that many exercises/],
    ['a formula that cannot be read', 'tr.md', '\\softmax\\left(', '\\softmax\\lef(', '$$', /formula \$.*\\lef/],
    ['a formula with an address', 'tr.md', '$$\\A =', '$$\\href{https://example.com}{x} \\A =', '$$', /formula/],
    ['a heading of another level', 'tr.md', '## Önce oku', '#### Önce oku', '## Önce oku', /expected a heading of level 2, not 4/],
    ['no title', 'tr.md', '# Soruyu anahtara çevir\n', '', null, /must begin with '# '/],
];

for (const [name, file, from, to, place, message] of kBroken) {
    test(`${name} is said with file and line`, () => {
        const problems = said(file, from, to);
        const found = problems.find((problem) => message.test(problem));
        assert.ok(found, problems.join('\n') || 'nothing was said');
        const [, where] = /^([\w.]+:\d+): /.exec(found) ?? [];
        if (place) assert.equal(where, `${file}:${line_of(file, place)}`, found);
        else assert.ok(where?.startsWith(file), found);
    });
}

test('everything that is wrong with the texts is said at once, by file and line', () => {
    const problems = said('tr.md', '[sorgusu](q) her [anahtarla](k)', '[sorgusu](qq) her [anahtarla](kk) {sum/nothing}');
    assert.equal(problems.length, 3, problems.join('\n'));
});

test('one language is enough, none is not; a file may begin with a byte order mark and end its lines as Windows does', () => {
    said('en.md', 'Four', 'Four');
    rmSync(join(lesson, 'tr.md'));
    writeFileSync(join(lesson, 'en.md'), `\uFEFF${readFileSync(join(lesson, 'en.md'), 'utf8').replaceAll('\n', '\r\n')}`);
    writeFileSync(join(lesson, 'lesson.json'), `\uFEFF${readFileSync(join(lesson, 'lesson.json'), 'utf8').replaceAll('\n', '\r\n')}`);
    assert.deepEqual(check_lesson(lesson, program).problems, []);
    rmSync(join(lesson, 'en.md'));
    assert.match(problem_text(check_lesson(lesson, program).problems[0], 'en'), /lesson\.json:1: has no text: tr\.md or en\.md$/);
});

test('every sentence is there in both languages, with the same holes', () => {
    const holes = (sentence) => [...new Set(sentence.match(/\{\w+\}/g))].sort();
    assert.deepEqual(Object.keys(sentences.tr).sort(), Object.keys(sentences.en).sort());
    for (const code of Object.keys(sentences.tr)) assert.deepEqual(holes(sentences.tr[code]), holes(sentences.en[code]), code);
});

test('the command answers with 0 where nothing is wrong, with 1 where something is, and says what', () => {
    const run = (path) => spawnSync(process.execPath, [join(root, 'web/build/lesson_check.mjs'), '--program', program, path], { encoding: 'utf8' });
    const good = run(example);
    assert.equal(good.status, 0, good.stderr);
    assert.match(good.stdout, /nothing is wrong, steps: 2/);
    assert.equal(good.stderr, '');
    said('en.md', '(wq)', '(w_q)');
    const bad = run(lesson);
    assert.equal(bad.status, 1);
    assert.match(bad.stdout, /example-lesson\/en\.md:19: term of 'w_q'/);
    assert.equal(run(join(folder, 'nowhere')).status, 1);
    assert.match(run(join(folder, 'nowhere')).stdout, /nowhere\/lesson\.json: there is no lesson\.json/);
});
