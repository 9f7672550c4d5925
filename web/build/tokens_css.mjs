// web/tokens.json -> tokens.css: the design system's colours as custom properties (changedMark -> --changed-mark), light and dark.
// [data-theme] on the root element wins over what the person's system prefers.

export function tokens_css(tokens) {
    const light = properties(tokens.light);
    const dark = properties(tokens.dark);
    return [
        rule(':root', `color-scheme: light;${light}`),
        `@media (prefers-color-scheme: dark) {\n${rule(':root:not([data-theme="light"])', `color-scheme: dark;${dark}`)}}\n`,
        rule(':root[data-theme="dark"]', `color-scheme: dark;${dark}`),
    ].join('\n');
}

function properties(theme) {
    const colours = Object.entries(theme).filter(([, value]) => typeof value === 'string' && value.startsWith('#'));
    return colours.map(([name, value]) => `--${kebab_case(name)}: ${value};`).join('');
}

function rule(selector, body) {
    return `${selector} {\n    ${body.replaceAll(';', ';\n    ').trimEnd()}\n}\n`;
}

function kebab_case(name) {
    return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
