// What the site has for other sites: embed.html, made of index.html's own parts; its scripts; the custom element for host pages.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as esbuild from 'esbuild';

// `page`: index.html as the site has it. A comment "index.html: #main" or "index.html: link[rel=icon]" stands for that element.
export function embed_page(source, page) {
    return source.replaceAll(/^ *<!-- index\.html: (\S+) -->$/gm, (comment, wanted) => {
        const part = part_of(page, wanted);
        if (!part) throw new Error(`embed.html takes ${wanted} from index.html, which has none`);
        return part;
    });
}

// An element that closes on its own line, or where its indentation comes again.
function part_of(page, wanted) {
    const rel = /^link\[rel=(\w+)\]$/.exec(wanted)?.[1];
    if (rel) return new RegExp(`^ *<link rel="${rel}".*$`, 'm').exec(page)?.[0];
    const opening = new RegExp(`^( *)<(\\w+) (?:[^>]* )?id="${wanted.slice(1)}"[^>]*>`, 'm').exec(page);
    if (!opening) return undefined;
    const [start, indent, name] = opening;
    const rest = page.slice(opening.index);
    const line = rest.slice(0, rest.indexOf('\n'));
    if (line.endsWith(`</${name}>`)) return line;
    const end = rest.indexOf(`\n${indent}</${name}>`, start.length);
    return end < 0 ? undefined : rest.slice(0, end + `\n${indent}</${name}>`.length);
}

// The frame's own script brings the page's when it is to run. Built apart, so that the page's scripts are not cut for its sake; the
// element is one file without any other, since it runs on foreign pages.
export async function place_embed_scripts(web, folder) {
    const build = { outdir: folder, bundle: true, minify: true, format: 'esm', charset: 'utf8' };
    await esbuild.build({ ...build, entryPoints: [join(web, 'embed_page.js'), join(web, 'embed_guard.js')], external: ['./page.js'] });
    await esbuild.build({ ...build, entryPoints: [join(web, 'embed.js')] });
}

// Of each lesson its title and, where it begins with one sentence's attention, the figure of it. `figure_of(lesson)` answers markup.
export async function place_posters(folder, lessons, figure_of) {
    const posters = {};
    for (const lesson of lessons) {
        const { id, title, screen } = lesson.data;
        const tensor = screen.ribbons?.[0]?.tensor ?? '{';
        posters[id] = { title, ...(tensor.includes('{') ? {} : { figure: await figure_of(lesson) }) };
    }
    await writeFile(join(folder, 'posters.json'), JSON.stringify(posters));
}

// The npm package: the element, its types, what npm wants beside them. `npm publish` of the folder is all that is left to do.
export async function place_package(root, folder, version) {
    const place = join(folder, 'package');
    await mkdir(place);
    await copyFile(join(folder, 'embed.js'), join(place, 'embed.js'));
    for (const name of ['web/embed.d.ts', 'web/package/README.md', 'LICENSE']) await copyFile(join(root, name), join(place, name.split('/').at(-1)));
    const description = await readFile(join(root, 'web/package/package.json'), 'utf8');
    await writeFile(join(place, 'package.json'), description.replace('VERSION', version));
}
