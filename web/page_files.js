// The work as a JSON file, tensors as CSV, .npy and .npz, and all of them back onto the page. Loaded when a file is wanted or dropped.
import { zipSync } from 'fflate';
import { FileFault, read_npy, write_npy } from './page_files_npy.js';
import { open_state } from './page_link.js';
import { download, file_name } from './page_save.js';
import { Words } from './page_words.js';
import kWords from './page_files_words.json';

const kLargest = 4;  // MB
const kBreath = 20;  // ms of work between two looks at what else is to do
const kOldestZip = '1980-01-01T00:00:00';  // the same numbers make the same file

export function words_of_files(page) {
    return new Words(kWords, page.view.language);
}

// --- Out -----------------------------------------------------------------------------------------------------------------------------

export function save_document(page) {
    const { text } = page.playground.query('state/file');
    return download(page, new Blob([text, '\n'], { type: 'application/json' }), file_name(page, 'json'));
}

export function save_csv(page, tensor) {
    const { shape, data } = page.playground.query(`tensor/${tensor}`);
    const lines = rows_of(shape, data).map((row) => `${row.join(',')}\n`);
    return download(page, new Blob(lines, { type: 'text/csv' }), `${tensor}.csv`);
}

export function save_npy(page, tensor) {
    return download(page, new Blob([npy_of(page, tensor)]), `${tensor}.npy`);
}

// Every tensor that is computed at present, all of one moment.
export async function save_npz(page) {
    const moment = () => page.playground.query('diagnostics').revision;
    let files, revision;
    do {
        files = {};
        revision = moment();
        let paused = performance.now();
        for (const { name } of page.playground.query('tensors')) {
            files[`${name}.npy`] = npy_of(page, name);
            if (performance.now() - paused < kBreath) continue;
            await new Promise((next) => setTimeout(next));
            paused = performance.now();
        }
    } while (revision !== moment());
    const zip = zipSync(files, { level: 0, mtime: kOldestZip });  // as np.savez, which does not deflate
    return download(page, new Blob([zip]), file_name(page, 'npz'));
}

function npy_of(page, tensor) {
    const { shape, data } = page.playground.query(`tensor/${tensor}`);
    return write_npy(shape, data.map(Number));  // "NaN" and "Infinity" are words in an answer
}

function rows_of(shape, data) {
    const columns = shape.at(-1);
    return Array.from({ length: data.length / columns }, (_, row) => data.slice(row * columns, (row + 1) * columns));
}

// --- In ------------------------------------------------------------------------------------------------------------------------------

// A file of any kind that is known; numbers go into `tensor`. Answers {ok, text, noticed}: what is to be said of it, and whether a
// notice says more.
export async function take_file(page, file, tensor) {
    const say = (name, holes) => words_of_files(page).say(name, { file: file.name, ...holes });
    if (file.size > kLargest * 1024 * 1024) return { ok: false, text: say('too_large', { limit: kLargest }) };
    const ending = /\.(\w+)$/.exec(file.name)?.[1].toLowerCase();
    if (ending === 'json') return open_document(page, await file.text(), say);
    const reader = { npy: read_array, npz: read_archive, csv: read_table, tsv: read_table, txt: read_table }[ending];
    if (!reader) return { ok: false, text: say('unknown_kind') };
    if (!tensor) return { ok: false, text: say('no_tensor') };
    try {
        const count = put_numbers(page.playground, tensor, await reader(page.playground, file, tensor));
        return { ok: true, text: say('loaded', { count, tensor }) };
    } catch (error) {
        if (error instanceof FileFault) return { ok: false, text: say(error.code, error.holes) };
        if (error.name === 'Refused') return { ok: false, text: say('refused', { message: error.message }) };
        throw error;
    }
}

async function open_document(page, text, say) {
    const opened = open_state(page.playground, text);
    page.read();
    if (opened.dropped.length > 0) await (await import('./page_link_notice.js')).show_notice(page, opened, 'file');
    return { ok: opened.ok, text: opened.ok ? say('opened') : '', noticed: opened.dropped.length > 0 };
}

async function read_array(playground, file) {
    return read_npy(new Uint8Array(await file.arrayBuffer()));
}

async function read_archive(playground, file, tensor) {
    const { read_npz } = await import('./page_files_npz.js');
    return read_npz(new Uint8Array(await file.arrayBuffer()), tensor);
}

// A table says nothing of a third axis: its rows are those of all heads.
async function read_table(playground, file) {
    const { values } = playground.query(`table/${await file.text()}`);
    return { shape: [values.length, values[0].length], data: values.flat(), is_table: true };
}

// All of a tensor's numbers, as one edit.
function put_numbers(playground, tensor, { shape, data, is_table = false }) {
    const { shape: wanted } = playground.query(`tensor/${tensor}`);
    const seen = is_table ? [wanted.slice(0, -1).reduce((product, extent) => product * extent, 1), wanted.at(-1)] : wanted;
    if (without_ones(seen).join() !== without_ones(shape).join()) {
        throw new FileFault('shape', { tensor, found: spelled(shape), expected: spelled(wanted) });
    }
    const rows = rows_of(wanted, data);
    const heads = wanted.length > 2 ? wanted[0] : 1;
    const gesture = heads > 1 ? Date.now() : 0;
    for (let head = 0; head < heads; head++) {
        const values = rows.slice(head * rows.length / heads, (head + 1) * rows.length / heads);
        const answer = playground.dispatch({ type: 'set_tensor', tensor, head, values, gesture });
        if (!answer.ok) throw new FileFault('refused', { message: answer.error.message });
    }
    return data.length;
}

// (1, n) is (n) to whoever saves a row.
function without_ones(shape) {
    return shape.filter((extent, axis) => extent !== 1 || axis === shape.length - 1);
}

export function spelled(shape) {
    return shape.join('×') || '()';  // one number alone has no extents
}
