// The picture as a file, and the numbers of one tensor on the clipboard. Loaded when one of them is wanted.
import { copy_text, kNotCopied } from './page_clipboard.js';
import { picture_of } from './page_picture.js';

export { prepare_print, print } from './page_print.js';

const kSharpest = 2;  // device pixels for a CSS px, at least

export function save_svg(page) {
    download(page, new Blob([picture_of(page, 'drawing')], { type: 'image/svg+xml' }), file_name(page, 'svg'));
}

// As sharp as the screen, and twice as sharp as CSS at least.
export async function save_png(page) {
    const picture = page.playground.picture(Math.max(kSharpest, window.devicePixelRatio));
    const file = picture && await new Promise((resolve) => picture.toBlob(resolve, 'image/png'));
    if (file) download(page, file, file_name(page, 'png'));
    else page.say(page.words.say('page_save_failed'));
}

export function file_name({ view }, ending) {
    return `dikkat-${view.lesson}-step-${view.step + 1}.${ending}`;
}

// Answers what was said of it.
export function download(page, file, name) {
    const allowed = downloads_allowed();
    const said = page.words.say(allowed ? 'page_saved' : allowed === false ? 'page_save_forbidden' : 'page_save_unsure', { file: name });
    page.say(said);
    if (allowed === false) return said;
    const address = URL.createObjectURL(file);
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);  // the browser may ask where it is to go
    return said;
}

// A sandboxed frame is told nothing when its download is refused. `undefined` where it cannot know.
function downloads_allowed() {
    if (window.parent === window) return true;
    try {
        const frame = window.frameElement;
        if (frame) return !frame.hasAttribute('sandbox') || frame.sandbox.contains('allow-downloads');
    } catch {
        // another origin's frame
    }
    return undefined;
}

// --- Numbers ---------------------------------------------------------------------------------------------------------------------------

// A tensor as lines with tabs, every number as the program has it. Answers what was copied, null where the browser forbids it.
export async function copy_numbers(page, tensor) {
    const { shape, data } = page.playground.query(`tensor/${tensor}`);
    const columns = shape.at(-1);
    const lines = [];
    for (let at = 0; at < data.length; at += columns) lines.push(data.slice(at, at + columns).join('\t'));
    const text = lines.join('\n');
    const done = await copy_text(text);
    page.say(done ? page.words.say('copied', { tensor }) : kNotCopied[page.view.language]);
    return done ? text : null;
}
