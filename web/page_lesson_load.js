// Lessons from outside: given by the host page, at an address, or as files dropped on the page. Everything of them is text that is read
// and checked here and in the program; what is wrong is said with file and line, and then nothing has changed.
import { fetch_lesson } from './lesson_fetch.js';
import { LessonJson } from './lesson_json.js';
import { problem_text } from './lesson_problem.js';
import { has_formula, read_text } from './lesson_text.js';
import own_words from './page_lesson_load_words.json';
import { Words } from './page_words.js';

const kLanguages = ['tr', 'en'];
const kMostOfAJson = 4 << 20;  // bytes, as the program reads
const kMostOfAText = 200_000;  // characters: a book's chapter; the reader's time grows with it
const kStorageKey = 'dikkat.lesson';
const kBeside = 100;  // a lesson from outside has no number in the course

// lesson: {json, texts: {tr?, en?}}, lesson.json as text or as what it holds, and the Markdown of one language or both.
// Answers {ok: true, lesson: its id}, or {ok: false, error: {code, message}, problems: [{file, line?, ...}]} with everything as it was.
export async function load_lesson(page, lesson) {
    const read = await read_lesson(lesson ?? {});
    if (read.problems.length) return refused(page, read.problems);
    await page.playground.complete();
    const answer = page.playground.dispatch({ type: 'load_lesson', json: read.source });
    if (!answer.ok) {
        const { message, path } = answer.error;
        return refused(page, [{ file: 'lesson.json', line: path === undefined ? read.json.line('id') : read.json.line(path), message }]);
    }
    page.take_lesson(read);
    return { ok: true, lesson: read.data.id };
}

// Begins to fetch the lesson at an address, or takes the one that was dropped before a reload; what comes back opens it in a page and
// answers its id, or nothing, which is said then.
export function await_lesson(address) {
    const coming = address === undefined ? kept_lesson() : fetch_lesson(address);
    coming.catch(() => {});  // said by whoever waits
    return async (page) => {
        try {
            const lesson = await coming;
            return lesson && await open_lesson(page, lesson);
        } catch (error) {
            const words = new Words(own_words, page.view.language);
            page.say(words.say(error.code ?? 'not_readable', { address: error.address ?? address, status: error.status }));
        }
    };
}

// The same for one that is here: given = {lesson}, and {answer} later.
export function await_given(given) {
    return async (page) => {
        given.answer = await load_lesson(page, given.lesson);
        return given.answer.lesson;
    };
}

// What was dropped: a lesson's folder, or its files.
export async function take_dropped(page, entries) {
    const files = (await Promise.all(entries.map(files_in))).flat();
    const named = (name) => files.find((file) => file.name === name)?.text();
    const [json, tr, en] = await Promise.all(['lesson.json', 'tr.md', 'en.md'].map(named));
    const lesson = { json, texts: { tr, en } };
    if (await open_lesson(page, lesson)) keep_lesson(lesson);
}

async function open_lesson(page, lesson) {
    const answer = await load_lesson(page, lesson);
    if (answer.ok) return answer.lesson;
    await (await import('./page_lesson_problems.js')).show_problems(page, answer.problems);
}

// Storage may be forbidden, or too small for it; then a reload starts anew.
function keep_lesson(lesson) {
    try {
        sessionStorage.setItem(kStorageKey, JSON.stringify(lesson));
    } catch {
        // as said
    }
}

async function kept_lesson() {
    try {
        return JSON.parse(sessionStorage.getItem(kStorageKey));
    } catch {
        return null;
    }
}

function refused(page, problems) {
    const { language } = page.view;
    const [first] = problems;
    return { ok: false, error: { code: first.code ?? 'lesson', message: problem_text(first, language) }, problems };
}

async function files_in(entry) {
    if (entry instanceof File) return [entry];
    if (entry.isFile) return [await new Promise((resolve, reject) => entry.file(resolve, reject))];
    const entries = await new Promise((resolve, reject) => entry.createReader().readEntries(resolve, reject));
    return Promise.all(entries.filter((each) => each.isFile).map(async (each) => (await files_in(each))[0]));
}

// {json, source, data, text: {tr, en}, problems}
async function read_lesson({ json: given, texts = {} }) {
    const problem = (file, code, values = {}, line) => ({ problems: [{ file, line, code, values }] });
    if (given === undefined || given === null) return problem('lesson.json', 'no_json');
    const source = typeof given === 'string' ? given : JSON.stringify(given, null, 4);
    if (source.length > kMostOfAJson) return problem('lesson.json', 'too_long', { size: source.length, limit: kMostOfAJson });
    const json = new LessonJson(source);
    if (json.problem) return { problems: [{ file: 'lesson.json', ...json.problem }] };
    const { data } = json;
    const languages = kLanguages.filter((language) => typeof texts?.[language] === 'string');
    if (!languages.length) return problem('lesson.json', 'no_texts', {}, 1);
    const long = languages.find((language) => texts[language].length > kMostOfAText);
    if (long) return problem(`${long}.md`, 'too_long', { size: texts[long].length, limit: kMostOfAText });
    const formulas = languages.some((language) => has_formula(texts[language]));
    const formula = formulas && (await import('./lesson_formula.js')).formula;
    const readings = languages.map((language) => read_text({ file: `${language}.md`, source: texts[language], data, language, formula }));
    const text = Object.fromEntries(readings.map((reading, index) => [languages[index], reading.text]));
    const [only] = languages;
    for (const language of kLanguages.filter((each) => !languages.includes(each))) {
        text[language] = { ...text[only], language: only, note: own_words[language][`only_${only}`] };
    }
    return { json, source: json.source, data: { ...data, number: Math.max(kBeside, data.number ?? 0) }, text, problems: readings.flatMap(({ problems }) => problems) };
}
