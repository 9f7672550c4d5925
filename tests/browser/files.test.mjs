// Files: the work out and in, tensors as CSV, .npy and .npz that real NumPy reads, numbers in from files that are chosen or dropped.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { write_npy } from '../../web/page_files_npy.js';
import { anchor, command, eventually, finish, press, query, settled, use_site } from './harness.mjs';

const site = use_site();
const folder = mkdtempSync(join(tmpdir(), 'dikkat-files-'));
after(() => rmSync(folder, { recursive: true }));

function numpy(script) {
    return execFileSync(process.env.PYTHON || '/usr/bin/python3', ['-c', `import json, numpy as np\n${script}`], { cwd: folder, encoding: 'utf8' });
}

function file(name, content) {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
}

async function open(question = 'lesson=multi-head&lang=en') {
    const page = await site.open_page({ query: question });
    await settled(page);
    return page;
}

async function open_sheet(page) {
    await page.click('#save-button');
    await page.click('#files');
    await page.locator('#files-sheet[open]').waitFor();
}

async function saved(page, button) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
    const path = join(folder, download.suggestedFilename());
    await download.saveAs(path);
    return { name: download.suggestedFilename(), path };
}

async function told(page, words) {
    await page.locator('#files-told', { hasText: words }).waitFor();
}

test('The work saved by the keyboard opens on another page with the same numbers', async () => {
    const page = await open();
    await command(page, { type: 'set_cell', tensor: 'wq', row: 0, col: 6, value: 0.3 });
    await command(page, { type: 'set_mask', mask: 'causal' });
    await page.focus('#save-button');
    await press(page, 'Enter');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'files');
    await press(page, 'Enter');
    await page.locator('#save-document').waitFor();
    await press(page, 'Tab');
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Enter')]);
    assert.equal(download.suggestedFilename(), 'dikkat-multi-head-step-1.json');
    const path = join(folder, 'work.json');
    await download.saveAs(path);
    const other = await open('lesson=gpt&lang=tr');
    await open_sheet(other);
    await other.setInputFiles('#open-document', path);
    await told(other, 'work.json açıldı');
    assert.deepEqual((await query(other, 'state')).document, (await query(page, 'state')).document);
    assert.deepEqual(await query(other, 'tensor/concat'), await query(page, 'tensor/concat'));
    assert.equal((await query(other, 'state')).view.language, 'tr');
    await finish(other);
    await finish(page);
});

test('NumPy reads a tensor as CSV and as .npy, and all of them as .npz, to the bit', async () => {
    const page = await open('lesson=multi-head&step=3&lang=en');
    await command(page, { type: 'set_cell', tensor: 'x', row: 1, col: 1, value: 'NaN' });
    await open_sheet(page);
    await page.selectOption('#files-tensor', 'head0.weights');
    const csv = await saved(page, '#save-csv');
    const npy = await saved(page, '#save-npy');
    const npz = await saved(page, '#save-npz');
    assert.deepEqual([csv.name, npy.name, npz.name], ['head0.weights.csv', 'head0.weights.npy', 'dikkat-multi-head-step-3.npz']);
    const { shape, data } = await query(page, 'tensor/head0.weights');
    const bits = [...new Uint32Array(Float32Array.from(data.map(Number)).buffer)];
    const [from_csv, from_npy, names, shapes, from_npz] = JSON.parse(numpy(`
csv = np.loadtxt('${csv.name}', delimiter=',', dtype='<f4', ndmin=2)
npy = np.load('${npy.name}')
npz = np.load('${npz.name}')
raw = lambda a: a.view('<u4').ravel().tolist()
print(json.dumps([[csv.shape, raw(csv)], [npy.shape, raw(npy)], npz.files, [npz[n].shape for n in npz.files], raw(npz['head0.weights'])]))`));
    for (const [found, values] of [from_csv, from_npy]) {
        assert.deepEqual(found, shape);
        assert.deepEqual(values.map(without_nan), bits.map(without_nan));
    }
    assert.deepEqual(from_npz.map(without_nan), bits.map(without_nan));
    const tensors = await query(page, 'tensors');
    assert.deepEqual(names, tensors.map(({ name }) => name));
    assert.deepEqual(shapes, tensors.map((tensor) => tensor.shape));
    await finish(page);
});

// Which NaN it is, is nobody's matter.
function without_nan(bits) {
    return (bits & 0x7fffffff) > 0x7f800000 ? 'NaN' : bits;
}

test('What NumPy saved goes into the chosen tensor as one edit, whatever its order and type', async () => {
    const page = await open();
    numpy("np.save('a.npy', np.asfortranarray(np.arange(64).reshape(8, 8) / 8)); np.savetxt('a.csv', np.arange(64).reshape(8, 8) / -4, delimiter=',', fmt='%.9g')");
    const { data: before } = await query(page, 'tensor/wq');
    await open_sheet(page);
    await page.selectOption('#files-tensor', 'wq');
    await page.setInputFiles('#load-numbers', join(folder, 'a.npy'));
    await told(page, 'a.npy: 64 numbers');
    assert.deepEqual((await query(page, 'tensor/wq')).data, Array.from({ length: 64 }, (_, i) => i / 8));
    await page.setInputFiles('#load-numbers', join(folder, 'a.csv'));
    await told(page, 'a.csv: 64 numbers');
    assert.deepEqual((await query(page, 'tensor/wq')).data, Array.from({ length: 64 }, (_, i) => i / -4 + 0));
    numpy("np.savez_compressed('a.npz', wk=np.zeros((8, 8)), wq=np.arange(64).reshape(8, 8) / 2)");
    await page.setInputFiles('#load-numbers', join(folder, 'a.npz'));
    await told(page, 'a.npz: 64 numbers');
    assert.deepEqual((await query(page, 'tensor/wq')).data, Array.from({ length: 64 }, (_, i) => i / 2));
    for (let i = 0; i < 3; i++) await command(page, { type: 'undo' });
    assert.deepEqual((await query(page, 'tensor/wq')).data, before);
    await finish(page);
});

test('Bad files change nothing, and say what is wrong and where', async () => {
    const page = await open();
    await open_sheet(page);
    await page.selectOption('#files-tensor', 'wq');
    const before = await query(page, 'state');
    numpy("np.save('half.npy', np.zeros((8, 8), dtype='f2')); np.savez('two.npz', queries=np.zeros((8, 8)), keys=np.zeros((8, 8)))");
    const two = readFileSync(join(folder, 'two.npz'));
    for (const [name, content, words] of [
        ['ragged.csv', '1,2,3\n4,5\n', /Row 2 is not as long/],
        ['word.csv', '1,2,3\n4,five,6\n', /Row 2, column 2 is not a number: "five"/],
        ['empty.csv', '', /no numbers/],
        ['small.csv', '1;2\n3;4\n', /small.csv is 2×2, “wq” is 8×8/],
        ['small.npy', write_npy([2, 3], [1, 2, 3, 4, 5, 6]), /small.npy is 2×3, “wq” is 8×8/],
        ['short.npy', write_npy([8, 8], [1]), /should have \d+ bytes/],
        ['no.npy', '1,2\n', /is no .npy file/],
        ['half.npy', readFileSync(join(folder, 'half.npy')), /type “<f2”/],
        ['two.npz', two, /holds no array named “wq”; it holds queries, keys/],
        ['cut.npz', two.subarray(0, two.length - 40), /is no .npz file, or its end is missing/],
    ]) {
        await page.setInputFiles('#load-numbers', file(name, content));
        await told(page, words);
        assert.deepEqual(await query(page, 'state'), before, name);
    }
    await page.setInputFiles('#open-document', file('broken.json', '{"format":1,'));
    await page.locator('#notice', { hasText: 'The file could not be opened' }).waitFor();
    assert.deepEqual(await query(page, 'state'), before);
    await finish(page);
});

// Real drags from outside of the browser.
async function drop(page, { x, y }, ...files) {
    const session = await page.context().newCDPSession(page);
    for (const type of ['dragEnter', 'dragOver', 'drop']) {
        await session.send('Input.dispatchDragEvent', { type, x, y, data: { items: [], files, dragOperationsMask: 1 } });
    }
}

test('A file dropped on a tensor goes into it, and work dropped anywhere opens', async () => {
    const page = await open('lesson=multi-head&step=3&lang=en');
    const { middle } = await anchor(page, 'station/wk');
    await drop(page, middle, file('k.npy', write_npy([8, 8], Array.from({ length: 64 }, (_, i) => i))));
    await eventually(async () => assert.deepEqual((await query(page, 'tensor/wk')).data.slice(0, 3), [0, 1, 2]));
    assert.match(await page.locator('#message').innerText(), /k.npy: 64 numbers are in “wk”/);
    numpy("np.savez('v.npz', np.ones((8, 8)))");
    await drop(page, (await anchor(page, 'station/wv')).middle, join(folder, 'v.npz'));
    await eventually(async () => assert.deepEqual((await query(page, 'tensor/wv')).data, Array(64).fill(1)));

    const { text } = await query(page, 'state/file');
    await command(page, { type: 'open_lesson', lesson: 'attention' });
    const box = await page.locator('#lesson-title').boundingBox();
    await drop(page, { x: box.x + 5, y: box.y + 5 }, file('back.json', text));
    await eventually(async () => assert.equal((await query(page, 'state')).view.lesson, 'multi-head'));
    assert.deepEqual((await query(page, 'tensor/wk')).data.slice(0, 3), [0, 1, 2]);
    assert.equal(await page.evaluate(() => location.pathname), '/', 'the browser did not go to the file');
    await finish(page);
});

test('Numbers dropped where no tensor is go into the opened one; without one the page asks', async () => {
    const page = await open('lesson=multi-head&step=3&lang=en');
    const box = await page.locator('#lesson-title').boundingBox();
    const place = { x: box.x + 5, y: box.y + 5 };
    await command(page, { type: 'open_station', tensor: 'wv' });
    await drop(page, place, file('v.tsv', `${Array.from({ length: 8 }, () => Array(8).fill('0,5').join('\t')).join('\n')}\n`));
    await eventually(async () => assert.equal((await query(page, 'tensor/wv/7/7')).value, 0.5));
    await command(page, { type: 'open_station', tensor: '' });
    await command(page, { type: 'select', clear: true });
    await drop(page, place, join(folder, 'v.tsv'));
    await page.locator('#message', { hasText: 'Which tensor is v.tsv for?' }).waitFor();
    await drop(page, place, file('picture.png', 'no'));
    await page.locator('#message', { hasText: 'picture.png was not opened' }).waitFor();
    await finish(page);
});

// A browser gives a page no file's way to the clipboard, so the page is told of one as the browser tells it.
function paste(page, type, name, bytes) {
    return page.evaluate(({ type, name, bytes }) => {
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([Uint8Array.from(bytes)], name, { type }));
        return document.activeElement.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, composed: true, clipboardData }));
    }, { type, name, bytes: [...bytes] });
}

test('A file that is pasted goes into the tensor that one is at; the picture that a table brings along does not', async () => {
    const page = await open('lesson=multi-head&step=3&lang=en');
    await command(page, { type: 'select', tensor: 'wk', row: 0, col: 0 });
    await page.focus('#canvas');
    assert.equal(await paste(page, '', 'k.npy', write_npy([8, 8], Array.from({ length: 64 }, (_, i) => i))), false);
    await page.locator('#message', { hasText: 'k.npy: 64 numbers are in “wk”' }).waitFor();
    assert.equal((await query(page, 'tensor/wk/7/7')).value, 63);
    await page.focus('#help-button');
    assert.equal(await paste(page, 'image/png', 'table.png', [1]), true);
    assert.doesNotMatch(await page.locator('#message').innerText(), /table/);
    await finish(page);
});
