// How an input becomes another one: the mutations of libFuzzer (bytes, bits, numbers, repetition, words of a dictionary, parts of another
// input), some of them at once. The same generator gives the same inputs.

const kMostAtOnce = 5;
const kLongestPart = 64;
const kInterestingSizes = [1, 2, 4, 8];
const kInteresting = [0n, 1n, 0x7fn, 0x80n, 0xffn, 0x7fffn, 0x8000n, 0xffffn, 0x7fffffffn, 0x80000000n, 0xffffffffn, 0x7fffffffffffffffn, 0xffffffffffffffffn];
const kNumbers = ['0', '-1', '-0', '1', '2', '255', '65536', '2147483648', '4294967296', '9007199254740993', '1e309', '1e-320', '0.1', 'NaN', 'Infinity', '9'.repeat(400)];

// random(n): a whole number below n. corpus: inputs to take parts of. dictionaries: lists of words, as bytes, each list as often as another.
export class Mutator {
    constructor(random, corpus, dictionaries, longest) {
        Object.assign(this, { random, corpus, dictionaries: dictionaries.filter((words) => words.length > 0), longest });
    }

    of(bytes) {
        let result = bytes;
        for (let count = 1 + this.random(kMostAtOnce); count > 0; count--) result = this.pick(kMutations)(result, this);
        return result.length > this.longest ? result.subarray(0, this.longest) : result;
    }

    pick(list) {
        return list[this.random(list.length)];
    }

    word() {
        return this.pick(this.pick(this.dictionaries));
    }

    // [begin, length] of a part.
    part(bytes) {
        const begin = this.random(bytes.length + 1);
        const most = Math.min(this.random(4) ? kLongestPart : this.longest, bytes.length - begin);
        return [begin, this.random(most + 1)];
    }
}

function spliced(bytes, begin, length, inserted) {
    const result = new Uint8Array(bytes.length - length + inserted.length);
    result.set(bytes.subarray(0, begin));
    result.set(inserted, begin);
    result.set(bytes.subarray(begin + length), begin + inserted.length);
    return result;
}

function with_byte(bytes, random, change) {
    if (bytes.length === 0) return bytes;
    const result = bytes.slice();
    const at = random(bytes.length);
    result[at] = change(result[at]);
    return result;
}

const encoder = new TextEncoder();

const kMutations = [
    (bytes, { random }) => with_byte(bytes, random, () => random(256)),
    (bytes, { random }) => with_byte(bytes, random, (byte) => byte ^ (1 << random(8))),
    (bytes, { random }) => with_byte(bytes, random, (byte) => byte + random(16) - 8),
    // erase
    (bytes, mutator) => spliced(bytes, ...mutator.part(bytes), []),
    (bytes, { random }) => bytes.subarray(0, random(bytes.length + 1)),
    // insert
    (bytes, { random }) => spliced(bytes, random(bytes.length + 1), 0, [random(256)]),
    (bytes, { random }) => spliced(bytes, random(bytes.length + 1), 0, new Uint8Array(1 + random(kLongestPart)).fill(random(256))),
    // a part again, there or elsewhere
    (bytes, mutator) => {
        const [begin, length] = mutator.part(bytes);
        return spliced(bytes, mutator.random(bytes.length + 1), 0, bytes.subarray(begin, begin + length));
    },
    (bytes, mutator) => {
        const [begin, length] = mutator.part(bytes);
        const part = bytes.subarray(begin, begin + length);
        const times = 1 + mutator.random(1 << mutator.random(8));
        const again = new Uint8Array(Math.min(length * times, mutator.longest));
        for (let at = 0; at < again.length; at++) again[at] = part[at % length];
        return spliced(bytes, begin, 0, again);
    },
    // a part in another order
    (bytes, mutator) => {
        const [begin, length] = mutator.part(bytes);
        const result = bytes.slice();
        for (let i = length - 1; i > 0; i--) {
            const j = mutator.random(i + 1);
            [result[begin + i], result[begin + j]] = [result[begin + j], result[begin + i]];
        }
        return result;
    },
    // numbers, in letters and in bytes
    (bytes, mutator) => {
        const digits = [...Buffer.from(bytes).toString('latin1').matchAll(/-?\d[\d.]*(?:e[+-]?\d+)?/gi)];
        if (digits.length === 0) return bytes;
        const { index, 0: number } = mutator.pick(digits);
        const near = [Number(number) + 1, Number(number) - 1, Number(number) * 2, -Number(number)].map(String);
        return spliced(bytes, index, number.length, encoder.encode(mutator.pick(mutator.random(2) ? near : kNumbers)));
    },
    (bytes, mutator) => {
        const size = mutator.pick(kInterestingSizes);
        if (bytes.length < size) return bytes;
        const number = new DataView(new ArrayBuffer(8));
        number.setBigUint64(0, mutator.pick(kInteresting), true);
        const written = new Uint8Array(number.buffer, 0, size);
        return spliced(bytes, mutator.random(bytes.length - size + 1), size, mutator.random(2) ? written : written.reverse());
    },
    // words, put in or put over
    ...[0, 1, 0, 1].map((over) => (bytes, mutator) => {
        const word = mutator.word();
        const begin = mutator.random(bytes.length + 1);
        return spliced(bytes, begin, over ? Math.min(word.length, bytes.length - begin) : 0, word);
    }),
    // a word of it by one of the dictionary's, or of its own: what is left is most often well formed
    ...[0, 1, 0, 1].map((own) => (bytes, mutator) => {
        const found = [...Buffer.from(bytes).toString('latin1').matchAll(/[\w.]+|[^\w.\s]/g)];
        if (found.length === 0) return bytes;
        const { index, 0: word } = mutator.pick(found);
        const other = own ? mutator.pick(found) : undefined;
        const inserted = other ? bytes.subarray(other.index, other.index + other[0].length) : mutator.word();
        return spliced(bytes, index, word.length, inserted);
    }),
    // parts of another input
    ...[0, 1].map((over) => (bytes, mutator) => {
        const other = mutator.pick(mutator.corpus) ?? bytes;
        const [begin, length] = mutator.part(other);
        const at = mutator.random(bytes.length + 1);
        return spliced(bytes, at, over ? Math.min(length, bytes.length - at) : 0, other.subarray(begin, begin + length));
    }),
];
