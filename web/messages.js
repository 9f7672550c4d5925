// The messages between a host page and a playground in its frame: one envelope, {dikkat: 1, kind, ...}, checked on both sides. Who may
// send is the two sides' matter (embed_door.js, embed.js); what goes in it is docs/en/protocol.md's.

export const kProtocol = 1;
const kMostCharacters = 4_000_000;  // of a message as JSON
const kMostOfAPath = 1000;

const is_object = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const is_text = (value) => typeof value === 'string' && value.length <= kMostOfAPath;
const is_id = (value) => Number.isSafeInteger(value) && value > 0;
const is_typed = (value) => is_object(value) && is_text(value.type);

// What each kind holds, by name.
export const kToFrame = {
    command: { id: is_id, command: is_typed },
    query: { id: is_id, path: is_text },
    lesson: { id: is_id, lesson: is_object },
    neighbour: { who: is_text, awake: (value) => typeof value === 'boolean' },
};
export const kToHost = {
    answer: { id: is_id, ok: (value) => typeof value === 'boolean' },
    event: { event: is_typed },
};

export function envelope(kind, content) {
    return { dikkat: kProtocol, kind, ...content };
}

// {message}, plain JSON of a kind in `kinds`; {problem, id} for one of ours that cannot be understood; null for what is none of ours.
export function read_message(data, kinds) {
    if (!is_object(data) || !('dikkat' in data)) return null;
    const id = is_id(data.id) ? data.id : undefined;
    if (data.dikkat !== kProtocol) return { problem: 'version', id };
    const message = plain(data);
    if (message === undefined) return { problem: 'size', id };
    const shape = Object.hasOwn(kinds, message.kind) ? kinds[message.kind] : undefined;
    if (!shape) return { problem: 'kind', id };
    const wrong = Object.keys(shape).find((name) => !shape[name](message[name]));
    return wrong === undefined ? { message } : { problem: wrong, id };
}

// Without what a structured clone may hold and JSON may not. Commands have words for numbers that JSON has not.
function plain(data) {
    try {
        const text = JSON.stringify(data, (key, value) => (typeof value === 'number' && !Number.isFinite(value) ? String(value) : value));
        return text.length <= kMostCharacters ? JSON.parse(text) : undefined;
    } catch {
        return undefined;  // it holds itself, or a BigInt
    }
}
