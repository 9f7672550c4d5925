// What holds of a reader of NumPy's files, for the targets npy and npz: an array with as many numbers as its shape has, or a fault with
// words; and the same when the page brings it to a playground.
import assert from 'node:assert/strict';
import { take_file } from '../../web/page_files.js';
import { FileFault, read_npy, write_npy } from '../../web/page_files_npy.js';
import kWords from '../../web/page_files_words.json';
import { expect_words, file_of, kLanguages, lesson_data, start_playground } from './playground.mjs';

export const kTensor = 'x';  // 6×8
export const kNumpyWords = ['\x93NUMPY', ...['f4', 'f8', 'i4', 'i8', 'f2', 'c8', 'U3', 'b1'].flatMap((type) => ['<', '>', '|', '='].map((order) => `${order}${type}`)),
    "'descr': ", "'fortran_order': ", "'shape': ", 'True', 'False', '(6, 8)', '(48,)', '()', '(0,)', '(1, 6, 8)', '(8, 6)', '0', ',', '(', ')', '9'.repeat(320)]
    .map((word) => Uint8Array.from(word, (letter) => letter.charCodeAt(0)));

let playground;

export async function prepare_playground() {
    playground = await start_playground([lesson_data('multi-head')], 'tr');
}

// What `reader` makes of it: {shape, data}, or a FileFault.
export function expect_array_or_fault(reader) {
    try {
        const read = reader();
        expect_read_back(read);
        return read;
    } catch (error) {
        if (!(error instanceof FileFault)) throw error;
        for (const language of kLanguages) {
            assert.ok(Object.hasOwn(kWords[language], error.code), `'${error.code}' has no words`);
            for (const [hole, value] of Object.entries(error.holes)) assert.ok((String(value) !== '' || hole.startsWith('name')) && !Number.isNaN(value), `nothing for {${hole}} of ${error.code}`);
        }
        return error;
    }
}

function expect_read_back({ shape, data }) {
    assert.equal(data.length, shape.reduce((product, extent) => product * extent, 1));
    assert.ok(shape.every((extent) => Number.isSafeInteger(extent) && extent >= 0));
    assert.ok(data.every((value) => typeof value === 'number'));
    const written = write_npy(shape, data);
    const again = read_npy(written);
    assert.deepEqual(again, { shape, data: data.map(Math.fround) });
    if (!data.some(Number.isNaN)) assert.deepEqual(write_npy(again.shape, again.data), written);  // a NaN has many forms
}

// Of the file as it is dropped. Answers what became of it.
export async function expect_brought(name, bytes, read) {
    const { ok, text } = await take_file(playground.page, file_of(name, bytes), kTensor);
    expect_words(text, Buffer.from(bytes).toString());
    assert.ok(text.includes(name));
    if (!ok) {
        playground.expect_untouched();
        return read.code ?? 'another shape';
    }
    const as_shown = (data) => data.map((value) => Math.fround(Number(value)) + 0);  // -0 is 0
    assert.deepEqual(as_shown(playground.query(`tensor/${kTensor}`).data), as_shown(read.data));
    playground.restore();
    return 'taken';
}
