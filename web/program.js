// The program's two files. What the first lesson needs comes first; the second file is fetched when more is wanted, and its functions
// then take their places in the table through which the first part calls them. Where the build did not cut it, there is nothing to do.
import { fetch_bytes } from './fetch_progress.js';

const kLater = 'dikkat.later.wasm';

export class Program {
    constructor(base) {
        this.later = kLater && new URL(kLater, base).href;
        this.whole = !this.later;
    }

    // The first part; `imports` are Emscripten's.
    async instantiate(compiled, imports) {
        const stand_in = (slot) => (...values) => this.call(slot, values);
        const p = new Proxy({}, { get: (_, slot) => stand_in(Number(slot)) });
        this.first = await WebAssembly.instantiate(compiled, { ...imports, p });
        this.table = Object.values(this.first.exports).find((each) => each instanceof WebAssembly.Table);
        return this.first;
    }

    // Resolves when everything is there; rejects where it did not arrive, and may be called again.
    async complete() {
        if (this.whole) return;
        const compiled = await this.fetch_rest();
        if (this.whole) return;
        await WebAssembly.instantiate(compiled, this.exports(compiled));
        this.whole = true;
    }

    // The second part, perhaps on its way while the first starts. What did not arrive is asked for anew at the next call.
    fetch_rest() {
        if (this.whole) return undefined;
        this.rest ??= fetch_bytes(this.later).then((bytes) => WebAssembly.compile(bytes));
        this.rest.catch(() => { this.rest = undefined; });
        return this.rest;
    }

    // A function of the second part is called and it is not there: rather a page that stands still for a moment than a wrong answer.
    call(slot, values) {
        if (!this.whole) {
            const compiled = new WebAssembly.Module(fetch_at_once(this.later));
            new WebAssembly.Instance(compiled, this.exports(compiled));
        }
        this.whole = true;
        return this.table.get(slot)(...values);
    }

    // What the second part takes of the first: its functions end the table, in the order of the imports (web/build/wasm_table.mjs).
    exports(compiled) {
        const functions = WebAssembly.Module.imports(compiled).filter(({ module, kind }) => module === 'primary' && kind === 'function');
        const at = this.table.length - functions.length;
        return { primary: { ...this.first.exports, ...Object.fromEntries(functions.map(({ name }, i) => [name, this.table.get(at + i)])) } };
    }
}

// Bytes without waiting: as text of a character set that leaves the low byte of each as it is.
function fetch_at_once(address) {
    const request = new XMLHttpRequest();
    request.open('GET', address, false);
    request.overrideMimeType('text/plain; charset=x-user-defined');
    request.send();
    if (request.status !== 200) throw new Error(`${address}: ${request.status}`);
    return Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0));
}
