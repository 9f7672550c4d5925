// What is pasted into another page's HTML to have this playground there. Texts, escaped as HTML wants it; knows no playground.

const kWidth = '100%';
const kHeight = 640;  // px

// title: the lesson's; fragment: "#s1=..."; seen: {lang, theme} where they are to go along.
export function iframe_snippet({ base, lesson, step, fragment, title, seen = {} }) {
    const address = new URL('embed.html', base);
    for (const [name, value] of Object.entries({ lesson, step, ...seen })) address.searchParams.set(name, value);
    address.hash = fragment;
    return `<iframe src="${escaped(address.href)}" width="${kWidth}" height="${kHeight}" title="${escaped(title)}"></iframe>`;
}

export function element_snippet({ base, lesson, step, fragment, seen = {} }) {
    const attributes = { lesson, step, ...seen, state: fragment.replace(/^#s\d+=/, '') };
    const text = Object.entries(attributes).map(([name, value]) => `${name}="${escaped(String(value))}"`).join(' ');
    return `<script type="module" src="${escaped(new URL('embed.js', base).href)}"></script>\n<dikkat-playground ${text}></dikkat-playground>`;
}

function escaped(text) {
    const signs = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
    return text.replaceAll(/[&<>"]/g, (sign) => signs[sign]);
}
