// A frame's side of the messages: what its host page says and asks is carried out in order, what happens here is told to it. Only the
// window that holds the frame is heard, and from one origin.
import { envelope, kProtocol, kToFrame, read_message } from './messages.js';
import { Words } from './page_words.js';
import own_words from './embed_words.json';

export class Door {
    // on_message({kind, ...}) promises {ok, ...}: what an answer holds, or nothing where none is due. What it throws without a code of its
    // own says that nothing runs.
    constructor(on_message, language) {
        this.on_message = on_message;
        this.language = language;
        this.origin = known_origin();
        if (window.parent === window) return;
        window.addEventListener('message', (event) => this.hear(event));
    }

    async hear(event) {
        if (event.source !== window.parent || (this.origin !== null && event.origin !== this.origin)) return;
        const read = read_message(event.data, kToFrame);
        if (!read) return;
        this.origin ??= event.origin;
        const id = read.message?.id ?? read.id;
        const thrown = ({ code = 'stopped', message }) => ({ ok: false, error: { code, message } });
        const answer = read.message ? await this.on_message(read.message).catch(thrown) : { ok: false, error: this.refusal(read.problem) };
        if (id !== undefined && answer) this.post('answer', { id, ...answer });
    }

    refusal(problem) {
        const words = new Words(own_words, this.language());
        const known = words.texts[words.language][problem];
        return { code: `message_${known ? problem : 'shape'}`, message: words.say(known ? problem : 'shape', { field: problem, version: kProtocol }) };
    }

    tell(event) {
        this.post('event', { event });
    }

    // Where the host's origin is not known, whoever holds the frame may read what happens in it: it could see it anyway.
    post(kind, content) {
        if (window.parent === window) return;
        const target = this.origin === null || this.origin === 'null' ? '*' : this.origin;
        window.parent.postMessage(envelope(kind, content), target);
    }
}

// Of the page that holds this frame, or null where the browser does not say.
function known_origin() {
    const [parent] = location.ancestorOrigins ?? [];
    return parent ?? null;
}
