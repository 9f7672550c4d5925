// The controls that the canvas shows, as plain values: read from the lesson's data and the state, done by commands.
import { view_controls } from './page_twin_view.js';
import { say } from './page_twin_words.js';

const kStrongest = 10;  // of a perturbation; the canvas's sliders end there too (kStrongestPerturbation)

// A tensor's name in the page's language: what the lesson calls it, with the block's and the head's number in its holes.
export function tensor_title(page, name) {
    const { looks = {} } = page.lesson.data;
    const numbers = {};
    const general = name.replace(/\b(blocks|encoder|decoder)\.(\d+)/, (all, list, n) => (numbers.block = Number(n) + 1, `${list}.{block}`))
        .replace(/\bhead(\d+)/, (all, n) => (numbers.head = Number(n) + 1, 'head{head}'));
    const look = looks[name] ?? looks[general];
    const words = page.words.of(look?.title ?? look?.label).replace('_', '');
    return words ? words.replaceAll(/\{(block|head)\}/g, (hole, key) => numbers[key] ?? hole) : name;
}

export function parse_number(text) {
    const plain = text.trim().replace(',', '.').replace('−', '-');
    return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : null;
}

// Each: {id, part, label, kind: "choice" | "number" | "words" | "button" | "said", value, options: [label], least, most, whole, locked,
// commands(value)}
export function controls(page, state) {
    const { hidden = [], locked = [] } = state.view;
    const all = [
        show_control(page, state), ...view_controls(page, state),
        ...fields(page, state), ...choices(page, state), ...perturbations(page, state),
    ];
    return all.filter(({ id }) => !hidden.includes(id)).map((control) => ({ ...control, locked: locked.includes(control.id) }));
}

// Of a hidden panel nothing is there.
function panels(page, { hidden = [] }) {
    return (page.lesson.data.screen.rows ?? []).flatMap((row) => row.panels).filter(({ id }) => !hidden.includes(id));
}

function of_screen(page, view, list) {
    return [page.lesson.data.screen, ...panels(page, view)].flatMap((place) => place[list] ?? []);
}

function show_control(page, { view }) {
    const shows = ['value', 'baseline', 'difference', 'gradient'];
    return {
        id: 'show', label: say(page, 'show'), kind: 'choice', value: shows.indexOf(view.show ?? 'value'),
        options: shows.map((show) => page.words.say(show)), commands: (index) => [{ type: 'show', what: shows[index] }],
    };
}

// "config/stack.std" -> its part's settings and the name in them
function setting_of(document, path) {
    const [part = '', name] = path.includes('.') ? path.split('.') : ['', path];
    return { part, name, value: document.parts.find((each) => (each.name ?? '') === part)?.config?.[name] };
}

function fields(page, { document, view }) {
    return of_screen(page, view, 'fields').flatMap((field) => {
        const [kind, path = ''] = field.setting.split('/');
        const shared = { id: field.id, label: page.words.of(field.label) };
        if (kind === 'tokens' || kind === 'target') {
            if (!document[kind]) return [];
            const commands = (text) => [{ type: 'set_tokens', tokens: text.split(' ').filter(Boolean), target: kind === 'target' }];
            return [{ ...shared, kind: 'words', value: document[kind].join(' '), commands }];
        }
        const set = (setting) => (value) => {
            const { part, name } = setting_of(document, setting.slice('config/'.length));
            return { type: 'set_config', part, name, value };
        };
        const seed = (value) => ({ type: 'set_seed', part: path, seed: value });
        const setters = kind === 'seed' ? [seed] : [field.setting, ...(field.also ?? [])].map(set);
        const value = kind === 'seed' ? seed_of(document, path) : setting_of(document, path).value;
        return [{
            ...shared, kind: 'number', value, least: field.least, most: field.most, whole: !field.decimals,
            commands: (number) => setters.map((setter) => setter(number)),
        }];
    });
}

function seed_of(document, part) {
    const draws = document.parts.find((each) => (each.name ?? '') === part)?.draws ?? [];
    return draws.find((draw) => 'manual_seed' in draw)?.manual_seed;
}

function in_force(document, when = '') {
    const [name, value] = [when.slice(0, when.indexOf('=')), when.slice(when.indexOf('=') + 1)];
    if (name === 'mask') return value === (document.mask ?? 'none');
    if (name === 'loss') {
        const [[type, tensor]] = Object.entries(document.loss ?? { sum: '' });
        return value === `${type}/${tensor}`;
    }
    return name.startsWith('config/') && String(setting_of(document, name.slice('config/'.length)).value) === value;
}

function choices(page, { document, view }) {
    return of_screen(page, view, 'controls').map((control) => {
        const options = control.options.map((option) => page.words.of(option.label));
        const commands = (index) => control.options[index].commands;
        const label = page.words.of(control.label);
        if (control.is_button) return { id: control.id, label, kind: 'button', commands: () => commands(0) };
        const value = control.options.findIndex((option) => in_force(document, option.when));
        return { id: control.id, label: label.replace(/:? *\{option\}/, ''), kind: 'choice', value, options, commands };
    });
}

function perturbed_tensors(page, view) {
    const stations = (page.lesson.data.screen.columns ?? []).flatMap((column) => column.lanes).flatMap((lane) => lane.stations);
    const of_panels = panels(page, view).filter((panel) => panel.type === 'perturb').map((panel) => panel.tensors[0].tensor);
    return [...stations.filter((station) => station.perturb).map((station) => station.tensor), ...of_panels];
}

function perturbations(page, { document, view }) {
    return perturbed_tensors(page, view).flatMap((tensor) => {
        const drawn = document.parts[0].draws?.find((draw) => 'named_randn' in draw)?.named_randn;
        const { row = view.selection?.row ?? 0, strength = 0, direction = drawn ? { draw: drawn } : { seed: 0 } } =
            document.perturbations?.[tensor] ?? {};
        const now = { type: 'perturb_row', tensor, row, strength, direction };
        const title = say(page, 'perturb', { tensor: tensor_title(page, tensor) });
        return [
            {
                id: 'perturb', part: 'token', label: `${title}, ${page.words.say('perturbed_token')}`, kind: 'choice', value: row,
                options: document.tokens, commands: (index) => [{ ...now, row: index }],
            },
            {
                id: 'perturb', part: 'strength', label: `${title}, ${page.words.say('strength_label')}`, kind: 'number', value: strength,
                least: 0, most: kStrongest, whole: false, commands: (number) => [{ ...now, strength: number }],
            },
            {
                id: 'perturb', part: 'seed', label: `${title}, ${say(page, 'seed')}`, kind: 'number', value: direction.seed,
                least: 0, most: 1e9, whole: true, commands: (number) => [{ ...now, direction: { seed: number } }],
            },
        ];
    });
}
