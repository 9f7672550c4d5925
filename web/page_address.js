// What the address says (?lesson, step, lang, theme), the browser's history of steps, and the work kept over a reload.

const kLanguages = ['tr', 'en'];
const kThemes = ['light', 'dark', 'auto'];
const kStorageKey = 'dikkat.state';

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
    const rest = replace || !link_in_address() ? location.hash : '';
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

// The fragment of a link that holds a state.
export function link_in_address() {
    return /^#s\d+=/.test(location.hash) ? location.hash : null;
}

// Whether the browser came back to where it was, and not to an address.
export function is_return() {
    return ['reload', 'back_forward'].includes(performance.getEntriesByType('navigation')[0]?.type);
}

// Storage may be forbidden (a sandboxed iframe, a strict browser); then a reload starts anew.
export function saved_state() {
    try {
        return sessionStorage.getItem(kStorageKey);
    } catch {
        return null;
    }
}

export function save_state(state) {
    try {
        if (state === null) sessionStorage.removeItem(kStorageKey);
        else sessionStorage.setItem(kStorageKey, state);
    } catch {
        // as above
    }
}
