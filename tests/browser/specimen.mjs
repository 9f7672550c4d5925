// The specimen (specimen.cpp): a canvas that draws what a test asks for, and beside it the same words as the page's own text.
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { finish, use_site } from './harness.mjs';

export { finish };

const kRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const kBuild = process.env.DIKKAT_BUILD ?? resolve(kRoot, 'build');

export const kFaces = { regular: 0, bold: 1, mono: 2, mono_bold: 3 };
export const kTokens = JSON.parse(await readFile(resolve(kRoot, 'web/tokens.json'), 'utf8'));

const kPage = `<!doctype html>
<html lang="tr"><meta charset="utf-8"><title>specimen</title><link rel="icon" href="data:,">
<style>
    @font-face { font-family: "Dikkat Inter"; font-weight: 400; src: url(/site/fonts/inter-400.woff2) }
    @font-face { font-family: "Dikkat Inter"; font-weight: 600; src: url(/site/fonts/inter-600.woff2) }
    @font-face { font-family: "Dikkat Mono"; font-weight: 400; src: url(/site/fonts/jetbrains-mono-400.woff2) }
    @font-face { font-family: "Dikkat Mono"; font-weight: 600; src: url(/site/fonts/jetbrains-mono-600.woff2) }
    body { margin: 0 }
    canvas { position: absolute; left: 0; top: 0 }
    #text { position: absolute; top: 0; overflow: hidden }
    #text div { position: absolute; line-height: 0; white-space: pre; font-variant-ligatures: none }
    #text i { display: inline-block; width: 0; height: 20px } /* stands on the baseline */
</style>
<canvas id="canvas"></canvas><div id="text"></div>
<script type="module">
    import create_module from '/wasm/tests/dikkat-specimen.mjs';
    import { create_font_canvas } from '/site/font_canvas.js';
    const module = await create_module({});
    const fonts = create_font_canvas(module, document);
    const patience = Number(new URLSearchParams(location.search).get('patience') ?? 20000);
    await fonts.prepare(new URL('/site/fonts/', location), patience);
    document.fonts.addEventListener('loadingdone', () => window.started && module._specimen_fonts_changed());
    window.started = module._specimen_start() === 1;
    window.module = module;
</script></html>`;

export function use_specimen() {
    const site = use_site({ server: { root: kBuild, pages: { '/specimen.html': kPage }, policy: null } });
    return { open: (options) => open(site, options) };
}

// ratio, dark, width and height of the canvas in CSS px; query and init as in open_page.
async function open(site, { ratio = 1, dark = false, width = 480, height = 320, ...rest } = {}) {
    const page = await site.open_page({
        path: 'specimen.html',
        wait: false,
        device_scale_factor: ratio,
        viewport: { width: 2 * width, height },
        ...rest,
    });
    await page.waitForFunction(() => window.started !== undefined);
    if (!(await page.evaluate(() => window.started))) throw new Error('the specimen got no WebGL2');
    const specimen = new Specimen(page, { ratio, width, height });
    await specimen.set_theme(dark);
    return specimen;
}

class Specimen {
    constructor(page, size) {
        this.page = page;
        Object.assign(this, size);
    }

    async set_theme(dark) {
        this.dark = dark;
        this.colours = dark ? kTokens.dark : kTokens.light;
        await this.page.evaluate(([light_ink, ground, ink]) => {
            module._specimen_ink(light_ink);
            document.body.style.background = ground;
            document.body.style.color = ink;
        }, [dark, this.colours.canvas, this.colours.ink]);
    }

    // [{face, size, x, baseline, words, kind: "text" | "label" | "formula"}]; the page writes them too, right of the canvas.
    texts(lines) {
        return this.page.evaluate(([asked, left]) => {
            const kinds = ['text', 'label', 'formula'];
            const css = ['400 $ "Dikkat Inter", system-ui, sans-serif', '600 $ "Dikkat Inter", system-ui, sans-serif',
                '400 $ "Dikkat Mono", monospace', '600 $ "Dikkat Mono", monospace'];
            const text = document.getElementById('text');
            text.style.left = `${left}px`;
            text.style.width = `${left}px`;
            text.style.height = '100vh';
            for (const { kind = 'text', face, size, x, baseline, words } of asked) {
                const bytes = new TextEncoder().encode(words);
                const room = module._malloc(bytes.length + 1);
                module.bytes().set(bytes, room);
                module._specimen_text(kinds.indexOf(kind), face, size, x, baseline, room, bytes.length);
                module._free(room);
                const line = document.createElement('div');
                line.style.left = `${x}px`;
                line.style.top = `${baseline - 20}px`;
                line.style.font = css[face].replace('$', `${size}px`);
                line.style.lineHeight = '0';
                line.append(document.createElement('i'), words);
                text.append(line);
            }
        }, [lines, this.width]);
    }

    // values: row after row, as numbers or as the bits of floats ({bits: [...]}).
    heatmap({ x, y, width, height, rows, columns, values, bits, weights = false, bound = 1, difference = false }) {
        return this.page.evaluate((m) => {
            const words = m.bits ? new Uint32Array(m.bits) : new Uint32Array(new Float32Array(m.values).buffer);
            const room = module._malloc(words.byteLength);
            module.bytes().set(new Uint8Array(words.buffer), room);
            module._specimen_heatmap(m.x, m.y, m.width, m.height, m.rows, m.columns, room, m.weights, m.bound, m.difference);
            module._free(room);
        }, { x, y, width, height, rows, columns, values, bits, weights, bound, difference });
    }

    ribbon({ from, to, end_width, waist, level, sideways = false }) {
        return this.page.evaluate(
            (r) => module._specimen_ribbon(...r.from, ...r.to, r.end_width, r.waist, r.level, r.sideways),
            { from, to, end_width, waist, level, sideways },
        );
    }

    signs() {
        return this.page.evaluate(() => module._specimen_signs());
    }

    clear() {
        return this.page.evaluate(() => {
            module._specimen_clear();
            document.getElementById('text').replaceChildren();
        });
    }

    // Draws, and answers the atlas rows that were uploaded for it.
    draw() {
        return this.page.evaluate(([width, height, ratio, dark]) => {
            const canvas = document.getElementById('canvas');
            const device = [Math.round(width * ratio), Math.round(height * ratio)];
            if (canvas.width !== device[0]) canvas.width = device[0];
            if (canvas.height !== device[1]) canvas.height = device[1];
            canvas.style.width = `${width}px`;
            canvas.style.height = `${height}px`;
            module._specimen_draw(...device, ratio, dark);
            const error = canvas.getContext('webgl2').getError();
            if (error) throw new Error(`OpenGL error ${error}`);
            return module._specimen_uploaded_rows();
        }, [this.width, this.height, this.ratio, this.dark]);
    }

    // The canvas as it was drawn: {width, height, at(x, y) -> [r, g, b]} in device px.
    async read() {
        const { width, height, bytes } = await this.page.evaluate(() => {
            const canvas = document.getElementById('canvas');
            const gl = canvas.getContext('webgl2');
            const data = new Uint8Array(canvas.width * canvas.height * 4);
            gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, data);
            let text = '';
            for (let i = 0; i < data.length; i += 8192) text += String.fromCharCode(...data.subarray(i, i + 8192));
            return { width: canvas.width, height: canvas.height, bytes: btoa(text) };
        });
        const data = Buffer.from(bytes, 'base64');
        const at = (x, y) => [...data.subarray(((height - 1 - y) * width + x) * 4, ((height - 1 - y) * width + x) * 4 + 3)];
        return { width, height, data, at };
    }

    // Loses the GL context and waits until the browser has given a new one.
    lose_context() {
        return this.page.evaluate(async () => {
            const canvas = document.getElementById('canvas');
            const extension = (window.lose_context ??= canvas.getContext('webgl2').getExtension('WEBGL_lose_context'));
            const event = (name) => new Promise((done) => canvas.addEventListener(name, (e) => (e.preventDefault(), done()), { once: true }));
            const lost = event('webglcontextlost');
            extension.loseContext();
            await lost;
            module._specimen_context_lost();
            const restored = event('webglcontextrestored');
            await new Promise((next) => setTimeout(next)); // it may not be restored while the event is being told
            extension.restoreContext();
            await restored;
        });
    }

    finish() {
        return finish(this.page);
    }
}
