// Text onto the clipboard. The newer way asks for a permission that an address without https and most frames do not have; then by a
// selection, as the canvas copies. Resolves to whether it is there.
export const kNotCopied = {
    tr: 'Panoya yazılamadı: tarayıcı izin vermiyor.',
    en: 'The clipboard could not be written: the browser forbids it.',
};

export async function copy_text(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        const field = document.createElement('textarea');
        const before = document.activeElement;
        field.className = 'unseen';
        field.value = text;
        (document.querySelector('dialog[open]') ?? document.body).append(field);  // what lies under a dialog cannot be selected
        field.select();
        const done = document.execCommand('copy');
        field.remove();
        before?.focus({ preventScroll: true });
        return done;
    }
}
