// One playground on one canvas: loads the program, gives it the browser's events, and offers query, dispatch and on. Everything belongs
// to the instance: several live on one page, in a shadow root too. The page around it is page.js's.
import { connect_input } from './canvas_input.js';
import { connect_screen } from './canvas_screen.js';
import { create_font_canvas } from './font_canvas.js';
import { fetch_text, fetch_with_progress } from './fetch_progress.js';
import { Program } from './program.js';

const kForms = ['wide', 'tablet', 'phone'];
const kEncoder = new TextEncoder();
const kDecoder = new TextDecoder();

// What a query or a start was refused with; `code` names the reason, the message is in the view's language.
export class Refused extends Error {
    constructor({ code, message }) {
        super(message);
        this.name = 'Refused';
        this.code = code;
    }
}

// canvas    where it is drawn; its CSS size is the page's matter
// base      the folder of the built site, with "/" at its end
// lessons   what fetch_lessons() brought; fetched where it is left out
// options   commands: carried out in order before the first frame; form: "wide", "tablet" or "phone";
//           alone: the first lesson is what is wanted; the program's second part and the other lessons' data come when somebody does
//           something
// on_lessons called with the whole bundle, as text, when the other lessons have come
// on_event  called with every event: {type: "change" | "hover" | "announce" | "height" | "context" | "stopped", ...}
export async function create_playground({ canvas, base = new URL('./', import.meta.url).href, lessons, options = {}, on_event, on_progress, on_lessons }) {
    const program = new Program(base);
    if (!options.alone) program.fetch_rest();
    const [{ default: create_module }, wasm, catalogue] = await Promise.all([
        import(new URL('dikkat.mjs', base).href),
        fetch_with_progress(new URL('dikkat.wasm', base).href, on_progress),
        lessons ?? fetch_lessons(base, options.alone),
    ]);
    const playground = new Playground(canvas, on_event, program);
    if (options.alone) playground.bring_lessons = async () => {
        const bundle = await fetch_lessons(base, false);
        on_lessons?.(bundle);
        return bundle;
    };
    await playground.start(create_module, wasm, catalogue, base, options);
    return playground.handle();
}

// As text: all lessons, or the first one with the heads of the others.
export function fetch_lessons(base, alone) {
    return fetch_text(new URL(alone ? 'first_lesson.json' : 'lessons.json', base).href);
}

class Playground {
    constructor(canvas, on_event, program) {
        this.canvas = canvas;
        this.program = program;
        this.handlers = new Map();
        this.leaving = new AbortController();  // takes every listener away
        this.stopped = false;
        this.running = false;
        if (on_event) this.on('*', on_event);
    }

    async start(create_module, wasm, catalogue, base, { commands = [], form = 'wide', alone = false }) {
        const compiled = await WebAssembly.compile(wasm);
        this.module = await create_module({
            canvas: this.canvas,
            host: this,
            instantiateWasm: (imports, receive) => {
                this.program.instantiate(compiled, imports).then(({ exports }) => receive({ exports: this.watched(exports) }, compiled));
                return {};  // Emscripten's sign that it comes later
            },
        });
        await this.draw_letters(base);
        if (alone) this.await_person();
        else await this.program.complete();
        const started = this.ask('_dikkat_start', catalogue);
        if (!started.ok) throw new Refused(started.error);
        if (/Mac|iP(hone|ad|od)/.test(navigator.platform)) this.module._dikkat_mac();
        this.surroundings = { form, hovered_term: '' };
        for (const command of commands) {
            const answer = this.dispatch(command);
            if (!answer.ok) this.deliver({ type: 'announce', text: answer.error.message });
        }
        this.watch_preferences();
        this.input = connect_input(this.canvas, this.module, this.leaving.signal);
        this.screen = connect_screen(this.canvas, this.module, this.leaving.signal, (state) => this.deliver({ type: 'context', state }));  // draws
        this.running = true;
    }

    // The second part comes as soon as somebody points at the canvas or does something anywhere, so that it is there when it is needed.
    await_person() {
        const come = () => this.complete().catch(() => {});  // asked for again when it is needed
        const listen = (target, type) => target.addEventListener(type, come, { capture: true, once: true, signal: this.leaving.signal });
        listen(this.canvas, 'pointerenter');
        for (const type of ['pointerdown', 'keydown']) listen(this.canvas.ownerDocument, type);
    }

    // Resolves when the second part and the other lessons are there. What did not arrive throws, and is asked for anew at the next call.
    async complete() {
        await this.program.complete();
        this.completing ??= this.add_lessons();
        this.completing.catch(() => { this.completing = undefined; });
        return this.completing;
    }

    async add_lessons() {
        const bundle = await this.bring_lessons?.();
        if (bundle && !this.stopped) this.ask('_dikkat_add_lessons', bundle);
    }

    // The browser draws the letters; those that came before their font did are drawn anew when it is there.
    async draw_letters(base) {
        const { fonts } = this.canvas.ownerDocument;
        await create_font_canvas(this.module, this.canvas.ownerDocument).prepare(new URL('fonts/', base));
        fonts.addEventListener('loadingdone', () => this.started() && this.module._dikkat_fonts_changed(), { signal: this.leaving.signal });
    }

    watch_preferences() {
        const listen = (question) => {
            const list = matchMedia(question);
            list.addEventListener('change', () => this.send_surroundings(), { signal: this.leaving.signal });
            return list;
        };
        this.prefers = {
            dark: listen('(prefers-color-scheme: dark)'),
            reduced_motion: listen('(prefers-reduced-motion: reduce)'),
            coarse_pointer: listen('(pointer: coarse)'),
        };
        this.send_surroundings();
    }

    send_surroundings() {
        const { dark, reduced_motion, coarse_pointer } = this.prefers;
        const form = kForms.indexOf(this.surroundings.form);
        this.module._dikkat_surroundings(form, dark.matches, reduced_motion.matches, coarse_pointer.matches);
    }

    handle() {
        return {
            query: (path) => this.query(path),
            dispatch: (command) => this.dispatch(command),
            on: (event, handler) => this.on(event, handler),
            surround: (changes) => this.surround(changes),
            complete: () => this.complete(),
            picture: (ratio) => this.screen?.picture(ratio) ?? null,  // a canvas of its own
            dispose: () => this.dispose(),
        };
    }

    // --- What is offered ---------------------------------------------------------------------------------------------------------

    // The answer as an object or an array; throws Refused where there is no such thing.
    query(path) {
        const answer = this.ask('_dikkat_query', path);
        if (answer.ok === false) throw new Refused(answer.error);
        return answer;
    }

    // {ok: true}, or {ok: false, error: {code, message}} with everything as it was.
    dispatch(command) {
        return this.ask('_dikkat_dispatch', JSON.stringify(command, spell_out_infinities));
    }

    // Calls the handler for every event of that type ("*": of any); what comes back ends it.
    on(event, handler) {
        if (!this.handlers.has(event)) this.handlers.set(event, new Set());
        this.handlers.get(event).add(handler);
        return () => this.handlers.get(event).delete(handler);
    }

    // form: how wide the page is; hovered_term: the tensor that the page's text points at, "" for none.
    surround({ form, hovered_term }) {
        if (this.stopped) return;
        if (form !== undefined && form !== this.surroundings.form) {
            this.surroundings.form = form;
            this.send_surroundings();
        }
        if (hovered_term !== undefined && hovered_term !== this.surroundings.hovered_term) {
            this.surroundings.hovered_term = hovered_term;
            this.give('_dikkat_hover_term', hovered_term);
        }
    }

    dispose() {
        if (this.leaving.signal.aborted) return;
        this.leaving.abort();
        this.stopped = true;
        this.screen?.close();
        this.handlers.clear();
    }

    // --- The way in and out of the program ------------------------------------------------------------------------------------------

    started() {
        return this.running && !this.stopped;
    }

    // Calls an export with a text; its answer is JSON.
    ask(name, text) {
        const address = this.give(name, text);
        const length = this.module._dikkat_answer_length();
        return JSON.parse(kDecoder.decode(this.module.bytes().subarray(address, address + length)));
    }

    give(name, text) {
        if (this.stopped) throw this.trap ?? new Error('this playground was disposed of');
        const bytes = kEncoder.encode(text);
        const room = this.module._malloc(bytes.length || 1);
        this.module.bytes().set(bytes, room);
        const result = this.module[name](room, bytes.length);
        this.module._free(room);
        return result;
    }

    // Handlers may query and dispatch, so they are called when the program has come back from what it was doing.
    deliver(event) {
        queueMicrotask(() => {
            const handlers = [...(this.handlers.get(event.type) ?? []), ...(this.handlers.get('*') ?? [])];
            for (const handler of handlers) handler(event);
        });
    }

    // A CHECK that failed and a trap both come out of the program as a RuntimeError.
    watched(exports) {
        const watch = (run) => (...values) => {
            try {
                return run(...values);
            } catch (error) {
                if (error instanceof WebAssembly.RuntimeError) this.stop(error);
                throw error;
            }
        };
        return Object.fromEntries(Object.entries(exports).map(([name, each]) => [name, typeof each === 'function' ? watch(each) : each]));
    }

    // Nothing in the program may be called any more: its memory is in no known state. Who waits for its start hears that by the start's
    // own error, which every later call throws too.
    stop(trap) {
        if (this.stopped) return;
        if (this.running) this.deliver({ type: 'stopped', reason: trap.message });
        this.stopped = true;
        this.trap = trap;
        this.leaving.abort();
        this.screen?.close();
    }

    // --- What the program calls (EM_JS in src/shell) ---------------------------------------------------------------------------------

    // The window library in the program would listen to the whole page. While it starts, it subscribes to nothing.
    begin_deafness() {
        const targets = [window, document, this.canvas];
        this.own_listening = targets.map((target) => [target, Object.getOwnPropertyDescriptor(target, 'addEventListener')]);
        for (const target of targets) target.addEventListener = () => {};
    }

    end_deafness() {
        for (const [target, own] of this.own_listening) {
            delete target.addEventListener;
            if (own) Object.defineProperty(target, 'addEventListener', own);
        }
    }

    tell(bytes) {
        this.deliver(JSON.parse(kDecoder.decode(bytes)));
    }

    ask_for_frame() {
        this.screen?.ask_for_frame();
    }

    set_cursor(cursor) {
        this.input?.set_cursor(cursor);
    }

    set_text_entry(on, x, y) {
        this.input?.set_text_entry(on, x, y);
    }

    copy(bytes) {
        this.input?.copy(kDecoder.decode(bytes));
    }
}

// JSON has no word for them; the commands take these.
function spell_out_infinities(key, value) {
    return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}
