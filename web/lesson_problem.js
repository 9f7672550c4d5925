// What is wrong with a lesson, in words: "en.md:12: step 'try' of lesson.json has no section".
import { sentences } from './lesson_problem_words.js';
import { shortened } from './shortened.js';

// problem: {file, line?, code, values} with a sentence of the table, or {file, line?, message} as the program said it.
export function problem_text({ file, line, code, values, message }, language) {
    const said = message ?? sentences[language][code].replaceAll(/\{(\w+)\}/g, (hole, name) => shortened(values[name] ?? hole));
    return `${line ? `${file}:${line}` : file}: ${said}`;
}
