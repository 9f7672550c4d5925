// "Report a wrong number": what is needed to see it again, as a text on the clipboard. Nothing is sent. Loaded when it is wanted.
import { copy_text, kNotCopied } from './page_clipboard.js';
import { Words } from './page_words.js';

const kWords = {
    tr: {
        copied: 'Rapor panoda: adres, sürüm, tarayıcı, seçili sayı, iddialar, yaptığın değişiklikler ({count}). Hiçbir yere gönderilmedi.',
    },
    en: {
        copied: 'The report is on your clipboard: address, version, browser, selected number, claims, your changes ({count}). Nothing was sent.',
    },
};

export async function report(page) {
    const words = new Words(kWords, page.view.language);
    const edits = page.playground.query('edits');
    const done = await copy_text(report_text(page, edits));
    page.say(done ? words.say('copied', { count: edits.length }) : kNotCopied[page.view.language]);
}

export function report_text(page, edits = page.playground.query('edits')) {
    const { view } = page;
    const address = new URL(location.href);
    for (const [name, value] of [['lesson', view.lesson], ['step', view.step + 1], ['lang', view.language]]) address.searchParams.set(name, value);
    const claims = page.playground.query('checks').map(({ text, measured_text, holds }) => `  ${holds ? 'holds' : 'FALSE'}: ${text} (${measured_text})`);
    return [
        'Dikkat: a wrong number',
        '',
        'What is wrong: ',
        '',
        `Address: ${address.href}`,
        `Version: ${page.playground.query('version').version}, program ${program()}`,
        `Browser: ${navigator.userAgent}`,
        `Lesson: ${view.lesson}, step ${view.step + 1}, language ${view.language}, text size ${view.text_size ?? 1}`,
        `Selected: ${selected(page)}`,
        'Claims:',
        ...claims,
        `Changes: ${JSON.stringify(edits)}`,
        `State: ${page.state()}`,
        '',
    ].join('\n');
}

// The name of the program's file carries the hash of what it is made of.
function program() {
    const link = document.querySelector('link[rel=modulepreload][href*="dikkat."]');
    return link?.getAttribute('href').replace(/^.*dikkat\.|\.mjs$/g, '') ?? 'unknown';
}

function selected({ playground, view }) {
    const { row, cell } = view.selection;
    if (!cell) return `token ${row}`;
    const name = `${cell.tensor}/${cell.head ? `${cell.head}/` : ''}${cell.row}/${cell.col}`;
    return `${name} = ${JSON.stringify(asked(playground, `tensor/${name}`))}, from ${JSON.stringify(asked(playground, `explain/${name}`))}`;
}

function asked(playground, path) {
    try {
        return playground.query(path);
    } catch (error) {
        return String(error.message);
    }
}
