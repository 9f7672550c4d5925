// The card of an exercise in a lesson's text: its words, what must hold and what is measured now, the check, the hint. It comes with the
// first lesson that has one. Whether something holds is the program's to say (the query `exercises`).
import own_words from './page_exercise_words.json';
import { built, element, words_in_a_box } from './page_lesson.js';
import { bring_style } from './page_style.js';
import { Words } from './page_words.js';

const kSigns = { '<=': '≤', '>=': '≥' };

let has_style = false;

// One for each text of a step's exercises, never seen without its style sheet.
export async function exercise_cards(page, texts, exercises) {
    if (!has_style) await bring_style('page_exercise.css');
    has_style = true;
    const cards = texts.map((text, index) => new ExerciseCard(page, text, exercises[index].id));
    if (!window.MathMLElement) {
        const { write_formulas_as_text } = await import('./page_formula_text.js');
        for (const { box } of cards) write_formulas_as_text(box);
    }
    return cards;
}

class ExerciseCard {
    // text: {title, body, hint?} as lesson_text.js read it
    constructor(page, text, id) {
        this.page = page;
        this.id = id;
        this.words = new Words(own_words, page.view.language);
        this.figures = element('ul', { className: 'conditions' });
        this.check = element('button', { type: 'button', className: 'check', textContent: this.words.say('check') });
        this.check.dataset.place = `check ${id}`;
        this.check.addEventListener('click', () => {
            this.checked = true;
            page.dispatch({ type: 'check_exercise', exercise: id });
        });
        this.attempts = element('span', { className: 'attempts' });
        this.verdict = element('p', { className: 'verdict' });
        this.verdict.setAttribute('role', 'status');
        const row = element('div', { className: 'check-row' });
        row.append(this.check, this.attempts);
        this.box = element('section', { className: 'exercise' });
        this.box.setAttribute('aria-labelledby', `exercise-${id}`);
        const kind = element('span', { className: 'kind', lang: page.view.language, textContent: this.words.say('exercise') });
        const title = element('h2', { id: `exercise-${id}` });
        title.append(kind, ' ', text.title);
        this.box.append(title, words_in_a_box(text.body), this.figures, row, this.verdict);
        for (const part of [this.figures, row, this.verdict]) part.lang = page.view.language;
        if (text.hint) this.add_hint(text.hint);
    }

    add_hint(nodes) {
        this.hint = element('div', { className: 'hint', hidden: true });
        const name = element('p', { className: 'kind', lang: this.page.view.language, textContent: this.words.say('hint') });
        this.hint.append(name, ...built(nodes));
        this.hint.setAttribute('role', 'status');
        this.box.append(this.hint);
    }

    update() {
        const exercise = this.page.playground.query('exercises').find(({ id, open }) => open && id === this.id);
        if (!exercise) return;
        const { passed, solved, attempts, hint, figures } = exercise;
        this.box.classList.toggle('passed', passed);
        this.write_figures(figures);
        this.attempts.textContent = attempts ? this.words.say('attempts', { n: attempts }) : '';
        if (this.checked && !passed && attempts !== this.attempts_then) this.failed_at = JSON.stringify(figures);
        this.attempts_then = attempts;
        this.say_verdict(passed, solved, figures);
        if (this.hint) this.hint.hidden = !hint;
    }

    // "Not yet" stands until something is changed.
    say_verdict(passed, solved, figures) {
        const wrong = figures.filter(({ holds }) => !holds).length;
        const failed = this.failed_at === JSON.stringify(figures);
        const word = passed ? (solved ? 'solved' : 'passed') : failed ? 'not_yet' : solved ? 'solved_before' : null;
        const said = word ? this.words.say(word, { n: wrong }) : '';
        if (this.verdict.textContent !== said) this.verdict.textContent = said;
    }

    write_figures(figures) {
        if (this.figures.children.length !== figures.length) this.figures.replaceChildren(...figures.map(() => condition()));
        figures.forEach(({ text, measured_text, relation, bound_text, holds }, index) => {
            const [sign, sentence, measured] = this.figures.children[index].children;
            this.figures.children[index].classList.toggle('holds', holds);
            set(sign, this.words.say(holds ? 'holds' : 'fails'));
            set(sentence, text);
            set(measured, `${measured_text} ${kSigns[relation] ?? relation} ${bound_text}`);
        });
    }
}

function condition() {
    const item = element('li');
    item.append(element('span', { className: 'sign' }), element('span', { className: 'sentence' }), element('span', { className: 'measured' }));
    return item;
}

function set(node, text) {
    if (node.textContent !== text) node.textContent = text;
}
