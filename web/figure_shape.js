// Where the parts of the static figure stand. The site's build draws it with this, the loading screen moves it.
export const kColumn = 120;  // from token to token
export const kTrack = 106;   // a bar of weight 1
export const kBarTop = 30;
export const kBarHeight = 6;
export const kQueryTop = 140;
export const kQueryHeight = 32;
export const kInset = 12;  // of a query's word

// Of each key: its bar, its ribbon into the query's box, and how strong that is. `row` may lie between two tokens.
export function ribbons_of(weights, row) {
    let end = row * kColumn;
    return weights.map((weight, key) => {
        const begin = end;
        end += weight * kTrack;
        const x = key * kColumn;
        return {
            opacity: rounded(0.3 + 0.55 * weight),
            bar: `M${x} ${kBarTop}h${rounded(weight * kTrack)}v${kBarHeight}H${x}z`,
            path: ribbon(x, x + weight * kTrack, begin, end),
        };
    });
}

export function box_path(row) {
    return `M${rounded(row * kColumn)} ${kQueryTop}h${kTrack}v${kQueryHeight}h-${kTrack}z`;
}

function ribbon(...ends) {
    const top = kBarTop + kBarHeight, bottom = kQueryTop, middle = (top + bottom) / 2;
    const [a, b, c, d] = ends.map(rounded);
    return `M${a} ${top}C${a} ${middle} ${c} ${middle} ${c} ${bottom}H${d}C${d} ${middle} ${b} ${middle} ${b} ${top}z`;
}

function rounded(number) {
    return Math.round(number * 100) / 100;
}
