// The help sheet: what is shown, what can be changed and how, every key, the size of text, the page itself. Loaded when it is wanted.
import { kHelpWords } from './page_help_words.js';
import { element } from './page_lesson.js';
import { report, version } from './page_report.js';
import { bring_style } from './page_style.js';
import { Words } from './page_words.js';

const kSizes = [1, 1.25, 1.5, 1.75, 2];

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

let sheet;

// Never seen without its style sheet.
export async function open_help(page) {
    if (!sheet) await bring_style('page_help.css');
    sheet ??= new Sheet(page);
    sheet.open();
}

class Sheet {
    constructor(page) {
        this.page = page;
        this.dialog = element('dialog', { id: 'help' });
        this.dialog.setAttribute('aria-labelledby', 'help-title');
        // A click beside the sheet is one on the dialog itself.
        this.dialog.addEventListener('click', (event) => event.target === this.dialog && this.dialog.close());
        document.body.append(this.dialog);
        page.on('change', () => this.dialog.open && this.update());
    }

    open() {
        this.shown = '';
        this.update();
        if (!this.dialog.open) this.dialog.showModal();
        this.dialog.scrollTop = 0;
    }

    update() {
        const { language } = this.page.view;
        if (language !== this.shown) this.write(language);
        this.shown = language;
        const size = this.page.view.text_size ?? 1;
        this.size.textContent = `${size}×`;
        this.smaller.disabled = size <= kSizes[0];
        this.larger.disabled = size >= kSizes.at(-1);
    }

    write(language) {
        const words = new Words(kHelpWords, language);
        const say = (name) => words.say(name);
        const close = button(say('close'), () => this.dialog.close(), 'help-close');
        const head = element('header');
        head.append(element('h2', { id: 'help-title', textContent: say('title') }), close);
        const body = element('div', { id: 'help-body' });
        body.append(
            part(say('shown'), list(['shown_map', 'shown_ribbons', 'shown_cells', 'shown_amber', 'shown_same'].map(say))),
            part(say('change'), list(['change_drag', 'change_touch', 'change_mask', 'change_back'].map(say))),
            part(say('keys'), ...['page', 'canvas', 'typing'].map((place) => table(place, say))),
            this.sizes(say),
            this.about(words),
        );
        this.dialog.replaceChildren(head, body);
    }

    sizes(say) {
        this.size = element('output', { id: 'text-size' });
        this.smaller = button('A−', () => this.step(-1), 'text-smaller');
        this.larger = button('A+', () => this.step(1), 'text-larger');
        this.smaller.setAttribute('aria-label', say('smaller'));
        this.larger.setAttribute('aria-label', say('larger'));
        const row = element('div', { className: 'help-row' });
        row.append(this.smaller, this.size, this.larger);
        return part(say('size'), row, element('p', { textContent: say('size_note') }));
    }

    step(by) {
        const size = this.page.view.text_size ?? 1;
        const next = by > 0 ? kSizes.find((one) => one > size) : kSizes.findLast((one) => one < size);
        if (next) this.page.dispatch({ type: 'set_text_size', size: next });
    }

    about(words) {
        const row = element('div', { className: 'help-row' });
        row.append(button(words.say('report'), () => {
            this.dialog.close();  // a message lies under a dialog
            report(this.page);
        }), element('a', { href: 'licenses.txt', textContent: words.say('licences') }));
        return part(words.say('about'), element('p', { textContent: words.say('privacy') }),
            element('p', { textContent: words.say('version', { version: version() }) }), row);
    }
}

function button(words, action, id = '') {
    const made = element('button', { type: 'button', textContent: words, id });
    made.addEventListener('click', action);
    return made;
}

function part(title, ...content) {
    const section = element('section');
    section.append(element('h3', { textContent: title }), ...content);
    return section;
}

function list(sentences) {
    const made = element('ul');
    made.append(...sentences.map((sentence) => element('li', { textContent: sentence })));
    return made;
}

function table(place, say) {
    const made = element('table');
    const row = element('tr');
    row.append(...['key', 'does'].map((name) => element('th', { scope: 'col', textContent: say(name) })));
    const head = element('thead');
    head.append(row);
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
