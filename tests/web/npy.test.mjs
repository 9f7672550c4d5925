// .npy files: real NumPy reads what is written, and what real NumPy writes is read; anything else is refused with a reason.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Words } from '../../web/page_words.js';
import { FileFault, read_npy, write_npy } from '../../web/page_files_npy.js';
import { generator } from './random.mjs';

const kWords = JSON.parse(readFileSync(new URL('../../web/page_files_words.json', import.meta.url), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'dikkat-npy-'));
after(() => rmSync(folder, { recursive: true }));

function numpy(script) {
    return execFileSync(process.env.PYTHON || '/usr/bin/python3', ['-c', `import json, numpy as np\n${script}`], { cwd: folder, encoding: 'utf8' });
}

const kValues = [1.5, -0.25, Math.fround(0.1), 0, -0, 1e-45, 3.4028234663852886e38, NaN, Infinity, -Infinity, 7, -8];

test('NumPy loads what is written: type, order, shape and every bit', () => {
    for (const shape of [[12], [3, 4], [2, 3, 2], [1, 12], [12, 1]]) {
        writeFileSync(join(folder, 'out.npy'), write_npy(shape, kValues));
        const [type, order, found, bits] = JSON.parse(numpy("a = np.load('out.npy')\nprint(json.dumps([a.dtype.str, bool(a.flags.c_contiguous), a.shape, a.view('<u4').ravel().tolist()]))"));
        assert.deepEqual([type, order, found], ['<f4', true, shape]);
        assert.deepEqual(bits, [...new Uint32Array(Float32Array.from(kValues).buffer)]);
    }
});

test('What NumPy saves is read: both orders, both byte orders, four types, three versions', () => {
    numpy(`
i = 0
for dtype in ['<f4', '>f4', '<f8', '>f8', '<i4', '>i4', '<i8', '>i8']:
    for order in 'CF':
        for version in [(1, 0), (2, 0), (3, 0)]:
            a = np.asarray(np.arange(24).reshape(2, 3, 4) - 5, dtype=dtype, order=order)
            with open(f'{i}.npy', 'wb') as f: np.lib.format.write_array(f, a, version=version)
            i += 1
`);
    for (let i = 0; i < 48; i++) {
        const { shape, data } = read_npy(new Uint8Array(readFileSync(join(folder, `${i}.npy`))));
        assert.deepEqual(shape, [2, 3, 4]);
        assert.deepEqual(data, Array.from({ length: 24 }, (_, n) => n - 5), `file ${i}`);
    }
    numpy("np.save('f.npy', np.array([0.1, np.nan, -np.inf], dtype='<f8'))");
    assert.deepEqual(read_npy(new Uint8Array(readFileSync(join(folder, 'f.npy')))), { shape: [3], data: [0.1, NaN, -Infinity] });
});

function fault(bytes) {
    try {
        read_npy(bytes);
    } catch (error) {
        assert.ok(error instanceof FileFault, error.stack);
        return error.code;
    }
    return null;
}

test('Other types, other files and broken ones are refused with a reason', () => {
    numpy("np.save('half.npy', np.zeros(3, dtype='f2')); np.save('complex.npy', np.zeros(3, dtype='c8')); np.save('words.npy', np.array(['a', 'bc']));" +
        "np.save('fields.npy', np.zeros(3, dtype=[('a', 'f4'), ('b', 'i4')])); np.save('bool.npy', np.zeros(3, dtype=bool))");
    for (const name of ['half', 'complex', 'words', 'fields', 'bool']) assert.equal(fault(new Uint8Array(readFileSync(join(folder, `${name}.npy`)))), 'npy_type', name);
    const good = write_npy([2, 2], [1, 2, 3, 4]);
    assert.equal(fault(new Uint8Array()), 'npy_magic');
    assert.equal(fault(new TextEncoder().encode('1,2\n3,4\n')), 'npy_magic');
    assert.equal(fault(good.subarray(0, 7)), 'npy_short');
    assert.equal(fault(good.subarray(0, 40)), 'npy_short');
    assert.equal(fault(good.subarray(0, good.length - 1)), 'npy_short');
    assert.equal(fault(Uint8Array.from([...good, 0])), 'npy_short');
    assert.equal(fault(good.map((byte, i) => i === 6 ? 9 : byte)), 'npy_version');
    assert.equal(fault(Uint8Array.from(Buffer.from(Buffer.from(good).toString('latin1').replace('fortran_order', 'fortran_ordnu'), 'latin1'))), 'npy_header');
});

test('A header that is no array’s is refused with its own words: a word of JavaScript for a type, none, a shape without commas or past all numbers', () => {
    const with_header = (from, to) => {
        const [file, shorter] = [Buffer.from(write_npy([1], [1])).toString('latin1').replace(from, to), to.length - from.length];
        return Uint8Array.from(Buffer.from(shorter > 0 ? file.replace(' '.repeat(shorter) + '\n', '\n') : file.replace('\n', ' '.repeat(-shorter) + '\n'), 'latin1'));
    };
    for (const type of ['<toString', '<constructor', '>__proto__', '|f4', '<']) assert.equal(fault(with_header('<f4', type)), 'npy_type', type);
    assert.equal(fault(with_header('<f4', '')), 'npy_header');
    for (const shape of ['(5 8)', '(,)', '(1,,1)', '(9999999999,)', `(${'999999999,'.repeat(3)})`]) assert.equal(fault(with_header('(1,)', shape)), 'npy_shape', shape);
    for (const language of ['tr', 'en']) assert.match(new Words(kWords, language).say('npy_shape', { file: 'a.npy', shape: '5 8' }), /^a\.npy.*\(5 8\)$/);
});

test('However long a name is that stands in a file, the sentence about it can be read', () => {
    const { holes } = new FileFault('npz_names', { tensor: 'x', names: `${'n'.repeat(299)}😀${'m'.repeat(60_000)}` });
    assert.deepEqual(holes, { tensor: 'x', names: `${'n'.repeat(299)}…` });
    assert.deepEqual(new FileFault('npy_short', { expected: 12, found: 3 }).holes, { expected: 12, found: 3 });
});

test('Three thousand broken files are read or refused, and nothing else', () => {
    const random = generator(11);
    const good = write_npy([3, 4], kValues);
    for (let i = 0; i < 3000; i++) {
        let bytes = Array.from(good);
        for (let n = random(4); n >= 0; n--) {
            const at = random(random(2) ? 128 : bytes.length);
            if (random(3)) bytes[at] = random(256);
            else bytes.splice(at, random(3), ...Array.from({ length: random(3) }, () => random(256)));
        }
        if (random(5) === 0) bytes = bytes.slice(0, random(bytes.length));
        const code = fault(Uint8Array.from(bytes));
        if (code === null) continue;
        assert.match(code, /^npy_(magic|version|short|type|header|shape)$/);
    }
});
