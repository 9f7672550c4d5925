// The help sheet: what is shown, what can be changed and how, every key, the size of text, the page itself. Loaded when it is wanted.
import { kHelpWords } from './page_help_words.js';
import { element } from './page_lesson.js';
import { report } from './page_report.js';
import { button, open_sheet, paragraph, part, row, Sheet } from './page_sheet.js';
import { kSizes, size_of, step_text_size } from './page_text_size.js';

// Place, keys ("+" joins what is held together, a space parts alternatives), and the word for what they do.
export const kKeys = [
    ['page', '?', 'help'],
    ['page', 'Ctrl+Z', 'undo'],
    ['page', 'Ctrl+Shift+Z Ctrl+Y', 'redo'],
    ['page', 'Esc', 'close_sheet'],
    ['canvas', 'Tab Shift+Tab', 'next_thing'],
    ['canvas', '← → ↑ ↓', 'move'],
    ['canvas', 'Home End', 'row_ends'],
    ['canvas', 'Ctrl+Home Ctrl+End', 'corners'],
    ['canvas', 'Space', 'select'],
    ['canvas', 'Enter', 'type'],
    ['canvas', '0–9 - + . ,', 'digit'],
    ['canvas', 'Delete Backspace', 'reset_cell'],
    ['canvas', 'Ctrl+C', 'copy'],
    ['canvas', 'Ctrl+V', 'paste'],
    ['canvas', 'Esc Tab', 'leave'],
    ['typing', 'Enter', 'take'],
    ['typing', 'Tab Shift+Tab', 'take_next'],
    ['typing', 'Esc', 'give_up'],
];

export function open_help(page) {
    return open_sheet(page, Help);
}

class Help extends Sheet {
    constructor(page) {
        super(page, 'help', kHelpWords);
    }

    content() {
        const say = (name) => this.say(name);
        return [
            part(say('shown'), list(['shown_map', 'shown_ribbons', 'shown_cells', 'shown_amber', 'shown_same'].map(say))),
            part(say('change'), list(['change_drag', 'change_touch', 'change_mask', 'change_back', 'change_file'].map(say))),
            part(say('keys'), ...['page', 'canvas', 'typing'].map((place) => table(place, say))),
            this.sizes(say),
            this.about(),
        ];
    }

    refresh() {
        const size = size_of(this.page);
        this.size.textContent = `${size}×`;
        this.smaller.disabled = size <= kSizes[0];
        this.larger.disabled = size >= kSizes.at(-1);
    }

    sizes(say) {
        this.size = element('output', { id: 'text-size' });
        this.smaller = button('A−', () => step_text_size(this.page, -1), 'help-smaller');
        this.larger = button('A+', () => step_text_size(this.page, 1), 'help-larger');
        this.smaller.setAttribute('aria-label', say('smaller'));
        this.larger.setAttribute('aria-label', say('larger'));
        return part(say('size'), row(this.smaller, this.size, this.larger), paragraph(say('size_note')));
    }

    about() {
        const wrong = button(this.say('report'), () => {
            this.dialog.close();  // a message lies under a dialog
            report(this.page);
        });
        const licences = element('a', { href: 'licenses.txt', textContent: this.say('licences') });
        return part(this.say('about'), paragraph(this.say('privacy')), paragraph(this.say('version', this.page.playground.query('version'))), row(wrong, licences));
    }
}

function list(sentences) {
    const made = element('ul');
    made.append(...sentences.map((sentence) => element('li', { textContent: sentence })));
    return made;
}

function table(place, say) {
    const made = element('table');
    const titles = element('tr');
    titles.append(...['key', 'does'].map((name) => element('th', { scope: 'col', textContent: say(name) })));
    const head = element('thead');
    head.append(titles);
    const body = element('tbody');
    body.append(...kKeys.filter(([where]) => where === place).map(([, keys, does]) => {
        const line = element('tr');
        const name = element('th', { scope: 'row' });
        name.append(...keys.split(' ').map((key) => element('kbd', { textContent: key })));
        line.append(name, element('td', { textContent: say(does) }));
        return line;
    }));
    made.append(element('caption', { textContent: say(`in_${place}`) }), head, body);
    return made;
}
