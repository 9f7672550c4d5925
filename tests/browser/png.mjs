// Reads the PNGs that Chromium's screenshots are: 8 bits a channel, RGB or RGBA, not interlaced.
import { inflateSync } from 'node:zlib';

const kColourTypes = { 2: 3, 6: 4 };  // PNG's number -> channels

export function decode_png(png) {
    const width = png.readUInt32BE(16), height = png.readUInt32BE(20);
    const channels = kColourTypes[png[25]];
    if (png[24] !== 8 || !channels || png[28] !== 0) throw new Error('not a PNG of this kind');
    const rows = unfilter(inflateSync(image_data(png)), height, width * channels, channels);
    const at = (x, y) => {
        const start = y * width * channels + x * channels;
        return [rows[start], rows[start + 1], rows[start + 2], channels === 4 ? rows[start + 3] : 255];
    };
    return { width, height, at };
}

function image_data(png) {
    const parts = [];
    for (let start = 8; start < png.length;) {
        const length = png.readUInt32BE(start);
        if (png.toString('latin1', start + 4, start + 8) === 'IDAT') parts.push(png.subarray(start + 8, start + 8 + length));
        start += 12 + length;
    }
    return Buffer.concat(parts);
}

function unfilter(raw, height, stride, channels) {
    const out = new Uint8Array(height * stride);
    for (let y = 0; y < height; y++) {
        const filter = raw[y * (stride + 1)];
        const from = y * (stride + 1) + 1, to = y * stride;
        for (let i = 0; i < stride; i++) {
            const left = i >= channels ? out[to + i - channels] : 0;
            const up = y ? out[to + i - stride] : 0;
            const corner = y && i >= channels ? out[to + i - stride - channels] : 0;
            out[to + i] = raw[from + i] + predicted(filter, left, up, corner);
        }
    }
    return out;
}

function predicted(filter, left, up, corner) {
    switch (filter) {
        case 1: return left;
        case 2: return up;
        case 3: return (left + up) >> 1;
        case 4: return paeth(left, up, corner);
        default: return 0;
    }
}

function paeth(left, up, corner) {
    const guess = left + up - corner;
    const by_left = Math.abs(guess - left), by_up = Math.abs(guess - up), by_corner = Math.abs(guess - corner);
    if (by_left <= by_up && by_left <= by_corner) return left;
    return by_up <= by_corner ? up : corner;
}
