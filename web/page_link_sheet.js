// The sheet to share what is on the page: as a link, as an iframe, as a custom element. Loaded when it is wanted.
import { copy_text } from './page_clipboard.js';
import { element } from './page_lesson.js';
import { kLongLink, link_fragment, make_link } from './page_link.js';
import { element_snippet, iframe_snippet } from './page_link_snippets.js';
import { button, open_sheet, paragraph, part, row, Sheet } from './page_sheet.js';
import kWords from './page_link_words.json';

const kForms = ['link', 'iframe', 'element'];

export function open_share(page) {
    return open_sheet(page, Share);
}

class Share extends Sheet {
    constructor(page) {
        super(page, 'share', kWords);
    }

    content() {
        const checked = this.as_seen?.checked ?? false;
        this.as_seen = element('input', { type: 'checkbox', id: 'share-as-seen', checked });
        this.as_seen.addEventListener('change', () => this.refresh());
        const choice = element('label', { className: 'choice' });
        choice.append(this.as_seen, this.say('as_i_see_it'));
        this.fields = {};
        this.told = element('p', { className: 'told', id: 'share-told' });
        this.told.setAttribute('role', 'status');
        this.long = element('div', { id: 'share-long' });
        const about = element('section', { className: 'wide' });
        about.append(paragraph(this.say('about')), choice);
        return [about, ...kForms.map((form) => this.form(form)), this.told];
    }

    form(form) {
        const field = element('textarea', { id: `share-${form}`, readOnly: true, rows: form === 'link' ? 2 : 3, spellcheck: false });
        field.setAttribute('aria-label', this.say(form));
        field.addEventListener('focus', () => field.select());
        this.fields[form] = field;
        const copy = button(this.say('copy'), () => this.copy(form), `share-copy-${form}`);
        copy.setAttribute('aria-label', this.say(`copy_${form}`));
        const section = part(this.say(form), field, row(copy));
        section.className = 'wide';
        if (form === 'link') section.append(this.long);
        return section;
    }

    refresh() {
        const { page } = this;
        const { playground, view } = page;
        const as_i_see_it = this.as_seen.checked;
        const of = {
            base: new URL('./', document.baseURI).href,
            lesson: view.lesson,
            step: view.step + 1,
            fragment: link_fragment(playground, as_i_see_it),
            title: `${page.words.of(page.lesson.data.title)} · Dikkat`,
            seen: as_i_see_it ? { lang: view.language, theme: view.theme } : {},
        };
        this.fields.link.value = make_link(playground, { as_i_see_it });
        this.fields.iframe.value = iframe_snippet(of);
        this.fields.element.value = element_snippet(of);
        this.told.textContent = '';
        this.warn(this.fields.link.value.length);
    }

    // Of an address that other programs will cut.
    warn(length) {
        if (length <= kLongLink) return this.long.replaceChildren();
        const size = (length / 1024).toFixed(1);
        const save = button(this.say('as_file'), async () => (await import('./page_files.js')).save_document(this.page), 'share-as-file');
        this.long.replaceChildren(paragraph(this.say('long', { size })), row(save));
    }

    async copy(form) {
        const field = this.fields[form];
        const done = await copy_text(field.value);
        if (done && form === 'link') this.into_address(field.value);
        if (!done) field.focus();
        this.told.textContent = this.say(done ? `copied_${form}` : 'copy_failed');
    }

    // What was shared is what a reload and a bookmark mean too.
    into_address(link) {
        if (link.length > kLongLink) return;
        history.replaceState(history.state, '', new URL(link).hash);
    }
}
