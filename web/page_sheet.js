// A sheet over the page: help, sharing, files. A modal dialog in the view's language that the keyboard and a click beside it close.
import { element } from './page_lesson.js';
import { bring_style } from './page_style.js';
import { Words } from './page_words.js';

const sheets = new Map();

// Opens the page's one sheet of that class, never seen without its style sheet.
export async function open_sheet(page, SheetClass) {
    if (sheets.size === 0) await bring_style('page_sheet.css');
    if (!sheets.has(SheetClass)) sheets.set(SheetClass, new SheetClass(page));
    sheets.get(SheetClass).open();
}

export class Sheet {
    // texts: {tr, en} with `title` and `close` among them
    constructor(page, id, texts) {
        this.page = page;
        this.id = id;
        this.texts = texts;
        this.dialog = element('dialog', { id, className: 'sheet' });
        this.dialog.setAttribute('aria-labelledby', `${id}-title`);
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
        this.refresh();
    }

    write(language) {
        this.words = new Words(this.texts, language);
        const head = element('header');
        const close = button(this.say('close'), () => this.dialog.close(), `${this.id}-close`);
        head.append(element('h2', { id: `${this.id}-title`, textContent: this.say('title') }), close);
        const body = element('div', { id: `${this.id}-body`, className: 'sheet-body' });
        body.append(...this.content());
        this.dialog.replaceChildren(head, body);
    }

    say(name, holes) {
        return this.words.say(name, holes);
    }

    // The sections, made anew when the language changes; what changes in them on every change is refresh()'s.
    content() {
        return [];
    }

    refresh() {}
}

export function button(words, action, id = '') {
    const made = element('button', { type: 'button', textContent: words, id });
    made.addEventListener('click', action);
    return made;
}

export function part(title, ...content) {
    const section = element('section');
    section.append(element('h3', { textContent: title }), ...content);
    return section;
}

export function row(...content) {
    const made = element('div', { className: 'sheet-row' });
    made.append(...content);
    return made;
}

export function paragraph(words, id = '') {
    return element('p', { textContent: words, id });
}
