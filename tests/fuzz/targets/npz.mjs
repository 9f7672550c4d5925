// .npz archives: an array of one of them, or a sentence that says what is wrong; what was put in comes out, whatever its name, and of an
// archive in which a byte has changed the same comes or nothing.
import assert from 'node:assert/strict';
import { zipSync } from 'fflate';
import { FileFault, read_npy, write_npy } from '../../../web/page_files_npy.js';
import { read_npz } from '../../../web/page_files_npz.js';
import { expect_array_or_fault, expect_brought, kNumpyWords, kTensor, prepare_playground as prepare } from '../arrays.mjs';

export { prepare };
export const longest = 4096;
export const dictionary = [...kNumpyWords, 'PK\x01\x02', 'PK\x03\x04', 'PK\x05\x06', '.npy', kTensor];

export function seeds() {
    const array = write_npy([6, 8], Array.from({ length: 48 }, (_, i) => i / 4 - 3));
    const archives = [zipSync({ 'x.npy': array }), zipSync({ 'y.npy': array }, { level: 0 }), zipSync({ 'x.npy': array, 'y.npy': write_npy([1], [2]), 'about.txt': array }), zipSync({ 'a.npy': array, [`${'b'.repeat(1500)}.npy`]: new Uint8Array() }), zipSync({})];
    const named = (name) => Buffer.concat([Buffer.of(name.length), Buffer.from(name), array]);
    return [...archives.map((archive) => Buffer.concat([Buffer.from('a'), archive])), ...['x', 'w/q', '', 'x'.repeat(200)].map((name) => Buffer.concat([Buffer.from('z'), named(name)])),
        ...['x', 'wq'].map((name) => Buffer.concat([Buffer.from('d\x01\x10\x01'), named(name)]))];  // one deflated, one stored
}

// The first byte says what the rest is: an archive, or the name and the bytes of an array, or that and which byte changes.
export function fuzz(bytes) {
    const rest = bytes.subarray(1);
    switch (String.fromCharCode(bytes[0])) {
        case 'a': return bring(rest);
        case 'z': return zip(rest);
        case 'd': return damage(rest);
        default: return undefined;
    }
}

function bring(archive) {
    return expect_brought('a.npz', archive, expect_array_or_fault(() => read_npz(archive, kTensor)));
}

function archive_of(bytes) {
    const name = new TextDecoder().decode(bytes.subarray(1, 1 + bytes[0]));
    const array = bytes.subarray(1 + bytes[0]);
    return { archive: zipSync({ [`${name}.npy`]: array }, { level: bytes[0] % 2 ? 6 : 0 }), array };
}

function zip(bytes) {
    if (bytes.length === 0) return undefined;
    const { archive, array } = archive_of(bytes);
    const [alone, archived] = [() => read_npy(array), () => read_npz(archive, kTensor)].map(expect_array_or_fault);
    if (alone instanceof FileFault) assert.equal(archived.code, alone.code);
    else assert.deepEqual(archived, alone);
    return bring(archive);
}

function damage([high, low, change, ...bytes]) {
    if (bytes.length === 0) return undefined;
    const { archive } = archive_of(Uint8Array.from(bytes));
    const before = expect_array_or_fault(() => read_npz(archive, kTensor));
    archive[((high << 8) | low) % archive.length] ^= change;
    const after = expect_array_or_fault(() => read_npz(archive, kTensor));
    if (!(after instanceof FileFault)) assert.deepEqual(after, before);
    return bring(archive);
}
