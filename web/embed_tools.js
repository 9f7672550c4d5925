// The few tools beside a framed canvas: undo, redo, start over, the tables, the playground in a tab of its own. Stands where the page has
// its header, and says in its place which language the document is in.
import own_words from './embed_words.json';

export class EmbedTools {
    // hidden: names of the page's own parts that the address leaves out ("undo redo reset tables alone tools steps")
    constructor(page, hidden) {
        this.page = page;
        for (const type of ['undo', 'redo', 'reset']) {
            document.getElementById(type).addEventListener('click', () => page.dispatch({ type }));
        }
        this.alone = document.getElementById('alone');
        this.alone.addEventListener('click', () => this.point(true));
        this.alone.hidden = window.origin === 'null';  // a sandbox lets nothing open
        for (const name of hidden) document.documentElement.classList.add(`without-${name}`);
    }

    update() {
        const { words, view, lesson } = this.page;
        document.documentElement.lang = view.language;
        document.title = `${words.of(lesson.data.title)} · Dikkat`;
        this.name('undo', words.say('page_undo'), !view.can_undo);
        this.name('redo', words.say('page_redo'), !view.can_redo);
        this.name('reset', words.say('page_reset'));
        this.name('alone', own_words[view.language].alone);
        document.getElementById('header').setAttribute('aria-label', own_words[view.language].tools);
        this.point(false);
    }

    name(id, words, disabled = false) {
        const tool = document.getElementById(id);
        tool.setAttribute('aria-label', words);
        tool.title = words;
        tool.disabled = disabled;
    }

    point() {
        const { view } = this.page;
        const address = new URL('./', location.href);
        for (const [name, value] of [['lesson', view.lesson], ['step', view.step + 1], ['lang', view.language]]) address.searchParams.set(name, value);
        this.alone.href = address.href;
    }
}
