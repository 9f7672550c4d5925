// A lesson's text as the HTML that the page makes of it, for tests that look into it.
const kEscapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text) => text.replaceAll(/[&<>"]/g, (sign) => kEscapes[sign]);

export function html_of(nodes) {
    return (nodes ?? []).map((node) => {
        if (typeof node === 'string') return escape(node);
        const [name, attributes, ...children] = node;
        const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(key === 'style' ? style_text(value) : value)}"`).join('');
        return `<${name}${written}>${name === 'br' ? '' : `${html_of(children)}</${name}>`}`;
    }).join('');
}

function style_text(styles) {
    return Object.entries(styles).map(([name, value]) => `${name}:${value};`).join('');
}
