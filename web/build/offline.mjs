// The service worker, told which files there are.
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as esbuild from 'esbuild';

// For others than the page and its frame, or only where a browser falsifies canvas pixels.
const kLeftOut = /^(package\/|licenses\.txt$|embed\.js$|playground\.js$|fonts\/.*\.ttf$)/;

export async function place_service_worker(web, folder) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1).replaceAll('\\', '/'));
    const kept = files.filter((name) => !kLeftOut.test(name)).sort();
    const hash = createHash('sha256');
    for (const name of kept) hash.update(name).update(await readFile(join(folder, name)));
    const source = (await readFile(join(web, 'service_worker.js'), 'utf8'))
        .replace("''; /* of the site's files */", `'${hash.digest('hex').slice(0, 12)}';`)
        .replace("[]; /* names of the site's files */", `${JSON.stringify(['./', ...kept])};`);
    const { code } = await esbuild.transform(source, { minify: true, charset: 'utf8' });
    await writeFile(join(folder, 'service_worker.js'), code);
}
