// .npz files: what real NumPy writes is read, stored and deflated; what NumPy would refuse is refused with a reason.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { FileFault } from '../../web/page_files_npy.js';
import { read_npz } from '../../web/page_files_npz.js';
import { generator } from './random.mjs';

const folder = mkdtempSync(join(tmpdir(), 'dikkat-npz-'));
after(() => rmSync(folder, { recursive: true }));

function numpy(script) {
    return execFileSync(process.env.PYTHON || '/usr/bin/python3', ['-c', `import json, zipfile, numpy as np\n${script}`], { cwd: folder, encoding: 'utf8' });
}

const file = (name) => new Uint8Array(readFileSync(join(folder, name)));
const counting = (length) => Array.from({ length }, (_, i) => i);

test('The array that is asked for is read, or the only one, stored or deflated, in any order and type', () => {
    numpy(`
a, b = np.arange(24.).reshape(2, 3, 4), np.asfortranarray(np.arange(6, dtype='>i4').reshape(2, 3))
for save in (np.savez, np.savez_compressed):
    save(save.__name__ + '.npz', **{'head0.weights': a, 'W_q': b, 'blocks.0/ğ': a[0]})
    save(save.__name__ + '_one.npz', a)`);
    for (const name of ['savez', 'savez_compressed']) {
        assert.deepEqual(read_npz(file(`${name}.npz`), 'head0.weights'), { shape: [2, 3, 4], data: counting(24) });
        assert.deepEqual(read_npz(file(`${name}.npz`), 'W_q'), { shape: [2, 3], data: counting(6) });
        assert.deepEqual(read_npz(file(`${name}.npz`), 'blocks.0/ğ'), { shape: [3, 4], data: counting(12) });
        assert.deepEqual(read_npz(file(`${name}_one.npz`), 'wq'), { shape: [2, 3, 4], data: counting(24) }, 'NumPy calls it arr_0');
    }
});

function fault(bytes, wanted = 'wq') {
    try {
        read_npz(bytes, wanted);
    } catch (error) {
        assert.ok(error instanceof FileFault, error.stack);
        return error;
    }
    return null;
}

test('Of several arrays none is guessed: their names are said', () => {
    numpy("np.savez('two.npz', a=np.zeros(3), b=np.zeros(3)); np.savez('many.npz', **{f'n{i}': np.zeros(1) for i in range(40)})");
    assert.deepEqual([fault(file('two.npz')).code, fault(file('two.npz')).holes], ['npz_names', { tensor: 'wq', names: 'a, b' }]);
    assert.match(fault(file('many.npz')).holes.names, /^n0, n1, .*n11, …$/);
});

test('Other files, empty ones and those that promise too much are refused with a reason', () => {
    numpy(`
np.savez('empty.npz')
np.savez('half.npz', wq=np.zeros(3, dtype='f2'))
np.save('only.npy', np.zeros(3))
np.savez_compressed('vast.npz', wq=np.zeros((2500, 2500), dtype='f4'))
with zipfile.ZipFile('other.zip', 'w') as z: z.writestr('readme.txt', 'no numbers')
with zipfile.ZipFile('bzip.npz', 'w', zipfile.ZIP_BZIP2) as z: z.write('only.npy', 'wq.npy')
with zipfile.ZipFile('noted.npz', 'w') as z: z.comment = b'PK' * 2000; z.write('only.npy', 'wq.npy')`);
    const codes = { 'empty.npz': 'npz_empty', 'other.zip': 'npz_empty', 'half.npz': 'npy_type', 'only.npy': 'npz_magic', 'vast.npz': 'too_large', 'bzip.npz': 'npz_method' };
    for (const [name, code] of Object.entries(codes)) assert.equal(fault(file(name))?.code, code, name);
    assert.equal(fault(new Uint8Array())?.code, 'npz_magic');
    assert.equal(fault(file('noted.npz')), null, 'a comment at the end is no fault');
});

test('Of two thousand damaged archives none gives numbers that NumPy would not give', () => {
    const random = generator(13);
    numpy("np.savez('s.npz', wq=np.arange(12.).reshape(3, 4)); np.savez_compressed('d.npz', wq=np.arange(12.).reshape(3, 4), wk=np.ones(3))");
    const taken = [];
    for (let i = 0; i < 2000; i++) {
        let bytes = Array.from(file(random(2) ? 's.npz' : 'd.npz'));
        for (let n = random(3); n >= 0; n--) {
            const at = random(bytes.length);
            if (random(3)) bytes[at] = random(256);
            else bytes.splice(at, random(3), ...Array.from({ length: random(3) }, () => random(256)));
        }
        if (random(6) === 0) bytes = bytes.slice(0, random(bytes.length));
        const damaged = Uint8Array.from(bytes);
        const refused = fault(damaged);
        if (refused) assert.match(refused.code, /^(npz_(magic|damaged|empty|names|method)|npy_(magic|version|short|type|header|shape)|too_large)$/);
        else taken.push({ bytes: damaged, ...read_npz(damaged, 'wq') });
    }
    assert.ok(taken.length > 10 && taken.length < 1500, `${taken.length} were taken`);
    taken.forEach(({ bytes }, i) => writeFileSync(join(folder, `taken${i}.npz`), bytes));
    // zipfile wants more of an archive than we look at; what it takes must be the same numbers.
    const judged = JSON.parse(numpy(`
def read(i):
    try:
        with np.load(f'taken{i}.npz') as z: return z['wq' if 'wq' in z.files else z.files[0]].ravel().tolist()
    except Exception: return None
print(json.dumps([read(i) for i in range(${taken.length})]))`));
    judged.forEach((numbers, i) => numbers && assert.deepEqual(taken[i].data, numbers, `taken${i}`));
    assert.ok(judged.filter(Boolean).length > taken.length / 2);
});
