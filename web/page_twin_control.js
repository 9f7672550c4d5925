// One control of the twin: a label with a native control, and beside it why what was typed is not taken or cannot be changed.
import { element } from './page_lesson.js';
import { keyed, mark_refused, set } from './page_in_place.js';
import { parse_number } from './page_twin_controls.js';

let names = 0;

// A line with label and control; its show() takes what the control is now.
export function make_control(page, control) {
    const line = element('div', { className: 'field' });
    if (control.kind === 'said') {
        const words = element('p', {});
        line.append(words);
        line.show = ({ label, value }) => set(words, `${label}: ${value}`);
        return line;
    }
    const kind = control.kind === 'choice' ? 'select' : control.kind === 'button' ? 'button' : 'input';
    const input = element(kind, { id: `twin-control-${++names}` });
    const error = element('p', { id: `${input.id}-error`, className: 'error', hidden: true });
    const reason = element('p', { id: `${input.id}-reason`, className: 'note', hidden: true, textContent: page.words.say('locked') });
    input.setAttribute('aria-describedby', `${error.id} ${reason.id}`);
    if (kind === 'button') Object.assign(input, { type: 'button', textContent: control.label });
    else line.append(element('label', { htmlFor: input.id, textContent: control.label }));
    if (kind === 'input') Object.assign(input, { type: 'text', autocomplete: 'off', spellcheck: false });
    if (control.kind === 'number') input.inputMode = control.whole ? 'numeric' : 'decimal';
    line.append(input, error, reason);
    let now = control;
    const refuse = (words) => {
        error.hidden = words === '';
        mark_refused(input, error, words);
    };
    const take = () => {
        if (kind === 'input' && input.value === String(now.value ?? '')) return refuse('');
        const { value, refusal } = read_control(page, now, input);
        if (refusal) return refuse(refusal);
        const gesture = Date.now();  // a person's choice is one undo, however many commands it takes
        for (const command of now.commands(value)) {
            const answer = page.playground.dispatch({ ...command, gesture });
            if (!answer.ok) return refuse(answer.error.message);
        }
        return refuse('');
    };
    input.addEventListener(kind === 'button' ? 'click' : 'change', take);
    input.addEventListener('keydown', (event) => {
        if (event.key !== 'Escape' || kind !== 'input' || input.value === String(now.value ?? '')) return;
        event.preventDefault();  // gives up what was typed; the panel stays
        input.value = now.value ?? '';
        refuse('');
    });
    line.show = (next) => {
        const typed = kind === 'input' && input.value !== String(now.value ?? '') && (document.activeElement === input || !error.hidden);
        now = next;
        input.disabled = next.locked;
        reason.hidden = !next.locked;
        if (kind === 'select') {
            keyed(input, next.options, (words, index) => `${index}`, () => element('option', {}), (option, words) => set(option, words));
            input.selectedIndex = next.value;
        } else if (kind === 'input' && !typed) input.value = next.value ?? '';
    };
    return line;
}

function read_control(page, control, input) {
    if (control.kind === 'button') return {};
    if (control.kind === 'choice') return { value: input.selectedIndex };
    if (control.kind === 'words') return { value: input.value };
    const number = parse_number(input.value);
    if (number === null) return { refusal: page.words.say('not_a_number', { text: input.value }) };
    const { least, most, whole } = control;
    if (number < least || number > most || (whole && !Number.isInteger(number))) {
        return { refusal: page.words.say(whole ? 'not_in_range_whole' : 'not_in_range', { least, most }) };
    }
    return { value: number };
}
