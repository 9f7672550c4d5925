import assert from 'node:assert/strict';
import { test } from 'node:test';
import { broken_rules } from './includes.mjs';

const kHeader = '// What it is for.\n#pragma once\n';

test('An include that points left is allowed', () => {
    assert.deepEqual(broken_rules('ui/dock.h', `${kHeader}#include "app/check.h"\n#include "imgui.h"\n`), []);
});

test('An include that points right is named with its line', () => {
    const [fault, ...more] = broken_rules('core/graph.h', `${kHeader}#include "app/document.h"\n`);
    assert.match(fault, /^src\/core\/graph\.h:3: core may not include app\/document\.h/);
    assert.deepEqual(more, []);
});

test('render knows nothing of models', () => {
    assert.equal(broken_rules('render/heatmap_pass.cpp', '#include "nn/attention.h"\n').length, 1);
});

test('Emscripten headers are for the shell\'s web files alone', () => {
    assert.deepEqual(broken_rules('shell/platform_web.cpp', '#include <emscripten.h>\n'), []);
    assert.equal(broken_rules('shell/program.cpp', '#include <emscripten.h>\n').length, 1);
    assert.equal(broken_rules('ui/text_drawing.cpp', '#include <emscripten/html5.h>\n').length, 1);
});

test('Eigen stays out of the ui, and ImGui out of the app', () => {
    assert.equal(broken_rules('ui/screen.cpp', '#include <Eigen/Core>\n').length, 1);
    assert.equal(broken_rules('app/session.cpp', '#include "imgui.h"\n').length, 1);
});

test('A platform is never chosen by #ifdef', () => {
    assert.equal(broken_rules('shell/program.cpp', '#ifdef __EMSCRIPTEN__\n#endif\n').length, 1);
    assert.equal(broken_rules('app/number.cpp', '#if defined(_WIN32)\n#endif\n').length, 1);
});

test('A header without an opening comment is named', () => {
    assert.equal(broken_rules('app/check.h', '#pragma once\n').length, 1);
});
