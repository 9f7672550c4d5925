// The twin's work: its parts under headings that open and close them, and the slices in which open ones are brought up to date, so
// that no change of the picture waits for the tables. What is in sight comes first, the rest when nothing changes any more.
import { element } from './page_lesson.js';
import { set_attribute } from './page_in_place.js';

const kRest = 250;  // ms without a change

// What the twin reads of one moment: each query is asked once, when it is wanted.
export class Reading {
    constructor(playground) {
        this.playground = playground;
        this.answers = new Map();
    }

    // null where there is no such thing at present, or it is still being computed
    ask(path) {
        if (!this.answers.has(path)) this.answers.set(path, answer_of(this.playground, path));
        return this.answers.get(path).answer ?? null;
    }

    // Why there is no answer.
    refusal(path) {
        return this.ask(path) ? '' : this.answers.get(path).refused;
    }
}

function answer_of(playground, path) {
    try {
        return { answer: playground.query(path) };
    } catch (refused) {
        return { refused: refused.message };
    }
}

// A part of the twin. `update(reading)` brings its elements up to date and yields between slices of it.
export class Section {
    constructor(title, body, { open = true, update, on_toggle }) {
        this.body = body;
        this.update = update;
        this.stale = true;
        this.in_sight = true;
        this.button = element('button', { type: 'button', textContent: title });
        this.button.addEventListener('click', () => {
            this.set(!this.open);
            on_toggle();
        });
        const heading = element('h3', {});
        heading.append(this.button);
        this.place = element('section', {});
        this.place.append(heading, body);
        this.set(open);
    }

    set(open) {
        this.open = open;
        this.body.hidden = !open;
        set_attribute(this.button, 'aria-expanded', String(open));
    }
}

export class Work {
    constructor(panel) {
        this.panel = panel;
        this.sections = [];
        this.sight = new IntersectionObserver((entries) => {
            for (const { target, isIntersecting } of entries) target.section.in_sight = isIntersecting;
            if (this.waits) this.go_on();
        }, { root: panel });
    }

    take(sections) {
        this.sight.disconnect();
        this.sections = sections;
        for (const section of sections) {
            section.place.section = section;
            this.sight.observe(section.place);
        }
    }

    // Something changed: all that is open is to be brought up to date. What was under way is given up.
    begin(reading) {
        this.reading = reading;
        for (const section of this.sections) section.stale = true;
        this.changed = performance.now();
        this.go_on();
    }

    stop() {
        clearTimeout(this.next);
        this.waits = false;
    }

    go_on() {
        clearTimeout(this.next);
        this.waits = false;
        const left = this.sections.filter(({ open, stale }) => open && stale);
        this.panel.toggleAttribute('data-working', left.length > 0);
        const section = left.find(({ in_sight }) => in_sight) ?? left[0];
        if (!section) return;
        const rest = section.in_sight ? 0 : Math.max(0, this.changed + kRest - performance.now());
        this.waits = rest > 0;
        this.next = setTimeout(() => this.slice(section, section.update(this.reading)), rest);
    }

    slice(section, work) {
        this.waits = false;
        if (!work.next().done) {
            this.next = setTimeout(() => this.slice(section, work));
            return;
        }
        section.stale = false;
        this.go_on();
    }
}
