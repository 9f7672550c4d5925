// <dikkat-playground>: a playground on any page, in a frame. Attributes say what is shown; `dispatch`, `query` and events are the playground's
// own, passed on as messages. One file without dependencies; embed.d.ts has the types.
import { envelope, kToHost, read_message } from './messages.js';

const kPassedOn = ['lesson', 'step', 'lang', 'theme', 'text'];
const kRenamed = { hide: 'hide', locked: 'lock', 'lesson-url': 'lesson_url' };  // attribute -> parameter
const kCommands = {
    lesson: (lesson) => ({ type: 'open_lesson', lesson }),
    step: (step) => ({ type: 'go_to_step', step: Number(step) }),
    lang: (language) => ({ type: 'set_language', language }),
    theme: (theme) => ({ type: 'set_theme', theme }),
};
const kHeight = 560;       // px until the frame has said what it needs
const kLeastHeight = 360;
const kMostHeight = 4000;
const kAllowed = 'clipboard-write; fullscreen';

const elements = new Set();

// Site builders import this on a server, where there are no elements; it does nothing there.
const in_browser = typeof HTMLElement === 'function';

export class DikkatPlayground extends (in_browser ? HTMLElement : Object) {
    static #base = new URL('./', import.meta.url).href;

    // The folder that embed.html is in; an element's `base` attribute goes before it.
    static get base() {
        return DikkatPlayground.#base;
    }

    static set base(address) {
        DikkatPlayground.#base = address;
        for (const element of elements) if (!element.hasAttribute('base')) element.#reopen();
    }

    static observedAttributes = [...kPassedOn, ...Object.keys(kRenamed), 'state', 'base', 'height', 'sandbox', 'title'];

    #frame = null;
    #origin = '';
    #waiting = new Map();  // id -> {resolve, reject}
    #last_id = 0;
    #ready = null;
    #listening = null;
    #told = {};  // what the frame said of itself last, so that an attribute that says the same is no command

    connectedCallback() {
        elements.add(this);
        if (!this.shadowRoot) this.attachShadow({ mode: 'open' });
        if (getComputedStyle(this).display === 'inline') this.style.display = 'block';
        this.#ready = later();
        this.#listening = later();
        // Elements of a page that was there before this script come to life while it is run: what imports it says `base` after that.
        queueMicrotask(() => this.isConnected && !this.#frame && this.#open());
    }

    disconnectedCallback() {
        elements.delete(this);
        this.#close();
    }

    attributeChangedCallback(name, old, now) {
        if (!this.#frame || old === now) return;
        if (name === 'title') this.#frame.title = this.#title();
        else if (name === 'height') this.#set_height();
        else if (name === 'hide' || name === 'locked') {
            this.dispatch({ type: 'set_controls', hidden: names(this.getAttribute('hide')), locked: names(this.getAttribute('locked')) });
        } else if (kCommands[name] && now !== null) {
            if (String(this.#told[name]) !== now) this.dispatch(kCommands[name](now));
        } else {
            this.#reopen();
        }
    }

    // --- What is offered -------------------------------------------------------------------------------------------------------------

    // Resolves to what the frame said when it was ready: {type, version, lesson, step, language}. It is once it was seen or asked something.
    get ready() {
        return this.#ready?.promise ?? Promise.reject(new Error('this element is in no document'));
    }

    // {ok: true}, or {ok: false, error: {code, message}} with everything as it was.
    dispatch(command) {
        return this.#ask('command', { command });
    }

    // The answer; rejects with an Error that has a `code` where there is no such thing.
    async query(path) {
        const { ok, value, error } = await this.#ask('query', { path });
        if (ok) return value;
        throw Object.assign(new Error(error.message), { code: error.code });
    }

    // --- The frame -------------------------------------------------------------------------------------------------------------------

    #open() {
        const address = this.#address();
        this.#origin = this.hasAttribute('sandbox') ? 'null' : address.origin;
        const frame = document.createElement('iframe');
        frame.title = this.#title();
        frame.allow = kAllowed;
        frame.loading = 'lazy';
        if (this.hasAttribute('sandbox')) frame.setAttribute('sandbox', this.getAttribute('sandbox') || 'allow-scripts');
        Object.assign(frame.style, { display: 'block', width: '100%', border: '0', minHeight: `${kLeastHeight}px` });
        this.#frame = frame;
        this.#set_height();
        frame.src = address.href;
        this.shadowRoot.replaceChildren(frame);
    }

    #close() {
        this.#frame?.remove();
        this.#frame = null;
        const gone = new Error('the playground’s frame is gone');
        for (const promise of [this.#ready, this.#listening, ...this.#waiting.values()]) promise?.reject(gone);
        this.#waiting.clear();
        this.#told = {};
    }

    // With another address, so from its beginning.
    #reopen() {
        if (!this.#frame) return;
        this.#close();
        this.#ready = later();
        this.#listening = later();
        this.#open();
    }

    #address() {
        const address = new URL('embed.html', new URL(this.getAttribute('base') ?? DikkatPlayground.base, document.baseURI));
        const set = (parameter, value) => value !== null && address.searchParams.set(parameter, value);
        for (const name of kPassedOn) set(name, this.getAttribute(name));
        for (const [name, parameter] of Object.entries(kRenamed)) set(parameter, this.getAttribute(name));
        if (this.hasAttribute('lesson-url')) set('lesson_url', from_this_page(this.getAttribute('lesson-url')));
        const state = this.getAttribute('state');
        if (state) address.hash = /^s\d+=/.test(state) ? state : `s1=${state}`;  // a fragment is sent to no server
        if (this.#inline_lesson()) address.searchParams.set('lesson', 'inline');
        if (this.#is_auto()) address.searchParams.set('height', 'auto');
        return address;
    }

    #title() {
        return this.getAttribute('title') ?? 'Dikkat';
    }

    #is_auto() {
        return (this.getAttribute('height') ?? 'auto') === 'auto';
    }

    #set_height() {
        const height = this.getAttribute('height');
        this.#frame.style.height = this.#is_auto() ? `${kHeight}px` : /^\d+$/.test(height) ? `${height}px` : height;
    }

    // The lesson that stands in the element: <script type="application/json">, parsed; the texts beside it are the frame's matter.
    #inline_lesson() {
        return this.querySelector('script[type="application/json"]');
    }

    // --- Messages --------------------------------------------------------------------------------------------------------------------

    async #ask(kind, content) {
        if (!this.isConnected) throw new Error('this element is in no document');
        const id = ++this.#last_id;
        const answer = later();
        this.#waiting.set(id, answer);
        this.#listening.promise.then(() => this.#post(kind, { id, ...content }), answer.reject);
        return answer.promise;
    }

    #post(kind, content) {
        this.#frame?.contentWindow.postMessage(envelope(kind, content), this.#origin === 'null' ? '*' : this.#origin);
    }

    // True where the message was this element's frame's.
    hear({ source, origin, data }) {
        if (!this.#frame || source !== this.#frame.contentWindow || origin !== this.#origin) return false;
        const { message } = read_message(data, kToHost) ?? {};
        if (message?.kind === 'answer') {
            const { dikkat, kind, id, ...answer } = message;
            this.#waiting.get(id)?.resolve(answer);
            this.#waiting.delete(id);
        } else if (message) {
            this.#happen(message.event);
        }
        return true;
    }

    #happen(event) {
        const { type, lesson, step, language } = event;
        if (type === 'turn') return pass_on(this, event);
        if (type === 'height') return this.#follow(event.height);
        if (type === 'listening') this.#begin();
        if (type === 'ready') this.#ready.resolve(event);
        if (type === 'failed') this.#ready.reject(new Error(event.reason));
        if (lesson !== undefined) this.#told = { lesson, step, lang: language };
        this.dispatchEvent(new CustomEvent(type, { detail: event }));
    }

    #begin() {
        const script = this.#inline_lesson();
        if (script) this.#give_lesson(script.textContent);
        this.#listening.resolve();
    }

    #give_lesson(text) {
        try {
            this.#ask('lesson', { lesson: JSON.parse(text) });
            this.#listening.resolve();
        } catch (error) {
            console.error(`dikkat-playground: the lesson in the element is no JSON: ${error.message}`);
        }
    }

    #follow(height) {
        if (!this.#is_auto() || !Number.isFinite(height)) return;
        this.#frame.style.height = `${Math.min(Math.max(Math.ceil(height), kLeastHeight), kMostHeight)}px`;
    }

    // Sandboxed frames cannot hear each other: whose turn it is to draw passes through here.
    take_turn({ who, awake }) {
        if (typeof who === 'string' && typeof awake === 'boolean') this.#post('neighbour', { who, awake });
    }
}

function pass_on(from, event) {
    for (const element of elements) if (element !== from) element.take_turn(event);
}

for (const name of [...kPassedOn, ...Object.keys(kRenamed), 'state', 'base', 'height']) {
    const property = name.replaceAll(/-(\w)/g, (dash, letter) => letter.toUpperCase());
    Object.defineProperty(DikkatPlayground.prototype, property, {
        get() { return this.getAttribute(name); },
        set(value) { value === null || value === undefined ? this.removeAttribute(name) : this.setAttribute(name, value); },
        enumerable: true,
        configurable: true,
    });
}

// What is no address is left to the frame to complain of.
function from_this_page(address) {
    try {
        return new URL(address, document.baseURI).href;
    } catch {
        return address;
    }
}

function names(list) {
    return (list ?? '').split(',').map((name) => name.trim()).filter(Boolean);
}

function later() {
    const made = {};
    made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
    made.promise.catch(() => {});  // whoever waits for it hears of it
    return made;
}

if (in_browser && !customElements.get('dikkat-playground')) {
    addEventListener('message', (event) => {
        for (const element of elements) if (element.hear(event)) break;
    });
    customElements.define('dikkat-playground', DikkatPlayground);
}
