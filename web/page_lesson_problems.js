// The sheet that says what is wrong with a lesson that was brought: every problem with file and line.
import { problem_text } from './lesson_problem.js';
import { element } from './page_lesson.js';
import own_words from './page_lesson_load_words.json';
import { open_sheet, Sheet } from './page_sheet.js';

let found = [];

export function show_problems(page, problems) {
    found = problems;
    return open_sheet(page, Problems);
}

class Problems extends Sheet {
    constructor(page) {
        super(page, 'lesson-problems', own_words);
    }

    content() {
        const list = element('ul', { className: 'problems' });
        list.append(...found.map((problem) => element('li', { textContent: problem_text(problem, this.page.view.language) })));
        const section = element('section');
        section.append(element('p', { textContent: this.say('nothing_changed') }), list);
        return [section];
    }
}
