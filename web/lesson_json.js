// A lesson.json as text: what it holds, where its syntax breaks, and on which line a value stands that somebody found wrong.
import { findNodeAtLocation, parseTree, printParseErrorCode } from 'jsonc-parser';

export class LessonJson {
    constructor(source) {
        this.source = source.replace(/^\uFEFF/, '');  // some editors begin a file so
        const errors = [];
        this.tree = parseTree(this.source, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
        try {
            this.data = JSON.parse(this.source);
        } catch {
            const [{ error, offset }] = errors.length ? errors : [{ offset: 0 }];
            // "commaExpected" -> "comma expected"
            const reason = (printParseErrorCode(error) ?? 'invalid').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
            this.problem = { line: this.line_at(offset), code: 'json_syntax', values: { reason: reason.replace(/^./, (first) => first.toLowerCase()) } };
        }
        if (!this.problem && (typeof this.data !== 'object' || this.data === null || Array.isArray(this.data))) {
            this.problem = { line: 1, code: 'json_no_object', values: {} };
        }
    }

    // "steps/2/commands/0", as the program says it; of what is not there the line of what it should be in. An entry's name may hold
    // slashes itself ("a/b" of looks).
    line(path) {
        let node = this.tree;
        let rest = path.split('/').filter(Boolean);
        while (node && rest.length) {
            const child = longest_child(node, rest);
            if (!child) break;
            [node, rest] = child;
        }
        return node ? this.line_at(node.parent?.type === 'property' ? node.parent.offset : node.offset) : 1;
    }

    line_at(offset) {
        return this.source.slice(0, offset).split('\n').length;
    }
}

function longest_child(node, steps) {
    if (node.type === 'array') {
        const item = findNodeAtLocation(node, [Number(steps[0])]);
        return item && [item, steps.slice(1)];
    }
    for (let count = steps.length; count > 0; count--) {
        const member = node.type === 'object' && findNodeAtLocation(node, [steps.slice(0, count).join('/')]);
        if (member) return [member, steps.slice(count)];
    }
    return null;
}
