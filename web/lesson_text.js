// A lesson's text: Markdown -> what the page shows, as plain values; and what in it does not fit the lesson's data. The one reader of
// lessons' texts: the site's build reads the course's own with it, the page those that come from outside.
//
// Nothing of a text ever becomes markup: it is strings and [element, {attributes}, ...children], with the elements and attributes that
// are written here and in lesson_formula.js. FORMAT.md says what a text may hold.
import MarkdownIt from 'markdown-it';

// What a live number may be: its path, and what is wrong with what the path names, as [code, values].
const kLivePaths = [
    [/^(?:tensor|baseline|difference|gradient)\/([\w.@]+)(?:\/\d+){2,3}$/, (data, name) => tensor_problem(name, data)],
    [/^(?:norm|sum)\/([\w.@]+)$/, (data, name) => tensor_problem(name, data)],
    [/^change\/([\w.@]+)\/([\w.@]+)\/\d+$/, (data, one, other) => tensor_problem(one, data) ?? tensor_problem(other, data)],
    [/^check\/([\w-]+)$/, (data, id) => (list(data.checks).some((check) => check?.id === id) ? null : ['live_check', { id }])],
    [/^sweep\/(\w+)\/(\w+)\/(\d+)(?:\/(\d+))?(?:\/float64)?$/, sweep_problem],
    [/^parameters\/(\w*)$/, (data, part) => (list(data.document?.parts).some((each) => (each?.name ?? '') === part) ? null : ['live_part', { part }])],
];
const kLiveForms = 'tensor/NAME/ROW/COLUMN, baseline/..., difference/..., gradient/..., norm/NAME, sum/NAME, change/NAME/OTHER/ROW, check/ID, '
    + 'sweep/ID/SERIES/DEPTH, parameters/PART';

// file         as problems name it
// data         what lesson.json holds, whatever that is
// formula      (tex, on_its_own_line) => a node, or an Error; formula_reader() brings it
//
// {text: {title, intro, steps: [{title, body, question?, answer?, exercises?: [{title, body, hint?}]}]}, problems: [{file, line, code,
// values}], names: [{file, line, step, answered, tensor | live}]}. `text` is there where nothing is wrong; `names` are what the words
// of each step name (-1: the introduction), before and after its question was answered.
export function read_text({ file, source, data, language, formula }) {
    return new TextReader(file, source, data, formula).read(language);
}

export function has_formula(source) {
    return source.includes('$');
}

class TextReader {
    constructor(file, source, data, formula) {
        this.file = file;
        this.source = source.replace(/^\uFEFF/, '');  // some editors begin a file so
        this.data = data;
        this.formula = formula;
        this.problems = [];
        this.names = [];
        this.step = -1;
        this.answered = false;
    }

    read(language) {
        this.language = language;
        const text = this.read_sections(this.sections(kMarkdown.parse(this.source, {})), language);
        this.problems.sort((a, b) => a.line - b.line);
        return { text: this.problems.length ? null : text, problems: this.problems, names: this.names };
    }

    refuse(line, code, values = {}) {
        this.problems.push({ file: this.file, line, code, values });
    }

    // The `# ` title with what follows it, then one section for each `## `.
    sections(tokens) {
        const sections = [];
        for (let i = 0; i < tokens.length; i++) {
            const token = tokens[i];
            const is_part = token.tag === 'h3' && sections.length > 1;  // an exercise of the section
            if (is_heading(token) && !is_part) {
                const expected = sections.length ? 'h2' : 'h1';
                const line = token.map[0] + 1;
                if (token.tag !== expected) this.refuse(line, 'heading_level', { expected: expected[1], level: token.tag[1] });
                sections.push({ title: tokens[i + 1].content, line, body: [] });
                i += 2;  // its text and its end
            } else if (!sections.length) {
                this.refuse((token.map?.[0] ?? 0) + 1, 'no_title');
                return [];
            } else {
                sections.at(-1).body.push(token);
            }
        }
        if (!sections.length) this.refuse(1, 'no_title');
        return sections;
    }

    read_sections([head, ...steps], language) {
        if (!head) return null;
        const title = as_text(in_language(this.data.title, language));
        if (head.title !== title) this.refuse(head.line, 'title_differs', { title: head.title, expected: title });
        const data = list(this.data.steps);
        if (steps.length > data.length) this.refuse(steps[data.length].line, 'section_without_step', { title: steps[data.length].title });
        if (steps.length < data.length) {
            this.refuse(this.source.trimEnd().split('\n').length, 'step_without_section', { step: name_of(data[steps.length], steps.length) });
        }
        if (!head.body.length) this.refuse(head.line, 'no_introduction');
        return {
            title: head.title,
            intro: this.nodes(head.body),
            steps: steps.map((section, index) => this.read_step(section, index, data[index] ?? {})),
        };
    }

    // A quotation that ends a step's words is its question: the first paragraph asks, the rest is said once it is answered. What stands
    // under a `### ` is an exercise, and a quotation that ends that is its hint.
    read_step(section, index, step) {
        this.step = index;
        const name = name_of(step, index);
        const [own, ...parts] = split_at(section.body, is_heading);
        if (!section.body.length) this.refuse(section.line, 'empty_section', { title: section.title });
        const [body, quotation] = this.cut_quotation(own, 'question_ends_section');
        if (Boolean(quotation) !== Boolean(step.question)) {
            const wrong = quotation ? 'words_without_question' : 'question_without_words';
            this.refuse(quotation ? quotation[0].map[0] + 1 : section.line, wrong, { step: name });
        }
        const result = { title: section.title, body: this.nodes(body) };
        if (quotation && quotation[1].type !== 'paragraph_open') this.refuse(quotation[0].map[0] + 1, 'question_begins');
        else if (quotation) {
            const answer = quotation.findIndex((token) => token.type === 'paragraph_close') + 1;
            result.question = this.nodes(quotation.slice(1, answer));
            this.answered = true;
            if (answer < quotation.length - 1) result.answer = this.nodes(quotation.slice(answer, -1));
            this.answered = false;
        }
        const exercises = list(step.exercises);
        if (parts.length > exercises.length) this.refuse(parts[exercises.length][0].map[0] + 1, 'words_without_exercise', { step: name });
        if (parts.length < exercises.length) this.refuse(section.line, 'exercise_without_words', { exercise: name_of(exercises[parts.length], parts.length) });
        if (parts.length) result.exercises = parts.map((tokens) => this.read_exercise(tokens));
        return result;
    }

    read_exercise([open, title, , ...rest]) {
        if (!rest.length) this.refuse(open.map[0] + 1, 'empty_section', { title: title.content });
        const [body, quotation] = this.cut_quotation(rest, 'hint_ends_exercise');
        const result = { title: title.content, body: this.nodes(body) };
        if (quotation) result.hint = this.nodes(quotation.slice(1, -1));
        return result;
    }

    cut_quotation(tokens, not_last) {
        const at = tokens.findIndex((token) => token.type === 'blockquote_open' && token.level === 0);
        if (at < 0) return [tokens, null];
        const end = tokens.findIndex((token, i) => i > at && token.type === 'blockquote_close' && token.level === 0);
        if (end < tokens.length - 1) this.refuse(tokens[at].map[0] + 1, not_last);
        return [tokens.slice(0, at), tokens.slice(at, end + 1)];
    }

    // --- Tokens -> nodes -----------------------------------------------------------------------------------------------------------------

    nodes(tokens, line = 1) {
        const root = [];
        const open = [root];
        let here = line;
        for (const token of tokens) {
            if (token.map) here = token.map[0] + 1;
            if (token.type === 'softbreak' || token.type === 'hardbreak') here++;
            const inside = open.at(-1);
            if (token.type === 'inline') {
                inside.push(...this.nodes(token.children, token.map[0] + 1));
            } else if (token.nesting < 0) {
                open.pop();
            } else if (!token.hidden || token.nesting === 0) {
                const node = this.node(token, here);
                if (node !== '') inside.push(node);
                if (token.nesting > 0) open.push(node);
            } else {
                open.push(inside);  // a paragraph of a tight list
            }
        }
        return joined(root);
    }

    node(token, line) {
        const name = kElements[token.tag];
        switch (token.type) {
            case 'text': return token.content;
            case 'softbreak': return '\n';
            case 'code_inline': return ['code', {}, token.content];
            case 'live': return this.live(token.content, line);
            case 'math': return this.math(token, line);
            case 'link_open': return this.term(token.attrGet('href'), line);
            case 'ordered_list_open': return token.attrGet('start') ? ['ol', { start: String(token.attrGet('start')) }] : ['ol', {}];
        }
        if (name) return [name, {}];
        this.refuse(line, 'not_in_texts', { markdown: token.tag || token.type });
        return token.nesting > 0 ? ['p', {}] : '';
    }

    term(tensor, line) {
        const look = look_of(tensor, this.data);
        if (!look) this.refuse(line, 'term_without_look', { tensor });
        else if (!look.role) this.refuse(line, 'term_without_role', { tensor });
        else this.name(line, { tensor });
        const title = in_language(look?.title ?? look?.label, this.language);
        const name = typeof title === 'string' && title ? title.replaceAll('_', '') : tensor;
        return ['button', { type: 'button', class: 'term', 'data-tensor': tensor, 'data-role': String(look?.role), 'aria-label': name }];
    }

    name(line, named) {
        this.names.push({ file: this.file, line, step: this.step, answered: this.answered, ...named });
    }

    live(path, line) {
        const [code, values] = live_problem(path, this.data) ?? [];
        if (code) this.refuse(line, code, values);
        else this.name(line, { live: path });
        return ['data', { class: 'live', 'data-query': path }];
    }

    math(token, line) {
        try {
            return this.formula(token.content, token.markup === '$$');
        } catch (error) {
            this.refuse(line, 'formula', { tex: token.content, reason: error.message });
            return '';
        }
    }
}

const kElements = { p: 'p', ul: 'ul', ol: 'ol', li: 'li', em: 'em', strong: 'strong', br: 'br', blockquote: 'blockquote' };

// Strings side by side become one. What stands right at a formula, a suffix or a full stop, stays on its line.
function joined(nodes) {
    const result = [];
    for (const node of nodes) {
        const text = typeof node === 'string';
        const [beside] = text && is_inline_formula(result.at(-1)) ? /^\S*/.exec(node) : [''];
        if (beside) {
            result.push(['span', { class: 'kept' }, result.pop(), beside]);
            if (node.length > beside.length) result.push(node.slice(beside.length));
        } else if (text && typeof result.at(-1) === 'string') result.push(result.pop() + node);
        else result.push(text || node[0] === 'math' || node[1].class === 'kept' ? node : [node[0], named(node), ...joined(node.slice(2))]);
    }
    return result;
}

function is_inline_formula(node) {
    return node?.[0] === 'math' && node[1].display !== 'block';
}

// A term that is a formula is named in words too; one that has words is called by them.
function named([, { 'aria-label': name, ...attributes }, ...children]) {
    return name !== undefined && children.every(([element]) => element === 'math') ? { ...attributes, 'aria-label': name } : attributes;
}

// Of the text itself; one inside of a quotation has no place.
function is_heading({ type, level }) {
    return type === 'heading_open' && level === 0;
}

function split_at(tokens, begins) {
    const parts = [[]];
    for (const token of tokens) begins(token) ? parts.push([token]) : parts.at(-1).push(token);
    return parts;
}

// --- What the data has ---------------------------------------------------------------------------------------------------------------

function list(value) {
    return Array.isArray(value) ? value : [];
}

function in_language(words, language) {
    return typeof words === 'object' && words ? words[language] : words;
}

function as_text(value) {
    return typeof value === 'string' ? value : '';
}

// Of a step or an exercise: its id, or its number where it has none.
function name_of(entry, index) {
    return as_text(entry?.id) || String(index + 1);
}

function own(object, name) {
    return object && Object.hasOwn(object, name) ? object[name] : undefined;
}

function look_of(tensor, { looks }) {
    return own(looks, tensor);
}

function live_problem(path, data) {
    for (const [form, problem] of kLivePaths) {
        const found = form.exec(path);
        if (found) return problem(data, ...found.slice(1));
    }
    return ['live_form', { path, forms: kLiveForms }];
}

function tensor_problem(tensor, data) {
    const [name, variant] = tensor.split('@');
    if (variant !== undefined && !own(data.variants, variant)) return ['live_variant', { variant }];
    return look_of(name, data) ? null : ['live_tensor', { tensor: name }];
}

function sweep_problem(data, id, series, ...depths) {
    const sweep = own(data.sweeps, id);
    if (!sweep) return ['live_sweep', { sweep: id }];
    if (!list(sweep.series).some((each) => each?.id === series)) return ['live_series', { series }];
    const deepest = Math.max(...depths.map((depth) => Number(depth ?? 1)));
    return deepest <= (sweep.depth ?? 100) ? null : ['live_depth', { depth: deepest, sweep: id }];
}

// --- Markdown: the few things that a lesson's text may hold ------------------------------------------------------------------------------

const kMarkdown = new MarkdownIt({ html: false, linkify: false, typographer: false })
    .disable(['image', 'table', 'fence', 'code', 'lheading', 'reference', 'autolink', 'hr']);
kMarkdown.validateLink = () => true;  // a "link" names a tensor: it goes nowhere
kMarkdown.normalizeLink = (link) => link;

// {tensor/head0.weights/4/0}
kMarkdown.inline.ruler.before('text', 'live', (state, silent) => {
    const found = /^\{([^{}\n]+)\}/.exec(state.src.slice(state.pos));
    if (!found) return false;
    if (!silent) state.push('live', 'data', 0).content = found[1];
    state.pos += found[0].length;
    return true;
});

// $...$, and $$...$$ for a line of its own
kMarkdown.inline.ruler.before('text', 'math', (state, silent) => {
    const found = /^(\$\$?)([^$]+)\1/.exec(state.src.slice(state.pos));
    if (!found) return false;
    if (!silent) {
        const token = state.push('math', 'math', 0);
        token.markup = found[1];
        token.content = found[2];
    }
    state.pos += found[0].length;
    return true;
});
