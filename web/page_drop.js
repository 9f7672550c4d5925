// Files that were dropped on the page, or pasted: a lesson's, work, or numbers for the tensor that they were dropped on, or that one is
// at. Comes with the first.
import { take_file, words_of_files } from './page_files.js';

// entries: files and folders, taken while the event lasted; place: {x, y} in the window
export async function take_dropped(page, entries, place) {
    const is_of_lesson = ({ isDirectory, name }) => isDirectory || name === 'lesson.json' || name.endsWith('.md');
    if (entries.some(is_of_lesson)) return (await import('./page_lesson_load.js')).take_dropped(page, entries);
    if (entries.length !== 1) return page.say(words_of_files(page).say('one_file'));
    const { text } = await take_file(page, entries[0], tensor_at(page, place) ?? wanted_tensor(page));
    if (text) page.say(text);
}

// The tensor that one is at: the opened one, or that of the selected cell.
export function wanted_tensor(page) {
    const { opened, selection } = page.view;
    return opened || selection?.cell?.tensor || null;
}

function tensor_at(page, { x, y }) {
    const box = document.getElementById('canvas').getBoundingClientRect();
    const anchors = Object.entries(page.playground.query('anchors'));
    const holds = ([left, top, width, height]) => x >= box.left + left && x < box.left + left + width && y >= box.top + top && y < box.top + top + height;
    const [name] = anchors.find(([anchor, area]) => /^(station|opened)\//.test(anchor) && holds(area)) ?? [];
    return name?.slice(name.indexOf('/') + 1) ?? null;
}
