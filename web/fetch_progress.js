// fetch() that throws where the server refuses: as text, as bytes, as bytes with the share that has arrived.

// Put in by the site's build: a compressed answer's header tells the compressed length only.
const kBytes = { 'dikkat.wasm': 0 /* bytes of the wasm */ };

// on_progress(share) with 0..1, or null where the whole length is not known.
export async function fetch_with_progress(address, on_progress = () => {}) {
    const response = await fetch_well(address);
    const whole = kBytes[address.slice(address.lastIndexOf('/') + 1)];
    const pieces = [];
    let count = 0;
    const reader = response.body.getReader();
    for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        pieces.push(value);
        count += value.length;
        on_progress(whole ? Math.min(count / whole, 1) : null);
    }
    return joined(pieces, count);
}

export async function fetch_text(address) {
    return (await fetch_well(address)).text();
}

export async function fetch_bytes(address) {
    return (await fetch_well(address)).arrayBuffer();
}

async function fetch_well(address) {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return response;
}

function joined(pieces, count) {
    const bytes = new Uint8Array(count);
    let at = 0;
    for (const piece of pieces) {
        bytes.set(piece, at);
        at += piece.length;
    }
    return bytes;
}
