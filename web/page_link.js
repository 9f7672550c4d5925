// A link that holds the whole state: made for somebody, and opened. Loaded when one is made or stands in the address.
import { read_fragment, write_fragment } from './page_link_codec.js';
import { Words } from './page_words.js';
import kWords from './page_link_words.json';

export const kLongLink = 8 * 1024;  // characters; many programs cut what is longer

// The address of the page with this state in it. Language, theme and size of text are the reader's own, unless `as_i_see_it`. Lesson
// and step are readable in it, for whoever cannot read the rest.
export function make_link(playground, { as_i_see_it = false, page = './' } = {}) {
    const { view } = playground.query('state');
    const address = new URL(page, document.baseURI);
    address.search = '';
    const lesson_url = new URLSearchParams(location.search).get('lesson_url');  // where a lesson that is not the site's own comes from
    if (lesson_url) address.searchParams.set('lesson_url', lesson_url);
    address.searchParams.set('lesson', view.lesson);
    address.searchParams.set('step', view.step + 1);
    address.hash = link_fragment(playground, as_i_see_it);
    return address.href;
}

export function link_fragment(playground, as_i_see_it = false) {
    return write_fragment(playground.query(as_i_see_it ? 'state/link_as_seen' : 'state/link').text);
}

// {state, dropped}: the JSON that the query readable/... takes, null where there is none, and what happened to the link on its way.
export function read_link(fragment) {
    const { text, faults } = read_fragment(fragment);
    return { state: text, dropped: faults.map((fault) => ({ path: '', code: `link_${fault}` })) };
}

// {ok, dropped: [{path, code, message}]}, in the language that is then shown. Where not even a part could be taken, all is as it was.
export function open_link(playground, fragment) {
    const { state, dropped } = read_link(fragment);
    const taken = state === null ? { ok: false, dropped: [] } : open_state(playground, state);
    const words = new Words(kWords, playground.query('state').view.language);
    return { ok: taken.ok, dropped: [...dropped.map((one) => ({ ...one, message: words.say(one.code) })), ...taken.dropped] };
}

// Opens it on the page, and says there what it could not bring.
export async function follow_link(page, fragment) {
    await page.playground.complete();
    const opened = open_link(page.playground, fragment);
    page.read();
    if (opened.dropped.length > 0) await (await import('./page_link_notice.js')).show_notice(page, opened);
}

// As open_link, of a state's text.
export function open_state(playground, text) {
    try {
        const { state, dropped } = playground.query(`readable/${text}`);
        const answer = playground.dispatch({ type: 'load_state', state });
        if (!answer.ok) return { ok: false, dropped: [{ path: '', ...answer.error }] };
        return { ok: true, dropped };
    } catch (error) {
        if (error.name !== 'Refused') throw error;
        return { ok: false, dropped: [{ path: '', code: error.code, message: error.message }] };
    }
}
