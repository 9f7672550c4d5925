// The twin's tables of words and readings: claims, sweeps over depths, the parameters' ledger. Each is asked for and changed only when
// what it shows may have changed.
import { element } from './page_lesson.js';
import { keyed, keyed_in_slices, set, set_attribute } from './page_in_place.js';
import { say } from './page_twin_words.js';

const kRowsAtOnce = 25;
const kPlotted = ['input_gradient', 'activation_norms', 'gradient_norms'];
const kSigns = { '<=': '≤', '>=': '≥' };
const kPrecisions = ['float32', 'float64'];

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

    * show(caption, heads, rows) {
        set(this.caption, caption);
        set_attribute(this.scroller, 'aria-label', caption);
        const head = () => element('th', { scope: 'col' });
        keyed(this.head, heads, (words, index) => `${index}`, head, (cell, words) => set(cell, words));
        yield* keyed_in_slices(this.body, rows, kRowsAtOnce, (row, index) => `${index}`, () => element('tr', {}), (line, row) => {
            const make = (words, index) => (index === 0 ? element('th', { scope: 'row' }) : element('td', {}));
            keyed(line, row, (words, index) => `${index}`, make, (cell, words) => set(cell, words));
        });
    }
}

export class ClaimsTable {
    constructor(page) {
        this.page = page;
        this.table = new Table('words');
        this.body = this.table.scroller;
    }

    * update(reading) {
        const { page } = this;
        const rows = reading.ask('checks').map((check) => {
            const verdict = say(page, check.pending ? 'pending' : check.holds ? 'holds' : 'fails');
            return [check.text, verdict, check.measured_text, `${kSigns[check.relation] ?? check.relation} ${check.bound_text}`];
        });
        const heads = [say(page, 'claim'), say(page, 'verdict'), page.words.say('measured'), page.words.say('bound')];
        yield* this.table.show(page.words.say('claims'), heads, rows);
    }
}

// What the canvas plots of a sweep, as its menu offers it, in either precision.
export class SweepTable {
    constructor(page, id) {
        this.page = page;
        this.id = id;
        this.table = new Table();
        this.note = element('p', { className: 'note' });
        this.body = element('div', {});
        this.plotted = this.choice('plotted', kPlotted.map((name) => say(page, name)));
        this.precision = this.choice('precision', kPrecisions);
        this.body.append(this.note, this.table.scroller);
    }

    choice(name, options) {
        const select = element('select', { id: `twin-${this.id}-${name}` });
        select.append(...options.map((textContent) => element('option', { textContent })));
        select.addEventListener('change', () => this.work_again());
        const line = element('div', { className: 'field' });
        line.append(element('label', { htmlFor: select.id, textContent: say(this.page, name) }), select);
        this.body.append(line);
        return select;
    }

    * update(reading) {
        const { page } = this;
        const { document } = reading.ask('state');
        const what = JSON.stringify([document, this.plotted.value, this.precision.value]);
        if (what === this.shown) return;
        const path = `sweep/${this.id}`;
        const sweep = reading.ask(path);
        this.note.hidden = sweep?.done === true;
        set(this.note, !sweep ? reading.refusal(path) : sweep.done ? '' : say(page, 'pending'));
        this.table.scroller.hidden = !sweep;
        if (!sweep) return;
        const { series: known } = page.lesson.data.sweeps[this.id];
        const plotted = kPlotted[this.plotted.selectedIndex];
        const of_lesson = ({ id }) => known.find((each) => each.id === id);
        const shown = sweep.series.filter((series) => plotted === 'activation_norms' || !of_lesson(series)?.norms_only);
        const labels = shown.map((series) => page.words.of(of_lesson(series)?.label) || series.id);
        const columns = shown.map((series) => series[kPrecisions[this.precision.selectedIndex]][plotted]);
        const count = Math.max(0, ...columns.map(({ length }) => length));
        const head = (at) => (plotted === 'input_gradient' ? at + 1 : at === 0 ? say(page, 'sweep_input') : at);
        const rows = Array.from({ length: count }, (nothing, at) => [head(at), ...columns.map((column) => short(column[at]))]);
        const first = say(page, plotted === 'input_gradient' ? 'depth' : 'layer');
        yield* this.table.show(say(page, plotted), [first, ...labels], rows);
        this.shown = sweep.done ? what : '';
    }
}

export class LedgerTable {
    constructor(page) {
        this.page = page;
        this.table = new Table('words');
        this.body = this.table.scroller;
    }

    * update(reading) {
        const { page } = this;
        const { document } = reading.ask('state');
        const what = JSON.stringify([document.parts.map(({ name, model, config }) => [name, model, config]), document.tokens, document.target]);
        if (what === this.shown) return;
        const rows = (reading.ask('parameters')?.parts ?? []).flatMap((part) => this.rows(part));
        yield* this.table.show(say(page, 'ledger'), [say(page, 'part'), say(page, 'layers'), say(page, 'count')], rows);
        this.shown = what;
    }

    rows(part) {
        const name_of_part = part.part || part.model;
        const groups = new Map();
        for (const { name, count } of part.groups) {
            const group = groups.get(name) ?? { times: 0, count: 0 };
            groups.set(name, { times: group.times + 1, count: group.count + count });
        }
        const lines = [...groups].map(([name, { times, count }]) => [`${name_of_part}: ${name}`, times, count]);
        return [...lines, [`${name_of_part}: ${say(this.page, 'total')}`, '', part.count]];
    }
}

function short(number) {
    return number === undefined ? '…' : typeof number === 'number' ? String(Number(number.toPrecision(4))) : String(number);
}
