// Tables of numbers as files, brought to a playground by the page: put into a tensor whole, or refused in words of both languages with
// everything as it was. How the program reads a table is tests/fuzz/table.cpp's.
import assert from 'node:assert/strict';
import { save_csv, take_file } from '../../../web/page_files.js';
import { expect_words, file_of, kLanguages, lesson_data, start_playground } from '../playground.mjs';

const kEndings = { c: 'csv', t: 'tsv', x: 'txt' };
const kTensors = ['x', 'wq', 'head0.weights', 'nothing'];
export const longest = 4096;
export const dictionary = [',', ';', '\t', '\r\n', '\n', '"', '""', ' ', '0,5', '-1.5e-3', '1e39', '1e400', 'nan', 'inf', '-Infinity', 'NaN', '+1', '.5', '5.', '0x10', '1_000', '−1', '٣'];

const playgrounds = [];
let saved;  // what the page offers to save

export async function prepare() {
    for (const language of kLanguages) playgrounds.push(await start_playground([lesson_data('multi-head')], language));
    globalThis.Blob = class {
        constructor(parts) {
            saved = parts.join('');
        }
    };
    URL.createObjectURL = () => '';
    globalThis.setTimeout = () => 0;  // after which it would be forgotten
}

export function seeds() {
    const row = (count, separator) => Array.from({ length: count }, (_, i) => (i - 2) / 8).join(separator);
    const table = (rows, columns, separator) => `${row(columns, separator)}\n`.repeat(rows);
    const texts = [table(6, 8, ','), table(6, 8, '\t'), table(6, 8, ' '), table(6, 8, ';').replaceAll('.', ','), `\ufeff${table(6, 8, ',').replaceAll('\n', '\r\n')}`,
        `,${'abcdefgh'.split('').join(',')}\n${Array.from({ length: 6 }, (_, i) => `t${i},${row(8, ',')}\n`).join('')}`, '1', '1,2\n3', '"1","2"\n"3","4"\n', ''];
    return texts.flatMap((text) => ['c0', 't0', 'x0', 'c1', 'c2', 'c3', '?0'].map((head) => Buffer.from(head + text)));
}

// The first byte is the file's kind, the second its place.
export async function fuzz(bytes) {
    const [kind, place] = String.fromCharCode(...bytes.subarray(0, 2));
    const tensor = kTensors[Number(place)] ?? kTensors[0];
    const file = file_of(`a.${kEndings[kind] ?? kind}`, bytes.subarray(2));
    const answers = [];
    for (const playground of playgrounds) answers.push(await bring(playground, file, tensor));
    assert.equal(answers[0].ok, answers[1].ok);
    return answers[0].ok ? 'taken' : answers[1].text.slice(file.name.length).replaceAll(/"[^]*"|\d+/g, '');
}

async function bring(playground, file, tensor) {
    const answer = await take_file(playground.page, file, tensor === 'nothing' ? null : tensor);
    expect_words(answer.text, new TextDecoder().decode(file.bytes) + file.name);
    if (!answer.ok) {
        playground.expect_untouched();
        return answer;
    }
    const as_sent = (values) => values.map((value) => (value === 0 ? 0 : value));  // the page's JSON has no -0
    const { values } = playground.query(`table/${await file.text()}`);
    assert.deepEqual(as_sent(playground.query(`tensor/${tensor}`).data), as_sent(values.flat()), 'other numbers are there');
    expect_saved_again(playground, tensor);
    playground.restore();
    return answer;
}

// What is saved as CSV is read as the same numbers.
function expect_saved_again(playground, tensor) {
    const { data } = playground.query(`tensor/${tensor}`);
    save_csv(playground.page, tensor);
    const { values } = playground.query(`table/${saved}`);
    assert.deepEqual(values.flat(), data);
}
