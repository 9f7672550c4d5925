// Lessons' folders -> one bundle: each lesson.json beside its texts. It checks what one file cannot: that a lesson's data and its two
// texts fit together. The shape of lesson.json itself is lesson.schema.json's matter.
//
// Errors say file and line ("multi-head/tr.md:12: ..."). web/lessons/FORMAT.md says what the files hold.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { formula } from '../lesson_formula.js';
import { LessonJson } from '../lesson_json.js';
import { problem_text } from '../lesson_problem.js';
import { read_text } from '../lesson_text.js';

export const kLanguages = ['tr', 'en'];

export class LessonError extends Error {
    constructor(problems) {
        super(problems.map((problem) => problem_text(problem, 'en')).join('\n'));
        this.name = 'LessonError';
    }
}

// {"lessons": [{"data", "text": {"tr": as lesson_text.js reads it, "en": ...}}]}, by the lessons' numbers.
export async function build_lessons(lessons_dir) {
    const folders = readdirSync(lessons_dir).filter((name) => existsSync(join(lessons_dir, name, 'lesson.json')));
    const lessons = folders.map((name) => {
        const { data, text, problems } = read_lesson(join(lessons_dir, name), name);
        if (problems.length) throw new LessonError(problems);
        return { data, text };
    });
    lessons.sort((a, b) => a.data.number - b.data.number);
    return { lessons };
}

// One folder: {json, data, text, problems, names: as read_text}. `prefix` is what its files are called by.
export function read_lesson(folder, prefix) {
    const file = `${prefix}/lesson.json`;
    const json = new LessonJson(readFileSync(join(folder, 'lesson.json'), 'utf8'));
    const problems = json.problem ? [{ file, ...json.problem }] : [];
    const { data } = json;
    const id = basename(resolve(folder));
    if (!json.problem && data.id !== id) problems.push({ file, line: json.line('id'), code: 'id_differs', values: { id: data.id } });
    const languages = kLanguages.filter((language) => existsSync(join(folder, `${language}.md`)));
    if (!languages.length) problems.push({ file, line: 1, code: 'no_texts', values: {} });
    const text = {};
    const names = [];
    for (const language of json.problem ? [] : languages) {
        const source = readFileSync(join(folder, `${language}.md`), 'utf8');
        const reading = read_text({ file: `${prefix}/${language}.md`, source, data, language, formula });
        text[language] = reading.text;
        problems.push(...reading.problems);
        names.push(...reading.names);
    }
    for (const language of kLanguages) text[language] ??= text[languages[0]];  // one language stands for both
    return { json, data, text, problems, names };
}
