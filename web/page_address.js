// What the address says (?lesson, step, lang, theme), the browser's history of steps, and the work kept over a reload.

const kLanguages = ['tr', 'en'];
const kThemes = ['light', 'dark', 'auto'];
const kStorageKey = 'dikkat.state';
const kLinkKey = 'dikkat.link';

export function read_address() {
    const parameters = new URLSearchParams(location.search);
    const step = Number(parameters.get('step'));
    return {
        lesson: parameters.get('lesson') ?? undefined,
        lesson_url: parameters.get('lesson_url') ?? undefined,
        step: Number.isInteger(step) && step > 0 ? step : undefined,
        language: kLanguages.find((language) => language === parameters.get('lang')),
        theme: kThemes.find((theme) => theme === parameters.get('theme')),
    };
}

export function browser_language() {
    const wished = (navigator.languages ?? [navigator.language]).map((language) => language.slice(0, 2).toLowerCase());
    return wished.find((language) => kLanguages.includes(language)) ?? 'en';
}

// Puts lesson and step into the address, as a new entry of the history or in place of the present one.
export function write_address({ lesson, step }, { replace }) {
    const parameters = new URLSearchParams(location.search);
    if (parameters.get('lesson') === lesson && parameters.get('step') === String(step)) return;
    parameters.set('lesson', lesson);
    parameters.set('step', step);
    // A link's state is of the place that it was made for.
    const rest = replace || !is_link() ? location.hash : '';
    const address = `${location.pathname}?${parameters}${rest}`;
    if (replace) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
}

// Language and theme are the person's choice from now on: a link's word for them would speak against it at the next reload.
export function forget_in_address(name) {
    const parameters = new URLSearchParams(location.search);
    if (!parameters.has(name)) return;
    parameters.delete(name);
    history.replaceState(null, '', `${location.pathname}?${parameters}${location.hash}`);
}

// The fragment of a link that holds a state; null where there is none, or after a reload, which goes on where one was.
export function fresh_link() {
    return is_link() && location.hash !== stored(kLinkKey) ? location.hash : null;
}

export function remember_link() {
    store(kLinkKey, location.hash);
}

function is_link() {
    return /^#s\d+=/.test(location.hash);
}

export function saved_state() {
    return stored(kStorageKey);
}

export function save_state(state) {
    store(kStorageKey, state);
}

// Storage may be forbidden (a sandboxed iframe, a strict browser); then a reload starts anew.
function stored(key) {
    try {
        return sessionStorage.getItem(key);
    } catch {
        return null;
    }
}

function store(key, value) {
    try {
        if (value === null) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, value);
    } catch {
        // as above
    }
}
