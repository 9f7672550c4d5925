// A state's text as a link's fragment, and back from whatever came of it. #s1=CONTENT is base64url of: the text's CRC-32 (four bytes),
// how many of its members have a check (one byte), these checks (three bytes each), the text, deflated. A check is the CRC-32 of the text up
// to that member's end, so that what was written before a damage can be told from what is after it. Knows no page and no playground.
import { deflateSync, Inflate } from 'fflate';

export const kLinkVersion = 1;
export const kLongestLink = 256 * 1024;  // characters that are looked at
export const kLongestState = 4 * 1024 * 1024;  // bytes, as src/app/json.h reads them
const kMostChecks = 255;
const kCheckBytes = 3;
const kHead = 5;

export function write_fragment(text) {
    const bytes = new TextEncoder().encode(text);
    const checks = member_ends(bytes).slice(0, kMostChecks).map(({ check }) => check);
    const deflated = deflateSync(bytes, { level: 9 });
    const content = new Uint8Array(kHead + kCheckBytes * checks.length + deflated.length);
    const view = new DataView(content.buffer);
    view.setUint32(0, crc32(bytes), true);
    content[kHead - 1] = checks.length;
    checks.forEach((check, i) => [0, 8, 16].forEach((shift, at) => content[kHead + kCheckBytes * i + at] = check >>> shift));
    content.set(deflated, kHead + kCheckBytes * checks.length);
    return `#s${kLinkVersion}=${to_base64url(content)}`;
}

// {text, faults}: the text as it was written, up to the last member that surely was (null where none was), and what happened to the
// link: 'newer', 'too_long', 'damaged'.
export function read_fragment(fragment) {
    const [, version, letters] = /^#?s(\d+)=([^]*)$/.exec(fragment) ?? [];
    const faults = version === undefined || Number(version) === kLinkVersion ? [] : ['newer'];
    const content = from_base64url((letters ?? '').slice(0, kLongestLink));
    if (content.length <= kHead) return { text: null, faults: [...faults, 'damaged'] };
    const begin = kHead + kCheckBytes * content[kHead - 1];
    const { bytes, too_long } = inflate(content.subarray(begin));
    if (too_long) return { text: null, faults: [...faults, 'too_long'] };
    const view = new DataView(content.buffer);
    if (bytes.length > 0 && crc32(bytes) === view.getUint32(0, true)) return { text: as_text(bytes), faults };
    const checked = (i) => content[kHead + kCheckBytes * i] | content[kHead + kCheckBytes * i + 1] << 8 | content[kHead + kCheckBytes * i + 2] << 16;
    const sure = member_ends(bytes).slice(0, content[kHead - 1]).filter(({ check }, i) => check === checked(i)).pop();
    const text = sure ? as_text(bytes.subarray(0, sure.end)) + sure.closing : null;
    return { text, faults: [...faults, letters.length > kLongestLink ? 'too_long' : 'damaged'] };
}

// Where the members of the objects in a JSON object end, each with a check of all before and with what would close the text there.
function member_ends(bytes) {
    const [quote, backslash, comma, open, close, open_list, close_list] = [...'"\\,{}[]'].map((sign) => sign.charCodeAt(0));
    const ends = [];
    let depth = 0;
    let in_string = false;
    let crc = ~0;
    let read = 0;
    const add = (end, closing) => {
        crc = crc32_of(bytes.subarray(read, end), crc);
        read = end;
        ends.push({ end, closing, check: ~crc & 0xffffff });
    };
    for (let at = 0; at < bytes.length; at++) {
        const sign = bytes[at];
        if (in_string) {
            if (sign === backslash) at++;
            else if (sign === quote) in_string = false;
        } else if (sign === quote) {
            in_string = true;
        } else if (sign === open || sign === open_list) {
            depth++;
        } else if (sign === close || sign === close_list) {
            if (--depth === 1 && sign === close) add(at + 1, '}');
        } else if (sign === comma && depth === 2) {
            add(at, '}}');
        }
    }
    return ends;
}

// What can be had of it, a broken end and all, and never more than a state may hold. Pieces are small: what a broken one holds is lost,
// and each swells to a thousand times its size at most.
function inflate(deflated) {
    const piece = deflated.length < 8192 ? 16 : 128;
    const parts = [];
    let length = 0;
    const stream = new Inflate((part) => {
        parts.push(part);
        length += part.length;
    });
    try {
        for (let at = 0; at < deflated.length && length <= kLongestState; at += piece) {
            stream.push(deflated.subarray(at, at + piece), at + piece >= deflated.length);
        }
    } catch {
        // what came before it stands
    }
    const bytes = new Uint8Array(length);
    let at = 0;
    for (const part of parts) {
        bytes.set(part, at);
        at += part.length;
    }
    return { bytes, too_long: length > kLongestState };
}

function as_text(bytes) {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function crc32(bytes) {
    return ~crc32_of(bytes, ~0) >>> 0;
}

function crc32_of(bytes, crc) {
    for (const byte of bytes) {
        crc ^= byte;
        for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
    }
    return crc;
}

function to_base64url(bytes) {
    let letters = '';
    for (const byte of bytes) letters += String.fromCharCode(byte);
    return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

// Up to the first letter that is none of it: programs put points and brackets behind an address. Spaces and line ends are passed over.
function from_base64url(text) {
    const [letters] = /^[\w-]*/.exec(text.replaceAll(/\s|%20|%0[ad]/gi, ''));
    const whole = letters.slice(0, letters.length - (letters.length % 4 === 1 ? 1 : 0));
    return Uint8Array.from(atob(whole.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}
