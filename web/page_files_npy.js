// NumPy's .npy files, out and in, as numpy.lib.format describes them: version 1.0 with little-endian float32 is written; versions 1 to
// 3, both orders, and floats and integers of four and eight bytes in both byte orders are read. Knows no page.

import { shortened } from './shortened.js';

const kMagic = '\x93NUMPY';
const kAlignment = 64;
const kReadable = new Map([['f4', ['getFloat32', 4]], ['f8', ['getFloat64', 8]], ['i4', ['getInt32', 4]], ['i8', ['getBigInt64', 8]]]);

// What is wrong with a file: a code, and the holes of its sentence; names in a file may be of any length.
export class FileFault extends Error {
    constructor(code, holes = {}) {
        super(`${code} ${JSON.stringify(holes)}`);
        this.code = code;
        this.holes = Object.fromEntries(Object.entries(holes).map(([name, value]) => [name, typeof value === 'string' ? shortened(value) : value]));
    }
}

// data: row-major
export function write_npy(shape, data) {
    const dimensions = `(${shape.map((size) => `${size},`).join(' ')})`;
    const dictionary = `{'descr': '<f4', 'fortran_order': False, 'shape': ${dimensions}, }`;
    const head = kMagic.length + 4;
    const padded = Math.ceil((head + dictionary.length + 1) / kAlignment) * kAlignment;
    const bytes = new Uint8Array(padded + 4 * data.length);
    const view = new DataView(bytes.buffer);
    const text = `${kMagic}\x01\x00`;
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    view.setUint16(text.length, padded - head, true);
    const words = `${dictionary.padEnd(padded - head - 1)}\n`;
    for (let i = 0; i < words.length; i++) bytes[head + i] = words.charCodeAt(i);
    data.forEach((value, i) => view.setFloat32(padded + 4 * i, value, true));
    return bytes;
}

// {shape, data}: row-major, as numbers
export function read_npy(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (!starts_with(bytes, kMagic)) throw new FileFault('npy_magic');
    const version = bytes[kMagic.length];
    if (!(version >= 1 && version <= 3)) throw new FileFault('npy_version', { version: version ?? '?' });
    const long = version > 1;
    const head = kMagic.length + (long ? 6 : 4);
    if (bytes.length < head) throw new FileFault('npy_short', { expected: head, found: bytes.length });
    const length = long ? view.getUint32(kMagic.length + 2, true) : view.getUint16(kMagic.length + 2, true);
    const begin = head + length;
    if (bytes.length < begin) throw new FileFault('npy_short', { expected: begin, found: bytes.length });
    const { type, fortran, shape } = read_header(new TextDecoder().decode(bytes.subarray(head, begin)));
    const [read, size] = kReadable.get(type.slice(1)) ?? [];
    if (!read || !'<>'.includes(type[0])) throw new FileFault('npy_type', { type });
    const count = shape.reduce((product, extent) => product * extent, 1);
    if (!Number.isSafeInteger(count * size)) throw new FileFault('npy_shape', { shape: shape.join(', ') });
    if (bytes.length !== begin + count * size) throw new FileFault('npy_short', { expected: begin + count * size, found: bytes.length });
    const little = type[0] === '<';
    const stored = Array.from({ length: count }, (_, i) => Number(view[read](begin + i * size, little)));
    return { shape, data: fortran ? row_major(shape, stored) : stored };
}

function starts_with(bytes, text) {
    return [...text].every((letter, i) => bytes[i] === letter.charCodeAt(0));
}

// A Python dictionary of three known entries.
function read_header(text) {
    const entry = (name, value) => new RegExp(`['"]${name}['"]\\s*:\\s*${value}`).exec(text)?.[1];
    const type = entry('descr', `['"]([^'"]+)['"]`);
    const fortran = entry('fortran_order', '(True|False)');
    const shape = entry('shape', '\\(([\\d,\\s]*)\\)');
    if (type === undefined && /['"]descr['"]\s*:\s*\[/.test(text)) throw new FileFault('npy_type', { type: '[...]' });
    if (type === undefined || fortran === undefined || shape === undefined) throw new FileFault('npy_header');
    const extents = shape.split(',').map((part) => part.trim());
    if (extents.at(-1) === '') extents.pop();  // "(3,)" and "()"
    if (!extents.every((extent) => /^\d{1,9}$/.test(extent))) throw new FileFault('npy_shape', { shape: shape.trim() });
    return { type, fortran: fortran === 'True', shape: extents.map(Number) };
}

function row_major(shape, stored) {
    const data = new Array(stored.length);
    const index = shape.map(() => 0);
    for (let i = 0; i < stored.length; i++) {
        // The first index runs fastest in the file.
        data[shape.reduce((at, extent, axis) => at * extent + index[axis], 0)] = stored[i];
        for (let axis = 0; axis < shape.length && ++index[axis] === shape[axis]; axis++) index[axis] = 0;
    }
    return data;
}
