// What a link or a file could not bring, named part by part, until it is closed. Comes with the first thing that was dropped.
import { element } from './page_lesson.js';
import { bring_style } from './page_style.js';
import { Words } from './page_words.js';
import kWords from './page_link_words.json';

// A part of a state, by its path; what has no name here is named by its path.
const kNames = {
    'document/drawn_tokens': 'words', 'document/drawn_target': 'words', 'document/new_words': 'words', 'document/custom_mask': 'mask',
    'document/perturbed_together': 'perturbations', 'view/step': 'step', 'view/selection': 'selection', 'view/show': 'show',
    'view/opened': 'screen', 'view/head': 'screen', 'view/block': 'screen', 'view/panel': 'screen', 'view/answers': 'answers',
    'view/hidden': 'controls', 'view/locked': 'controls', 'view/language': 'look', 'view/theme': 'look', 'view/text_size': 'look',
};

// dropped: [{path, message}]; what: 'link' or 'file'.
export async function show_notice(page, { ok, dropped }, what = 'link') {
    if (dropped.length === 0) return;
    await styled();
    const words = new Words(kWords, page.view.language);
    document.getElementById('notice')?.remove();
    const notice = element('section', { id: 'notice' });
    notice.setAttribute('role', 'alert');
    document.body.append(notice);  // before its words: a reader hears what is put into it
    const list = element('ul');
    list.append(...dropped.map((one) => line(words, one)));
    const close = element('button', { type: 'button', textContent: words.say('close') });
    close.addEventListener('click', () => notice.remove());
    const title = words.say(`notice${what === 'link' ? '' : '_file'}_${ok ? 'part' : 'none'}`);
    notice.append(element('h2', { textContent: title }), list, close);
}

let style = null;

function styled() {
    style ??= bring_style('page_notice.css').catch((error) => {
        style = null;
        throw error;
    });
    return style;
}

function line(words, { path, message }) {
    const entry = element('li');
    const name = name_of(words, path);
    if (name) entry.append(element('b', { textContent: name }), ' ');
    entry.append(message);
    return entry;
}

function name_of(words, path) {
    const [whole, member] = path.split('/');
    const known = kNames[`document/${member}`] ?? member;
    const name = whole === 'view' ? kNames[`view/${member}`] : whole === 'baseline' ? 'baseline' : known;
    return name && words.texts[words.language][name];
}
