// Runs one program of the test run and keeps its output in build/logs. It judges nothing.
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const kRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
export const kLogs = join(kRoot, 'build/logs');

const kLimit = 10 * 60 * 1000;  // ms; a suite that hangs fails instead of holding everything up

const kSanitizers = {
    ASAN_OPTIONS: 'detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=1',
    UBSAN_OPTIONS: 'print_stacktrace=1:halt_on_error=1',
};

// Resolves to {code, output}; a code other than 0 also where the program was ended by a signal or could not be started.
export function run(name, command, args, limit = kLimit) {
    return new Promise((done) => {
        const log = createWriteStream(join(kLogs, `test-${name.replaceAll(/[^\w-]+/g, '-')}.log`));
        const child = spawn(command, args, { cwd: kRoot, env: { ...process.env, ...kSanitizers }, stdio: ['ignore', 'pipe', 'pipe'] });
        let output = '';
        const keep = (chunk) => {
            log.write(chunk);
            output += chunk;
        };
        const clock = setTimeout(() => {
            keep(`\nended: it ran for more than ${limit / 60000} minutes\n`);
            child.kill('SIGKILL');
        }, limit);
        child.stdout.setEncoding('utf8').on('data', keep);
        child.stderr.setEncoding('utf8').on('data', keep);
        child.on('error', (error) => keep(`\ncould not be started: ${error.message}\n`));
        child.on('close', (code, signal) => {
            clearTimeout(clock);
            if (signal) keep(`\nended by ${signal}\n`);
            log.end();
            done({ code: code ?? 1, output });
        });
    });
}
