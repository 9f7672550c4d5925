// The files of a lesson at an address: a lesson.json or its folder. What the browser's rules for other origins allow, nothing besides.

const kMostCharacters = 4 << 20;  // as the program reads

export async function fetch_lesson(address) {
    const json_address = address_of(address);
    const text = (name) => fetch_text(new URL(name, json_address)).catch((error) => error);
    const [json, tr, en] = await Promise.all([fetch_text(json_address), text('tr.md'), text('en.md')]);
    // One language is enough. Whether the other is not there or cannot be read, many a server does not say.
    const read = (one) => (one instanceof Error ? undefined : one);
    if (tr instanceof Error && en instanceof Error) throw en;
    return { json, texts: { tr: read(tr), en: read(en) } };
}

function address_of(address) {
    let url;
    try {
        url = new URL(address, document.baseURI);
    } catch {
        throw Object.assign(new Error(address), { code: 'not_an_address' });
    }
    if (!/^https?:$/.test(url.protocol)) throw Object.assign(new Error(address), { code: 'not_an_address' });
    if (!url.pathname.endsWith('.json')) url.pathname = `${url.pathname.replace(/\/$/, '')}/lesson.json`;
    return url;
}

async function fetch_text(url) {
    const failed = (code, more) => Object.assign(new Error(`${url}`), { code, address: String(url), ...more });
    let response;
    try {
        response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer' });
    } catch {
        throw failed('not_readable');
    }
    if (!response.ok) throw failed('not_there', { status: response.status });
    if (Number(response.headers.get('content-length')) > kMostCharacters) throw failed('too_large');
    const text = await response.text().catch(() => {
        throw failed('not_readable');
    });
    if (text.length > kMostCharacters) throw failed('too_large');
    return text;
}
