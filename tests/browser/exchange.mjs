// Links and files in the browsers of engines.mjs: a state goes to another person by link, by snippet and by file; numbers go out to NumPy
// and come in; and the site starts without a network. The tests of exchange_*.test.mjs name the browser.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { serve } from '../../web/serve.mjs';
import { Hands, kPages, walk } from './hands.mjs';
import { eventually } from './harness.mjs';

export function test_exchange(open_browser) {
    let browser, others, site, pages;
    before(async () => {
        [browser, others] = [await open_browser(), await open_browser()];  // two people
        pages = { ...kPages, ...browser.pages };
        site = await serve({ pages });
    }, { timeout: 240_000 });
    after(async () => {
        await browser?.close();
        await others?.close();
        await site?.close();
    });
    const path = (words, run) => test(words, { timeout: 240_000 }, async () => {
        await walk([browser, others], () => run(new Hands(browser, site.origin), new Hands(others, site.origin)));
        for (const each of [browser, others]) assert.deepEqual(await each.faults() ?? [], []);  // WebKit hears a page of its own only
    });

    path('A link that was copied opens the same state for somebody else', async (hands, reader) => {
        await hands.open('lesson=multi-head&lang=en');
        await edit(hands);
        const link = await shared(hands, 'link');
        assert.equal(await hands.evaluate(() => location.href.split('#')[1]), link.split('#')[1], 'what was shared stands in the address');
        await reader.visit(link);
        assert.deepEqual(await work(reader), await work(hands));
        for (const path of ['tensor/concat', 'difference/head0.weights']) assert.deepEqual(await reader.query(path), await hands.query(path));
        assert.equal(await reader.evaluate(() => document.getElementById('notice')), null);
    });

    path('The iframe and the element that were copied show that state on a page', async (hands) => {
        await hands.open('lesson=multi-head&lang=en');
        await edit(hands);
        const held = await work(hands);
        const [iframe, element] = [await shared(hands, 'iframe'), await shared(hands, 'element')];
        assert.match(iframe, /^<iframe src="[^"]+\/embed\.html\?[^"]+#s1=[\w-]+" [^>]+><\/iframe>$/);
        assert.match(element, /^<script type="module" src="[^"]+"><\/script>\n<dikkat-playground [^>]+><\/dikkat-playground>$/);
        for (const snippet of [iframe, element]) {
            pages['/course.html'] = `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>A course</title></head><body>${snippet}</body></html>`;
            await hands.browser.open(`${site.origin}/course.html`);
            const state = await hands.evaluate(async () => {
                const element = document.querySelector('dikkat-playground');
                if (element) {
                    await element.ready;
                    return element.query('state');
                }
                const frame = document.querySelector('iframe');
                while (!frame.contentWindow.dikkat?.ready) await new Promise((next) => setTimeout(next, 20));
                await frame.contentWindow.dikkat.ready;
                return frame.contentWindow.dikkat.query('state');
            });
            assert.deepEqual(own_part(state), held);
        }
    });

    path('A damaged link opens what stands before the damage, and says what it lost', async (hands, reader) => {
        await hands.open('lesson=multi-head&lang=en');
        await dispatch(hands, { type: 'set_mask', mask: 'causal' });
        for (let col = 0; col < 8; col++) await dispatch(hands, { type: 'set_cell', tensor: 'wq', row: 1, col, value: 0.1234 * col + 0.017 });
        const link = await hands.evaluate(() => window.dikkat.link());
        await reader.visit(link.slice(0, -30));
        const notice = () => reader.evaluate(() => document.getElementById('notice')?.innerText ?? '');
        await eventually(async () => assert.match(await notice(), /Part of the link could not be opened/));
        const { document, view } = await reader.query('state');
        assert.deepEqual([view.lesson, document.mask, document.overrides], ['multi-head', 'causal', undefined]);
        await reader.click('#notice button');
        await eventually(async () => assert.equal(await notice(), ''));
    });

    path('Work that was saved is opened by somebody else, on the same numbers', async (hands, reader) => {
        await hands.open('lesson=multi-head&lang=en');
        await edit(hands);
        await open_files(hands);
        const file = await saved(hands, '#save-document');
        assert.match(file, /dikkat-multi-head-step-3\.json$/);
        await reader.open('lesson=gpt&lang=tr');
        await open_files(reader);
        await reader.browser.choose_file('#open-document', file);
        await said(reader, 'files-told', /dikkat-multi-head-step-3\.json açıldı/);
        assert.deepEqual((await reader.query('state')).document, (await hands.query('state')).document);
        assert.deepEqual(await reader.query('tensor/concat'), await hands.query('tensor/concat'));
    });

    path('NumPy reads what is saved as CSV, .npy and .npz to the bit, and what it writes is read', async (hands) => {
        await hands.open('lesson=multi-head&step=3&lang=en');
        await dispatch(hands, { type: 'select', tensor: 'wq', row: 0, col: 0 });
        await open_files(hands);
        const files = [await saved(hands, '#save-csv'), await saved(hands, '#save-npy'), await saved(hands, '#save-npz')];
        const { data } = await hands.query('tensor/wq');
        const found = JSON.parse(numpy(browser.downloads, `
files = ${JSON.stringify(files)}
read = [np.loadtxt(files[0], delimiter=',', dtype='<f4', ndmin=2), np.load(files[1]), np.load(files[2])['wq']]
np.save('turned.npy', np.asfortranarray(read[1].T))
np.savez_compressed('several.npz', wk=read[1], wq=read[1] * 2)
np.savetxt('halved.csv', read[1] / 2, delimiter=',', fmt='%.9g')
print(json.dumps([a.view('<u4').ravel().tolist() for a in read]))`));
        const bits = (numbers) => [...new Uint32Array(Float32Array.from(numbers).buffer)];
        assert.deepEqual(found, Array(3).fill(bits(data)));
        const square = (number) => bits(Array.from({ length: 64 }, (_, i) => number(i >> 3, i & 7)));
        const now = async () => bits((await hands.query('tensor/wq')).data);
        await hands.browser.choose_file('#load-numbers', join(browser.downloads, 'turned.npy'));
        await said(hands, 'files-told', /turned\.npy: 64 numbers/);
        assert.deepEqual(await now(), square((row, column) => data[column * 8 + row]));
        await hands.browser.choose_file('#load-numbers', join(browser.downloads, 'halved.csv'));
        await said(hands, 'files-told', /halved\.csv: 64 numbers/);
        assert.deepEqual(await now(), square((row, column) => data[row * 8 + column] / 2));
        await hands.browser.choose_file('#load-numbers', join(browser.downloads, 'several.npz'));
        await said(hands, 'files-told', /several\.npz: 64 numbers/);
        assert.deepEqual(await now(), square((row, column) => data[row * 8 + column] * 2));
    });

    path('A table from elsewhere is pasted into cells, files are dropped on a tensor and pasted', async (hands) => {
        await hands.open('lesson=multi-head&step=3&lang=en');
        await hands.evaluate(() => document.body.append(Object.assign(document.createElement('textarea'), { id: 'sheet', value: '5\t6,5\n-7\t75e-2' })));
        await hands.evaluate(() => document.getElementById('sheet').select());
        await hands.chord('c');
        await hands.click_anchor('cell/x/1/2');
        await hands.chord('v');
        const cell = async (row, column) => (await hands.query(`tensor/x/${row}/${column}`)).value;
        await eventually(async () => assert.deepEqual([await cell(1, 2), await cell(1, 3), await cell(2, 2), await cell(2, 3)], [5, 6.5, -7, 0.75]));
        await hands.evaluate(() => document.getElementById('sheet').remove());
        numpy(browser.downloads, "np.save('k.npy', np.arange(64, dtype='>i4').reshape(8, 8)); np.savetxt('v.csv', np.arange(64).reshape(8, 8) / 8, delimiter=';', fmt='%g'); np.savez('q.npz', np.arange(64).reshape(8, 8) * 2.)");
        for (const [file, tensor, last] of [['k.npy', 'wk', 63], ['v.csv', 'wv', 63 / 8], ['q.npz', 'wq', 126]]) {
            await bring(hands, 'drop', await hands.anchor(`station/${tensor}`), join(browser.downloads, file));
            await said(hands, 'message', new RegExp(`${file}: 64 numbers are in “${tensor}”`));
            assert.equal((await hands.query(`tensor/${tensor}/7/7`)).value, last);
        }
        await dispatch(hands, { type: 'select', tensor: 'wk', row: 0, col: 0 });
        await bring(hands, 'paste', { x: 640, y: 400 }, join(browser.downloads, 'q.npz'));
        await said(hands, 'message', /q\.npz: 64 numbers are in “wk”/);
        assert.equal((await hands.query('tensor/wk/7/7')).value, 126);
        await bring(hands, 'drop', { x: 40, y: 300 }, join(browser.downloads, 'user.png'), '…');
        await said(hands, 'message', /user\.png was not opened/);
    });

    path('After a visit the site starts without a network', async () => {
        const nearby = await serve({ pages });
        const hands = new Hands(browser, nearby.origin);
        await hands.open('lang=en');
        await browser.move({ x: 640, y: 400 });  // somebody is there
        await hands.evaluate(async () => {
            const { active, waiting, installing } = await navigator.serviceWorker.ready;
            const worker = active ?? waiting ?? installing;
            if (worker.state !== 'activated') await new Promise((done) => worker.addEventListener('statechange', () => worker.state === 'activated' && done()));
        });
        await nearby.close();
        for (const [question, title] of [['lang=en', /Several heads/], ['lesson=gpt&lang=tr', /GPT/]]) {
            await hands.visit(`${nearby.origin}/?${question}`);
            await eventually(async () => assert.match(await hands.text('lesson-title'), title));
            await eventually(async () => assert.notEqual(await hands.text('lesson-intro'), ''));
            assert.ok(await hands.colours() > 8, 'the canvas is blank');
        }
    });
}

async function edit(hands) {
    await dispatch(hands, { type: 'go_to_step', step: 3 });
    await hands.drag('cell/x/4/0', -30);
    await eventually(async () => assert.equal((await hands.query('edits')).length, 1));
    await dispatch(hands, { type: 'set_cell', tensor: 'head0.scores', row: 4, col: 1, value: '-Infinity' });
    await dispatch(hands, { type: 'pin_baseline' });
    await dispatch(hands, { type: 'set_mask', mask: 'causal' });
    await dispatch(hands, { type: 'show', what: 'difference' });
    await hands.settled();
}

async function dispatch(hands, command) {
    const answer = await hands.evaluate((sent) => window.dikkat.dispatch(sent), command);
    assert.equal(answer.ok, true, `${JSON.stringify(command)} was refused: ${JSON.stringify(answer)}`);
}

async function work(hands) {
    return own_part(await hands.query('state'));
}

// But for what is the reader's own.
function own_part({ document, view: { language, theme, text_size, ...view }, baseline }) {
    return { document, view, baseline };
}

// What the sheet of links copies: taken from the clipboard as a person would.
async function shared(hands, form) {
    await hands.click('#share-button');
    await eventually(async () => assert.ok(await hands.evaluate(() => document.querySelector('#share[open] #share-link')?.value)));
    await hands.click(`#share-copy-${form}`);
    await said(hands, 'share-told', /clipboard/);
    await hands.press('Escape');
    await hands.evaluate(() => {
        const field = document.body.appendChild(Object.assign(document.createElement('textarea'), { id: 'pasted' }));
        field.focus();
    });
    await hands.chord('v');
    const pasted = () => hands.evaluate(() => document.getElementById('pasted').value);
    const text = await eventually(async () => {
        assert.notEqual(await pasted(), '');
        return pasted();
    });
    await hands.evaluate(() => document.getElementById('pasted').remove());
    return text;
}

async function open_files(hands) {
    await hands.click('#save-button');
    await hands.click('#files');
    await eventually(async () => assert.ok(await hands.evaluate(() => document.querySelector('#files-sheet[open] #load-numbers') !== null)));
}

async function said(hands, id, words) {
    await eventually(async () => assert.match(await hands.text(id), words));
}

// The file that a click saves, once it is whole.
async function saved(hands, selector) {
    const folder = hands.browser.downloads;
    const before = new Set(readdirSync(folder));
    await hands.click(selector);
    return eventually(() => {
        const fresh = readdirSync(folder).filter((file) => !before.has(file)).map((file) => join(folder, file));
        assert.ok(fresh.length === 1 && statSync(fresh[0]).size > 0, `saved: ${fresh}`);
        return fresh[0];
    });
}

function numpy(folder, script) {
    return execFileSync(process.env.PYTHON || '/usr/bin/python3', ['-c', `import json, numpy as np\n${script}`], { cwd: folder, encoding: 'utf8' });
}

// The drivers of these browsers bring no file in from outside, so the page is told of a drop and a paste as the browser tells it.
async function bring(hands, type, place, path, content) {
    const bytes = Buffer.from(content ?? readFileSync(path)).toString('base64');
    await hands.evaluate(({ type, place: { x, y }, name, bytes }) => {
        const given = new DataTransfer();
        given.items.add(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], name));
        const options = { bubbles: true, cancelable: true, composed: true };
        const dropped = { ...options, dataTransfer: given, clientX: x, clientY: y };
        // Firefox takes no contents for one.
        const pasted = Object.defineProperty(new ClipboardEvent('paste', options), 'clipboardData', { value: given });
        const events = type === 'paste' ? [pasted] : [new DragEvent('dragover', dropped), new DragEvent('drop', dropped)];
        for (const event of events) if (document.elementFromPoint(x, y).dispatchEvent(event)) throw new Error('the page takes no files');
    }, { type, place, name: path.split('/').at(-1), bytes });
}
