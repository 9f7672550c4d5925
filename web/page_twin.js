// The accessible twin: what the canvas shows as native controls and tables, both ways. It reads queries and the lesson's data and sends
// commands; on a change its elements are updated in place, so that focus, scroll and what is being typed stay.
import { element } from './page_lesson.js';
import { keyed, set, set_attribute } from './page_in_place.js';
import { make_control } from './page_twin_control.js';
import { controls } from './page_twin_controls.js';
import { ClaimsTable, LedgerTable, SweepTable } from './page_twin_tables.js';
import { TwinTensors } from './page_twin_tensors.js';
import { say } from './page_twin_words.js';
import { Reading, Section, Work } from './page_twin_work.js';

const kClose = '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="m5 5 10 10M15 5 5 15"/></svg>';

export class Twin {
    constructor(page, panel, close) {
        this.page = page;
        this.panel = panel;
        this.close = close;
        this.opened = new Map();  // by a section's id: whether the person opened or closed it
        this.work = new Work(panel);
    }

    update() {
        const { lesson, view: { language } } = this.page;
        if (lesson !== this.lesson || language !== this.language) {
            Object.assign(this, { lesson, language });
            this.build();
        }
        this.work.begin(new Reading(this.page.playground));
    }

    // Nothing is done behind a closed door.
    rest() {
        this.work.stop();
    }

    // Once for each lesson and language: the headings; the sections fill themselves.
    build() {
        const { page } = this;
        const had_focus = this.panel.contains(document.activeElement);
        const header = element('header', {});
        const close = element('button', { id: 'twin-close', className: 'icon', type: 'button', innerHTML: kClose });
        close.setAttribute('aria-label', page.words.say('page_close'));
        close.addEventListener('click', this.close);
        header.append(element('h2', { id: 'twin-title', textContent: say(page, 'title') }), close);
        const note = element('p', { className: 'note', textContent: say(page, 'note') });
        const sections = this.sections();
        this.panel.replaceChildren(header, note, ...sections.map(({ place }) => place));
        this.work.take(sections);
        if (had_focus) close.focus();
    }

    sections() {
        const { page } = this;
        const { checks = [], sweeps = {} } = page.lesson.data;
        const made = [
            this.section('edits', page.words.say('page_edits'), new Edits(page)),
            this.section('controls', say(page, 'controls'), new Controls(page)),
            this.section('tensors', say(page, 'tensors'), new TwinTensors(page)),
        ];
        if (checks.length > 0) made.push(this.section('claims', page.words.say('claims'), new ClaimsTable(page)));
        for (const id of Object.keys(sweeps)) made.push(this.section(`sweep ${id}`, say(page, 'sweep'), new SweepTable(page, id), false));
        made.push(this.section('ledger', say(page, 'ledger'), new LedgerTable(page), false));
        return made;
    }

    section(id, title, part, open = true) {
        const section = new Section(title, part.body, {
            open: this.opened.get(id) ?? open,
            update: (reading) => part.update(reading),
            on_toggle: () => {
                this.opened.set(id, section.open);
                this.work.go_on();
            },
        });
        part.work_again = () => {
            section.stale = true;
            this.work.go_on();
        };
        return section;
    }
}

class Edits {
    constructor(page) {
        this.page = page;
        this.list = element('ul', { id: 'edits-list' });
        this.none = element('p', { id: 'edits-none', className: 'note', textContent: page.words.say('page_no_edits') });
        this.revert_all = element('button', { id: 'revert-all', type: 'button', textContent: page.words.say('page_revert_all'), hidden: true });
        this.revert_all.addEventListener('click', () => page.dispatch({ type: 'reset_cells' }));
        this.body = element('div', {});
        this.body.append(this.list, this.none, this.revert_all);
    }

    * update(reading) {
        const edits = reading.ask('edits');
        const held_focus = this.list.contains(document.activeElement) || document.activeElement === this.revert_all;
        this.none.hidden = edits.length > 0;
        this.revert_all.hidden = edits.length === 0;
        keyed(this.list, edits, (edit) => edit.name, () => this.line(), (line, edit) => line.show(edit));
        // What has just been hidden or taken away still counts as focused, or nothing does.
        const { activeElement } = document;
        if (held_focus && (activeElement === document.body || activeElement.getClientRects().length === 0)) {
            document.getElementById('twin-close').focus({ preventScroll: true });
        }
    }

    line() {
        const { words } = this.page;
        const line = element('li', {});
        const name = element('span', { className: 'cell-name' });
        const change = element('span', { className: 'change' });
        const revert = element('button', { type: 'button', textContent: words.say('page_revert') });
        const note = element('span', { className: 'note', textContent: words.say('page_edit_inactive') });
        line.append(name, change, revert, note);
        revert.addEventListener('click', () => this.page.dispatch({ type: 'reset_cells', ...line.cell }));
        line.show = (edit) => {
            line.cell = edit.cell;
            line.className = edit.active ? '' : 'inactive';
            note.hidden = edit.active;
            set(name, edit.name);
            set(change, words.say('page_edit', { before: edit.before_text, now: edit.now_text }));
            set_attribute(revert, 'aria-label', words.say('page_revert_cell', { cell: edit.name }));
        };
        return line;
    }
}

class Controls {
    constructor(page) {
        this.page = page;
        this.body = element('div', {});
    }

    * update(reading) {
        const all = controls(this.page, reading.ask('state'));
        const key = ({ id, part, label, kind }) => `${id} ${part ?? ''} ${label} ${kind}`;
        keyed(this.body, all, key, (control) => make_control(this.page, control), (line, control) => line.show(control));
    }
}
