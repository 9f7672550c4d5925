// The accessible twin: what the canvas shows as native controls and tables, both ways. It reads queries and the lesson's data and sends
// commands; on a change its elements are updated in place, so that focus, scroll and what is being typed stay.
import { element } from './page_lesson.js';
import { keyed, mark_refused, set } from './page_in_place.js';
import { TwinTensors } from './page_twin_tensors.js';
import { controls, parse_number, say } from './page_twin_controls.js';

const kClose = '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="m5 5 10 10M15 5 5 15"/></svg>';

export class Twin {
    constructor(page, panel, close) {
        this.page = page;
        this.panel = panel;
        this.close = close;
        this.shown = '';
    }

    update() {
        const { view } = this.page;
        const key = `${view.lesson} ${view.language}`;
        if (key !== this.shown) {
            this.shown = key;
            this.build();
        }
        this.update_edits();
        this.update_controls();
        this.tensors.update();
        this.update_claims();
        this.update_sweeps();
        this.update_ledger();
    }

    // Once for each lesson and language.
    build() {
        const { page } = this;
        const had_focus = this.panel.contains(document.activeElement);
        const header = element('header', {});
        const close = element('button', { id: 'twin-close', className: 'icon', type: 'button', innerHTML: kClose });
        close.setAttribute('aria-label', page.words.say('page_close'));
        close.addEventListener('click', this.close);
        header.append(element('h2', { id: 'twin-title', textContent: say(page, 'title') }), close);
        const note = element('p', { className: 'note', textContent: say(page, 'note') });
        this.edits = element('ul', { id: 'edits-list' });
        this.no_edits = element('p', { id: 'edits-none', className: 'note', textContent: page.words.say('page_no_edits') });
        this.revert_all = element('button', { id: 'revert-all', type: 'button', textContent: page.words.say('page_revert_all') });
        this.revert_all.addEventListener('click', () => page.dispatch({ type: 'reset_cells' }));
        this.controls = element('div', {});
        this.tensors = new TwinTensors(page);
        this.claims = new Table('words');
        this.sweeps = Object.keys(page.lesson.data.sweeps ?? {}).map((id) => ({ id, table: new Table() }));
        this.ledger = new Table('words');
        const heading = (words) => element('h3', { textContent: words });
        this.panel.replaceChildren(
            header, note,
            heading(page.words.say('page_edits')), this.edits, this.no_edits, this.revert_all,
            heading(say(page, 'controls')), this.controls,
            heading(say(page, 'tensors')), this.tensors.section,
            ...(page.playground.query('checks').length > 0 ? [heading(page.words.say('claims')), this.claims.scroller] : []),
            ...this.sweeps.flatMap(({ table }) => [heading(say(page, 'sweep')), table.scroller]),
            heading(say(page, 'ledger')), this.ledger.scroller,
        );
        if (had_focus) close.focus();
    }

    update_edits() {
        const edits = this.page.playground.query('edits');
        const held_focus = this.edits.contains(document.activeElement) || document.activeElement === this.revert_all;
        this.no_edits.hidden = edits.length > 0;
        this.revert_all.hidden = edits.length === 0;
        keyed(this.edits, edits, (edit) => edit.name, () => this.edit_line(), (line, edit) => line.show(edit));
        // What has just been hidden or taken away still counts as focused, or nothing does.
        const { activeElement } = document;
        if (held_focus && (activeElement === document.body || activeElement.getClientRects().length === 0)) {
            document.getElementById('twin-close').focus({ preventScroll: true });
        }
    }

    edit_line() {
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
            revert.setAttribute('aria-label', words.say('page_revert_cell', { cell: edit.name }));
        };
        return line;
    }

    update_controls() {
        const all = controls(this.page, this.page.playground.query('state'));
        const key = ({ id, part, label, kind }) => `${id} ${part ?? ''} ${label} ${kind}`;
        keyed(this.controls, all, key, (control) => make_control(this.page, control), (line, control) => line.show(control));
    }

    update_claims() {
        const { page } = this;
        const rows = page.playground.query('checks').map((check) => {
            const verdict = say(page, check.pending ? 'pending' : check.holds ? 'holds' : 'fails');
            return [check.text, verdict, check.measured_text, `${check.relation} ${check.bound_text}`];
        });
        const heads = [say(page, 'claim'), say(page, 'verdict'), page.words.say('measured'), page.words.say('bound')];
        this.claims.show(page.words.say('claims'), heads, rows);
    }

    update_sweeps() {
        const { page } = this;
        for (const { id, table } of this.sweeps) {
            const reading = this.ask(`sweep/${id}`);
            if (!reading) continue;
            const data = page.lesson.data.sweeps[id];
            const labels = reading.series.map((series) => page.words.of(data.series.find((each) => each.id === series.id)?.label) || series.id);
            const done = Math.max(...reading.series.map((series) => series.float32.input_gradient.length));
            const rows = Array.from({ length: done }, (nothing, depth) => [
                depth + 1, ...reading.series.map((series) => short(series.float32.input_gradient[depth])),
            ]);
            table.show(say(page, 'sweep'), [say(page, 'depth'), ...labels], rows);
        }
    }

    update_ledger() {
        const { page } = this;
        const rows = (this.ask('parameters')?.parts ?? []).flatMap((part) => {
            const groups = new Map();
            for (const { name, count } of part.groups) {
                const group = groups.get(name) ?? { times: 0, count: 0 };
                groups.set(name, { times: group.times + 1, count: group.count + count });
            }
            const total = [`${part.part || part.model}: ${say(page, 'total')}`, '', part.count];
            return [...[...groups].map(([name, { times, count }]) => [`${part.part || part.model}: ${name}`, times, count]), total];
        });
        this.ledger.show(say(page, 'ledger'), [say(page, 'part'), say(page, 'layers'), say(page, 'count')], rows);
    }

    ask(path) {
        try {
            return this.page.playground.query(path);
        } catch {
            return null;  // still being computed
        }
    }
}

// A table of words: the first column heads its rows.
class Table {
    constructor(kind = '') {
        this.scroller = element('div', { className: 'wide', tabIndex: 0 });
        this.scroller.setAttribute('role', 'group');
        const table = element('table', { className: kind });
        this.caption = table.createCaption();
        this.caption.className = 'unseen';
        this.head = table.createTHead().insertRow();
        this.body = table.createTBody();
        this.scroller.append(table);
    }

    show(caption, heads, rows) {
        set(this.caption, caption);
        this.scroller.setAttribute('aria-label', caption);
        const head = () => element('th', { scope: 'col' });
        keyed(this.head, heads, (words, index) => `${index}`, head, (cell, words) => set(cell, words));
        keyed(this.body, rows, (row, index) => `${index}`, () => element('tr', {}), (line, row) => {
            const make = (words, index) => (index === 0 ? element('th', { scope: 'row' }) : element('td', {}));
            keyed(line, row, (words, index) => `${index}`, make, (cell, words) => set(cell, words));
        });
    }
}

let names = 0;

// A line with label and control; its show() takes what the control is now.
function make_control(page, control) {
    const line = element('div', { className: 'field' });
    const kind = control.kind === 'choice' ? 'select' : control.kind === 'button' ? 'button' : 'input';
    const input = element(kind, { id: `twin-control-${++names}` });
    const error = element('p', { id: `${input.id}-error`, className: 'error', hidden: true });
    const reason = element('p', { id: `${input.id}-reason`, className: 'note', hidden: true, textContent: page.words.say('locked') });
    input.setAttribute('aria-describedby', `${error.id} ${reason.id}`);
    if (kind === 'button') Object.assign(input, { type: 'button', textContent: control.label });
    else line.append(element('label', { htmlFor: input.id, textContent: control.label }));
    if (kind === 'input') Object.assign(input, { type: 'text', autocomplete: 'off', spellcheck: false });
    if (control.kind === 'number') input.inputMode = control.whole ? 'numeric' : 'decimal';
    line.append(input, error, reason);
    let now = control;
    const refuse = (words) => {
        error.hidden = words === '';
        mark_refused(input, error, words);
    };
    const take = () => {
        const { value, refusal } = read_control(page, now, input);
        if (refusal) return refuse(refusal);
        const gesture = Date.now();  // a person's choice is one undo, however many commands it takes
        for (const command of now.commands(value)) {
            const answer = page.playground.dispatch({ ...command, gesture });
            if (!answer.ok) return refuse(answer.error.message);
        }
        return refuse('');
    };
    input.addEventListener(kind === 'button' ? 'click' : 'change', take);
    input.addEventListener('keydown', (event) => {
        if (event.key !== 'Escape' || kind !== 'input' || input.value === String(now.value ?? '')) return;
        event.preventDefault();  // gives up what was typed; the panel stays
        input.value = now.value ?? '';
        refuse('');
    });
    line.show = (next) => {
        const typed = kind === 'input' && input.value !== String(now.value ?? '') && (document.activeElement === input || !error.hidden);
        now = next;
        input.disabled = next.locked;
        reason.hidden = !next.locked;
        if (kind === 'select') {
            keyed(input, next.options, (words, index) => `${index}`, () => element('option', {}), (option, words) => set(option, words));
            input.selectedIndex = next.value;
        } else if (kind === 'input' && !typed) input.value = next.value ?? '';
    };
    return line;
}

function read_control(page, control, input) {
    if (control.kind === 'button') return {};
    if (control.kind === 'choice') return { value: input.selectedIndex };
    if (control.kind === 'words') return { value: input.value };
    const number = parse_number(input.value);
    if (number === null) return { refusal: page.words.say('not_a_number', { text: input.value }) };
    const { least, most, whole } = control;
    if (number < least || number > most || (whole && !Number.isInteger(number))) {
        return { refusal: page.words.say(whole ? 'not_in_range_whole' : 'not_in_range', { least, most }) };
    }
    return { value: number };
}

function short(number) {
    return number === undefined ? '…' : typeof number === 'number' ? String(Number(number.toPrecision(4))) : String(number);
}
