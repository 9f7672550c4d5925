// Lessons' folders -> one bundle: each lesson.json beside its texts as HTML. It checks what one file cannot: that a lesson's data and
// its two texts fit together. The shape of lesson.json itself is lesson.schema.json's matter.
//
// Errors say file and line ("multi-head/tr.md:12: ..."). web/lessons/FORMAT.md says what the files hold.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import temml from 'temml';

const kLanguages = ['tr', 'en'];
// \Q, \K, \V and \A in a formula take the colour of their role, as on the canvas.
const kMacros = {
    '\\Q': '\\class{role-query}{Q}',
    '\\K': '\\class{role-key}{K}',
    '\\V': '\\class{role-value}{V}',
    '\\A': '\\class{role-weights}{A}',
    '\\softmax': '\\mathrm{softmax}',
};
// What a live number may be: its path, and what is wrong with what the path names.
const kLivePaths = [
    [/^(?:tensor|baseline|difference|gradient)\/([\w.@]+)(?:\/\d+){2,3}$/, (data, name) => tensor_problem(name, data)],
    [/^(?:norm|sum)\/([\w.@]+)$/, (data, name) => tensor_problem(name, data)],
    [/^change\/([\w.@]+)\/([\w.@]+)\/\d+$/, (data, one, other) => tensor_problem(one, data) ?? tensor_problem(other, data)],
    [/^check\/([\w-]+)$/, (data, id) => (data.checks?.some((check) => check.id === id) ? null : `live number of unknown check '${id}'`)],
    [/^sweep\/(\w+)\/(\w+)\/(\d+)(?:\/(\d+))?(?:\/float64)?$/, sweep_problem],
    [/^parameters\/(\w*)$/, (data, part) => (data.document?.parts?.some(({ name = '' }) => name === part) ? null : `live number of unknown part '${part}'`)],
];
const kLiveForms = 'tensor/NAME/ROW/COLUMN, baseline/..., difference/..., gradient/..., norm/NAME, sum/NAME, change/NAME/OTHER/ROW, check/ID, '
    + 'sweep/ID/SERIES/DEPTH, parameters/PART';

export class LessonError extends Error {
    constructor(file, line, reason) {
        super(`${file}:${line}: ${reason}`);
        this.name = 'LessonError';
    }
}

// {"lessons": [{"data", "text": {"tr": {title, intro, steps: [{title, html, question?, answer?}]}, "en": ...}}]}, by the lessons' numbers.
export async function build_lessons(lessons_dir) {
    const folders = readdirSync(lessons_dir).filter((name) => existsSync(join(lessons_dir, name, 'lesson.json')));
    const lessons = folders.map((name) => build_lesson(lessons_dir, name));
    lessons.sort((a, b) => a.data.number - b.data.number);
    return { lessons };
}

function build_lesson(lessons_dir, id) {
    const json_file = `${id}/lesson.json`;
    const source = readFileSync(join(lessons_dir, json_file), 'utf8');
    const data = parse_json(json_file, source);
    if (data.id !== id) throw new LessonError(json_file, line_of(source, '"id"'), `id '${data.id}' is not its folder's name`);

    const languages = kLanguages.filter((language) => existsSync(join(lessons_dir, id, `${language}.md`)));
    if (!languages.length) throw new LessonError(json_file, 1, `has no text: ${kLanguages.map((l) => `${l}.md`).join(' or ')}`);
    const text = {};
    for (const language of languages) {
        const file = `${id}/${language}.md`;
        text[language] = read_text(file, readFileSync(join(lessons_dir, file), 'utf8'), data, language);
    }
    for (const language of kLanguages) text[language] ??= text[languages[0]];  // one language stands for both
    return { data, text };
}

function parse_json(file, source) {
    try {
        return JSON.parse(source);
    } catch (error) {
        throw new LessonError(file, broken_line(source), error.message);
    }
}

// The first line after which the text can no longer be the beginning of a JSON text. (Not every engine's message has a position.)
function broken_line(source) {
    const lines = source.split('\n');
    for (let count = 1; count < lines.length; count++) {
        const beginning = lines.slice(0, count).join('\n');
        try {
            JSON.parse(beginning);
        } catch ({ message }) {
            const ends_early = /end of JSON input|Unterminated/.test(message) || message.includes(`position ${beginning.length}`);
            if (!ends_early) return count;
        }
    }
    return lines.length;
}

function line_of(source, needle) {
    const at = source.indexOf(needle);
    return at < 0 ? 1 : source.slice(0, at).split('\n').length;
}

// --- One text ---------------------------------------------------------------------------------------------------------------

function read_text(file, source, data, language) {
    const env = { looks: data.looks ?? {} };
    const tokens = markdown.parse(source, env);
    check_references(file, tokens, data);
    const sections = split_sections(file, tokens);

    const [head, ...steps] = sections;
    if (head.title !== data.title[language]) {
        throw new LessonError(file, head.line, `title '${head.title}' is not lesson.json's '${data.title[language]}'`);
    }
    if (steps.length !== data.steps.length) {
        const extra = steps[data.steps.length];
        const missing = data.steps[steps.length]?.id;
        throw new LessonError(file, extra?.line ?? source.trimEnd().split('\n').length,
            extra ? `section '${extra.title}' has no step in lesson.json` : `step '${missing}' of lesson.json has no section`);
    }
    if (!head.body.length) throw new LessonError(file, head.line, 'no introduction under the title');
    return {
        title: head.title,
        intro: render(head.body, env),
        steps: steps.map((section, i) => render_step(file, section, data.steps[i], env)),
    };
}

// The `# ` title with what follows it, then one section for each `## `.
function split_sections(file, tokens) {
    const sections = [];
    for (let i = 0; i < tokens.length; i++) {
        const token = tokens[i];
        if (token.type === 'heading_open') {
            const expected = sections.length ? 'h2' : 'h1';
            const line = token.map[0] + 1;
            if (token.tag !== expected) throw new LessonError(file, line, `expected a heading of level ${expected[1]}, not ${token.tag[1]}`);
            sections.push({ title: tokens[i + 1].content, line, body: [] });
            i += 2;  // its text and its end
        } else if (!sections.length) {
            throw new LessonError(file, (token.map?.[0] ?? 0) + 1, "must begin with '# ' and the title");
        } else {
            sections.at(-1).body.push(token);
        }
    }
    if (!sections.length) throw new LessonError(file, 1, "must begin with '# ' and the title");
    return sections;
}

// A quotation that ends a section is the step's question: its first paragraph asks, the rest is said once it is answered.
function render_step(file, section, step, env) {
    if (!section.body.length) throw new LessonError(file, section.line, `section '${section.title}' is empty`);
    const at = section.body.findIndex((token) => token.type === 'blockquote_open');
    if (at >= 0 !== Boolean(step.question)) {
        throw new LessonError(file, at >= 0 ? section.body[at].map[0] + 1 : section.line,
            at >= 0 ? `step '${step.id}' has no question in lesson.json` : `the question of step '${step.id}' has no words ('> ...')`);
    }
    const result = { title: section.title, html: render(at >= 0 ? section.body.slice(0, at) : section.body, env) };
    if (at >= 0) {
        const rest = section.body.slice(at);
        if (rest.at(-1).type !== 'blockquote_close') throw new LessonError(file, rest[0].map[0] + 1, 'a question ends its section');
        const answer = rest.findIndex((token) => token.type === 'paragraph_close') + 1;
        result.question = render(rest.slice(1, answer), env);
        if (answer < rest.length - 1) result.answer = render(rest.slice(answer, -1), env);
    }
    return result;
}

function render(tokens, env) {
    return markdown.renderer.render(tokens, markdown.options, env).trim();
}

// Every term and every live number names something that the lesson has.
function check_references(file, tokens, data) {
    for (const token of tokens) {
        if (token.type !== 'inline') continue;
        let line = token.map[0] + 1;
        for (const child of token.children) {
            if (child.type === 'softbreak' || child.type === 'hardbreak') line++;
            const problem = child.type === 'link_open' ? term_problem(child.attrGet('href'), data)
                : child.type === 'live' ? live_problem(child.content, data)
                    : child.type === 'math' ? math_problem(child)
                        : null;
            if (problem) throw new LessonError(file, line, problem);
        }
    }
}

function term_problem(tensor, data) {
    const look = data.looks?.[tensor];
    if (!look) return `term of '${tensor}', which has no look in lesson.json`;
    return look.role ? null : `term of '${tensor}', whose look has no role`;
}

function live_problem(path, data) {
    for (const [form, problem] of kLivePaths) {
        const found = form.exec(path);
        if (found) return problem(data, ...found.slice(1));
    }
    return `live number '{${path}}' is none of ${kLiveForms}`;
}

function tensor_problem(tensor, data) {
    const [name, variant] = tensor.split('@');
    if (variant !== undefined && !data.variants?.[variant]) return `live number of unknown variant '${variant}'`;
    return data.looks?.[name] ? null : `live number of '${name}', which has no look in lesson.json`;
}

function sweep_problem(data, id, series, ...depths) {
    const sweep = data.sweeps?.[id];
    if (!sweep) return `live number of unknown sweep '${id}'`;
    if (!sweep.series.some((each) => each.id === series)) return `live number of unknown series '${series}'`;
    const deepest = Math.max(...depths.map((depth) => Number(depth ?? 1)));
    return deepest <= (sweep.depth ?? 100) ? null : `live number of depth ${deepest}, which sweep '${id}' does not reach`;
}

function math_problem(token) {
    try {
        token.meta = formula(token.content, token.markup === '$$');
        return null;
    } catch (error) {
        return `formula $${token.content}$: ${error.message}`;
    }
}

// --- Markdown: the few things that a lesson's text may hold ------------------------------------------------------------------

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })
    .disable(['image', 'table', 'fence', 'code', 'lheading', 'reference', 'autolink', 'hr']);

// {tensor/head0.weights/4/0}
markdown.inline.ruler.before('text', 'live', (state, silent) => {
    const found = /^\{([^{}\n]+)\}/.exec(state.src.slice(state.pos));
    if (!found) return false;
    if (!silent) state.push('live', 'data', 0).content = found[1];
    state.pos += found[0].length;
    return true;
});

// $...$, and $$...$$ for a line of its own
markdown.inline.ruler.before('text', 'math', (state, silent) => {
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

const escape = markdown.utils.escapeHtml;
markdown.renderer.rules.live = (tokens, i) => `<data class="live" data-query="${escape(tokens[i].content)}"></data>`;
markdown.renderer.rules.math = (tokens, i) => tokens[i].meta;
markdown.renderer.rules.link_open = (tokens, i, options, env) => {
    const tensor = tokens[i].attrGet('href');
    return `<button type="button" class="term" data-tensor="${escape(tensor)}" data-role="${escape(env.looks[tensor].role)}">`;
};
markdown.renderer.rules.link_close = () => '</button>';

// MathML without style attributes, which a strict Content-Security-Policy forbids: the one that a displayed formula has is what its
// class says already, and any other is refused here.
function formula(tex, displayMode) {
    const trust = ({ command }) => command === '\\class';
    const mathml = temml.renderToString(tex, { displayMode, throwOnError: true, macros: { ...kMacros }, trust })
        .replace(' style="display:block math;"', '');
    const style = / style="([^"]*)"/.exec(mathml);
    if (style) throw new Error(`needs the style '${style[1]}', which has no class`);
    return mathml;
}
