// The page's program in Node, on a stage that it takes for a browser: nothing is drawn, letters are boxes. For the build's walk and for
// tests that want the program itself without a page.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const kEncoder = new TextEncoder(), kDecoder = new TextDecoder();

// script     Emscripten's, as a path
// wasm       the whole program, compiled
// lessons    what their lesson.jsons hold; the first one is open
//
// {module, exported, give, ask, query, dispatch, settle}: Emscripten's module, the wasm's own exports, and ways to call them.
export async function start_on_stage({ script, wasm, lessons }) {
    let frame_is_wanted = true;
    let exported;
    const quiet = new Proxy(() => {}, { get: (_, name) => (name === Symbol.toPrimitive ? () => 0 : quiet), set: () => true, apply: () => quiet });
    const stage = { window: quiet, document: quiet, screen: quiet, WebGLRenderingContext: class {} };
    for (const [name, value] of Object.entries(stage)) Object.defineProperty(globalThis, name, { value, configurable: true });
    const { default: create } = await import(pathToFileURL(resolve(script)));
    const canvas = { getContext: () => drawing_context(), addEventListener() {}, removeEventListener() {}, getBoundingClientRect: () => ({}), style: quiet };
    const module = await create({
        canvas,
        host: new Proxy({ ask_for_frame: () => { frame_is_wanted = true; } }, { get: (own, name) => own[name] ?? (() => {}) }),
        instantiateWasm(imports, receive) {
            const instance = new WebAssembly.Instance(wasm, imports);
            exported = instance.exports;
            receive(instance, wasm);
            return exported;
        },
    });
    module.fontCanvas = letters();

    const give = (name, text, ...more) => {
        const bytes = kEncoder.encode(text);
        const room = module._malloc(bytes.length || 1);
        module.bytes().set(bytes, room);
        const result = module[name](room, bytes.length, ...more);
        module._free(room);
        return result;
    };
    const ask = (name, text) => {
        const address = give(name, text);
        return JSON.parse(kDecoder.decode(module.bytes().slice(address, address + module._dikkat_answer_length())));
    };
    // Frames as long as some are asked for; longer apart than any motion lasts.
    const settle = () => {
        for (let frame = 0; frame_is_wanted && frame < 8; frame++) {
            frame_is_wanted = false;
            module._dikkat_frame(0.3);
        }
    };
    const query = (path) => ask('_dikkat_query', path);
    // Where something cannot be done, as on a narrow screen, the answer says so.
    const dispatch = (command) => {
        const answer = ask('_dikkat_dispatch', JSON.stringify(command));
        settle();
        return answer;
    };

    const begun = ask('_dikkat_start', JSON.stringify({ lessons: lessons.map((data) => ({ data })) }));
    if (!begun.ok) throw new Error(begun.error.message);
    return { module, exported, give, ask, query, dispatch, settle };
}

// WebGL2 that draws nothing.
function drawing_context() {
    const answers = {
        getParameter: (name) => (name === 0x1F02 ? 'WebGL 2.0' : name === 0x8B8C ? 'WebGL GLSL ES 3.00' : name === 0x0D33 ? 4096 : 16),
        getSupportedExtensions: () => [],
        getExtension: () => null,
        getContextAttributes: () => ({}),
        isContextLost: () => false,
        getShaderParameter: () => true,
        getProgramParameter: (_, name) => (name === 0x8B86 ? 0 : true),  // no active uniforms
        getShaderInfoLog: () => '',
        getProgramInfoLog: () => '',
        checkFramebufferStatus: () => 0x8CD5,
    };
    // What the program's script writes on it is what it then reads.
    return new Proxy({}, { get: (own, name) => own[name] ?? answers[name] ?? (/^create/.test(name) ? () => ({}) : () => 0) });
}

// Letters that are boxes.
function letters() {
    return {
        trustworthy: true,
        pixels: new Uint8Array(64).fill(255),
        files: [],
        advance: () => 0.55,
        cap_height: () => 0.72,
        kerning: () => 0,
        set_ink() {},
        draw: () => ({ left: 0, top: -8, width: 8, height: 8, coloured: false }),
    };
}
