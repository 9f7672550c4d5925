// .npy files: refused with a FileFault whose sentence says what is wrong, or read as so many numbers as their shape has; and what was
// read is, written and read again, the same. Then the same file is brought to a playground, as when somebody drops it.
import assert from 'node:assert/strict';
import { take_file } from '../../../web/page_files.js';
import { FileFault, read_npy, write_npy } from '../../../web/page_files_npy.js';
import kWords from '../../../web/page_files_words.json';
import { expect_words, file_of, kLanguages, lesson_data, start_playground } from '../playground.mjs';

const kTensor = 'x';  // 5×8
export const longest = 2048;
export const dictionary = ['\x93NUMPY', ...['f4', 'f8', 'i4', 'i8', 'f2', 'c8', 'U3', 'b1'].flatMap((type) => ['<', '>', '|', '='].map((order) => `${order}${type}`)),
    "'descr': ", "'fortran_order': ", "'shape': ", 'True', 'False', '(5, 8)', '(40,)', '()', '(0,)', '(1, 5, 8)', '(8, 5)', '0', ',', '(', ')', '9'.repeat(320)]
    .map((word) => Uint8Array.from(word, (letter) => letter.charCodeAt(0)));

let playground;

export async function prepare() {
    playground = await start_playground([lesson_data('multi-head')], 'tr');
}

export function seeds() {
    const numbers = (count) => Array.from({ length: count }, (_, i) => i / 4 - 3);
    const files = [[5, 8], [40], [2, 3], [], [0], [2, 0, 3], [1, 5, 8], [8, 5], [2, 3, 4]].map((shape) => write_npy(shape, numbers(shape.reduce((a, b) => a * b, 1))));
    const other = (file, from, to) => Uint8Array.from(Buffer.from(Buffer.from(file).toString('latin1').replace(from, () => to), 'latin1'));
    const [first] = files;
    const wide = other(first, '<f4', '<f8');
    return [...files, other(first, 'False', 'True '), other(first, '<f4', '>f4'), other(first, '<f4', '<i4'), Uint8Array.from([...wide, ...first.subarray(-160)]),
        other(Uint8Array.from([...wide, ...first.subarray(-160)]), '<f8', '>i8'), other(first, '\x01\x00', '\x02\x00'), other(first, '\x01\x00v\x00', '\x03\x00t\x00\x00\x00')];
}

export async function fuzz(bytes) {
    const read = attempt(bytes);
    if (!(read instanceof FileFault)) read_back(read);
    return bring(bytes, read);
}

function attempt(bytes) {
    try {
        return read_npy(bytes);
    } catch (error) {
        if (!(error instanceof FileFault)) throw error;
        for (const language of kLanguages) {
            assert.ok(Object.hasOwn(kWords[language], error.code), `'${error.code}' has no words`);
            for (const [hole, value] of Object.entries(error.holes)) assert.ok(String(value) !== '' && !Number.isNaN(value), `nothing for {${hole}} of ${error.code}`);
        }
        return error;
    }
}

function read_back({ shape, data }) {
    assert.equal(data.length, shape.reduce((product, extent) => product * extent, 1));
    assert.ok(shape.every((extent) => Number.isSafeInteger(extent) && extent >= 0));
    assert.ok(data.every((value) => typeof value === 'number'));
    const written = write_npy(shape, data);
    const again = read_npy(written);
    assert.deepEqual(again, { shape, data: data.map(Math.fround) });
    if (!data.some(Number.isNaN)) assert.deepEqual(write_npy(again.shape, again.data), written);  // a NaN has many forms
}

async function bring(bytes, read) {
    const { ok, text } = await take_file(playground.page, file_of('a.npy', bytes), kTensor);
    expect_words(text, Buffer.from(bytes).toString());
    assert.ok(text.includes('a.npy'));
    if (!ok) {
        playground.expect_untouched();
        return read.code ?? 'another shape';
    }
    assert.deepEqual(playground.query(`tensor/${kTensor}`).data.map(Number), read.data.map(Math.fround));
    playground.restore();
    return 'taken';
}
