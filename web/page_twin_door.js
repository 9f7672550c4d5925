// The way to the accessible twin: its button with the count of numbers set by hand, the skip link, and when changes are told. The twin
// itself (page_twin.js) comes when it is first opened, the telling (page_changes.js) at the first change.
import { bring_style } from './page_style.js';

const kWords = {
    tr: { open: 'Sayıları tablo olarak aç', missing: 'Tablolar gelmedi. Bağlantını denetle, yeniden dene.' },
    en: { open: 'Open the numbers as tables', missing: 'The tables did not arrive. Check your connection and try again.' },
};
const kSettles = 1000;  // ms without a change until it is told, so never more than once a second

export class TwinDoor {
    constructor(page) {
        this.page = page;
        this.panel = document.getElementById('twin');
        this.button = document.getElementById('twin-button');
        this.link = document.getElementById('twin-link');
        this.button.addEventListener('click', () => this.open(this.panel.hidden));
        this.link.addEventListener('click', (event) => {
            event.preventDefault();
            this.open(true);
        });
        document.addEventListener('keydown', (event) => {
            const here = this.panel.contains(event.target) || event.target === document.body;
            if (event.key === 'Escape' && !event.defaultPrevented && here && !this.panel.hidden) this.open(false);
        });
        this.before = null;
    }

    // Somebody is there: what is true now is what changes are told from.
    watch() {
        this.before ??= this.snapshot();
    }

    async open(open) {
        try {
            if (open) this.twin ??= await this.fetch();
        } catch {
            this.page.say(this.words().missing);
            return;
        }
        this.panel.hidden = !open;
        document.documentElement.toggleAttribute('data-twin', open);
        this.page.take_form();
        this.button.setAttribute('aria-expanded', String(open));
        if (open) this.twin.update();
        else this.twin?.rest();
        (open ? document.getElementById('twin-close') : this.button).focus();
    }

    async fetch() {
        const [{ Twin }] = await Promise.all([import('./page_twin.js'), bring_style('page_twin.css'), this.page.playground.complete()]);
        return new Twin(this.page, this.panel, () => this.open(false));
    }

    words() {
        return kWords[this.page.view.language];
    }

    update() {
        const count = this.page.playground.query('edits').length;
        const badge = document.getElementById('twin-count');
        badge.hidden = count === 0;
        badge.textContent = count;
        const { open } = this.words();
        const held = count > 0 ? `. ${this.page.words.say('page_edits_count', { count })}` : '';
        this.button.setAttribute('aria-label', open + held);
        this.button.title = open;
        this.link.textContent = open;
        if (!this.panel.hidden) this.twin.update();
        if (!this.before) return;
        clearTimeout(this.settling);
        this.settling = setTimeout(() => this.tell(), kSettles);
    }

    snapshot() {
        const { playground } = this.page;
        return { state: playground.query('state'), edits: playground.query('edits'), checks: playground.query('checks') };
    }

    async tell() {
        const before = this.before;
        const now = this.snapshot();
        this.before = now;
        if (JSON.stringify(before) === JSON.stringify(now)) return;
        const { told } = await import('./page_changes.js');
        const words = told(this.page, before, now);
        if (words) document.getElementById('changes').textContent = words;
    }
}
