// Exchanging columns of a tensor: two of them, or as many from each on. The program says what cannot be exchanged.
import { element } from './page_lesson.js';
import { set } from './page_in_place.js';
import { say } from './page_twin_words.js';

const kMayBeLeaves = ['parameter', 'input'];

export class SwapColumns {
    constructor(page) {
        this.page = page;
        this.place = element('fieldset', { id: 'twin-swap', hidden: true });
        this.place.append(element('legend', { textContent: say(page, 'swap') }));
        this.fields = Object.fromEntries([['a', 0], ['b', 1], ['count', 1]].map(([name, value]) => [name, this.field(name, value)]));
        this.error = element('p', { id: 'twin-swap-error', className: 'error', role: 'alert' });
        this.button = element('button', { className: 'act', type: 'button', textContent: say(page, 'swap_do') });
        this.button.setAttribute('aria-describedby', this.error.id);
        this.button.addEventListener('click', () => this.send());
        this.place.append(this.button, this.error);
    }

    field(name, value) {
        const input = element('input', { id: `twin-swap-${name}`, type: 'number', min: name === 'count' ? 1 : 0, value });
        const line = element('div', { className: 'field' });
        line.append(element('label', { htmlFor: input.id, textContent: say(this.page, `swap_${name}`) }), input);
        this.place.append(line);
        return input;
    }

    update(head, { view }) {
        this.tensor = head?.name;
        const columns = head?.shape.at(-1) ?? 0;
        this.place.hidden = !head?.editable || head.shape.length !== 2 || columns < 2 || !kMayBeLeaves.includes(head.kind);
        const locked = (view.locked ?? []).includes(head?.name);
        for (const control of [...Object.values(this.fields), this.button]) control.disabled = locked;
        for (const [name, input] of Object.entries(this.fields)) input.max = name === 'count' ? Math.floor(columns / 2) : columns - 1;
    }

    send() {
        const wrong = Object.values(this.fields).find((input) => input.value === '' || !input.validity.valid);
        if (wrong) {
            set(this.error, this.page.words.say('not_in_range_whole', { least: wrong.min, most: wrong.max }));
            return wrong.focus();
        }
        const [a, b, count] = ['a', 'b', 'count'].map((name) => Number(this.fields[name].value));
        const answer = this.page.playground.dispatch({ type: 'swap_columns', tensor: this.tensor, a, b, count });
        return set(this.error, answer.ok ? '' : answer.error.message);
    }
}
