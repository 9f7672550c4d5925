import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gtest_counts, node_counts, script_counts } from './counts.mjs';

const kGtest = `[ RUN      ] Softmax.SumsToOne
[       OK ] Softmax.SumsToOne (0 ms)
[ RUN      ] Softmax.IgnoresAShift
softmax_test.cpp:12: Failure
[  FAILED  ] Softmax.IgnoresAShift (0 ms)
[==========] 2 tests from 1 test suite ran. (1 ms total)
[  PASSED  ] 1 test.
[  FAILED  ] 1 test, listed below:
[  FAILED  ] Softmax.IgnoresAShift
`;

test("GoogleTest's summary is read, and the report shows the failed test alone", () => {
    const counts = gtest_counts({ code: 1, output: kGtest });
    assert.equal(counts.passed, 1);
    assert.equal(counts.failed, 1);
    assert.match(counts.report, /softmax_test\.cpp:12/);
    assert.doesNotMatch(counts.report, /SumsToOne/);
});

test('A crash is one failure, even after tests that passed', () => {
    const output = '[ RUN      ] Graph.IsBuilt\nAddressSanitizer: heap-use-after-free\n';
    assert.deepEqual(gtest_counts({ code: 1, output }).failed, 1);
    assert.match(gtest_counts({ code: 1, output }).report, /heap-use-after-free/);
});

test('A run of no test is a failure', () => {
    assert.equal(gtest_counts({ code: 0, output: '[  PASSED  ] 0 tests.\n' }).failed, 1);
    assert.equal(node_counts({ code: 0, output: 'ℹ tests 0\nℹ pass 0\nℹ fail 0\n' }).failed, 1);
});

test("Node's summary is read, and a cancelled test counts as failed", () => {
    const output = '✔ opens (1ms)\nℹ tests 5\nℹ pass 3\nℹ fail 1\nℹ cancelled 1\nℹ skipped 0\n\n✖ failing tests:\n\n✖ draws\n';
    const counts = node_counts({ code: 1, output });
    assert.equal(counts.passed, 3);
    assert.equal(counts.failed, 2);
    assert.match(counts.report, /draws/);
});

test('A note is kept from a run that passed', () => {
    const output = 'note: a first visit costs 390000 bytes\nℹ tests 1\nℹ pass 1\nℹ fail 0\n';
    assert.deepEqual(node_counts({ code: 0, output }).notes, ['a first visit costs 390000 bytes']);
});

test("A script's last line is read, and one that broke off is a failure", () => {
    const { passed, failed, report } = script_counts({ code: 1, output: 'not ok: gpt, float64\n    x: off by 1\nPyTorch: 95 passed, 1 failed\n' });
    assert.deepEqual([passed, failed], [95, 1]);
    assert.match(report, /x: off by 1/);
    assert.equal(script_counts({ code: 1, output: '3 passed, 0 failed\nTraceback\n' }).failed, 1);
    assert.equal(script_counts({ code: 0, output: '0 passed, 0 failed\n' }).failed, 1);
});
