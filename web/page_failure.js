// Where the program cannot run or has stopped, the section with the reason and the lesson's result as a table takes the page's place.

// reason: "webassembly", "simd", "webgl", "arrival" (something did not arrive) or "stopped" (the program found a bug in itself).
export function show_failure(reason) {
    for (const words of document.querySelectorAll('#failure [data-reason]')) words.hidden = !words.dataset.reason.split(' ').includes(reason);
    document.getElementById('failure').hidden = false;
    for (const id of ['loading', 'main', 'header', 'twin']) document.getElementById(id).hidden = true;
    document.documentElement.removeAttribute('data-ready');
}

// A function that makes a vector of bytes and counts their bits: the shortest that only the program's kind of WebAssembly can read.
const kSimdModule = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

// What is missing for the program to run here, or null.
export function missing_here() {
    if (typeof WebAssembly !== 'object') return 'webassembly';
    if (!WebAssembly.validate(kSimdModule)) return 'simd';
    const context = document.createElement('canvas').getContext('webgl2');
    if (!context) return 'webgl';
    context.getExtension('WEBGL_lose_context')?.loseContext();  // a page has few of them
    return null;
}
