// Reads how many tests passed and failed from what GoogleTest, Node's test runner and a script print. A run that crashed, or ran no
// test, is a failure whatever it printed. A line that begins with "note: " is a figure that the test wants shown even where it passes.

export function gtest_counts({ code, output }) {
    const passed = Number(/^\[ {2}PASSED {2}\] (\d+) tests?\.$/m.exec(output)?.[1] ?? 0);
    const failed = Number(/^\[ {2}FAILED {2}\] (\d+) tests?, listed below:$/m.exec(output)?.[1] ?? 0);
    return judged(code, passed, failed, gtest_report(output), notes(output));
}

export function node_counts({ code, output }) {
    const count = (word) => Number(new RegExp(`^\\S+ ${word} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
    return judged(code, count('pass'), count('fail') + count('cancelled'), node_report(output), notes(output));
}

// Of a script whose last line is "N passed, N failed".
export function script_counts({ code, output }) {
    const [, passed, failed] = /(\d+) passed, (\d+) failed\n$/.exec(output) ?? [0, 0, 0];
    return judged(code, Number(passed), Number(failed), shortened(output, 'tail'), notes(output));
}

function judged(code, passed, failed, report, shown) {
    const silent = failed === 0 && (code !== 0 || passed === 0);
    return { passed, failed: silent ? 1 : failed, report, notes: shown };
}

function notes(output) {
    return [...output.matchAll(/^note: (.*)$/gm)].map(([, text]) => text);
}

// What stands between RUN and FAILED of each failed test; without any, the end of the output (a crash).
function gtest_report(output) {
    const failures = output.split(/^\[ RUN {6}\] /m).slice(1).filter((part) => /^\[ {2}FAILED {2}\]/m.test(part))
        .map((part) => part.slice(0, part.search(/^\[ {2}FAILED {2}\]/m)));
    return failures.length && /listed below/.test(output) ? shortened(failures.join('\n'), 'head') : shortened(output, 'tail');
}

function node_report(output) {
    const start = output.search(/^\S+ failing tests:$/m);
    return start < 0 ? shortened(output, 'tail') : shortened(output.slice(start), 'head');
}

function shortened(text, end) {
    const kLines = 80;
    const lines = text.split('\n');
    return (end === 'head' ? lines.slice(0, kLines) : lines.slice(-kLines)).join('\n');
}
