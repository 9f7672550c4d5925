// What a frame's address asks for: ?lesson, step, lang, theme, hide, lock, text, state (or a link's fragment), lesson_url, height.
import { read_address } from './page_address.js';

const kLinkFragment = /^#s\d+=/;

export function read_options() {
    const parameters = new URLSearchParams(location.search);
    const names = (parameter) => (parameters.get(parameter) ?? '').split(',').map((name) => name.trim()).filter(Boolean);
    return {
        wishes: read_address(),
        hidden: names('hide'),
        locked: names('lock'),
        state: kLinkFragment.test(location.hash) ? location.hash : link_fragment(parameters.get('state')),
        lesson_url: parameters.get('lesson_url') ?? undefined,
        awaits_lesson: parameters.get('lesson') === 'inline',
        follows_content: parameters.get('height') === 'auto',
    };
}

// What a link carries, with its version before it or, as links of version 1 do, without.
function link_fragment(payload) {
    if (!payload) return undefined;
    return /^s\d+=/.test(payload) ? `#${payload}` : `#s1=${payload}`;
}
