// What the page shows where it cannot run: the first lesson's sentence and how its selected token attends, as a plain table. The numbers
// are the program's own.

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

function both(words) {
    if (typeof words === 'string') return escape(words);
    return `<span lang="tr">${escape(words.tr)}</span> · <span lang="en">${escape(words.en)}</span>`;
}

function escape(text) {
    return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
