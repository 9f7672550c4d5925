// The canvas as SVG, with the words that say what it shows. For a file and for paper.
import { svg_of } from './drawing_svg.js';

// What the canvas draws now, as an SVG; "drawing/light" whatever the theme.
export function picture_of(page, question, fonts) {
    return svg_of(page.playground.query(question), words_of(page), fonts);
}

function words_of(page) {
    const { playground, view, words } = page;
    const about = about_picture(page);
    const claims = playground.query('checks').map(({ text, measured_text, holds }) => `${text}: ${measured_text}, ${words.say(holds ? 'page_claim_holds' : 'page_claim_false')}`);
    return {
        title: `${about} · Dikkat`,
        description: [about, ...claims].join('\n'),
        language: view.language,
        source: location.href,
        version: playground.query('version').version,
        lesson: view.lesson,
        step: view.step + 1,
    };
}

// "Several heads, step 3: Two sentences".
export function about_picture({ words, view, lesson, texts_of_lessons }) {
    const title = texts_of_lessons.get(view.lesson, view.language)?.steps[view.step]?.title ?? '';
    return words.say('page_picture_about', { lesson: words.of(lesson.data.title), step: view.step + 1, title });
}
