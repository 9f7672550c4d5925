// The lesson on paper: its text with every step open, the picture as it is now in the light colours, the claims, what was changed, where
// it came from. Made when something is printed, gone afterwards.
import { element, words_in_a_box } from './page_lesson.js';
import { about_picture, picture_of } from './page_picture.js';
import { bring_style } from './page_style.js';

const kFonts = { sans: "'Dikkat Inter', sans-serif", mono: "'Dikkat Mono', monospace" };

let made = null;    // the sheet, while it is printed
let styled = null;  // resolves when its style sheet is there

export async function print(page) {
    await prepare_print(page);
    await bring_text(page);
    window.print();
}

// Called once a person is there who may print with the browser's own command, which waits for nothing.
export function prepare_print(page) {
    if (styled) return styled;
    window.addEventListener('beforeprint', () => try_to_make_sheet(page));
    window.addEventListener('afterprint', remove_sheet);
    styled = bring_style('page_print.css', { media: 'print' }).catch(() => {});  // plain, then
    return styled;
}

function bring_text({ texts_of_lessons, view }) {
    return texts_of_lessons.fetch(view.lesson, view.language).catch(() => {});
}

function remove_sheet() {
    delete document.documentElement.dataset.printing;
    made?.remove();
    made = null;
}

// Where the program has stopped, the page is printed as it stands.
function try_to_make_sheet(page) {
    remove_sheet();
    try {
        make_sheet(page);
    } catch {
        remove_sheet();
    }
}

function make_sheet(page) {
    made = element('article', { id: 'paper', lang: page.view.language });
    made.append(...title_of(page), figure_of(page), ...claims_of(page), ...changes_of(page), ...steps_of(page), footer_of(page));
    document.body.append(made);
    document.documentElement.dataset.printing = '';
}

function title_of(page) {
    const { words, lesson } = page;
    const text = text_of(page);
    const intro = words_in_a_box(text?.intro ?? []);
    return [element('h1', { textContent: text?.title ?? words.of(lesson.data.title) }), ready(page, intro)];
}

function text_of({ texts_of_lessons, view }) {
    return texts_of_lessons.get(view.lesson, view.language);
}

function figure_of(page) {
    const figure = element('figure');
    const svg = new DOMParser().parseFromString(picture_of(page, 'drawing/light', kFonts), 'image/svg+xml').documentElement;
    svg.querySelector('metadata').remove();  // of the file
    svg.setAttribute('width', '100%');
    svg.removeAttribute('height');
    // In a tree of its own: the page's rules for the lines of its buttons' signs are not for a picture.
    const frame = element('div', { className: 'picture' });
    frame.style.aspectRatio = svg.getAttribute('viewBox').split(' ').slice(2).join(' / ');
    frame.attachShadow({ mode: 'open' }).append(document.importNode(svg, true));
    figure.append(frame, element('figcaption', { textContent: `${about_picture(page)} · ${page.words.say('page_print_now')}` }));
    return figure;
}

function claims_of({ playground, words }) {
    const checks = playground.query('checks');
    if (checks.length === 0) return [];
    const list = element('ul', { className: 'claims' });
    list.append(...checks.map((check) => {
        const line = element('li');
        const verdict = words.say(check.holds ? 'page_claim_holds' : 'page_claim_false');
        line.append(element('b', { textContent: `${verdict}: ` }), check.text, ' ', element('span', { className: 'measured', textContent: check.measured_text }));
        return line;
    }));
    return [element('h2', { textContent: words.say('page_print_claims') }), list];
}

function changes_of({ playground, words }) {
    const edits = playground.query('edits');
    if (edits.length === 0) return [];
    const list = element('ul', { className: 'changes' });
    list.append(...edits.map((edit) => {
        const change = words.say('page_edit', { before: edit.before_text, now: edit.now_text });
        return element('li', { textContent: `${edit.name}: ${change}${edit.active ? '' : ` (${words.say('page_edit_inactive')})`}` });
    }));
    return [element('h2', { textContent: words.say('page_print_changes') }), list];
}

function steps_of(page) {
    const { view, words, lesson } = page;
    return (text_of(page)?.steps ?? []).map((step, index) => {
        const section = element('section', { className: 'print-step' });
        section.append(element('h2', { textContent: `${index + 1}. ${step.title}` }), words_in_a_box(step.body));
        const { question } = lesson.data.steps[index];
        if (step.question && question) {
            const box = element('div', { className: 'question-box' });
            box.append(element('h3', { textContent: words.say('page_predict') }), words_in_a_box(step.question));
            const options = element('ol', { type: 'a' });
            options.append(...question.options.map((option) => element('li', { textContent: words.of(option) })));
            box.append(options);
            section.append(box);
            // Who has not answered yet keeps the question.
            if (view.answers[question.id + view.mark] !== undefined && step.answer) {
                section.append(element('h3', { textContent: words.say('page_print_answer') }), words_in_a_box(step.answer));
            }
        }
        for (const { title, body } of step.exercises ?? []) section.append(element('h3', { textContent: title }), words_in_a_box(body));
        return ready(page, section);
    });
}

function footer_of({ playground, view }) {
    const { version } = playground.query('version');
    const footer = element('footer');
    const day = new Date().toLocaleDateString(view.language, { dateStyle: 'long' });
    footer.append(element('span', { textContent: `Dikkat ${version} · ${day}` }), element('br'), element('span', { className: 'address', textContent: location.href.replace(/#.*/, '') }));
    return footer;
}

// The live numbers of a text, and its terms as plain words: paper has no buttons.
function ready(page, part) {
    for (const number of part.querySelectorAll('data.live')) number.textContent = page.live_number(number.dataset.query)?.text ?? '…';
    for (const term of part.querySelectorAll('button.term')) {
        const word = element('span', { className: 'term' });
        word.dataset.role = term.dataset.role ?? '';
        word.append(...term.childNodes);
        term.replaceWith(word);
    }
    return part;
}
