// The script of embed.html: a poster until the frame is seen or told something, then the page's own program in a place without a header,
// whose wishes come from the frame's address and whose work nobody keeps.
import { Door } from './embed_door.js';
import { keep_in_sight } from './embed_message.js';
import { read_options } from './embed_options.js';
import { put_poster } from './embed_poster.js';
import { Rest } from './embed_rest.js';
import { EmbedTools } from './embed_tools.js';
import { show_failure } from './page_failure.js';

const kLongestTurn = 10_000;  // ms that the others wait for a playground that is starting
const kLeastChange = 2;  // px that a wished height must differ to be told anew

class Embed {
    constructor() {
        this.options = read_options();
        put_poster(this.options).catch(() => {});  // without one the bar stands alone
        this.door = new Door((message) => this.carry_out(message), () => document.documentElement.lang);
        keep_in_sight(document.getElementById('message'));
        const watcher = new IntersectionObserver((entries) => this.sees(entries.at(-1).isIntersecting));
        watcher.observe(document.documentElement);
        document.addEventListener('visibilitychange', () => this.sees(this.intersects));
        this.door.tell({ type: 'listening' });
    }

    sees(intersects) {
        this.intersects = intersects;
        const seen = intersects && !document.hidden;
        if (seen && !this.options.awaits_lesson) this.run().catch(() => {});  // said in the page and to the host
        this.rest?.sees(seen);
    }

    // The program, once: by whoever needs it first.
    run() {
        this.running ??= in_turn(() => this.start()).catch((error) => {
            this.door.tell({ type: 'failed', reason: String(error.message) });
            throw error;
        });
        return this.running;
    }

    async start() {
        const { open } = await import('./page.js').catch((error) => {
            show_failure('arrival');
            throw error;
        });
        const { hidden, locked } = this.options;
        const place = {
            Header: class extends EmbedTools {
                constructor(page) {
                    super(page, hidden);
                }
            },
            commands: hidden.length || locked.length ? [{ type: 'set_controls', hidden, locked }] : [],
            read_address: () => this.wishes,
            write_address: (view) => this.follow(view),
            saved_state: () => null,
            save_state: () => {},
            link_in_address: () => read_options().state ?? null,
            is_return: () => false,
            forget_in_address: () => {},
            hear: (event) => this.hear(event),
            given: this.given,
        };
        this.wishes = this.options.awaits_lesson ? { ...this.options.wishes, lesson: undefined } : this.options.wishes;
        this.page = open(place);
        await window.dikkat.ready;
        this.rest = new Rest(this.page, (turn) => this.door.tell({ type: 'turn', ...turn }));
        this.rest.sees(this.intersects && !document.hidden);
        if (this.options.follows_content) this.follow_content();
        const { version } = this.page.playground.query('version');
        this.door.tell({ type: 'ready', version, ...this.at() });
    }

    at() {
        const { lesson, step, language } = this.page.view;
        return { lesson, step: step + 1, language };
    }

    // --- What happens here, for the host ---------------------------------------------------------------------------------------------------

    // Called after every change. What the address wished counts at the start alone.
    follow({ lesson, step }) {
        const before = this.wishes;
        this.wishes = { lesson, step };
        const moved = this.rest && (before.lesson !== lesson || before.step !== step);
        if (moved) this.door.tell({ type: 'step', ...this.at() });
    }

    hear(event) {
        this.rest?.hear(event);
        if (!this.rest || event.type === 'height') return;
        this.door.tell(event.type === 'change' ? { ...event, ...this.at() } : event);
    }

    // The height that the content would have, whenever it is another one.
    follow_content() {
        let told = 0;
        const observer = new ResizeObserver(() => {
            const height = Math.ceil(document.body.getBoundingClientRect().height);
            if (Math.abs(height - told) < kLeastChange) return;
            told = height;
            this.door.tell({ type: 'height', height });
        });
        observer.observe(document.body);
    }

    // A lesson of the host's own: what the frame begins with, or opens later.
    async take_lesson(lesson) {
        if (!this.running) {
            this.given = { lesson };
            await this.run();
            if (!this.given.answer.ok) this.page.say(this.given.answer.error.message);
            return this.given.answer;
        }
        await this.run();
        return window.dikkat.load_lesson(lesson);
    }

    // --- What the host says -----------------------------------------------------------------------------------------------------------------

    async carry_out(message) {
        if (message.kind === 'neighbour') {
            this.rest?.neighbour(message);
            return null;
        }
        if (message.kind === 'lesson') return this.take_lesson(message.lesson);
        await this.run();
        await this.page.playground.complete();
        if (message.kind === 'command') return this.page.playground.dispatch(message.command);
        return { ok: true, value: this.page.playground.query(message.path) };
    }
}

// One after the other among the frames of an origin: twenty that start at once would have twenty contexts, more than a browser gives.
async function in_turn(start) {
    let started;
    try {
        await navigator.locks.request('dikkat.start', () => {
            started = start();
            return Promise.race([started.catch(() => {}), new Promise((done) => setTimeout(done, kLongestTurn))]);
        });
    } catch {
        // no locks in a sandbox and without https
    }
    return started ?? start();
}

window.embed = new Embed();
