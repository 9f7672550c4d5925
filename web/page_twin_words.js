// The twin's own sentences, which come with it.
import texts from './page_twin_words.json';

// The sentence of that name with its {holes} filled.
export function say(page, name, holes = {}) {
    return texts[page.view.language][name].replaceAll(/\{(\w+)\}/g, (hole, key) => holes[key] ?? hole);
}
