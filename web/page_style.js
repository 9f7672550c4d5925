// A style sheet of a part of the page that comes when it is wanted. Resolves when it is there; one that did not arrive is taken away
// again, so that it can be asked for once more.
export function bring_style(href, properties = {}) {
    return new Promise((resolve, reject) => {
        const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, ...properties });
        link.addEventListener('load', () => resolve());
        link.addEventListener('error', () => (link.remove(), reject(new Error(`${href} did not arrive`))));
        document.head.append(link);
    });
}
