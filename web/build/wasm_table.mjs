// What wasm-split's second part takes of the first goes by name: 1,300 exports, 6 KB of every first visit. Here the functions among them
// stand at the end of the first part's table instead, in the order in which the second imports them, where web/program.js looks them up.
const kTable = 4, kImport = 2, kExport = 7, kElements = 9;  // sections
const kFunction = 0, kTableKind = 1, kMemory = 2, kGlobal = 3;

// Both as bytes; `prefix` begins the names that are exported for the second part alone. Answers both as they are to be.
export function link_by_table(first, second, prefix) {
    const [one, two] = [sections_of(first), sections_of(second)];
    const exported = read_exports(one.get(kExport));
    const imported = read_imports(two.get(kImport));
    const functions = imported.filter(({ from, kind }) => from === 'primary' && kind === kFunction);
    const index_of = new Map(exported.filter(({ kind }) => kind === kFunction).map(({ name, index }) => [name, index]));
    const indices = functions.map(({ name }) => {
        if (!index_of.has(name)) throw new Error(`the second part imports ${name}, which the first does not export`);
        return index_of.get(name);
    });

    const table = read_limits(new Reader(one.get(kTable).subarray(2)));  // after "one table", "of functions"
    one.set(kTable, Buffer.concat([Buffer.from([1, 0x70]), limits(table, indices.length)]));
    one.set(kExport, vector(exported.filter(({ name, kind }) => kind !== kFunction || !name.startsWith(prefix)).map(({ bytes }) => bytes)));
    one.set(kElements, with_segment(one.get(kElements), table.least, indices));
    two.set(kImport, vector(imported.map(({ head, kind, bytes, table: other }) => (
        kind === kTableKind ? Buffer.concat([head, Buffer.from([0x70]), limits(other, indices.length)]) : bytes))));
    return [one, two].map((sections) => Buffer.concat([first.subarray(0, 8), ...[...sections].map(([id, bytes]) => Buffer.concat([Buffer.from([id]), number(bytes.length), bytes]))]));
}

// ---- The binary format (WebAssembly core specification 1.0, section 5)

class Reader {
    constructor(bytes) {
        this.bytes = bytes;
        this.at = 0;
    }
    byte() {
        return this.bytes[this.at++];
    }
    number() {  // unsigned LEB128
        let value = 0;
        for (let shift = 0; ; shift += 7) {
            const byte = this.byte();
            value += (byte & 127) * 2 ** shift;
            if (byte < 128) return value;
        }
    }
    name() {
        const length = this.number();
        return this.bytes.toString('utf8', this.at, this.at += length);
    }
    since(start) {
        return this.bytes.subarray(start, this.at);
    }
}

function number(value) {
    const bytes = [];
    for (; value > 127; value = Math.floor(value / 128)) bytes.push((value & 127) | 128);
    return Buffer.from([...bytes, value]);
}

const vector = (entries) => Buffer.concat([number(entries.length), ...entries]);

// By their ids, which stand once each and in order where nothing is a custom section.
function sections_of(wasm) {
    const sections = new Map();
    const reader = new Reader(wasm);
    for (reader.at = 8; reader.at < wasm.length;) {
        const id = reader.byte();
        const length = reader.number();
        if (id === 0) throw new Error('a custom section: strip it first');
        sections.set(id, wasm.subarray(reader.at, reader.at + length));
        reader.at += length;
    }
    return sections;
}

function read_limits(reader) {
    const bounded = reader.byte() === 1;
    return { least: reader.number(), most: bounded ? reader.number() : null };
}

function limits({ least, most }, more) {
    return Buffer.concat(most === null ? [Buffer.from([0]), number(least + more)] : [Buffer.from([1]), number(least + more), number(most + more)]);
}

function read_exports(section) {
    const reader = new Reader(section);
    return Array.from({ length: reader.number() }, () => {
        const start = reader.at;
        const [name, kind, index] = [reader.name(), reader.byte(), reader.number()];
        return { name, kind, index, bytes: reader.since(start) };
    });
}

function read_imports(section) {
    const reader = new Reader(section);
    return Array.from({ length: reader.number() }, () => {
        const start = reader.at;
        const entry = { from: reader.name(), name: reader.name(), kind: reader.byte() };
        entry.head = reader.since(start);
        if (entry.kind === kFunction) reader.number();
        if (entry.kind === kTableKind) reader.byte(), entry.table = read_limits(reader);
        if (entry.kind === kMemory) read_limits(reader);
        if (entry.kind === kGlobal) reader.at += 2;
        return { ...entry, bytes: reader.since(start) };
    });
}

// An active segment more, at `offset` of table 0.
function with_segment(section, offset, indices) {
    const reader = new Reader(section);
    const count = reader.number();
    const segment = [Buffer.from([0, 0x41]), signed(offset), Buffer.from([0x0b]), vector(indices.map(number))];
    return Buffer.concat([number(count + 1), section.subarray(reader.at), ...segment]);
}

function signed(value) {  // i32.const is signed LEB128: the sign is the last byte's 64
    const bytes = [];
    for (; value > 63; value >>= 7) bytes.push((value & 127) | 128);
    return Buffer.from([...bytes, value]);
}
