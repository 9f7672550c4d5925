// The canvas as an SVG file, from the program's own record of what it draws (the query `drawing`): numbers are text, cells say what
// stands in them. Knows no page; every attribute is a presentation attribute, which converters to PDF and LaTeX understand.

const kFonts = { sans: "Inter, 'Helvetica Neue', Arial, sans-serif", mono: "'JetBrains Mono', Menlo, Consolas, monospace" };
const kPrefixes = { baseline: '₀', difference: 'Δ ', gradient: '∂L/∂' };

// words   {title, description, language, source, version, lesson, step}: for readers of the file and for screen readers
// fonts   other families for the two faces, where the file is shown beside fonts of its own
export function svg_of(drawing, words, fonts = kFonts) {
    const { width, height, background } = drawing;
    const whole = [0, 0, width, height];
    const clips = new Map();
    const parts = drawing.items.map((item) => clipped(shape_of(item, drawing.ratio, fonts), item, whole, clips));
    const areas = [...clips].map(([area, id]) => `<clipPath id="${id}"><rect ${box(area.split(' '))}/></clipPath>`);
    return [
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
        ` xml:lang="${escaped(words.language)}" role="img" font-family="${escaped(fonts.sans)}">\n`,
        `<title>${escaped(words.title)}</title>\n<desc>${escaped(words.description)}</desc>\n${metadata(words)}`,
        areas.length > 0 ? `<defs>${areas.join('')}</defs>\n` : '',
        `<rect ${box(whole)} ${paint('fill', background)}/>\n`,
        parts.filter(Boolean).join('\n'), '\n</svg>\n',
    ].join('');
}

// Dublin Core, which Inkscape and most catalogues read.
function metadata({ title, language, source, version, lesson, step, description }) {
    const entries = { title, description, language, source, creator: `Dikkat ${version}`, identifier: `${lesson}/${step}`, format: 'image/svg+xml' };
    const lines = Object.entries(entries).map(([name, value]) => `<dc:${name}>${escaped(value)}</dc:${name}>`);
    return `<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">`
        + `<rdf:Description rdf:about="">${lines.join('')}</rdf:Description></rdf:RDF></metadata>\n`;
}

function shape_of(item, ratio, fonts) {
    const { kind, colour, line } = item;
    if (kind === 'text') return text_of(item, fonts);
    if (kind === 'cells') return cells_of(item, ratio);
    const drawn = line ? `fill="none" ${paint('stroke', colour)} stroke-width="${line}"` : paint('fill', colour);
    if (kind === 'rectangle') return `<rect ${box(item.rect)}${item.radius ? ` rx="${item.radius}"` : ''} ${drawn}/>`;
    if (kind === 'circle') return `<circle cx="${item.x}" cy="${item.y}" r="${item.radius}" ${drawn}/>`;
    return `<path d="${item.d}" ${drawn}${line ? ' stroke-linejoin="round"' : ''}/>`;
}

// As wide as the canvas has it, whatever font stands in for ours.
function text_of({ text, x, y, size, face, bold, colour, rect }, fonts) {
    const family = face === 'mono' ? ` font-family="${escaped(fonts.mono)}"` : '';
    const weight = bold ? ' font-weight="600"' : '';
    const width = [...text].length > 1 ? ` textLength="${rect[2]}" lengthAdjust="spacingAndGlyphs"` : '';
    const space = /^\s|\s\s|\s$/.test(text) ? ' xml:space="preserve"' : '';
    return `<text x="${x}" y="${y}" font-size="${size}"${family}${weight} ${paint('fill', colour)}${width}${space}>${escaped(text)}</text>`;
}

// Edges lie on device pixels, as heatmap.frag rounds them.
function cells_of({ rect, rows, columns, gap, colours, values, difference, dot, stripe, tile, tensor }, ratio) {
    const [left, top, width, height] = rect;
    const cell_width = width / columns, cell_height = height / rows;
    const edge = (start, size, index) => number(start + Math.round(index * size * ratio) / ratio);
    const has_dots = difference && Math.min(cell_width, cell_height) >= 16;
    const shapes = colours.map((colour, index) => {
        const row = Math.floor(index / columns), column = index % columns;
        const x = edge(left, cell_width, column), y = edge(top, cell_height, row);
        const place = [x, y, number(edge(left, cell_width, column + 1) - x - gap), number(edge(top, cell_height, row + 1) - y - gap)];
        const title = tensor ? `<title>${escaped(cell_words(tensor, row, column, values[index]))}</title>` : '';
        if (colour === 'nan') return `<g>${title}<rect ${box(place)} ${paint('fill', tile)}/>${striped(place, stripe)}</g>`;
        const cell = `<rect ${box(place)} ${paint('fill', colour)}${title ? `>${title}</rect>` : '/>'}`;
        if (!has_dots || values[index] !== 0) return cell;
        return `${cell}<circle cx="${number(x + place[2] / 2)}" cy="${number(y + place[3] / 2)}" r="1.1" ${paint('fill', dot)}/>`;
    });
    return `<g>${shapes.join('')}</g>`;
}

// "head0.weights[4, 1] = 0.5": as the tensor is indexed in PyTorch.
function cell_words(tensor, row, column, value) {
    return `${kPrefixes[tensor.show] ?? ''}${tensor.name}[${tensor.row + row}, ${tensor.column + column}] = ${value}`;
}

// At 45 degrees, 3 px wide every 6, within the cell.
function striped([x, y, width, height], colour) {
    const paths = [];
    for (let at = 0; at < width + height; at += 6) {
        const corners = [];
        for (const sum of [at, Math.min(at + 3, width + height)]) {
            const ends = [[Math.min(sum, width), Math.max(0, sum - width)], [Math.max(0, sum - height), Math.min(sum, height)]];
            corners.push(...(corners.length > 0 ? ends.reverse() : ends));
        }
        paths.push(`M${corners.map(([dx, dy]) => `${number(x + dx)} ${number(y + dy)}`).join('L')}Z`);
    }
    return `<path d="${paths.join('')}" ${paint('fill', colour)}/>`;
}

// --- What is cut -----------------------------------------------------------------------------------------------------------------------

function clipped(shape, item, whole, clips) {
    const area = common(item.clip, whole);
    const bounds = bounds_of(item);
    const seen = common(area, bounds);
    if (seen[2] <= 0 || seen[3] <= 0) return '';
    if (bounds.every((side, index) => Math.abs(side - seen[index]) < 0.51)) return shape;
    const key = area.map(number).join(' ');
    if (!clips.has(key)) clips.set(key, `dikkat-clip-${clips.size}`);
    return `<g clip-path="url(#${clips.get(key)})">${shape}</g>`;
}

function bounds_of(item) {
    const more = (item.line ?? 0) / 2;
    if (item.kind === 'text') return around(item.rect, item.size / 4);
    if (item.rect) return around(item.rect, more);
    if (item.kind === 'circle') return around([item.x, item.y, 0, 0], item.radius + more);
    const numbers = item.d.match(/-?[\d.]+(e-?\d+)?/g).map(Number);
    const xs = numbers.filter((_, index) => index % 2 === 0), ys = numbers.filter((_, index) => index % 2 === 1);
    const x = Math.min(...xs), y = Math.min(...ys);
    return around([x, y, Math.max(...xs) - x, Math.max(...ys) - y], more);
}

function around([x, y, width, height], by) {
    return [x - by, y - by, width + 2 * by, height + 2 * by];
}

function common(a, b) {
    const x = Math.max(a[0], b[0]), y = Math.max(a[1], b[1]);
    return [x, y, Math.min(a[0] + a[2], b[0] + b[2]) - x, Math.min(a[1] + a[3], b[1] + b[3]) - y];
}

// --- Words of SVG ----------------------------------------------------------------------------------------------------------------------

function box([x, y, width, height]) {
    return `x="${x}" y="${y}" width="${width}" height="${height}"`;
}

// "#rrggbbaa" is CSS's alone; older readers take an opacity.
function paint(what, colour) {
    if (colour.length === 7) return `${what}="${colour}"`;
    return `${what}="${colour.slice(0, 7)}" ${what}-opacity="${number(parseInt(colour.slice(7), 16) / 255)}"`;
}

function number(value) {
    return Math.round(value * 1000) / 1000;
}

// XML knows no other control characters.
function escaped(text) {
    const signs = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
    return String(text).replaceAll(/[&<>"]/g, (sign) => signs[sign]).replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}
