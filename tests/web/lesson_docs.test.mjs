// The walk-throughs of docs/, followed word by word: every block is put where the text puts it, every command says what stands there, and
// what comes out is the example lesson.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { check_lesson } from '../../web/build/lesson_check.mjs';
import { problem_text } from '../../web/lesson_problem.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const program = process.env.DIKKAT_QUERY ?? `${root}build/wasm/dikkat-query.cjs`;
const example = (name) => readFileSync(join(root, 'docs/example-lesson', name), 'utf8');

// "```json lesson.json" is a whole file, "json steps" a field of it, "markdown en.md +" what is added, "console" what is said.
function* blocks(source) {
    for (const [, kind, place, more, text] of source.matchAll(/^```(\w+)(?: ([\w.]+))?( \+)?\n(.*?)^```$/gms)) yield { kind, place, more, text };
}

function checked(folder) {
    const { problems, data } = check_lesson(join(folder, 'example-lesson'), program);
    const lines = problems.length ? problems.map((problem) => problem_text(problem, 'en')) : [`example-lesson: nothing is wrong, steps: ${data.steps.length}`];
    return lines.map((line) => line.replace(`${folder}/`, '')).join('\n');
}

for (const [name, first, mistake] of [['en/write-a-lesson.md', 'en.md', ['[$W_q$](wq) turns', '[$W_q$](qw) turns']],
    ['tr/ders-yazmak.md', 'tr.md', ['[$W_q$](wq) sorguyu', '[$W_q$](qw) sorguyu']]]) {
    test(`${name} leads to the example lesson, and every command says what it is shown to say`, () => {
        const source = readFileSync(join(root, 'docs', name), 'utf8');
        const folder = mkdtempSync(join(tmpdir(), 'docs-'));
        const path = (file) => join(folder, 'example-lesson', file);
        const change = (file, by) => writeFileSync(path(file), by(readFileSync(path(file), 'utf8')));
        mkdirSync(join(folder, 'example-lesson'));
        let commands = 0;
        for (const { kind, place, more, text } of blocks(source)) {
            if (kind === 'json' && place === 'lesson.json') writeFileSync(path(place), text);
            else if (kind === 'json') {
                const part = JSON.parse(`{${text}}`);
                assert.deepEqual(Object.keys(part), [place]);
                change('lesson.json', (json) => JSON.stringify({ ...JSON.parse(json), ...part }, null, 4));
            } else if (kind === 'markdown') {
                if (more) change(place, (words) => `${words.trimEnd()}\n\n${text}`);
                else writeFileSync(path(place), text);
            } else if (kind === 'console') {
                const [command, ...said] = text.trimEnd().split('\n');
                assert.equal(command, '$ ./dev lesson check example-lesson');
                const is_broken = !/nothing is wrong/.test(said[0]);
                if (is_broken) {
                    assert.ok(source.includes(`\`${mistake[0]}\``) && source.includes(`\`${mistake[1]}\``), 'the mistake is another one');
                    change(first, (words) => words.replace(...mistake));
                }
                assert.equal(checked(folder), said.join('\n'));
                if (is_broken) change(first, (words) => words.replace(mistake[1], mistake[0]));
                commands++;
            }
        }
        assert.equal(commands, 4);
        assert.deepEqual(JSON.parse(readFileSync(path('lesson.json'), 'utf8')), JSON.parse(example('lesson.json')));
        for (const file of ['tr.md', 'en.md']) assert.equal(readFileSync(path(file), 'utf8'), example(file), file);
        rmSync(folder, { recursive: true });
    });

    test(`what ${name} links to is there`, () => {
        const source = readFileSync(join(root, 'docs', name), 'utf8');
        for (const [, target] of source.replaceAll(/^```.*?^```$/gms, '').matchAll(/\]\((\.\.[^)#]+|[\w.]+\.md)\)/g)) {
            assert.doesNotThrow(() => readFileSync(join(root, 'docs', name, '..', target, target.endsWith('.md') ? '' : 'lesson.json')), target);
        }
    });
}
