// A button with a menu: opened by click, Enter, Space or an arrow; in it arrows, Home and End move, Esc and Tab close it.
export class Menu {
    constructor(button, menu) {
        this.button = document.getElementById(button);
        this.menu = document.getElementById(menu);
        this.items = [...this.menu.querySelectorAll('[role=menuitem]')];
        this.button.addEventListener('click', () => this.set(this.menu.hidden, 0));
        this.button.addEventListener('keydown', (event) => this.key(event));
        this.menu.addEventListener('keydown', (event) => this.key(event));
        document.addEventListener('pointerdown', (event) => {
            if (!this.menu.contains(event.target) && !this.button.contains(event.target)) this.set(false);
        });
    }

    // `stays`: the menu stays open, for what is done several times.
    on(id, action, stays = false) {
        document.getElementById(id).addEventListener('click', () => {
            if (!stays) {
                this.set(false);
                this.button.focus();
            }
            action();
        });
    }

    set(open, item) {
        this.menu.hidden = !open;
        this.button.setAttribute('aria-expanded', String(open));
        if (open) this.items.at(item).focus();
    }

    key(event) {
        const open = !this.menu.hidden;
        const { length } = this.items;
        const at = this.items.indexOf(document.activeElement);
        const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? length - 1 : at - 1, Home: 0, End: length - 1 }[event.key];
        if (event.key === 'Tab') return this.set(false);
        if (event.key === 'Escape' && open) {
            this.set(false);
            this.button.focus();
        } else if (to !== undefined && (open || event.key.startsWith('Arrow'))) {
            this.set(true, (to + length) % length);
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }
}
