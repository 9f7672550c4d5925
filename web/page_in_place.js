// Changing what is there instead of making it anew, so that nothing loses its focus, its scroll or what is being typed.

// Makes the children those of `items`, by key: what is there stays and is filled anew.
export function keyed(parent, items, key, make, fill) {
    for (const slice of keyed_in_slices(parent, items, Infinity, key, make, fill)) void slice;
}

// The same with a pause after every `most` items, for what is too much at once.
export function* keyed_in_slices(parent, items, most, key, make, fill) {
    const old = new Map([...parent.children].map((child) => [child.twin_key, child]));
    for (let index = 0; index < items.length; index++) {
        const item = items[index];
        const name = key(item, index);
        const child = old.get(name) ?? Object.assign(make(item, index), { twin_key: name });
        old.delete(name);
        if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null);
        fill(child, item, index);
        if (index % most === most - 1) yield;
    }
    for (const child of old.values()) child.remove();
}

export function set(place, words) {
    const text = String(words);
    if (place.textContent !== text) place.textContent = text;
}

export function set_attribute(place, name, value) {
    if (place.getAttribute(name) !== value) place.setAttribute(name, value);
}

// Why a field's text was refused stands beside it; '' where it was not.
export function mark_refused(input, error, words) {
    set(error, words);
    if (words === '') input.removeAttribute('aria-invalid');
    else input.setAttribute('aria-invalid', 'true');
}
