// The browser as rasteriser of the canvas's text: one glyph at a time on a small 2D canvas. The wasm asks through
// src/shell/glyphs_canvas_web.cpp; nothing here knows ImGui or the wasm's memory.

// In the order of C++'s Face. The families are the page's own, from page.css.
const kFaces = [
    { weight: 400, family: '"Dikkat Inter"', fallback: 'system-ui, sans-serif', file: 'inter-400.ttf' },
    { weight: 600, family: '"Dikkat Inter"', fallback: 'system-ui, sans-serif', file: 'inter-600.ttf' },
    { weight: 400, family: '"Dikkat Mono"', fallback: 'monospace', file: 'jetbrains-mono-400.ttf' },
    { weight: 600, family: '"Dikkat Mono"', fallback: 'monospace', file: 'jetbrains-mono-600.ttf' },
];
// Metrics are taken at this size: linear, free of hinting, the same on every screen.
const kMetricSize = 1000;
const kSample = 'Aağ0√';

// Sets module.fontCanvas, which must be there before the program starts: await prepare() first.
export function create_font_canvas(module, document) {
    const drawing = create_context(document);
    const metrics = create_context(document);
    // 'auto' measures word by word in Chromium and loses pairs with a space (", " in Inter 600).
    if ('fontKerning' in metrics) metrics.fontKerning = 'normal';
    let ink = '#000';

    const measure = (face, text) => {
        use_font(metrics, face, kMetricSize);
        return metrics.measureText(text);
    };
    const width = (face, text) => measure(face, text).width / kMetricSize;

    const canvas = {
        trustworthy: true,
        pixels: new Uint8Array(0), // of the glyph drawn last: alpha, or RGBA if it is coloured
        files: [], // TTF of each face, where the canvas can't be trusted

        advance: (face, code) => width(face, String.fromCodePoint(code)),
        cap_height: (face) => measure(face, 'H').actualBoundingBoxAscent / kMetricSize,
        kerning(face, left_code, right_code) {
            const left = String.fromCodePoint(left_code);
            const right = String.fromCodePoint(right_code);
            return width(face, left + right) - width(face, left) - width(face, right);
        },
        set_ink(light) {
            ink = light ? '#fff' : '#000';
        },
        // Draws a glyph with its origin `shift` device pixels (0, .25, .5, .75) right of a pixel's edge. Answers where its pixels lie from
        // the pen's place on the baseline, empty borders taken off, and leaves them in `pixels`.
        draw(face, size, shift, code) {
            const image = draw_glyph(drawing, face, size, shift, String.fromCodePoint(code), ink);
            const box = ink_box(image.data, image.width, image.height);
            const coloured = has_own_colours(image.data, ink);
            canvas.pixels = cut_out(image.data, image.width, box, coloured);
            return { ...box, left: image.left + box.left, top: image.top + box.top, coloured };
        },

        // Anti-fingerprinting modes (Firefox's resistFingerprinting, Brave, Safari's private windows) alter or blank what is read back.
        check() {
            canvas.trustworthy = reads_back_what_was_drawn(drawing);
            return canvas.trustworthy;
        },
        // Resolves when the page's faces are usable, or after `patience` milliseconds: the text is then drawn in the system's faces,
        // and drawn anew (dikkat_fonts_changed) when ours have come.
        ready(patience = 3000) {
            const loads = kFaces.map(({ weight, family }) => document.fonts.load(`${weight} 16px ${family}`, kSample));
            return Promise.race([Promise.allSettled(loads), new Promise((done) => setTimeout(done, patience))]);
        },
        // What the program needs before it starts. `folder`: URL of the fonts, with a slash at the end.
        async prepare(folder, patience) {
            if (canvas.check()) return canvas.ready(patience);
            canvas.files = await Promise.all(kFaces.map(({ file }) => fetch_bytes(new URL(file, folder))));
        },
    };
    module.fontCanvas = canvas;
    return canvas;
}

function create_context(document) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 64;
    // Kept in memory: reading back needs no GPU, and anti-aliasing is grey.
    return canvas.getContext('2d', { willReadFrequently: true });
}

function use_font(context, face, size) {
    const { weight, family, fallback } = kFaces[face];
    const font = `${weight} ${size}px ${family}, ${fallback}`;
    if (context.wanted_font === font) return; // setting it parses it
    context.font = context.wanted_font = font;
}

function draw_glyph(context, face, size, shift, text, ink) {
    use_font(context, face, size);
    const bounds = context.measureText(text);
    const left = Math.floor(-bounds.actualBoundingBoxLeft) - 1;
    const top = -Math.ceil(bounds.actualBoundingBoxAscent) - 1;
    const width = Math.ceil(bounds.actualBoundingBoxRight + shift) + 2 - left;
    const height = Math.ceil(bounds.actualBoundingBoxDescent) + 1 - top;
    const { canvas } = context;
    if (width > canvas.width || height > canvas.height) {
        canvas.width = Math.max(width, canvas.width); // which also sets the font back
        canvas.height = Math.max(height, canvas.height);
        context.wanted_font = undefined;
        use_font(context, face, size);
    }
    context.clearRect(0, 0, width, height);
    context.fillStyle = ink;
    context.fillText(text, shift - left, -top);
    return { left, top, width, height, data: context.getImageData(0, 0, width, height).data };
}

// The smallest box around what is not transparent; empty for a space.
function ink_box(data, width, height) {
    let left = width;
    let top = height;
    let right = 0;
    let bottom = 0;
    for (let y = 0, i = 3; y < height; y++)
        for (let x = 0; x < width; x++, i += 4) {
            if (data[i] === 0) continue;
            left = Math.min(left, x);
            right = Math.max(right, x + 1);
            top = Math.min(top, y);
            bottom = y + 1;
        }
    return right > left ? { left, top, width: right - left, height: bottom - top } : { left: 0, top: 0, width: 0, height: 0 };
}

// An emoji brings its own colours; every other glyph's pixels have the ink's, as far as their alpha lets one tell.
function has_own_colours(data, ink) {
    const expected = ink === '#fff' ? 255 : 0;
    const opaque_enough = 200;
    const tolerance = 24;
    for (let i = 0; i < data.length; i += 4) {
        if (data[i + 3] <= opaque_enough) continue;
        for (let channel = i; channel < i + 3; channel++) if (Math.abs(data[channel] - expected) > tolerance) return true;
    }
    return false;
}

function cut_out(data, stride, { left, top, width, height }, coloured) {
    const pixels = new Uint8Array(width * height * (coloured ? 4 : 1));
    for (let y = 0, to = 0; y < height; y++)
        for (let x = 0; x < width; x++) {
            const from = ((top + y) * stride + left + x) * 4;
            if (coloured) {
                pixels.set(data.subarray(from, from + 4), to);
                to += 4;
            } else pixels[to++] = data[from + 3];
        }
    return pixels;
}

function reads_back_what_was_drawn(context) {
    const size = 16;
    const inset = 4;
    context.clearRect(0, 0, size, size);
    context.fillStyle = '#000';
    context.fillRect(inset, inset, size - 2 * inset, size - 2 * inset);
    const { data } = context.getImageData(0, 0, size, size);
    const inside = (at) => at >= inset && at < size - inset;
    for (let y = 0; y < size; y++)
        for (let x = 0; x < size; x++) {
            const alpha = inside(x) && inside(y) ? 255 : 0;
            const i = (y * size + x) * 4;
            if (data[i] !== 0 || data[i + 1] !== 0 || data[i + 2] !== 0 || data[i + 3] !== alpha) return false;
        }
    return true;
}

async function fetch_bytes(url) {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
}
