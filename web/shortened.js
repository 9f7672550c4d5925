// What somebody wrote, short enough to stand in a sentence.
const kMost = 300;  // letters

export function shortened(value) {
    const text = String(value);
    return text.length <= kMost ? text : `${text.slice(0, kMost).replace(/[\ud800-\udbff]$/, '')}…`;
}
