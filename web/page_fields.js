// Where letters are typed, which are then no shortcuts.
export function is_field(target) {
    return target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'SELECT', 'TEXTAREA'].includes(target.nodeName));
}
