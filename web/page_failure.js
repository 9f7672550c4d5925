// Where the program cannot run or has stopped, the section with the reason and the lesson's result as a table takes the page's place.

// reason: "webassembly", "webgl", "arrival" (something did not arrive) or "stopped" (the program found a bug in itself).
export function show_failure(reason) {
    for (const words of document.querySelectorAll('#failure [data-reason]')) words.hidden = words.dataset.reason !== reason;
    document.getElementById('failure').hidden = false;
    for (const id of ['loading', 'main', 'header', 'twin']) document.getElementById(id).hidden = true;
    document.documentElement.removeAttribute('data-ready');
}

// What is missing for the program to run here, or null.
export function missing_here() {
    if (typeof WebAssembly !== 'object') return 'webassembly';
    const context = document.createElement('canvas').getContext('webgl2');
    if (!context) return 'webgl';
    context.getExtension('WEBGL_lose_context')?.loseContext();  // a page has few of them
    return null;
}
