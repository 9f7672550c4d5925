// .npy files: refused with a sentence that says what is wrong, or read as so many numbers as their shape has; and what was read is,
// written and read again, the same.
import { read_npy, write_npy } from '../../../web/page_files_npy.js';
import { expect_array_or_fault, expect_brought, kNumpyWords, prepare_playground as prepare } from '../arrays.mjs';

export { prepare };
export const longest = 2048;
export const dictionary = kNumpyWords;

export function seeds() {
    const numbers = (count) => Array.from({ length: count }, (_, i) => i / 4 - 3);
    const files = [[6, 8], [48], [2, 3], [], [0], [2, 0, 3], [1, 6, 8], [8, 6], [2, 3, 4]].map((shape) => write_npy(shape, numbers(shape.reduce((a, b) => a * b, 1))));
    const other = (file, from, to) => Uint8Array.from(Buffer.from(Buffer.from(file).toString('latin1').replace(from, () => to), 'latin1'));
    const [first] = files;
    const wide = other(first, '<f4', '<f8');
    return [...files, other(first, 'False', 'True '), other(first, '<f4', '>f4'), other(first, '<f4', '<i4'), Uint8Array.from([...wide, ...first.subarray(-192)]),
        other(Uint8Array.from([...wide, ...first.subarray(-192)]), '<f8', '>i8'), other(first, '\x01\x00', '\x02\x00'), other(first, '\x01\x00v\x00', '\x03\x00t\x00\x00\x00')];
}

export function fuzz(bytes) {
    return expect_brought('a.npy', bytes, expect_array_or_fault(() => read_npy(bytes)));
}
