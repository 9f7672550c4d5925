// The header: lessons, undo, redo, start over, language, theme; on a phone the last five are behind a menu.
import { element, lesson_number } from './page_lesson.js';
import { is_field } from './page_fields.js';
import { Menu } from './page_menu.js';

const kNextTheme = { auto: 'light', light: 'dark', dark: 'auto' };

export class Header {
    constructor(page) {
        this.page = page;
        this.lessons = document.getElementById('lessons');
        for (const type of ['undo', 'redo', 'reset']) {
            document.getElementById(type).addEventListener('click', () => page.dispatch({ type }));
        }
        for (const button of document.querySelectorAll('#languages button')) {
            button.addEventListener('click', () => page.choose_language(button.dataset.language));
        }
        document.getElementById('theme').addEventListener('click', () => page.choose_theme(kNextTheme[page.view.theme]));
        this.save = new Menu('save-button', 'save-menu');
        for (const [id, action] of [['save-png', 'save_png'], ['save-svg', 'save_svg'], ['print', 'print']]) {
            this.save.on(id, () => fetched(page, import('./page_save.js'), (part) => part[action](page)));
        }
        for (const [id, by] of [['text-smaller', -1], ['text-larger', 1]]) {
            this.save.on(id, () => {
                this.folds[0].set(true);  // larger text may put the tools behind their button: the menu stays in sight
                fetched(page, import('./page_text_size.js'), (part) => part.step_and_say(page, by));
            }, true);
        }
        this.save.on('report', () => fetched(page, import('./page_report.js'), (part) => part.report(page)));
        this.save.on('files', () => fetched(page, import('./page_files_sheet.js'), (part) => part.open_files(page)));
        const share = () => fetched(page, import('./page_link_sheet.js'), (part) => part.open_share(page));
        document.getElementById('share-button').addEventListener('click', share);
        const help = () => fetched(page, import('./page_help.js'), (part) => part.open_help(page));
        document.getElementById('help-button').addEventListener('click', help);
        document.addEventListener('keydown', (event) => {
            if (event.key !== '?' || event.defaultPrevented || event.ctrlKey || event.metaKey || is_field(event.target)) return;
            if (document.querySelector('dialog[open]')) return;
            event.preventDefault();
            help();
        });
        this.folds = [['menu-button', 'tools'], ['lesson-menu-button', 'lessons']].map(([button, part]) => this.fold(button, part));
        document.addEventListener('pointerdown', (event) => {
            for (const { button, part, set } of this.folds) {
                if (!part.contains(event.target) && !button.contains(event.target)) set(false);
            }
        });
    }

    // A part that opens under its button where the page is narrow.
    fold(button_id, part_id) {
        const button = document.getElementById(button_id);
        const part = document.getElementById(part_id);
        const set = (open) => {
            part.classList.toggle('open', open);
            button.setAttribute('aria-expanded', String(open));
        };
        button.addEventListener('click', () => set(!part.classList.contains('open')));
        for (const place of [button, part]) {
            place.addEventListener('keydown', (event) => {
                if (event.key !== 'Escape' || !part.classList.contains('open')) return;
                set(false);
                button.focus();
            });
        }
        part.addEventListener('click', (event) => {
            if (event.target.closest('[data-lesson]')) set(false);
        });
        return { button, part, set };
    }

    update() {
        const { view, words, lesson, lessons } = this.page;
        document.documentElement.lang = view.language;
        document.title = `${words.of(lesson.data.title)} · Dikkat`;
        // Not on every change: links that are made anew lose the focus.
        const tabs = `${view.language} ${lesson.data.id}`;
        if (tabs !== this.tabs) {
            this.tabs = tabs;
            this.lessons.setAttribute('aria-label', words.say('page_lessons'));
            this.lessons.replaceChildren(...lessons.map((entry) => this.tab(entry)));
            const menu = document.getElementById('lesson-menu-button');
            menu.replaceChildren(...this.tab_words(lesson));
            menu.setAttribute('aria-label', `${words.say('page_lessons')}: ${words.of(lesson.data.short_title)}`);
        }
        this.name('undo', 'page_undo', !view.can_undo);
        this.name('redo', 'page_redo', !view.can_redo);
        this.name('reset', 'page_reset');
        this.name('menu-button', 'page_menu');
        this.name('share-button', 'page_share');
        this.name('save-button', 'page_save');
        this.name('help-button', 'page_help');
        for (const id of ['files', 'save-png', 'save-svg', 'print', 'text-larger', 'text-smaller', 'report']) {
            document.getElementById(id).textContent = words.say(`page_${id.replaceAll('-', '_')}`);
        }
        this.name('theme', `page_theme_${view.theme}`);
        document.getElementById('theme').dataset.theme = view.theme;
        document.getElementById('languages').setAttribute('aria-label', words.say('page_language'));
        for (const button of document.querySelectorAll('#languages button')) {
            button.setAttribute('aria-pressed', String(button.dataset.language === view.language));
        }
    }

    name(id, word, disabled = false) {
        const button = document.getElementById(id);
        button.setAttribute('aria-label', this.page.words.say(word));
        button.title = this.page.words.say(word);
        button.disabled = disabled;
    }

    tab(entry) {
        const link = element('a', { href: `?lesson=${encodeURIComponent(entry.data.id)}` });
        link.dataset.lesson = entry.data.id;
        link.append(...this.tab_words(entry));
        if (entry === this.page.lesson) link.setAttribute('aria-current', 'page');
        link.addEventListener('click', (event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;  // a tab or window of its own
            event.preventDefault();
            this.page.open_lesson(entry.data.id);
        });
        return link;
    }

    tab_words(entry) {
        const name = element('span', { textContent: this.page.words.of(entry.data.short_title) });
        const number = lesson_number(entry);
        return number ? [element('span', { className: 'number', textContent: number }), name] : [name];
    }
}

// A part of the page that is loaded when it is wanted; one that does not come is said.
async function fetched(page, part, use) {
    try {
        const [arrived] = await Promise.all([part, page.playground.complete()]);
        await use(arrived);
    } catch (error) {
        page.say(page.words.say('page_part_missing'));
        throw error;
    }
}
