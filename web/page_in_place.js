// Changing what is there instead of making it anew, so that nothing loses its focus, its scroll or what is being typed.

// Makes the children those of `items`, by key: what is there stays and is filled anew.
export function keyed(parent, items, key, make, fill) {
    const old = new Map([...parent.children].map((child) => [child.twin_key, child]));
    items.forEach((item, index) => {
        const name = key(item, index);
        const child = old.get(name) ?? Object.assign(make(item, index), { twin_key: name });
        old.delete(name);
        if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null);
        fill(child, item, index);
    });
    for (const child of old.values()) child.remove();
}

export function set(place, words) {
    const text = String(words);
    if (place.textContent !== text) place.textContent = text;
}

// Why a field's text was refused stands beside it; '' where it was not.
export function mark_refused(input, error, words) {
    set(error, words);
    if (words === '') input.removeAttribute('aria-invalid');
    else input.setAttribute('aria-invalid', 'true');
}
