// A fuzz target with everything that it reads with, as one script whose statements and branches are counted. The page's scripts import
// JSON and npm packages, which is a bundler's to resolve; the counters are Istanbul's, as coverage reports have them.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const kRoot = fileURLToPath(new URL('../../', import.meta.url));
const require = createRequire(join(kRoot, 'web/package.json'));
const kCounted = /[\\/](web|targets)[\\/].*\.m?js$/;  // a target too: which of its ways an input takes is worth keeping
const kNotCounted = /[\\/]web[\\/](build|node_modules[\\/](temml|markdown-it))[\\/]/;  // the tests' own stage; large libraries, which counting slows down
const kLetters = 24;

// Answers {script, words}: a path, and the words of the counted sources, which inputs are made of.
export async function bundle(target, folder) {
    const { build } = require('esbuild');
    const words = new Set();
    const script = join(folder, `${/([^\\/]+)\.mjs$/.exec(target)[1]}.mjs`);
    await build({
        entryPoints: [target], outfile: script, bundle: true, format: 'esm', platform: 'node', target: 'node18', mainFields: ['module', 'main'], logLevel: 'error',
        absWorkingDir: kRoot, nodePaths: [join(kRoot, 'web/node_modules')],
        plugins: [{
            name: 'count',
            setup: ({ onLoad }) => onLoad({ filter: kCounted }, ({ path }) => {
                if (kNotCounted.test(path)) return undefined;
                const source = readFileSync(path, 'utf8');
                if (!path.includes('node_modules')) for (const word of words_of(source)) words.add(word);
                return { contents: counted(source, path, folder) };
            }),
        }],
    });
    return { script, words: [...words] };
}

// Babel takes seconds for a large library, so what was counted once is kept.
function counted(source, path, folder) {
    const kept = join(folder, 'counted', `${createHash('sha1').update(path).update(source).digest('hex')}.js`);
    if (existsSync(kept)) return readFileSync(kept, 'utf8');
    const { createInstrumenter } = require('istanbul-lib-instrument');
    const instrumenter = createInstrumenter({
        esModules: true, compact: false, coverageVariable: '__counted__', coverageGlobalScope: 'globalThis', coverageGlobalScopeFunc: false,
    });
    const code = instrumenter.instrumentSync(source, path);
    mkdirSync(join(folder, 'counted'), { recursive: true });
    writeFileSync(kept, code);
    return code;
}

function words_of(source) {
    return [...source.matchAll(/'((?:[^'\\\n]|\\.){1,24})'/g)].map(([, word]) => word).filter((word) => word.length <= kLetters);
}
