// The lessons' texts: one file for each lesson and language, fetched when it is to be shown and kept from then on.
import { fetch_text } from './fetch_progress.js';

export class LessonTexts {
    // `lessons` as in lessons.json: each says where its texts lie.
    constructor(lessons) {
        this.addresses = new Map(lessons.map(({ data, text }) => [data.id, text]));
        this.arrived = new Map();  // by address
        this.under_way = new Map();
    }

    // The text, or undefined while it is not here.
    get(lesson, language) {
        return this.arrived.get(this.addresses.get(lesson)?.[language]);
    }

    // A lesson's texts that came otherwise.
    put(lesson, texts) {
        this.addresses.set(lesson, Object.fromEntries(Object.keys(texts).map((language) => [language, `${lesson}/${language}`])));
        for (const language in texts) this.arrived.set(`${lesson}/${language}`, texts[language]);
    }

    // Resolves when it is here. What did not arrive is asked for anew at the next call.
    fetch(lesson, language) {
        const address = this.addresses.get(lesson)?.[language];
        if (this.arrived.has(address)) return Promise.resolve();
        if (address === undefined) return Promise.reject(new Error(`${lesson} has no text`));  // a lesson that came by command
        if (!this.under_way.has(address)) {
            const fetching = fetch_json(address)
                .then((text) => this.arrived.set(address, text))
                .finally(() => this.under_way.delete(address));
            this.under_way.set(address, fetching);
        }
        return this.under_way.get(address);
    }
}

async function fetch_json(address) {
    return JSON.parse(await fetch_text(address));
}
