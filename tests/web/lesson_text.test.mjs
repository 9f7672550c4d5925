// Lessons' texts from outside: nothing of them becomes markup, and whatever is wrong with them is found, never thrown.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { formula } from '../../web/lesson_formula.js';
import { LessonJson } from '../../web/lesson_json.js';
import { problem_text } from '../../web/lesson_problem.js';
import { read_text } from '../../web/lesson_text.js';
import { damage } from './damage.mjs';
import { html_of } from './text_html.mjs';

const lessons_dir = fileURLToPath(new URL('../../web/lessons/', import.meta.url));
const kData = {
    title: 'T',
    looks: { q: { role: 'query' } },
    steps: [{ id: 'one', exercises: [{ id: 'do' }] }],
};
const text_with = (words) => `# T\n\n${words}\n\n## One\n\nWords.\n\n### Do\n\nThis.\n\n> So.\n`;
const read = (source, data = kData) => read_text({ file: 'en.md', source, data, language: 'en', formula });
const intro = (words) => html_of(read(text_with(words)).text?.intro);

test('an exercise has its title, its words, and a hint that ends it', () => {
    const [step] = read(text_with('Intro.')).text.steps;
    assert.equal(html_of(step.body), '<p>Words.</p>');
    assert.equal(step.exercises[0].title, 'Do');
    assert.equal(html_of(step.exercises[0].body), '<p>This.</p>');
    assert.equal(html_of(step.exercises[0].hint), '<p>So.</p>');
});

for (const words of [
    '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<b onclick="x()">b</b>', '<!-- c -->', '<a href="javascript:alert(1)">x</a>',
    '<math><mtext><style>@import url(//x)</style></mtext></math>', '&lt;script&gt;', '<svg/onload=alert(1)>',
]) {
    test(`${words} stays text`, () => {
        const html = intro(words);
        assert.match(html, /^<p>[^<]*<\/p>$/);
        assert.deepEqual(read(text_with(words)).text.intro.flat().filter((node) => Array.isArray(node)), []);
    });
}

for (const words of ['[x](javascript:alert(1))', '[x](https://example.com)', '[x](//example.com)', '[x](__proto__)', '[x](constructor)']) {
    test(`${words} names no tensor and is refused`, () => {
        const { text, problems } = read(text_with(words));
        assert.equal(text, null);
        assert.equal(problems[0].code, 'term_without_look');
    });
}

test('a term that is a formula alone is named in words too', () => {
    const data = { ...kData, looks: { q: { role: 'query', title: { tr: 'sorgu', en: 'q_uery' } } } };
    assert.match(html_of(read(text_with('[$\\Q$](q)'), data).text.intro), /<button [^>]*aria-label="query"><math>/);
    assert.doesNotMatch(html_of(read(text_with('[the $\\Q$](q)'), data).text.intro), /aria-label/);
});

test('what stands right at a formula is kept on its line, and nothing else', () => {
    const kept = (words) => [...html_of(read(text_with(words), kData).text.intro).matchAll(/<span class="kept"><math>.*?<\/math>(.*?)<\/span>(.)/g)].map((found) => found.slice(1));
    assert.deepEqual(kept('$q$’nun son satırı'), [['’nun', ' ']]);
    assert.deepEqual(kept('then $q$.'), [['.', '<']]);
    assert.deepEqual(kept('then $q$ and $k$, too'), [[',', ' ']]);
    assert.deepEqual(kept('$$q$$'), []);
});

test('a prime stands beside its letter, not over it', () => {
    const html = (tex) => html_of(read(text_with(`$${tex}$`)).text.intro);
    assert.match(html("I + f'(h)"), /<mrow><mi>f<\/mi><mo[^>]*>′<\/mo><\/mrow>/);
    assert.match(html('f^2'), /<msup>/);
});

test('a picture is no part of a text: its words stay words', () => {
    const { text, problems } = read(text_with('![q](q)'));
    assert.equal(problems.length, 0);
    assert.doesNotMatch(html_of(text.intro), /<img/);
});

for (const tex of ['\\href{javascript:alert(1)}{x}', '\\url{https://example.com}', '\\includegraphics{https://example.com/x.png}', '\\class{unseen}{x}',
    '\\id{steps}{x}', '\\data{tensor=q}{x}', '\\style{position:fixed}{x}', '\\color{red}{x}', '\\def\\a{\\a\\a}\\a', '\\rule{9em}{9em}']) {
    test(`the formula ${tex} is refused`, () => assert.equal(read(text_with(`$${tex}$`)).problems[0].code, 'formula'));
}

for (const tex of ['\\begin{bmatrix}1&2\\\\3&4\\end{bmatrix}', '\\begin{cases}a&b\\\\c&d\\end{cases}', '\\hat{y} = \\sum_{i=1}^n w_i x_i',
    '\\frac{a}{b} \\in \\mathbb{R}^{n \\times d}', '\\underbrace{a+b}_{c}', '\\text{<b>}', '\\Q\\K^\\top']) {
    test(`the formula ${tex} can be shown`, () => assert.deepEqual(read(text_with(`$$${tex}$$`)).problems, []));
}

test('what is not a lesson at all is refused in words', () => {
    for (const source of ['', ' ', '\n\n', 'x', '## x', '> x', '# x\n# y', '\u0000', '#'.repeat(1000), '['.repeat(5000), '*'.repeat(5000), '> '.repeat(500), '{'.repeat(9999)]) {
        const { text, problems } = read(source);
        assert.equal(text, null);
        for (const language of ['tr', 'en']) assert.match(problem_text(problems[0], language), /^en\.md:\d+: ./);
    }
    for (const data of [{}, { title: 1, steps: 'x', looks: null }, { steps: [null], looks: [], variants: 3, checks: {} }]) {
        const { problems } = read(text_with('{check/x} {sweep/a/b/1} {tensor/q@v/0/0} {parameters/} [x](q)'), data);
        assert.ok(problems.length > 0);
    }
});

test('steps and exercises without an id are named by their number, a title that is no text by nothing', () => {
    const said = (source, data) => read(source, data).problems.map((problem) => problem_text(problem, 'en'));
    assert.deepEqual(said('# T\n\nIntro.\n', { title: 'T', steps: [{}] }), ["en.md:3: step '1' of lesson.json has no section"]);
    assert.deepEqual(said('# T\n\nIntro.\n\n## A\n\nB.\n\n> C?\n', { title: 'T', steps: [{ id: {} }] }), ["en.md:9: step '1' has no question in lesson.json"]);
    assert.deepEqual(said('# T\n\nIntro.\n\n## A\n\nB.\n', { title: 'T', steps: [{ exercises: [null] }] }), ["en.md:5: exercise '1' has no words ('### ...')"]);
    assert.deepEqual(said('# T\n\nIntro.\n', { title: { en: {} } }), ["en.md:1: title 'T' is not lesson.json's ''"]);
});

test('a formula that the library fails at without a word is refused in words', () => {
    const [problem] = read(text_with('$_$')).problems;
    assert.equal(problem_text(problem, 'en'), 'en.md:3: formula $_$: it cannot be read');
});

test('what is said of a text stays readable however long the word is that is wrong in it', () => {
    for (const words of [`{${'😀'.repeat(5000)}}`, `$\\${'x'.repeat(5000)}$`, `[x](${'y'.repeat(5000)})`]) {
        const [problem] = read(text_with(words)).problems;
        for (const language of ['tr', 'en']) {
            const said = problem_text(problem, language);
            assert.ok(said.length < 1000 && said.includes('…') && said.isWellFormed?.() !== false, said);
        }
    }
});

test('1,000 damaged texts and lesson.jsons are read or refused with file and line', () => {
    const ids = readdirSync(lessons_dir, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
    let refused = 0;
    for (let seed = 0; seed < 1000; seed++) {
        const id = ids[seed % ids.length];
        const language = seed % 2 ? 'tr' : 'en';
        const file = (name) => readFileSync(`${lessons_dir}${id}/${name}`, 'utf8');
        const damaged = damage(seed);
        const of_json = seed % 4 < 2;
        const json = new LessonJson(of_json ? damaged(file('lesson.json')) : file('lesson.json'));
        const found = json.problem ? [{ file: 'lesson.json', ...json.problem }]
            : read_text({ file: `${language}.md`, source: of_json ? file(`${language}.md`) : damaged(file(`${language}.md`)), data: json.data, language, formula }).problems;
        refused += found.length > 0;
        for (const problem of found) {
            assert.ok(Number.isInteger(problem.line) && problem.line > 0, `${seed}: ${JSON.stringify(problem)}`);
            assert.match(problem_text(problem, 'tr'), /^[\w.]+:\d+: ./);
        }
    }
    assert.ok(refused > 300, `${refused} were refused: the damage is too small to prove anything`);
});

test('a place in a lesson.json is found by its path, also where names have slashes, and of what is missing what it should be in', () => {
    const json = new LessonJson('{\n "a": {\n  "b/c": [\n   1,\n   {"d": 2}\n  ]\n }\n}');
    assert.equal(json.line('a/b/c/1/d'), 5);
    assert.equal(json.line('a/b/c'), 3);
    assert.equal(json.line('a/b/c/1/e'), 5);
    assert.equal(json.line('a/b/c/7'), 3);
    assert.equal(json.line(''), 1);
    assert.equal(json.line('x/y'), 1);
});
