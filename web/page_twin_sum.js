// Where the number of a cell comes from, read under the twin's table, and numbers as the twin writes them.
import { element } from './page_lesson.js';
import { tensor_title } from './page_twin_controls.js';
import { say } from './page_twin_words.js';

const kMostOperands = 16;

// Every digit of it, so that it can be read back. NaN and infinities come as words.
export function in_full(value) {
    return typeof value === 'number' ? String(value) : String(value ?? 'NaN');
}

export function as_words(value) {
    return typeof value === 'number' ? String(Number(value.toFixed(4))) : in_full(value);
}

export class TwinSum {
    constructor(page) {
        this.page = page;
        this.place = element('div', { id: 'twin-sum' });
    }

    tell(tensor, { head, row, column }, name) {
        const { page } = this;
        const title = element('p', { textContent: `${page.words.say('sum_title')} ${tensor_title(page, tensor.name)}[${name}]` });
        const point = element('button', { className: 'act', type: 'button', textContent: say(page, 'point') });
        point.addEventListener('click', () => page.dispatch({ type: 'select', tensor: tensor.name, head, row, col: column }));
        const lines = this.lines(tensor, [head, row, column].slice(3 - tensor.shape.length));
        const told = lines.every(({ operands }) => operands.length === 0) ? [element('p', { textContent: say(page, 'leaf') })] : lines.map((line) => this.line(line));
        this.place.replaceChildren(title, ...told, point);
    }

    lines(tensor, indices) {
        try {
            return this.page.playground.query(`explain/${tensor.name}/${indices.join('/')}`).lines;
        } catch {
            return [];  // its sum is not known at present
        }
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
