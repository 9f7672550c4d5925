// The page around one playground: header, text column, accessible twin, messages, address. What is true is the program's; the page reads
// it by queries after every change and says what the person wants by commands, as everybody does.
import { fetch_text } from './fetch_progress.js';
import { create_playground, fetch_lessons } from './playground.js';
import { browser_language, forget_in_address, is_return, link_in_address, read_address, save_state, saved_state, write_address } from './page_address.js';
import { ClaimsLine } from './page_claims.js';
import { missing_here, show_failure } from './page_failure.js';
import { is_field } from './page_fields.js';
import { Header } from './page_header.js';
import { LessonText, set_text } from './page_lesson.js';
import { Loading } from './page_loading.js';
import { LessonTexts } from './page_texts.js';
import { TwinDoor } from './page_twin_door.js';
import { Words } from './page_words.js';

const kFirstLesson = 'multi-head';
const kPhoneBelow = 700;  // CSS px
const kWideFrom = 1100;
const kWidths = [1540, 1360, 1200, kWideFrom, kPhoneBelow];  // where page_narrow.css changes something
const kTwin = 440;  // px of its own: how wide the twin is beside the page, where it leaves room for a tablet's
const kNarrowest = 320;  // px of its own that text must leave; ui/screen.h has the same
const kMessageStays = 8000;  // ms
const kStopsAgain = 30_000;  // ms within which a second stop is the last

class Page {
    // `place`: where wishes come from, where the work is kept, what stands around the canvas.
    constructor(place) {
        this.place = place;
        this.listeners = new EventTarget();
        this.brought = [];  // lessons from outside: {id, json}
        this.text_size = null;  // that the page was laid out for: not known before the first update
    }

    async open() {
        const state = this.place.saved_state();
        this.alone = this.first_lesson_is_enough(state);
        const [texts, catalogue] = await Promise.all([fetch_text('texts.json'), fetch_lessons(document.baseURI, this.alone)]);
        this.texts = JSON.parse(texts);
        this.catalogue = catalogue;
        const { lessons, others = [] } = JSON.parse(catalogue);
        this.lessons = [...lessons, ...others].sort((a, b) => a.data.number - b.data.number);
        this.texts_of_lessons = new LessonTexts(this.lessons);
        this.awaited = this.await_lesson(state);
        const first = this.bring_text(foreseen(this.place.read_address(), state));  // while the program is on its way
        const begin = async () => {
            await this.start(state);
            if (state === null || !this.place.is_return()) await this.follow_link();
            await first;
            await this.bring_text(this.view);
            this.kept = this.state();
        };
        await begin().catch((error) => {
            if (!is_trap(error)) throw error;
            renew_canvas();
            return begin();
        });
        this.awaited = null;
        this.header = new this.place.Header(this);
        this.text = new LessonText(this);
        this.twin = new TwinDoor(this);
        this.claims = new ClaimsLine(this);
        this.connect();
        this.update();
        reveal();
        this.say(document.getElementById('message').textContent);  // from now on somebody can read it
    }

    // What fails is said where the text would stand.
    bring_text({ lesson, language }) {
        return this.texts_of_lessons.fetch(lesson, language).catch(() => {});
    }

    // `state` is what a `state` query answered, or null to begin with a lesson as opened.
    async start(state) {
        this.form = form_of_window();
        this.playground = await create_playground({
            canvas: document.getElementById('canvas'),
            lessons: this.catalogue,
            options: { form: this.form, alone: this.alone },
            on_lessons: (bundle) => this.complete_lessons(bundle),
            on_event: (event) => this.hear(event),
            on_progress: (share) => loading.show(share),
        });
        for (const { json } of this.brought) this.playground.dispatch({ type: 'load_lesson', json });
        await this.begin(state);
    }

    // Where the first lesson is to be seen, and nothing comes from elsewhere.
    first_lesson_is_enough(state) {
        const { place } = this;
        const address = place.read_address();
        const elsewhere = place.given || address.lesson_url || place.commands?.length > 0 || place.link_in_address();
        return !elsewhere && foreseen(address, state).lesson === kFirstLesson;
    }

    // Of the lessons that were not open only the heads were here.
    complete_lessons(bundle) {
        this.alone = false;
        this.catalogue = bundle;
        for (const { data } of JSON.parse(bundle).lessons) this.lessons.find((entry) => entry.data.id === data.id).data = data;
    }

    // The address counts more than what was kept: a link says what is to be seen. A reload's address says what is there already.
    async begin(state) {
        const address = this.place.read_address();
        const dispatch = (command) => this.playground.dispatch(command);
        const brought = this.awaited && await this.take_awaited(address.language ?? kept_view(state)?.language ?? browser_language());
        const kept = state !== null && dispatch({ type: 'load_state', state });
        if (!kept?.ok) dispatch({ type: 'set_language', language: browser_language() });
        if (address.language) dispatch({ type: 'set_language', language: address.language });
        if (address.theme) dispatch({ type: 'set_theme', theme: address.theme });
        this.read();
        if (kept && !kept.ok) this.say(this.words.say('page_saved_dropped'));
        const lesson = address.lesson ?? brought ?? (kept?.ok ? this.view.lesson : kFirstLesson);
        if (!kept?.ok || lesson !== this.view.lesson) this.try_to({ type: 'open_lesson', lesson });
        this.read();
        const step = address.step ?? this.view.step + 1;
        if (step !== this.view.step + 1 || !kept?.ok) this.try_to({ type: 'go_to_step', step });
        this.obey_place();
    }

    // What whoever holds the page wants of it, over what a link or a lesson says.
    obey_place() {
        for (const command of this.place.commands ?? []) this.try_to(command);
        this.read();
    }

    // A lesson from outside that the host page gave, that the address wants, or that was open before a reload; what it takes comes with it.
    await_lesson(state) {
        const { given } = this.place;
        if (given) return import('./page_lesson_load.js').then((part) => part.await_given(given));
        const { lesson_url } = this.place.read_address();
        const open = kept_view(state)?.lesson;
        if (!lesson_url && (open === undefined || this.lessons.some(({ data }) => data.id === open))) return null;
        return import('./page_lesson_load.js').then((part) => part.await_lesson(lesson_url));
    }

    // Answers the id of the lesson that the address wants from elsewhere; nothing where it did not come, which is said.
    async take_awaited(language) {
        this.playground.dispatch({ type: 'set_language', language });
        this.read();
        try {
            return await (await this.awaited)(this);
        } catch {
            this.say(this.words.say('page_part_missing'));
        }
    }

    // A state in the address; its reader comes with the first one.
    async follow_link() {
        const link = this.place.link_in_address();
        if (!link) return;
        try {
            await (await import('./page_link.js')).follow_link(this, link);
            this.obey_place();
            this.place.save_state(this.state());  // a reload in the next moment must find it
        } catch {
            this.say(this.words.say('page_part_missing'));
        }
    }

    // A lesson from outside that the program has accepted, as page_lesson_load.js read it.
    take_lesson({ data, text, source }) {
        const others = this.lessons.filter((entry) => entry.data.id !== data.id);
        this.lessons = [...others, { data, text }];
        this.texts_of_lessons.put(data.id, text);
        this.brought = [...this.brought.filter(({ id }) => id !== data.id), { id: data.id, json: source }];
    }

    connect() {
        window.addEventListener('resize', () => this.take_form());
        window.addEventListener('hashchange', () => this.follow_link());
        for (const type of ['dragover', 'drop', 'paste']) document.addEventListener(type, (event) => this.drop(event), { capture: true });
        window.addEventListener('popstate', () => this.follow_address());
        document.addEventListener('keydown', (event) => this.shortcut(event));
        document.getElementById('restart').addEventListener('click', () => this.restart());
        this.await_person();
    }

    // Files that are dropped or pasted; they must be taken at once, a folder as the way into it. Of a table that is pasted many a program
    // adds a picture: that is no file.
    drop(event) {
        const given = event.dataTransfer ?? event.clipboardData;
        if (!given?.types.includes('Files')) return;
        if (event.type === 'paste' && [...given.files].every(({ type }) => /^image/.test(type))) return;
        event.preventDefault();
        if (event.type === 'dragover') return;
        const entry_of = (item) => {
            const entry = item.webkitGetAsEntry?.();
            return entry?.isDirectory ? entry : item.getAsFile();
        };
        const entries = [...given.items].map(entry_of).filter(Boolean);
        const place = { x: event.clientX, y: event.clientY };
        import('./page_drop.js').then((part) => part.take_dropped(this, entries, place), () => this.say(this.words.say('page_part_missing')));
    }

    // The browser's own printing waits for nothing: what it takes is fetched once somebody is there. So is the rest of the site.
    await_person() {
        const person = new AbortController();
        for (const type of ['pointermove', 'pointerdown', 'keydown']) {
            document.documentElement.addEventListener(type, () => {
                person.abort();
                this.twin.watch();
                import('./page_save.js').then(({ prepare_print }) => prepare_print(this), () => {});
                import('./page_offline.js').then(({ keep_site }) => keep_site(), () => {});
            }, { signal: person.signal });
        }
    }

    take_form() {
        this.text_size = this.view.text_size;
        take_text_size(this.text_size);
        if (this.form === form_of_window()) return;
        this.form = form_of_window();
        this.playground.surround({ form: this.form });
        this.claims?.update();
    }

    // --- What is true now ------------------------------------------------------------------------------------------------------------

    read() {
        this.view = read_view(this.playground);
        this.words = new Words(this.texts, this.view.language);
        this.lesson = this.lessons.find(({ data }) => data.id === this.view.lesson) ?? { data: this.playground.query('lesson') };
    }

    update() {
        this.read();
        document.documentElement.dataset.theme = this.view.theme;
        if (this.text_size !== this.view.text_size) this.take_form();
        this.canvas_words();
        this.header.update();
        this.text.update();
        this.twin.update();
        this.claims.update();
        this.place.write_address({ lesson: this.view.lesson, step: this.view.step + 1 }, { replace: !this.settled });
        this.settled = true;
        this.keep();
    }

    canvas_words() {
        document.getElementById('canvas').setAttribute('aria-label', this.words.say('page_canvas', { lesson: this.words.of(this.lesson.data.title) }));
        set_text('canvas-help', this.words.say('page_canvas_help'));
        set_text('gone-words', this.words.say('page_context_gone'));
        set_text('restart', this.words.say('page_restart'));
    }

    // A number of the text: {value, text, moved}, or null where there is none.
    live_number(path) {
        const [kind, ...rest] = path.split('/');
        try {
            if (kind === 'check') return check_number(this.playground.query('checks'), rest[0]);
            const number = this.playground.query(path);
            return { ...number, moved: kind === 'tensor' && !path.includes('@') && this.has_moved(rest.join('/'), number) };
        } catch {
            return null;  // its tensor is not built at present
        }
    }

    has_moved(cell, { value }) {
        try {
            return this.playground.query(`baseline/${cell}`).value !== value;
        } catch {
            return false;
        }
    }

    // Kept when the person pauses, not at every pixel of a drag.
    keep() {
        clearTimeout(this.keeping);
        this.keeping = setTimeout(() => {
            this.kept = this.state();
            this.place.save_state(this.kept);
        }, 200);
    }

    state() {
        return JSON.stringify(this.playground.query('state'));
    }

    // --- What happens ----------------------------------------------------------------------------------------------------------------

    hear(event) {
        if (event.type === 'change' && this.header) this.update();
        else if (event.type === 'hover') this.text?.ring_terms(event.tensor);
        else if (event.type === 'announce') this.say(event.text);
        else if (event.type === 'height') this.fit(event.needed);
        else if (event.type === 'context') document.getElementById('gone').hidden = event.state !== 'gone';
        else if (event.type === 'stopped' && this.header) this.begin_anew();  // before, it is open's matter
        // Last: who listens may read the page.
        this.listeners.dispatchEvent(new CustomEvent(event.type, { detail: event }));
        this.place.hear?.(event);
    }

    // In one column the canvas is as high as its panels need; 0: as it likes. That is told while the canvas is measured, too, when the
    // browser would report a new size as an error: so it is taken with the next frame.
    fit(needed) {
        requestAnimationFrame(() => {
            document.getElementById('stage').style.setProperty('--needed', needed > 0 ? `${needed}px` : '');
            this.text?.canvas_changed();
        });
    }

    // As a playground's own `on`, but over a restart too; what comes back ends it.
    on(type, handler) {
        const listener = ({ detail }) => handler(detail);
        this.listeners.addEventListener(type, listener);
        return () => this.listeners.removeEventListener(type, listener);
    }

    dispatch(command) {
        const answer = this.playground.dispatch(command);
        if (!answer.ok) this.say(answer.error.message);
        return answer;
    }

    // A wish of the address that cannot be granted is said, and the lesson as it is remains.
    try_to(command) {
        const answer = this.dispatch(command);
        if (!answer.ok && command.type === 'open_lesson') this.playground.dispatch({ type: 'open_lesson', lesson: kFirstLesson });
    }

    say(text) {
        clearTimeout(this.saying);
        set_text('message', text);
        this.saying = setTimeout(() => set_text('message', ''), kMessageStays);
    }

    choose_language(language) {
        this.place.forget_in_address('lang');
        this.dispatch({ type: 'set_language', language });
    }

    choose_theme(theme) {
        this.place.forget_in_address('theme');
        this.dispatch({ type: 'set_theme', theme });
    }

    async open_lesson(lesson) {
        if (await this.is_whole()) this.dispatch({ type: 'open_lesson', lesson });
    }

    // Whether the second part of the program is there, after fetching it; if not, that is said.
    async is_whole() {
        try {
            await this.playground.complete();
            return true;
        } catch {
            this.say(this.words.say('page_part_missing'));
            return false;
        }
    }

    async follow_address() {
        if (this.place.link_in_address()) return;  // follow_link's
        const { lesson = kFirstLesson, step = 1 } = this.place.read_address();
        if (lesson !== this.view.lesson && !await this.is_whole()) return;
        if (lesson !== this.view.lesson) this.try_to({ type: 'open_lesson', lesson });
        if (step !== read_view(this.playground).step + 1) this.try_to({ type: 'go_to_step', step });
    }

    // Undo and redo wherever one is, but in a text field: there they are the field's own.
    shortcut(event) {
        const command = (event.ctrlKey || event.metaKey) && !event.altKey;
        if (!command || event.defaultPrevented || is_field(event.target)) return;
        const key = event.key.toLowerCase();
        const type = key === 'z' ? (event.shiftKey ? 'redo' : 'undo') : key === 'y' ? 'redo' : null;
        if (!type) return;
        event.preventDefault();
        if (this.view[`can_${type}`]) this.dispatch({ type });
    }

    // The program trapped: once more on the work as it was kept. What stops again soon is not the browser's bug but ours.
    async begin_anew() {
        clearTimeout(this.keeping);
        this.say('');  // what was said is not true any more
        const again = performance.now() - this.begun_anew < kStopsAgain;
        this.begun_anew = performance.now();
        if (again) return show_failure('stopped');
        try {
            await this.restart(this.kept);
            this.say(this.words.say('page_begun_anew'));
        } catch (error) {
            show_failure('stopped');
            throw error;
        }
    }

    // The browser did not give the context back: the same work on a new canvas.
    async restart(state = this.state()) {
        this.playground.dispose();
        renew_canvas();
        document.getElementById('gone').hidden = true;
        await this.start(state);
        this.hear({ type: 'context', state: 'restored' });
        this.update();
    }
}

function is_trap(error) {
    return error instanceof WebAssembly.RuntimeError;
}

// A canvas's context is one program's for ever.
function renew_canvas() {
    const old = document.getElementById('canvas');
    old.replaceWith(old.cloneNode());
}

// The lesson and language that begin() will most likely come to: what has its default is left out of a state.
function foreseen(address, state) {
    const kept = kept_view(state);
    return {
        lesson: address.lesson ?? kept?.lesson ?? kFirstLesson,
        language: address.language ?? (kept ? kept.language ?? 'tr' : browser_language()),
    };
}

function kept_view(state) {
    try {
        return JSON.parse(state).view;
    } catch {
        return undefined;
    }
}

// --- Readings ------------------------------------------------------------------------------------------------------------------------

function read_view(playground) {
    const { view } = playground.query('state');
    const { can_undo, can_redo, mark } = playground.query('lesson');
    return { answers: {}, ...view, can_undo, can_redo, mark };  // what has its default is left out of a state
}

function check_number(checks, id) {
    const check = checks.find((entry) => entry.id === id);
    return check ? { value: check.measured, text: check.measured_text, moved: !check.holds } : null;
}

// The size of text that fits, and with it how wide the page is in px of its own, without the twin that stands beside it.
function take_text_size(wished = 1) {
    const root = document.documentElement;
    root.style.setProperty('--text-size', Math.max(1, Math.min(wished, root.clientWidth / kNarrowest)));
    root.style.setProperty('--twin', `${twin_width() / 16}rem`);
    const own = own_width();
    for (const width of kWidths) root.classList.toggle(`under-${width}`, own < width);
}

function whole_width() {
    const root = document.documentElement;
    return root.clientWidth * 16 / parseFloat(getComputedStyle(root).fontSize);
}

// On narrower screens it is a sheet over the page.
function twin_width() {
    const { dataset } = document.documentElement;
    const width = whole_width();
    if (dataset.twin !== undefined) dataset.twin = width < kWideFrom ? 'over' : 'beside';
    return dataset.twin === 'beside' ? Math.min(kTwin, width - kPhoneBelow) : 0;
}

function own_width() {
    return whole_width() - twin_width();
}

function form_of_window() {
    const width = own_width();
    return width < kPhoneBelow ? 'phone' : width < kWideFrom ? 'tablet' : 'wide';
}

function reveal() {
    document.documentElement.setAttribute('data-ready', '');
    loading.end();
}

// --- Start ---------------------------------------------------------------------------------------------------------------------------

let loading;

// The playground of this document. embed.html asks for it when it is to run, with a place of its own.
export function open(place) {
    // The canvas must have its size before the program starts, so what it stands in is laid out under the loading bar.
    take_text_size(kept_view(place.saved_state())?.text_size);
    for (const id of ['header', 'main']) document.getElementById(id).hidden = false;
    loading = new Loading();
    const page = new Page(place);
    const missing = missing_here();
    const ready = missing ? Promise.reject(new Error(`this browser has no ${missing}`)) : page.open();
    ready.catch((error) => {
        show_failure(missing ?? (is_trap(error) ? 'stopped' : 'arrival'));
        if (!missing) throw error;
    });
    window.dikkat = {
        ready,
        query: (path) => page.playground.query(path),
        dispatch: (command) => page.playground.dispatch(command),
        on: (event, handler) => page.on(event, handler),
        // "svg" or "png", as a download; "print"; the numbers of a tensor on the clipboard.
        save: async (kind) => (await import('./page_save.js'))[`save_${kind}`](page),
        print: async () => (await import('./page_save.js')).print(page),
        // A link to what is on the page, and the opening of one.
        link: async (options) => (await import('./page_link.js')).make_link(page.playground, options),
        complete: () => page.playground.complete(),  // the whole program; without it, what the first lesson does not need takes a moment
        follow: async (link) => (await import('./page_link.js')).follow_link(page, new URL(link, location.href).hash),
        copy: async (tensor) => (await import('./page_save.js')).copy_numbers(page, tensor),
        // {json, texts: {tr?, en?}}: a lesson from outside. {ok: true, lesson: its id}, or {ok: false, error, problems}.
        load_lesson: async (lesson) => (await import('./page_lesson_load.js')).load_lesson(page, lesson),
    };
    return page;
}

if (!document.documentElement.hasAttribute('data-embedded')) {
    open({ read_address, saved_state, save_state, write_address, forget_in_address, link_in_address, is_return, Header });
}
