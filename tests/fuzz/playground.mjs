// What a fuzz target needs of a playground: the page's program as it was built, without a page, and a sharp eye on what it shows.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { start_on_stage } from '../../web/build/stage.mjs';

export const kLanguages = ['tr', 'en'];
const kSeldom = 64;
const kMostWords = 1000;
const kProgram = 'build/wasm/dikkat.mjs';
const kWasm = 'build/wasm/parts/whole.wasm';

// As create_playground() gives it, with these lessons; and `page`, what the page's scripts want of one.
export async function start_playground(lessons, language) {
    const wasm = new WebAssembly.Module(readFileSync(kWasm));
    const program = await start_on_stage({ script: kProgram, wasm, lessons });
    const playground = {
        query: (path) => {
            const answer = program.query(path);
            if (answer.ok === false) throw Object.assign(new Error(answer.error.message), { ...answer.error, name: 'Refused' });
            return answer;
        },
        dispatch: (command) => {
            playground.dispatched++;
            return program.dispatch(command);
        },
        dispatched: 0,
        complete: async () => {},
    };
    playground.dispatch({ type: 'set_language', language });
    const read = () => playground.query('state').view;
    const page = { playground, get view() { return read(); }, read, words: { say: () => '' }, take_lesson() {}, say() {} };
    return new Watched(playground, page, language);
}

export function lesson_data(id) {
    return JSON.parse(readFileSync(`web/lessons/${id}/lesson.json`, 'utf8'));
}

class Watched {
    constructor(playground, page, language) {
        const { query, dispatch } = playground;
        Object.assign(this, { playground, query, dispatch, page, language });
        this.looks = 0;
        this.begin = this.query('state');
        this.remember();
    }

    remember() {
        this.playground.dispatched = 0;
        this.before = this.everything();
    }

    // State, tensors' revision, lessons: whatever an accepted command changes.
    everything() {
        const { revision } = this.query('diagnostics');
        return JSON.stringify([this.query('state'), this.query('lessons').length, revision]);
    }

    // Where nothing was sent to the program, a look now and then is enough.
    expect_untouched() {
        if (this.playground.dispatched === 0 && this.looks++ % kSeldom) return;
        this.playground.dispatched = 0;
        assert.equal(this.everything(), this.before, 'what was refused changed something');
    }

    // As it was at the beginning.
    restore() {
        const { ok } = this.dispatch({ type: 'load_state', state: this.begin });
        assert.ok(ok, 'the state of the beginning is not taken back');
        assert.deepEqual(this.query('state'), this.begin);
        this.remember();
    }
}

// Words for a person: there are some, nothing is missing in them, and they are no program's.
export function expect_words(text, given = '') {
    assert.equal(typeof text, 'string');
    assert.ok(text.trim().length > 0, 'there are no words');
    // what somebody wrote stands in them shortened
    assert.ok(text.length < kMostWords, `${text.length} letters`);
    const holes = text.match(/\{\w+\}|\bundefined\b|\[object \w+\]|\bNaN\b|Cannot read|is not (?:a function|iterable|defined)/g) ?? [];
    assert.deepEqual(holes.filter((hole) => !given.includes(hole)), [], text);
}

// What is used of a File.
export function file_of(name, bytes) {
    return { name, bytes, size: bytes.length, arrayBuffer: async () => bytes.slice().buffer, text: async () => new TextDecoder().decode(bytes) };
}
