// The text column: the lesson's title and steps, the words of the step that is on, its question, its live numbers and its terms.

const kStepAt = 0.76;  // of the window's height: in one column a step's first lines stand there
const kSettles = 1000;  // ms
const kFirstBeside = 100;  // lessons from this number on stand beside the course: they are not counted

// Fills the column once for each lesson, language and step; numbers follow every change. What is there stays until the words that are to
// be shown have come.
export class LessonText {
    constructor(page) {
        this.page = page;
        this.shown = '';
        this.moved_at = -Infinity;
        this.lesson = document.getElementById('lesson');
        this.steps = document.getElementById('steps');
        document.getElementById('back').addEventListener('click', () => this.go(this.page.view.step - 1));
        document.getElementById('next').addEventListener('click', () => this.go(this.page.view.step + 1));
        for (const [type, tensor_of] of [
            ['pointerover', (term) => term.dataset.tensor], ['pointerout', () => ''],
            ['focusin', (term) => term.dataset.tensor], ['focusout', () => ''],
        ]) {
            this.lesson.addEventListener(type, (event) => {
                const term = event.target.closest?.('.term');
                if (term) this.page.playground.surround({ hovered_term: tensor_of(term) });
            });
        }
        // On a touch screen nothing hovers: a tap shows the tensor as well as the keyboard's focus does.
        this.lesson.addEventListener('click', (event) => {
            const term = event.target.closest('.term');
            if (term) this.page.playground.surround({ hovered_term: term.dataset.tensor });
        });
    }

    go(step) {
        this.page.dispatch({ type: 'go_to_step', step: step + 1 });
    }

    update() {
        const { view, texts_of_lessons } = this.page;
        const text = texts_of_lessons.get(view.lesson, view.language);
        const key = JSON.stringify([view.lesson, view.step, view.language, view.answers]);
        if (!text) this.fetch(view.lesson, view.language);
        else if (key !== this.shown || text !== this.written) {
            this.written = text;
            const first = this.shown === '', moved = !first && JSON.parse(this.shown)[1] !== view.step;
            this.shown = key;
            this.write(text, moved);
            if (first) this.show_step(true);
        }
        this.update_numbers();
    }

    // Once for each text that is wanted; after a failure when the person asks.
    fetch(lesson, language) {
        const wanted = JSON.stringify([lesson, language]);
        if (wanted === this.wanted) return;
        this.wanted = wanted;
        const is_wanted = () => this.wanted === wanted;
        this.page.texts_of_lessons.fetch(lesson, language).then(
            () => is_wanted() && (this.wanted = '', this.page.update()),
            () => is_wanted() && this.write_failure(),
        );
    }

    write_failure() {
        const { words, lesson } = this.page;
        this.shown = '';
        const again = element('button', { type: 'button', className: 'primary', textContent: words.say('page_text_again') });
        again.addEventListener('click', () => {
            this.wanted = '';
            this.update();
        });
        set_text('lesson-title', words.of(lesson.data.title));
        document.getElementById('lesson-intro').replaceChildren(element('p', { textContent: words.say('page_text_missing') }), again);
        this.steps.replaceChildren();
    }

    write(text, moved) {
        const { view, words, lesson, lessons } = this.page;
        const n = lesson_number(lesson);
        set_text('lesson-number', n && words.say('page_lesson_of', { n, count: lessons.filter(lesson_number).length }));
        set_text('lesson-title', text.title);
        const intro = document.getElementById('lesson-intro');
        intro.replaceChildren(...built(text.intro));
        if (text.note) intro.prepend(element('p', { className: 'note', lang: view.language, textContent: text.note }));
        this.lesson.lang = text.language ?? view.language;
        this.keep_focus(() => this.steps.replaceChildren(...text.steps.map((step, index) => this.step_item(step, index))));
        set_text('step-number', `${view.step + 1} / ${text.steps.length}`);
        const back = document.getElementById('back');
        const next = document.getElementById('next');
        back.textContent = words.say('page_back');
        next.textContent = words.say('page_next');
        const held = [back, next].indexOf(document.activeElement);
        back.disabled = view.step === 0;
        next.disabled = view.step === text.steps.length - 1;
        // A button that is disabled loses the focus, and with it the keyboard's place on the page.
        if (held >= 0 && [back, next][held].disabled) [next, back][held].focus({ preventScroll: true });
        // An old browser would set a formula's letters one after another.
        if (!window.MathMLElement) import('./page_formula_text.js').then((part) => part.write_formulas_as_text(this.lesson), () => {});
        if (!moved) return;
        this.moved_at = performance.now();
        this.show_step();
    }

    // Beside the canvas the step comes into sight; in one column its first lines do, under as much of the canvas as there is room for.
    // A page that has just come begins at its top.
    show_step(just_come) {
        const step = this.steps.querySelector('[aria-current]')?.getBoundingClientRect();
        if (!step) return;
        if (getComputedStyle(this.lesson).overflowY === 'visible') {
            if (!just_come) scrollBy({ top: step.top - kStepAt * innerHeight, behavior: 'instant' });
            return;
        }
        const seen = this.lesson.getBoundingClientRect();
        this.lesson.scrollTop += Math.min(step.top - seen.top, Math.max(0, step.bottom - seen.bottom));
    }

    // A step may change the canvas's height a frame later.
    canvas_changed() {
        if (performance.now() - this.moved_at < kSettles) this.show_step();
    }

    // Whoever pressed a step's title or an option by keyboard stays on it, though it is made anew.
    keep_focus(replace) {
        const { place } = this.steps.contains(document.activeElement) ? document.activeElement.dataset : {};
        replace();
        if (place) this.steps.querySelector(`[data-place="${place}"]`)?.focus({ preventScroll: true });
    }

    step_item(step, index) {
        const { view, words } = this.page;
        const state = index < view.step ? 'done' : index === view.step ? 'now' : 'next';
        const item = element('li', { className: state });
        const title = element('button', { type: 'button', className: 'step-title' });
        title.dataset.place = `step ${index}`;
        title.append(step_sign(state, index), element('span', { textContent: step.title }));
        if (state === 'done') title.append(element('span', { className: 'unseen', textContent: words.say('page_step_done') }));
        title.addEventListener('click', () => this.go(index));
        item.append(title);
        if (state !== 'now') return item;
        item.setAttribute('aria-current', 'step');
        const body = element('div', { className: 'step-body' });
        body.append(...built(step.body));
        const data = this.page.lesson.data.steps[index];
        if (step.question && data.question) body.append(this.question_box(step, data.question));
        if (step.exercises) this.add_exercises(body, step.exercises, data.exercises);
        item.append(body);
        return item;
    }

    // The cards come with the first lesson that has some.
    async add_exercises(body, texts, exercises) {
        const { page } = this;
        try {
            const cards = await (await import('./page_exercise.js')).exercise_cards(page, texts, exercises);
            if (!body.isConnected) return;
            this.cards = cards;
            body.append(...cards.map((card) => card.box));
            this.update_numbers();
        } catch (error) {
            page.say(page.words.say('page_part_missing'));
            throw error;
        }
    }

    question_box(step, question) {
        const { view, words } = this.page;
        const chosen = view.answers[question.id + view.mark];
        const box = element('section', { className: 'question' });
        box.append(element('h2', { textContent: words.say('page_predict') }));
        box.append(words_in_a_box(step.question));
        const options = element('div', { className: 'options' });
        question.options.forEach((option, index) => {
            const button = element('button', { type: 'button', textContent: words.of(option) });
            button.dataset.place = `option ${index}`;
            button.setAttribute('aria-pressed', String(chosen === index));
            if (chosen !== undefined && index === question.correct) button.classList.add('correct');
            button.addEventListener('click', () => this.page.dispatch({ type: 'answer', question: question.id, option: index }));
            options.append(button);
        });
        box.append(options);
        if (chosen !== undefined) box.append(this.answer_words(step, question, chosen));
        return box;
    }

    answer_words(step, question, chosen) {
        const { words } = this.page;
        const answer = element('div', { className: 'answer' });
        if (question.correct !== undefined) {
            const name = chosen === question.correct ? 'page_answer_right' : 'page_answer_wrong';
            const option = words.of(question.options[question.correct]);
            answer.append(element('p', { className: 'verdict', textContent: words.say(name, { option }) }));
        }
        if (step.answer) answer.append(words_in_a_box(step.answer));
        return answer;
    }

    update_numbers() {
        if (this.cards?.some(({ box }) => box.isConnected)) for (const card of this.cards) card.update();
        for (const number of this.lesson.querySelectorAll('data.live')) {
            const reading = this.page.live_number(number.dataset.query);
            if (!reading) {
                number.textContent ||= '…';  // still being computed, or not built at present
                continue;
            }
            number.value = reading.value;
            if (number.textContent !== reading.text) number.textContent = reading.text;
            number.classList.toggle('moved', reading.moved);
        }
    }

    // The canvas points at a tensor: its terms in the text answer.
    ring_terms(tensor) {
        for (const term of this.lesson.querySelectorAll('.term')) term.classList.toggle('ringed', term.dataset.tensor === tensor);
    }
}

function step_sign(state, index) {
    const sign = element('span', { className: 'step-sign' });
    sign.setAttribute('aria-hidden', 'true');
    if (state === 'done') sign.innerHTML = '<svg viewBox="0 0 20 20"><path d="m6.5 10.5 2.5 2.5 4.5-5.5"/></svg>';
    else sign.textContent = index + 1;
    return sign;
}

// The number that a lesson is called by, or an empty text.
export function lesson_number({ data }) {
    return data.number < kFirstBeside ? String(data.number) : '';
}

const kMathML = 'http://www.w3.org/1998/Math/MathML';

// A text's nodes (lesson_text.js): strings, and [element, {attributes}, ...children].
export function built(nodes, in_formula = false) {
    return nodes.map((node) => {
        if (typeof node === 'string') return node;
        const [name, { style, ...attributes }, ...children] = node;
        const formula = in_formula || name === 'math';
        const made = formula ? document.createElementNS(kMathML, name) : document.createElement(name);
        for (const attribute in attributes) made.setAttribute(attribute, attributes[attribute]);
        Object.assign(made.style ?? {}, style);
        made.append(...built(children, formula));
        return made;
    });
}

export function words_in_a_box(nodes) {
    const box = element('div');
    box.append(...built(nodes));
    return box;
}

export function element(name, properties) {
    return Object.assign(document.createElement(name), properties);
}

export function set_text(id, text) {
    document.getElementById(id).textContent = text;
}
