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
        for (const type of ['pointerenter', 'focus']) this.alone.addEventListener(type, () => this.point_at_work());
        if (document.documentElement.dataset.text === 'off') {
            this.title = Object.assign(document.createElement('h1'), { className: 'unseen' });
            document.getElementById('main').prepend(this.title);
        }
        for (const name of hidden) document.documentElement.classList.add(`without-${name}`);
    }

    update() {
        const { words, view, lesson } = this.page;
        document.documentElement.lang = view.language;
        document.title = `${words.of(lesson.data.title)} · Dikkat`;
        if (this.title) this.title.textContent = words.of(lesson.data.title);
        this.name('undo', words.say('page_undo'), !view.can_undo);
        this.name('redo', words.say('page_redo'), !view.can_redo);
        this.name('reset', words.say('page_reset'));
        this.name('alone', own_words[view.language].alone);
        document.getElementById('header').setAttribute('aria-label', own_words[view.language].tools);
        this.point();
    }

    name(id, words, disabled = false) {
        const tool = document.getElementById(id);
        tool.setAttribute('aria-label', words);
        tool.title = words;
        tool.disabled = disabled;
    }

    // At the lesson in a tab of its own. A sandbox lets none open, and a lesson that the host gave is nowhere else.
    point() {
        const { view, brought } = this.page;
        const address = new URL('./', location.href);
        const lesson_url = new URLSearchParams(location.search).get('lesson_url');
        const place = { lesson_url, lesson: view.lesson, step: view.step + 1, lang: view.language };
        for (const [name, value] of Object.entries(place)) if (value !== null) address.searchParams.set(name, value);
        this.alone.href = address.href;
        this.alone.hidden = window.origin === 'null' || (!lesson_url && brought.some(({ id }) => id === view.lesson));
    }

    // With what was changed in it, once somebody is about to follow it.
    point_at_work() {
        window.dikkat.link().then((address) => { this.alone.href = address; }, () => {});
    }
}
