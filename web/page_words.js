// The interface's words, from the table that the canvas uses too (texts.json is the program's own `texts` query).

export class Words {
    constructor(texts, language) {
        this.texts = texts;
        this.language = language;
    }

    // The sentence of that name with its {holes} filled.
    say(name, holes = {}) {
        const sentence = this.texts[this.language][name] ?? name;
        return sentence.replaceAll(/\{(\w+)\}/g, (hole, key) => holes[key] ?? hole);
    }

    // A text of a lesson: {tr, en}, or one string for both.
    of(text) {
        return typeof text === 'string' ? text : text?.[this.language] ?? '';
    }
}
