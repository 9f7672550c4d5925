// "What have I changed": every cell that was set by hand, what stood there, what stands there, and the way back.
import { element, set_text } from './page_lesson.js';

export class EditsPanel {
    constructor(page) {
        this.page = page;
        this.panel = document.getElementById('edits');
        this.list = document.getElementById('edits-list');
        this.button = document.getElementById('edits-button');
        this.button.addEventListener('click', () => this.open(this.panel.hidden));
        document.getElementById('edits-close').addEventListener('click', () => this.open(false));
        document.getElementById('revert-all').addEventListener('click', () => this.page.dispatch({ type: 'reset_cells' }));
        this.panel.addEventListener('keydown', (event) => {
            if (event.key === 'Escape') this.open(false);
        });
    }

    open(open) {
        this.panel.hidden = !open;
        this.button.setAttribute('aria-expanded', String(open));
        this.update();
        (open ? document.getElementById('edits-close') : this.button).focus();
    }

    update() {
        const { words } = this.page;
        const edits = this.page.playground.query('edits');
        const count = document.getElementById('edits-count');
        count.hidden = edits.length === 0;
        count.textContent = edits.length;
        this.button.setAttribute('aria-label', words.say('page_edits_count', { count: edits.length }));
        this.button.title = words.say('page_edits');
        if (this.panel.hidden) return;
        const had_focus = this.panel.contains(document.activeElement);
        set_text('edits-title', words.say('page_edits'));
        set_text('edits-none', words.say('page_no_edits'));
        set_text('revert-all', words.say('page_revert_all'));
        document.getElementById('edits-close').setAttribute('aria-label', words.say('page_close'));
        document.getElementById('edits-none').hidden = edits.length > 0;
        document.getElementById('revert-all').hidden = edits.length === 0;
        this.list.replaceChildren(...edits.map((edit) => this.line(edit)));
        if (had_focus && !this.panel.contains(focused_element())) document.getElementById('edits-close').focus();
    }

    line(edit) {
        const { words } = this.page;
        const line = element('li', { className: edit.active ? '' : 'inactive' });
        const name = element('span', { className: 'cell-name', textContent: edit.name });
        const change = element('span', { className: 'change', textContent: words.say('page_edit', { before: edit.before_text, now: edit.now_text }) });
        const revert = element('button', { type: 'button', textContent: words.say('page_revert') });
        revert.setAttribute('aria-label', words.say('page_revert_cell', { cell: edit.name }));
        revert.addEventListener('click', () => this.page.dispatch({ type: 'reset_cells', ...edit.cell }));
        line.append(name, change, revert);
        if (!edit.active) line.append(element('span', { className: 'note', textContent: words.say('page_edit_inactive') }));
        return line;
    }
}

// A button that has just been hidden or replaced still counts as focused until the browser looks again.
function focused_element() {
    return document.activeElement.getClientRects().length > 0 ? document.activeElement : null;
}
