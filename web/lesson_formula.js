// LaTeX -> MathML as a text's nodes (lesson_text.js), by Temml. It comes when a lesson has formulas.
import temml from 'temml';

// \Q, \K, \V and \A take the colour of their role, as on the canvas.
const kMacros = {
    '\\Q': '\\class{role-query}{Q}',
    '\\K': '\\class{role-key}{K}',
    '\\V': '\\class{role-value}{V}',
    '\\A': '\\class{role-weights}{A}',
    '\\softmax': '\\mathrm{softmax}',
};
const kElements = new Set(('math semantics mrow mi mn mo ms mtext mspace msup msub msubsup munder mover munderover mfrac msqrt mroot mpadded '
    + 'mphantom mtable mtr mtd mstyle menclose mprescripts none mmultiscripts').split(' '));
// Only those: an address has no place in a formula, nor has a colour of its own.
const kAttributes = new Set(('accent accentunder columnalign columnlines columnspacing depth display displaystyle fence form height intent '
    + 'largeop linebreak linethickness lspace mathvariant maxsize minsize movablelimits notation rowlines rowspacing rspace scriptlevel '
    + 'separator stretchy symmetric voffset width').split(' '));

// Set by script, for a page whose policy forbids style attributes.
const kStyles = new Set(['border', 'mathDepth', 'math-depth', 'padding', 'paddingBottom', 'paddingLeft', 'paddingRight', 'paddingTop']);

// Throws an Error that says what cannot be shown.
export function formula(tex, on_its_own_line) {
    // Temml's own tree, as its version is pinned: its other ways out are markup, and nodes of a document.
    const tree = tree_of(tex, {
        displayMode: on_its_own_line,
        throwOnError: true,
        macros: { ...kMacros },
        maxExpand: 100,
        maxSize: [10, 10],
        trust: ({ command, class: name }) => command === '\\class' && /^role-\w+$/.test(name),
    });
    return nodes_of(tree)[0];
}

// Some formulas ("_") are more than it has an error for.
function tree_of(tex, options) {
    try {
        return temml.__renderToMathMLTree(tex, options);
    } catch (error) {
        throw error instanceof temml.ParseError ? error : new Error('it cannot be read');
    }
}

// A prime is drawn raised already: raised once more it stands too high in fonts that know no form of it for that place.
function is_primed({ type, children }) {
    return type === 'msup' && children[1]?.type === 'mo' && /^[′″‴]$/.test(children[1].children[0]?.text);
}

// One, but for a fragment.
function nodes_of(node) {
    if (node.children === undefined) return [node.text];
    if (!node.type) return node.children.flatMap(nodes_of);
    if (is_primed(node)) return [['mrow', {}, ...node.children.flatMap(nodes_of)]];
    if (!kElements.has(node.type)) throw new Error(`<${node.type}> has no place here`);
    const attributes = {};
    for (const [name, value] of Object.entries(node.attributes)) {
        if (!kAttributes.has(name)) throw new Error(`the attribute '${name}' has no place here`);
        attributes[name] = String(value);
    }
    const styles = Object.entries(node.style).filter(([name, value]) => name !== 'display' || value !== 'block math');  // as its class says
    for (const [name, value] of styles) {
        if (!kStyles.has(name)) throw new Error(`needs the style '${name}:${value};', which has no place here`);
    }
    if (styles.length) attributes.style = Object.fromEntries(styles);
    const classes = node.classes.filter(Boolean);
    if (classes.length) attributes.class = classes.join(' ');
    return [[node.type, attributes, ...node.children.flatMap(nodes_of)]];
}
