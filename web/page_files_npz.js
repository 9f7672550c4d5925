// NumPy's .npz files: a zip archive with a .npy for each array, stored (np.savez) or deflated (np.savez_compressed). Reads the directory
// at the archive's end, one array of it, and whether that array is whole. Writing is fflate's alone. Knows no page.
import { inflateSync } from 'fflate';
import { FileFault, read_npy } from './page_files_npy.js';

const kEnd = 0x06054b50, kEntry = 0x02014b50, kLocal = 0x04034b50;  // the signatures of a zip's records
const kEndSize = 22, kEntrySize = 46, kLocalSize = 30;
const kLongestComment = 0xffff;
const kStored = 0, kDeflated = 8;
const kEncrypted = 1;
const kLargest = 16 * 1024 * 1024;  // bytes of an array, of which a small file can promise many
const kNamed = 12;  // names in a sentence

// {shape, data} of the array of that name, or of the only one.
export function read_npz(bytes, wanted) {
    const arrays = directory(bytes).filter(({ name }) => name.endsWith('.npy')).map((entry) => ({ ...entry, name: entry.name.slice(0, -'.npy'.length) }));
    if (arrays.length === 0) throw new FileFault('npz_empty');
    const array = arrays.find(({ name }) => name === wanted) ?? (arrays.length === 1 ? arrays[0] : null);
    if (!array) throw new FileFault('npz_names', { tensor: wanted, names: listed(arrays.map(({ name }) => name)) });
    return read_npy(content(bytes, array));
}

function listed(names) {
    return names.slice(0, kNamed).join(', ') + (names.length > kNamed ? ', …' : '');
}

// [{name, method, crc, packed, size, at}], of archives that need none of zip's larger numbers
function directory(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let end = bytes.length - kEndSize;
    const first = Math.max(0, end - kLongestComment);
    while (end >= first && view.getUint32(end, true) !== kEnd) end--;
    if (end < first) throw new FileFault('npz_magic');
    const count = view.getUint16(end + 10, true);
    let at = view.getUint32(end + 16, true);
    return Array.from({ length: count }, () => {
        if (at + kEntrySize > end || view.getUint32(at, true) !== kEntry) throw new FileFault('npz_damaged');
        const number = (offset) => view.getUint32(at + offset, true);
        const short = (offset) => view.getUint16(at + offset, true);
        const begin = at + kEntrySize, length = short(28);
        const entry = {
            name: new TextDecoder().decode(bytes.subarray(begin, begin + length)),
            flags: short(8), method: short(10), crc: number(16), packed: number(20), size: number(24), at: number(42),
        };
        at = begin + length + short(30) + short(32);
        return entry;
    });
}

function content(bytes, { name, flags, method, crc, packed, size, at }) {
    const damaged = new FileFault('npz_damaged', { name });
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (flags & kEncrypted || (method !== kStored && method !== kDeflated)) throw new FileFault('npz_method', { name });
    if (size > kLargest) throw new FileFault('too_large', { limit: kLargest / 1024 / 1024 });
    if (at + kLocalSize > bytes.length || view.getUint32(at, true) !== kLocal) throw damaged;
    const begin = at + kLocalSize + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
    const held = bytes.subarray(begin, begin + packed);
    const whole = method === kStored ? held : inflated(held, size);
    if (held.length !== packed || whole?.length !== size || crc_of(whole) !== crc) throw damaged;
    return whole;
}

function inflated(bytes, size) {
    try {
        return inflateSync(bytes, { out: new Uint8Array(size) });
    } catch {
        return null;
    }
}

const kCrc = Uint32Array.from({ length: 256 }, (_, value) => {
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
});

function crc_of(bytes) {
    let crc = -1;
    for (const byte of bytes) crc = kCrc[(crc ^ byte) & 0xff] ^ (crc >>> 8);
    return ~crc >>> 0;
}
