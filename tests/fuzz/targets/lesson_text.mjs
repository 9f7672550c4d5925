// Lessons from outside, their lesson.json and texts together: taken, or refused with file, line and a reason in both languages and
// everything as it was. Nothing of a text becomes markup; line ends and a mark at the beginning mean nothing. What the program makes
// of a lesson.json is tests/fuzz/lesson.cpp's.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { problem_text } from '../../../web/lesson_problem.js';
import { sentences } from '../../../web/lesson_problem_words.js';
import { load_lesson } from '../../../web/page_lesson_load.js';
import { expect_words, kLanguages, lesson_data, start_playground } from '../playground.mjs';

const kFiles = ['lesson.json', 'tr.md', 'en.md'];
const kSeldom = 4;
const kBetween = '\n\x1e\n';  // the files of a lesson in one input
const kExample = 'docs/example-lesson';
const kElements = ['p', 'ul', 'ol', 'li', 'em', 'strong', 'br', 'blockquote', 'code', 'button', 'data', 'span'];
const kAttributes = ['type', 'class', 'data-tensor', 'data-role', 'aria-label', 'data-query', 'start'];
export const longest = 8192;
export const dictionary = ['# ', '## ', '### ', '#### ', '> ', '\n\n', '\n>\n> ', '$', '$$', '{tensor/', '/0/0}', '{check/', '](', '[', '**', '*', '`', '- ', '1. ', '7. ', '\\', '&lt;', '<b>', '|',
    '\r\n', '\r', '\\frac{', '\\begin{bmatrix}', '\\end{bmatrix}', '\\text{', '\\href{', '\\class{', '\\def\\a{\\a}', '\\color{red}', '\\Q', '\\left(', '^', '_', '~',
    '"title":', '"steps":', '"looks":', '"checks":', '"sweeps":', '"variants":', '"document":', '"parts":', '"exercises":', '"question":', 'null', '[]', '{}', '{"tr":"","en":""}', kBetween];

let playground;
let taken;

export async function prepare() {
    playground = await start_playground([lesson_data('multi-head')], 'tr');
    playground.page.take_lesson = (lesson) => { taken = lesson; };
}

export function seeds() {
    const joined = (files) => Buffer.from(files.join(kBetween));
    const example = kFiles.map((file) => readFileSync(`${kExample}/${file}`, 'utf8'));
    const small = ['{"title":"T","looks":{"q":{"role":"query","label":"Q"}},"checks":[{"id":"c"}],"sweeps":{"d":{"series":[{"id":"a"}],"depth":9}},"document":{"parts":[{"name":"s"}]},'
        + '"steps":[{"id":"one","question":{"id":"w"},"exercises":[{"id":"do"}]}]}', '# T\n\n[sorgu](q) $\\Q$ {tensor/q/0/0}\n\n## Bir\n\nSöz.\n\n> Neden?\n>\n> Çünkü.\n\n### Yap\n\nBunu.\n\n> İpucu.\n'];
    const words = ['*a* **b** `c`\\\nd', '- a\n- b\n\n1. c\n2. d', '$$\\frac{a}{b}$$', '{check/c} {sweep/d/a/3} {parameters/s} {sum/q}', '$\\begin{bmatrix}1&2\\\\3&4\\end{bmatrix}$', '<b>x</b> &amp; &#60;'];
    return [joined(example), joined([example[0], '', example[2]]), joined(small), joined(['null', small[1]]), ...words.map((each) => joined([small[0], small[1].replace('Söz.', () => each)])),
        ...['{"a": [1, 2,]}', '[]', 'null', '1', '"T"'].map((text) => Buffer.from(text))];
}

export async function fuzz(bytes) {
    const [json, tr, en] = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).split(kBetween);
    const lesson = { json, texts: { tr: tr || undefined, en: en || undefined } };
    const answer = await load_lesson(playground.page, lesson);
    if (!answer.ok) expect_refused(answer, { 'lesson.json': json, 'tr.md': tr, 'en.md': en });
    else for (const language of kLanguages) expect_text(taken.text[language], taken.data);
    if (bytes.length % kSeldom === 0) await expect_read_alike(lesson, answer);
    if (!answer.ok) return `${answer.problems[0].file} ${answer.error.code}`;
    await restart();
    return 'taken';
}

function expect_refused({ error, problems }, sources) {
    assert.ok(problems.length > 0);
    playground.expect_untouched();
    const sent = Object.values(sources).join();
    for (const problem of problems) {
        const { file, line, code, values } = problem;
        const given = sent + (JSON.stringify(values)?.match(/\{\w+\}/g) ?? '');  // as Temml's "\end{7}" is: no hole of a sentence
        assert.ok(Object.hasOwn(sources, file));
        if (line !== undefined) assert.ok(Number.isInteger(line) && line >= 1 && line <= sources[file].split(/\r\n|\r|\n/).length, `${file}:${line}`);
        for (const language of kLanguages) {
            if (code) assert.ok(Object.hasOwn(sentences[language], code), `'${code}' has no words`);
            expect_words(problem_text(problem, language), given + (sentences[language][code] ?? '').replaceAll(/\{\w+\}/g, ''));
        }
    }
    assert.ok(/^\w+$/.test(error.code) && error.message);
}

// With a mark at the beginning of each file, and lines that end as on Windows.
async function expect_read_alike({ json, texts }, answer) {
    const otherwise = (text) => text && !/^\ufeff|\r/.test(text) ? `\ufeff${text.replaceAll('\n', '\r\n')}` : text;
    const again = await load_lesson(playground.page, { json: otherwise(json), texts: { tr: otherwise(texts.tr), en: otherwise(texts.en) } });
    assert.deepEqual([again.ok, again.lesson, again.problems?.map(({ file, line, code }) => [file, line, code])],
        [answer.ok, answer.lesson, answer.problems?.map(({ file, line, code }) => [file, line, code])]);
}

function expect_text(text, data) {
    assert.equal(text.steps.length, (data.steps ?? []).length);
    expect_nodes(text.intro);
    for (const { title, body, question, answer, exercises = [] } of text.steps) {
        assert.equal(typeof title, 'string');
        for (const nodes of [body, question, answer, ...exercises.flatMap((each) => [each.body, each.hint])]) if (nodes) expect_nodes(nodes);
    }
}

// Strings, and elements that are written in the readers.
function expect_nodes(nodes) {
    for (const node of nodes) {
        if (typeof node === 'string') continue;
        const [element, attributes, ...children] = node;
        if (element === 'math') continue;  // lesson_formula.js lets nothing else through
        assert.ok(kElements.includes(element), `<${element}>`);
        for (const [name, value] of Object.entries(attributes)) assert.ok(kAttributes.includes(name) && typeof value === 'string', `${name}=${value}`);
        expect_nodes(children);
    }
}

// Lessons that were taken stay among the others.
async function restart() {
    if (playground.query('lessons').length > 32) await prepare();
    else playground.restore();
}
