// The sizes of text that the page offers, one step up or down. Loaded when one is wanted.
export const kSizes = [1, 1.25, 1.5, 1.75, 2];

export function size_of(page) {
    return page.view.text_size ?? 1;
}

// Answers the size that is then in force.
export function step_text_size(page, by) {
    const size = size_of(page);
    const next = by > 0 ? kSizes.find((one) => one > size) : kSizes.findLast((one) => one < size);
    if (next) page.dispatch({ type: 'set_text_size', size: next });
    return next ?? size;
}

// From the menu, where the size itself is not in sight.
export function step_and_say(page, by) {
    page.say(`${page.words.say('page_text_size')}: ${step_text_size(page, by)}×`);
}
