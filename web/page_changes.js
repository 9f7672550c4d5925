// What the live region says: which numbers and settings changed, which rows moved, which claims are true or false now.
import { controls, tensor_title } from './page_twin_controls.js';
import { built_tensors } from './page_twin_view.js';
import { say } from './page_twin_words.js';

const kMostNamed = 2;  // more cells than that are counted

// `before` and `now`: {state, edits, checks}, as the queries answer them.
export function told(page, before, now) {
    const { view } = now.state;
    const was = before.state.view;
    if (view.lesson !== was.lesson || view.step !== was.step) {
        return say(page, 'lesson', { lesson: page.words.of(page.lesson.data.title), step: (view.step ?? 0) + 1 });
    }
    if (view.language !== was.language) return '';
    const sentences = [...of_cells(page, before.edits, now.edits), ...of_controls(page, before.state, now.state)];
    const calculated = JSON.stringify(before.state.document) !== JSON.stringify(now.state.document);
    return [...sentences, ...(calculated ? of_rows(page, now.state) : []), ...of_claims(page, before.checks, now.checks)].join(' ');
}

function of_cells(page, before, now) {
    const old = new Map(before.map((edit) => [edit.name, edit]));
    const fresh = new Map(now.map((edit) => [edit.name, edit]));
    const changed = now.filter((edit) => old.get(edit.name)?.now !== edit.now);
    const reverted = before.filter((edit) => !fresh.has(edit.name));
    if (changed.length + reverted.length > kMostNamed) return [say(page, 'many', { n: now.length })];
    return [
        ...changed.map((edit) => {
            const start = old.get(edit.name)?.now_text ?? edit.before_text;
            return say(page, 'changed', { cell: edit.name, before: start, now: edit.now_text });
        }),
        ...reverted.map((edit) => say(page, 'reverted', { cell: edit.name })),
    ];
}

function of_controls(page, before, now) {
    const key = (control) => `${control.id} ${control.part ?? ''} ${control.label}`;
    const old = new Map(controls(page, before).map((control) => [key(control), control.value]));
    return controls(page, now)
        .filter((control) => old.has(key(control)) && old.get(key(control)) !== control.value)
        .map((control) => say(page, 'set', { label: control.label, value: control.options?.[control.value] ?? control.value ?? '–' }));
}

// Of what the main part gives out in the end.
function of_rows(page, state) {
    const output = built_tensors(page, state).findLast(({ kind, name }) => kind === 'output' && !/^(separate|one_by_one|small)\./.test(name));
    try {
        const { moved_rows, shape } = page.playground.query(`tensor/${output.name}`);
        const count = shape.length > 1 ? shape.at(-2) * (shape.length > 2 ? shape[0] : 1) : 1;
        return moved_rows ? [say(page, 'rows', { tensor: tensor_title(page, output.name), moved: moved_rows.length, count })] : [];
    } catch {
        return [];  // still being computed
    }
}

function of_claims(page, before, now) {
    const old = new Map(before.map(({ id, holds }) => [id, holds]));
    return now
        .filter(({ id, holds, pending }) => !pending && old.has(id) && old.get(id) !== holds)
        .map(({ text, holds }) => say(page, holds ? 'true_now' : 'false_now', { claim: text }));
}
