// One tensor of the twin as a table: headed rows and columns, a field in every cell, and where the number of the focused cell comes
// from. Of a large tensor a window of rows and columns is there, so that no size blocks anything.
import { element } from './page_lesson.js';
import { keyed, mark_refused, set } from './page_in_place.js';
import { parse_number, say, tensor_title } from './page_twin_controls.js';

const kRows = 32, kColumns = 16;
const kPaths = { value: 'tensor', baseline: 'baseline', difference: 'difference', gradient: 'gradient' };
const kFixed = { baseline: 'baseline_is_fixed', gradient: 'gradient_is_fixed' };
const kMostOperands = 16;

export class TwinTensors {
    constructor(page) {
        this.page = page;
        this.window = { head: 0, first_row: 1, first_column: 1 };
        this.section = element('div', {});
        this.chooser = this.field('tensor', element('select', { id: 'twin-tensor' }));
        this.chooser.addEventListener('change', () => {
            this.window = { head: 0, first_row: 1, first_column: 1 };
            this.name = this.chooser.value;
            this.update();
        });
        this.places = Object.fromEntries(['head', 'first_row', 'first_column'].map((name) => [name, this.place(name)]));
        this.size = element('p', { className: 'note' });
        this.reason = element('p', { id: 'twin-reason', className: 'note' });
        this.error = element('p', { id: 'twin-error', className: 'error', role: 'alert' });
        this.scroller = element('div', { className: 'wide' });
        this.table = element('table', { id: 'twin-table' });
        this.caption = this.table.createCaption();
        this.head = this.table.createTHead().insertRow();
        this.body = this.table.createTBody();
        this.scroller.append(this.table);
        this.sum = element('div', { id: 'twin-sum' });
        this.section.append(this.size, this.reason, this.scroller, this.error, this.sum);
        this.table.addEventListener('change', (event) => this.take(event.target));
        this.table.addEventListener('focusin', (event) => this.tell(event.target));
        this.table.addEventListener('focusout', () => page.playground.surround({ hovered_term: '' }));
        this.table.addEventListener('keydown', (event) => this.key(event));
    }

    field(name, control) {
        control.id = `twin-${name}`;
        const line = element('div', { className: 'field' });
        line.append(element('label', { htmlFor: control.id, textContent: say(this.page, name) }), control);
        this.section.append(line);
        return control;
    }

    place(name) {
        const input = this.field(name, element('input', { type: 'number', min: 1 }));
        input.addEventListener('change', () => {
            const wanted = Math.round(Number(input.value)) || 1;
            this.window[name] = Math.min(Math.max(wanted, 1), Number(input.max)) - (name === 'head' ? 1 : 0);
            this.update();
        });
        return input;
    }

    update() {
        const { page } = this;
        const all = page.playground.query('tensors');
        const looked_at = Object.keys(page.lesson.data.looks ?? {});
        const rank = ({ name }) => (looked_at.includes(name) ? looked_at.indexOf(name) : looked_at.length);
        const sorted = all.map((tensor, index) => ({ ...tensor, index })).sort((a, b) => rank(a) - rank(b) || a.index - b.index);
        const option = ({ name }) => element('option', { value: name });
        const title = (name) => (tensor_title(page, name) === name ? name : `${tensor_title(page, name)} (${name})`);
        keyed(this.chooser, sorted, ({ name }) => name, option, (line, { name }) => set(line, title(name)));
        if (!all.some(({ name }) => name === this.name)) this.name = sorted[0]?.name;
        this.chooser.value = this.name;
        this.show(all.find(({ name }) => name === this.name));
    }

    show(head) {
        const { page } = this;
        const show = page.view.show ?? 'value';
        const { locked = [] } = page.view;
        let tensor;
        try {
            tensor = head && page.playground.query(`${kPaths[show]}/${head.name}`);
        } catch (refused) {
            set(this.reason, refused.message);
        }
        this.scroller.hidden = !tensor;
        if (!tensor) return;
        this.tensor = tensor;
        this.is_mask = tensor.kind === 'mask';
        const why = locked.includes(head.name) ? page.words.say('locked')
            : kFixed[show] ? page.words.say(kFixed[show])
            : show === 'difference' ? say(page, 'difference_fixed')
            : head.editable || this.is_mask ? '' : say(page, 'computed');
        set(this.reason, why);
        this.fixed = why !== '';
        this.lay_out(tensor, `${tensor_title(page, head.name)}, ${page.words.say(show)}`);
    }

    lay_out(tensor, caption) {
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
        keyed(this.body, indices, (row, index) => `${index}`, () => element('tr', {}), (line, row) => {
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
        const words = as_words(value);
        // What is being typed, or was refused, stays; another cell's place takes that cell's number.
        const typed = !this.is_mask && input.of === of && input.value !== input.shown
            && (document.activeElement === input || input.hasAttribute('aria-invalid'));
        Object.assign(input, { of, place, shown: words });
        input.setAttribute('aria-label', name);
        cell.classList.toggle('moved', moved);
        if (this.is_mask) Object.assign(input, { checked: value !== 0, disabled: this.fixed });
        else {
            input.readOnly = this.fixed;
            if (!typed) {
                input.value = words;
                input.removeAttribute('aria-invalid');
            }
        }
    }

    take(input) {
        const { row, column, head } = input.place;
        const { name } = this.tensor;
        if (this.is_mask) return this.page.dispatch({ type: 'set_mask_cell', row, col: column, visible: input.checked });
        if (input.readOnly || input.value === input.shown) return this.refuse(input, '');
        const value = parse_number(input.value);
        if (value === null) return this.refuse(input, this.page.words.say('not_a_number', { text: input.value }));
        const answer = this.page.playground.dispatch({ type: 'set_cell', tensor: name, head, row, col: column, value });
        if (answer.ok) input.shown = input.value;
        return this.refuse(input, answer.ok ? '' : answer.error.message);
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
        const { page, tensor } = this;
        const { head, row, column } = input.place;
        page.playground.surround({ hovered_term: tensor.name });
        const indices = [head, row, column].slice(3 - tensor.shape.length);
        const title = element('p', { textContent: `${page.words.say('sum_title')} ${tensor_title(page, tensor.name)}[${input.getAttribute('aria-label')}]` });
        let lines = [];
        try {
            lines = page.playground.query(`explain/${tensor.name}/${indices.join('/')}`).lines;
        } catch {
            // its sum is not known at present
        }
        const told = lines.every(({ operands }) => operands.length === 0) ? [element('p', { textContent: say(page, 'leaf') })] : lines.map((line) => this.line(line));
        this.sum.replaceChildren(title, ...told);
    }

    line({ label, operands, result }) {
        const { page } = this;
        const named = operands.map(({ tensor, cell, value }) => `${tensor ? `${tensor_title(page, tensor)}[${cell.join(', ')}] ` : ''}${as_words(value)}`);
        const more = named.length > kMostOperands ? ', …' : '';
        return element('p', { textContent: `${line_name(page, label)}: ${named.slice(0, kMostOperands).join(', ')}${more} → ${as_words(result)}` });
    }
}

function line_name(page, label) {
    try {
        return say(page, `line_${label}`);
    } catch {
        return label;
    }
}

// NaN and infinities come as words.
function as_words(value) {
    return typeof value === 'number' ? String(Number(value.toFixed(4))) : String(value ?? 'NaN');
}
