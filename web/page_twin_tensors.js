// One tensor of the twin as a table: headed rows and columns, a field in every cell, and where the number of the focused cell comes
// from. Of a large tensor a window of rows and columns is there, so that no size blocks anything.
import { element } from './page_lesson.js';
import { keyed, keyed_in_slices, mark_refused, set, set_attribute } from './page_in_place.js';
import { SwapColumns } from './page_twin_columns.js';
import { parse_number, tensor_title } from './page_twin_controls.js';
import { as_words, in_full, TwinSum } from './page_twin_sum.js';
import { built_tensors } from './page_twin_view.js';
import { say } from './page_twin_words.js';

const kRows = 32, kColumns = 16;
const kRowsAtOnce = 6, kNamesAtOnce = 100;
const kPaths = { value: 'tensor', baseline: 'baseline', difference: 'difference', gradient: 'gradient' };
const kFixed = { baseline: 'baseline_is_fixed', gradient: 'gradient_is_fixed' };

export class TwinTensors {
    constructor(page) {
        this.page = page;
        this.window = { head: 0, first_row: 1, first_column: 1 };
        this.body = element('div', {});
        this.chooser = this.field('tensor', element('select', {}));
        this.chooser.addEventListener('change', () => {
            this.window = { head: 0, first_row: 1, first_column: 1 };
            this.name = this.chooser.value;
            this.work_again();
        });
        this.enlarge = element('button', { id: 'twin-enlarge', className: 'act', type: 'button' });
        this.enlarge.addEventListener('click', () => page.dispatch({ type: 'open_station', tensor: this.is_open() ? '' : this.name }));
        this.body.append(this.enlarge);
        this.places = Object.fromEntries(['head', 'first_row', 'first_column'].map((name) => [name, this.place(name)]));
        this.size = element('p', { className: 'note' });
        this.reason = element('p', { id: 'twin-reason', className: 'note' });
        this.error = element('p', { id: 'twin-error', className: 'error', role: 'alert' });
        this.scroller = element('div', { className: 'wide', hidden: true });
        this.table = element('table', { id: 'twin-table' });
        this.caption = this.table.createCaption();
        this.head = this.table.createTHead().insertRow();
        this.rows = this.table.createTBody();
        this.scroller.append(this.table);
        this.sum = new TwinSum(page);
        this.swap = new SwapColumns(page);
        this.body.append(this.size, this.reason, this.scroller, this.error, this.sum.place, this.swap.place);
        this.listen();
    }

    listen() {
        const { table, page } = this;
        table.addEventListener('change', (event) => this.take(event.target));
        table.addEventListener('paste', (event) => this.paste(event));
        table.addEventListener('focusin', (event) => {
            this.spell_out(event.target);
            this.tell(event.target);
        });
        table.addEventListener('focusout', (event) => {
            this.shorten(event.target);
            page.playground.surround({ hovered_term: '' });
        });
        table.addEventListener('keydown', (event) => this.key(event));
    }

    field(name, control) {
        control.id = `twin-${name}`;
        const line = element('div', { className: 'field' });
        line.append(element('label', { htmlFor: control.id, textContent: say(this.page, name) }), control);
        this.body.append(line);
        return control;
    }

    place(name) {
        const input = this.field(name, element('input', { type: 'number', min: 1 }));
        input.addEventListener('change', () => {
            const wanted = Math.round(Number(input.value)) || 1;
            this.window[name] = Math.min(Math.max(wanted, 1), Number(input.max)) - (name === 'head' ? 1 : 0);
            this.work_again();
        });
        return input;
    }

    // A tensor that was opened large in the picture is shown here too.
    * update(reading) {
        const { page } = this;
        const state = reading.ask('state');
        const tensors = built_tensors(page, state);
        const opened = state.view.opened ?? '';
        if (opened !== this.opened && opened !== '') this.name = opened;
        this.opened = opened;
        if (tensors !== this.offered) yield* this.offer(tensors);
        if (!tensors.some(({ name }) => name === this.name)) this.name = this.chooser.options[0]?.value;
        this.chooser.value = this.name;
        const head = tensors.find(({ name }) => name === this.name);
        this.enlarge.hidden = (page.lesson.data.screen.rows ?? []).length > 0;  // stations are the sentence view's
        set(this.enlarge, say(page, this.is_open() ? 'shrink' : 'enlarge'));
        this.swap.update(head, state);
        yield* this.show(reading, head);
    }

    is_open() {
        return this.name === this.opened;
    }

    // First those that the lesson shows, in its order.
    * offer(tensors) {
        const { page } = this;
        const looked_at = Object.keys(page.lesson.data.looks ?? {});
        const rank = new Map(looked_at.map((name, index) => [name, index]));
        const place = ({ name }) => rank.get(name) ?? looked_at.length;
        const sorted = tensors.map((tensor, index) => ({ ...tensor, index })).sort((a, b) => place(a) - place(b) || a.index - b.index);
        const option = ({ name }) => element('option', { value: name });
        const title = (name) => (tensor_title(page, name) === name ? name : `${tensor_title(page, name)} (${name})`);
        yield* keyed_in_slices(this.chooser, sorted, kNamesAtOnce, ({ name }) => name, option, (line, { name }) => set(line, title(name)));
        this.offered = tensors;
    }

    * show(reading, head) {
        const { page } = this;
        const { view } = reading.ask('state');
        const { show = 'value', locked = [] } = view;
        const path = `${kPaths[show]}/${head?.name}`;
        const tensor = head && reading.ask(path);
        this.scroller.hidden = !tensor;
        if (!tensor) return set(this.reason, head ? reading.refusal(path) : '');
        this.tensor = tensor;
        this.is_mask = tensor.kind === 'mask';
        const why = locked.includes(head.name) ? page.words.say('locked')
            : kFixed[show] ? page.words.say(kFixed[show])
            : show === 'difference' ? say(page, 'difference_fixed')
            : head.editable || this.is_mask ? '' : say(page, 'computed');
        set(this.reason, why);
        this.fixed = why !== '';
        return yield* this.lay_out(tensor, `${tensor_title(page, head.name)}, ${page.words.say(show)}`);
    }

    * lay_out(tensor, caption) {
        const { page } = this;
        const heads = tensor.shape.length > 2 ? tensor.shape[0] : 1;
        const columns = tensor.shape.at(-1), rows = tensor.shape.length > 1 ? tensor.shape.at(-2) : 1;
        const limits = { head: heads, first_row: Math.max(1, rows - kRows + 1), first_column: Math.max(1, columns - kColumns + 1) };
        for (const [name, input] of Object.entries(this.places)) {
            input.max = limits[name];
            input.parentElement.hidden = limits[name] === 1;
            if (document.activeElement !== input) input.value = this.window[name] + (name === 'head' ? 1 : 0);
        }
        const top = Math.min(this.window.first_row, limits.first_row) - 1, left = Math.min(this.window.first_column, limits.first_column) - 1;
        const shown_rows = Math.min(rows, kRows), shown_columns = Math.min(columns, kColumns);
        this.size.hidden = shown_rows === rows && shown_columns === columns;
        set(this.size, say(page, 'cells', { rows: shown_rows, columns: shown_columns, shape: tensor.shape.join(' × ') }));
        set(this.caption, caption);
        const labels = (axis, index) => tensor.axes[axis]?.labels[index] ?? String(index);
        const row_axis = tensor.shape.length - 2, column_axis = tensor.shape.length - 1;
        const heads_row = [null, ...Array.from({ length: shown_columns }, (nothing, c) => labels(column_axis, left + c))];
        const corner = (words) => (words === null ? element('td', {}) : element('th', { scope: 'col' }));
        keyed(this.head, heads_row, (words, index) => `${index}`, corner, (cell, words) => set(cell, words ?? ''));
        const indices = Array.from({ length: shown_rows }, (nothing, r) => top + r);
        const moved = new Set(tensor.moved_rows ?? []);
        yield* keyed_in_slices(this.rows, indices, kRowsAtOnce, (row, index) => `${index}`, () => element('tr', {}), (line, row) => {
            const name = row_axis >= 0 ? labels(row_axis, row) : caption;
            const cells = [null, ...Array.from({ length: shown_columns }, (nothing, c) => left + c)];
            const make = (column) => (column === null ? element('th', { scope: 'row' }) : this.cell());
            const kind = (column, index) => (column === null ? 'head' : `${this.is_mask} ${index}`);
            keyed(line, cells, kind, make, (cell, column) => {
                if (column === null) return set(cell, name);
                const place = { head: this.window.head, row, column };
                return this.fill(cell, place, `${name}, ${labels(column_axis, column)}`, moved.has(this.window.head * rows + row));
            });
        });
    }

    cell() {
        const cell = element('td', {});
        const input = element('input', this.is_mask ? { type: 'checkbox' } : { type: 'text', inputMode: 'decimal', autocomplete: 'off' });
        input.setAttribute('aria-describedby', 'twin-reason twin-error');
        cell.append(input);
        return cell;
    }

    fill(cell, place, name, moved) {
        const input = cell.firstChild;
        const { shape, data } = this.tensor;
        const columns = shape.at(-1), rows = shape.length > 1 ? shape.at(-2) : 1;
        const value = data[(place.head * rows + place.row) * columns + place.column];
        const of = `${this.tensor.name} ${place.head} ${place.row} ${place.column}`;
        const has_focus = document.activeElement === input;
        // What is being typed, or was refused, stays; another cell's place takes that cell's number.
        const typed = !this.is_mask && input.of === of && input.value !== input.shown && (has_focus || input.hasAttribute('aria-invalid'));
        Object.assign(input, { of, place, number: value, shown: has_focus ? in_full(value) : as_words(value) });
        set_attribute(input, 'aria-label', name);
        cell.classList.toggle('moved', moved);
        if (this.is_mask) Object.assign(input, { checked: value !== 0, disabled: this.fixed });
        else {
            if (input.readOnly !== this.fixed) input.readOnly = this.fixed;
            if (!typed) {
                if (input.value !== input.shown) input.value = input.shown;
                input.removeAttribute('aria-invalid');
            }
        }
    }

    // The cell that has the focus shows its number whole, so that nothing rounded can be typed back.
    spell_out(input) {
        this.write(input, in_full);
    }

    shorten(input) {
        this.write(input, as_words);
    }

    write(input, words) {
        if (this.is_mask || !input.place || input.value !== input.shown) return;
        input.shown = words(input.number);
        if (input.value === input.shown) return;
        input.value = input.shown;
        if (document.activeElement === input) input.select();  // what is typed is to replace it
    }

    take(input) {
        const { row, column, head } = input.place;
        const { name } = this.tensor;
        if (this.is_mask) return this.page.dispatch({ type: 'set_mask_cell', row, col: column, visible: input.checked });
        if (input.readOnly || input.value === input.shown) return this.refuse(input, '');
        const value = parse_number(input.value);
        if (value === null) return this.refuse(input, this.page.words.say('not_a_number', { text: input.value }));
        return this.send(input, { type: 'set_cell', tensor: name, head, row, col: column, value });
    }

    send(input, command) {
        const answer = this.page.playground.dispatch(command);
        if (answer.ok) input.shown = input.value;
        return this.refuse(input, answer.ok ? '' : answer.error.message);
    }

    // Several numbers, as a table gives them, go in from the cell on.
    paste(event) {
        const input = event.target;
        const text = event.clipboardData.getData('text/plain');
        if (this.is_mask || input.readOnly || !/[\t\n]./.test(text)) return;
        event.preventDefault();
        const { row, column, head } = input.place;
        try {
            const { values } = this.page.playground.query(`table/${text}`);
            this.send(input, { type: 'set_tensor', tensor: this.tensor.name, head, row, col: column, values });
        } catch (error) {
            if (error.name !== 'Refused') throw error;
            this.refuse(input, error.message);
        }
    }

    refuse(input, words) {
        mark_refused(input, this.error, words);
    }

    // Enter takes the number and stays; Escape gives up what was typed; up and down go along a column.
    key(event) {
        const input = event.target;
        if (event.key === 'Escape' && input.value !== input.shown && !this.is_mask) {
            event.preventDefault();
            input.value = input.shown;
            this.refuse(input, '');
        } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault();
            const line = input.closest('tr');
            const next = event.key === 'ArrowDown' ? line.nextElementSibling : line.previousElementSibling;
            next?.children[input.parentElement.cellIndex].firstChild.focus();
        }
    }

    // The canvas outlines the tensor; the sum of the cell is read under the table.
    tell(input) {
        if (!input.place) return;
        this.page.playground.surround({ hovered_term: this.tensor.name });
        this.sum.tell(this.tensor, input.place, input.getAttribute('aria-label'));
    }
}
