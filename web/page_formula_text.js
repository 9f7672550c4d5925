// Formulas as one line of text, for browsers that know no MathML. Loaded where that is so.
const kRaised = { '⊤': 'ᵀ', '′': '′', 2: '²', 3: '³' };

export function write_formulas_as_text(place) {
    for (const formula of place.querySelectorAll('math')) {
        const text = document.createElement('span');
        text.className = 'formula-text';
        if (formula.getAttribute('display') === 'block') Object.assign(text.style, { display: 'block', margin: '8px 0', textAlign: 'center' });
        text.textContent = line_of(formula).replaceAll(/[\u2061-\u2064]/g, '').replaceAll(/\s+/g, ' ').trim();
        formula.replaceWith(text);
    }
}

// Each element by its name; what is none of these is its children one after the other.
const kForms = {
    mfrac: (above, below) => `${grouped(above)}/${grouped(below)}`,
    msqrt: (...inside) => `√${grouped(inside.join(''))}`,
    msub: (base, low) => `${base}_${grouped(low)}`,
    msup: (base, high) => base + (kRaised[high] ?? `^${grouped(high)}`),
    msubsup: (base, low, high) => `${base}_${grouped(low)}${kRaised[high] ?? `^${grouped(high)}`}`,
    munder: (base, under) => `${base}_${grouped(under)}`,
    munderover: (base, under, over) => `${base}_${grouped(under)}^${grouped(over)} `,
    mover: (base) => base,
    mtr: (...cells) => `${cells.join(' ')}; `,
    mspace: () => ' ',
    annotation: () => '',
};

function line_of(element) {
    const name = element.localName;
    if (name === 'mo') return /^[-−+=×·∈≤≥←→≈<>]$/.test(element.textContent) && element.getAttribute('form') !== 'prefix' ? ` ${element.textContent} ` : element.textContent;
    if (element.children.length === 0 && name !== 'mspace') return element.textContent;
    const parts = [...element.children].map(line_of);
    return kForms[name]?.(...parts) ?? parts.reduce(joined, '');
}

// "h_i r_i": what follows an index is not part of it.
function joined(line, next) {
    return /_[\p{L}\p{N}]+$/u.test(line) && /^[\p{L}\p{N}]/u.test(next) ? `${line} ${next}` : line + next;
}

// "d_k" stays itself, "σ² + ε" takes brackets.
function grouped(text) {
    const plain = text.trim();
    return /^[\p{L}\p{N}_.∞ᵀ²³]*$/u.test(plain) || /^√?\([^()]*\)$/.test(plain) ? plain : `(${plain})`;
}
