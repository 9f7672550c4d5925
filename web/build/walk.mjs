// node web/build/walk.mjs --script dikkat.mjs --wasm walked.wasm --lesson lesson.json --profile walk.prof
//
// Uses the first lesson as a learner begins to, without a browser: reads its steps in both languages, points at things, takes the first
// click, drag and key, wide and on a phone. What only a second action can reach (a number that is typed, an opened tensor) is left to
// the second part, which is fetched at the first one. The wasm is instrumented by wasm-split; which functions were called is the profile by which split.mjs cuts.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { start_on_stage } from './stage.mjs';

const { values: options } = parseArgs({
    options: Object.fromEntries(['script', 'wasm', 'lesson', 'profile'].map((name) => [name, { type: 'string' }])),
});
const lesson = JSON.parse(readFileSync(options.lesson, 'utf8'));
const kForms = { wide: [0, 952, 742, 1], narrow: [0, 620, 560, 1], tablet: [1, 720, 680, 2], portrait: [1, 768, 680, 1], phone: [2, 320, 460, 2] };  // form, CSS px, device pixels for each
const kMouse = 0, kFinger = 1;  // ImGui's sources
const kRoomOfProfile = 1 << 16;

const program = await start_on_stage({ script: options.script, wasm: new WebAssembly.Module(readFileSync(options.wasm)), lessons: [lesson] });
const { module, give, query, dispatch, settle } = program;
let now = 0;  // s: no hand is so slow, and no click a double one

resize('wide');
for (const language of ['tr', 'en']) walk_lesson(language);
use_canvas(kMouse, ['cell/x/4/0', 'cell/wq/0/6', 'cell/head0.scores/4/0', 'cell/head0.weights/4/0', 'cell/concat/4/0']);
resize('narrow');
resize('phone');
use_canvas(kFinger, ['cell/x/4/0']);
resize('tablet');
resize('portrait');
module._dikkat_context(0);
module._dikkat_context(1);
module._dikkat_fonts_changed();
module._dikkat_surroundings(1, 1, 1, 1);  // dark, and without motion
settle();
write_profile();

// ---- What a learner does

function walk_lesson(language) {
    dispatch({ type: 'open_lesson', lesson: lesson.id });
    dispatch({ type: 'set_language', language });
    for (let step = 1; step <= lesson.steps.length; step++) {
        dispatch({ type: 'go_to_step', step });
        const { question } = lesson.steps[step - 1];
        question?.options.forEach((_, option) => dispatch({ type: 'answer', question: question.id, option }));
        read_page();
    }
    for (const theme of ['dark', 'light', 'auto']) dispatch({ type: 'set_theme', theme });
    for (const size of [1.5, 1]) dispatch({ type: 'set_text_size', size });
    for (const what of ['baseline', 'difference', 'value']) dispatch({ type: 'show', what });
}

function use_canvas(source, cells) {
    dispatch({ type: 'reset' });
    for (const name of names_of(/^(control|token|station|check|claim)/)) point_at(name, source);
    for (const name of names_of(/^(control|token|station)/)) {
        click(name, source);
        keys('ArrowRight', 'ArrowDown', 'Enter', 'Escape');
    }
    for (const cell of cells) {
        drag(cell, source);
        click(cell, source);
        keys('ArrowLeft', 'Delete', 'Escape');
        read_page();
    }
    for (const type of ['pin_baseline', 'clear_baseline', 'undo', 'redo', 'reset']) dispatch({ type });
    keys('Tab', 'Tab', 'Enter', 'Escape');
    module._dikkat_wheel(0, -1);
    module._dikkat_focus(0);
    module._dikkat_focus(1);
    for (const term of ['wq', '']) give('_dikkat_hover_term', term);
    for (const name of ['wants_text', 'wants_keys', 'is_busy', 'release_keys']) module[`_dikkat_${name}`]();
    settle();
}

// What the page asks after every change.
function read_page() {
    for (const path of ['state', 'lesson', 'checks', 'edits', 'exercises', 'lessons', 'tensors', 'diagnostics', 'version']) query(path);
    for (const name of ['x', 'head0.weights', 'head0.weights/4/0', 'concat']) for (const kind of ['tensor', 'baseline', 'difference']) query(`${kind}/${name}`);
    query('explain/head0.weights/4/0');
    dispatch({ type: 'load_state', state: query('state') });
}

function names_of(pattern) {
    return Object.keys(query('anchors')).filter((name) => pattern.test(name));
}

function place_of(name) {
    const place = query('anchors')[name];
    return place && [place[0] + place[2] / 2, place[1] + place[3] / 2];
}

function point_at(name, source) {
    const place = place_of(name);
    if (place) pointer(0, place, source);
}

function click(name, source) {
    const place = place_of(name);
    if (place) for (const event of [0, 1, 2]) pointer(event, place, source);
}

function drag(name, source) {
    const place = place_of(name);
    if (!place) return;
    pointer(0, place, source);
    pointer(1, place, source);
    for (let step = 1; step < 5; step++) pointer(0, [place[0] - 6 * step, place[1]], source);
    pointer(2, place, source);
}

function pointer(event, [x, y], source) {
    module._dikkat_pointer(event, x, y, 0, source, ++now);
    settle();
}

function keys(...names) {
    for (const name of names) {
        for (const down of [1, 0]) give('_dikkat_key', name, down, 0);
        settle();
    }
}

function resize(form) {
    const [number, width, height, ratio] = kForms[form];
    module._dikkat_surroundings(number, 0, 0, ratio - 1);
    module._dikkat_size(width * ratio, height * ratio, ratio);
    module._dikkat_run_frames(1);
    settle();
}

function write_profile() {
    const room = module._malloc(kRoomOfProfile);
    const length = program.exported.__write_profile(room, kRoomOfProfile);
    if (length > kRoomOfProfile) throw new Error(`the profile has ${length} bytes, there is room for ${kRoomOfProfile}`);
    writeFileSync(options.profile, module.bytes().slice(room, room + length));
}
