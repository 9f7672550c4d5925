// Damages a lesson's file: the same for the same seed, so that what fails once fails again.
export function damage(seed) {
    let state = seed * 2654435761 + 1;
    const below = (count) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * count);
    };
    const pieces = ['#', '## ', '### ', '> ', '\n\n', '$', '$$', '{', '}', '[', '](', ')', '*', '`', '- ', '1. ', '<b>', '\\', '|', '\u0000', '\ud800', '&amp;', '{tensor/x/0/0}'];
    return (source) => {
        let result = source;
        for (let i = below(4); i >= 0; i--) {
            const at = below(result.length + 1);
            const length = below(60);
            const kind = below(4);
            const middle = kind === 0 ? '' : kind === 1 ? pieces[below(pieces.length)] : kind === 2 ? result.slice(below(result.length), at) : result.slice(at, at + length) + pieces[below(pieces.length)];
            result = result.slice(0, at) + middle + result.slice(kind === 3 ? at : at + length);
        }
        return result.slice(0, 20_000);
    };
}
