// What is looked at, as controls: the section, block, head, panel and token that the canvas shows, its baseline, and the names of the
// tensors that are built.
import { say } from './page_twin_words.js';

const built_of = new WeakMap();  // lesson -> {key, tensors, places}

// The heads of all tensors that are built, asked anew only where another model or sentence may have brought others.
export function built_tensors(page, state) {
    return built_now(page, state).tensors;
}

function built_now(page, { document }) {
    const { parts, tokens, target, mask } = document;
    const key = JSON.stringify([tokens, target, mask, parts.map(({ name, model, config }) => [name, model, config])]);
    const known = built_of.get(page.lesson);
    if (known?.key === key) return known;
    const now = { key, tensors: page.playground.query('tensors') };
    built_of.set(page.lesson, now);
    return now;
}

export function view_controls(page, state) {
    return [...baseline_controls(page, state), ...part_controls(page, state), ...place_controls(page, state), token_control(page, state)];
}

function baseline_controls(page, { baseline }) {
    const button = (part, type) => ({ id: 'baseline', part, label: say(page, part), kind: 'button', commands: () => [{ type }] });
    const now = { id: 'baseline', part: 'said', label: page.words.say('baseline'), kind: 'said', value: say(page, baseline ? 'your_own' : 'as_it_opened') };
    return [now, button('pin', 'pin_baseline'), button('unpin', 'clear_baseline')];
}

// Of rows of panels a phone shows one.
function part_controls(page, { view }) {
    if (page.form !== 'phone') return [];
    const { hidden = [], panel = '' } = view;
    const panels = (page.lesson.data.screen.rows ?? []).flatMap((row) => row.panels).filter(({ id }) => !hidden.includes(id));
    if (panels.length < 2) return [];
    const title = (each) => page.words.of(each.title) || (each.type === 'claims' ? page.words.say('claims') : each.id);
    return [choice('panel', say(page, 'panel'), panels.map(title), Math.max(0, panels.findIndex(({ id }) => id === panel)),
        (index) => ({ type: 'open_panel', panel: panels[index].id }))];
}

// Of a deep model one section, one block and one head or two are shown.
function place_controls(page, state) {
    const { view } = state;
    const now = built_now(page, state);
    now.places ??= places_of(page.lesson.data.screen, now.tensors.map(({ name }) => name));
    const { sections, blocks, heads, lanes, fixed_lanes } = now.places;
    const made = [];
    if (sections.length > 1) {
        const chosen = Math.max(0, sections.findIndex(({ id }) => id === view.panel));
        made.push(choice('section', say(page, 'section'), sections.map(({ title }) => page.words.of(title)), chosen,
            (index) => ({ type: 'open_panel', panel: sections[index].id })));
    }
    if (blocks > 1) made.push(numbered(page, 'shown_block', blocks, view.block, (block) => ({ type: 'select_block', block })));
    // On narrow screens one head is shown; where names have no hole for it, each has a lane, of which a phone shows one.
    const phone = page.form === 'phone';
    const count = phone ? Math.max(heads, fixed_lanes) : lanes > 0 ? heads : 0;
    if (count > (page.form === 'wide' ? lanes : 1)) {
        made.push(numbered(page, 'shown_head', count, view.head, (head) => ({ type: 'select_head', head })));
    }
    return made;
}

function places_of({ columns = [], ribbons = [], thumbnails = [], sections = [] }, built) {
    const stations = columns.flatMap(({ lanes, section }) => lanes.flatMap((lane) => lane.stations.map(({ tensor }) => ({ tensor, section }))));
    const found = [...stations, ...thumbnails].map(({ tensor, section }) => ({ section, names: numbers_in(tensor, built) }));
    const most = (hole) => 1 + Math.max(-1, ...found.flatMap(({ names }) => names.map((numbers) => hole(numbers) ?? -1)));
    return {
        sections: sections.filter(({ id }) => found.some(({ section, names }) => section === id && names.length > 0)),
        blocks: most(({ block }) => block),
        heads: most(({ head }) => head),
        lanes: ['{head}', '{head+1}'].filter((hole) => ribbons.some(({ tensor }) => tensor.includes(hole))).length,
        fixed_lanes: ribbons.filter(({ tensor }) => built.includes(tensor)).length,
    };
}

function token_control(page, { document, view }) {
    return choice('token', say(page, 'selected_token'), document.tokens, view.selection?.row ?? 0, (row) => ({ type: 'select', row }));
}

function choice(id, label, options, value, command) {
    return { id, label, kind: 'choice', value, options, commands: (index) => [command(index)] };
}

function numbered(page, name, count, now = 0, command) {
    const options = Array.from({ length: count }, (nothing, at) => `${at + 1} / ${count}`);
    return choice(name, say(page, name), options, Math.min(now, count - 1), command);
}

// "blocks.{block}.attention.head{head}.q": {block, head} of each tensor that has such a name.
function numbers_in(pattern, built) {
    const pieces = pattern.split(/\{(block|head)(?:\+1)?\}/);  // every other one is a hole
    const plain = (text) => text.replaceAll(/[^\w]/g, '\\$&');
    const form = new RegExp(`^${pieces.map((piece, at) => (at % 2 ? '(\\d+)' : plain(piece))).join('')}$`);
    const holes = pieces.filter((piece, at) => at % 2);
    return built.map((name) => form.exec(name)).filter(Boolean)
        .map(([, ...found]) => Object.fromEntries(holes.map((hole, at) => [hole, Number(found[at])])));
}
