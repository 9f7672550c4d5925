// What the page shows before it runs and where it cannot: the first lesson's sentence and how its selected token attends, as a figure and
// as a plain table. The numbers are the program's own.
import { box_path, kBarHeight, kBarTop, kColumn, kInset, kQueryHeight, kQueryTop, kTrack, ribbons_of } from '../figure_shape.js';

// lesson: {data, text} of the bundle. query(path) answers as the program does.
export async function static_result(lesson, query) {
    const { data } = lesson;
    const { tokens } = data.document;
    const row = data.selection.row;
    const lanes = await Promise.all(data.screen.ribbons.map(async ({ title, tensor }) => {
        const weights = await query(`tensor/${tensor}`);
        const [, columns] = weights.shape;
        const decimals = data.looks[tensor].decimals;
        return { title, weights: weights.data.slice(row * columns, (row + 1) * columns).map((weight) => weight.toFixed(decimals)) };
    }));
    const caption = `<span lang="tr">“${escape(tokens[row])}” hangi token’a ne kadar bakıyor?</span><br>`
        + `<span lang="en">How much does “${escape(tokens[row])}” attend to each token?</span>`;
    const head = tokens.map((token) => `<th scope="col" lang="tr">${escape(token)}</th>`).join('');
    const body = lanes.map(({ title, weights }) => `<tr><th scope="row">${both(title)}</th>${weights.map((w) => `<td>${w}</td>`).join('')}</tr>`);
    return `<div class="result"><p lang="tr">${escape(tokens.join(' '))}</p><table><caption>${caption}</caption>`
        + `<thead><tr><td></td>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}

// The first lane's ribbons as the canvas draws them: a bar for each key, as long as its weight, bent into the selected query's box.
// Every row's weights stand in it too, for page_loading.js, which lets the query walk.
export async function static_figure({ data }, query) {
    const { tokens } = data.document;
    const { row } = data.selection;
    const { tensor } = data.screen.ribbons[0];
    const { data: numbers } = await query(`tensor/${tensor}`);
    const { decimals } = data.looks[tensor];
    const rows = tokens.map((_, of) => numbers.slice(of * tokens.length, (of + 1) * tokens.length).map((weight) => weight.toFixed(decimals + 3)));
    const columns = ribbons_of(numbers.slice(row * tokens.length, (row + 1) * tokens.length), row).map((ribbon, key) => {
        const x = key * kColumn;
        return `<path class="ribbon" fill-opacity="${ribbon.opacity}" d="${ribbon.path}"/>`
            + `<path class="track" d="M${x} ${kBarTop}h${kTrack}v${kBarHeight}H${x}z"/><path class="bar" d="${ribbon.bar}"/>`
            + `<text class="key" x="${x}" y="8">${escape(tokens[key])}</text>`
            + `<text class="number" x="${x}" y="25">${numbers[row * tokens.length + key].toFixed(decimals)}</text>`
            + `<text class="query${key === row ? ' chosen' : ''}" x="${x + kInset}" y="${kQueryTop + 22}">${escape(tokens[key])}</text>`;
    });
    const box = `<path class="box" d="${box_path(row)}"/>`;
    const view = `-2 -8 ${(tokens.length - 1) * kColumn + kTrack + 4} ${kQueryTop + kQueryHeight + 12}`;
    return `<svg class="figure" viewBox="${view}" role="img" aria-label="${escape(tokens.join(' '))}" lang="tr" data-row="${row}"`
        + ` data-decimals="${decimals}" data-weights="${rows.map((weights) => weights.join(' ')).join(',')}">${box}${columns.join('')}</svg>`;
}

function both(words) {
    if (typeof words === 'string') return escape(words);
    return `<span lang="tr">${escape(words.tr)}</span> · <span lang="en">${escape(words.en)}</span>`;
}

function escape(text) {
    return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
