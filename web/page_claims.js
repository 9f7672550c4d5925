// On a phone the claims stand under the canvas as one line, which opens to the list. (On wider screens the canvas shows them.)
import { element } from './page_lesson.js';

const kAllHold = ['no_claims', 'one_claim_holds', 'two_claims_hold', 'three_claims_hold', 'four_claims_hold'];

export class ClaimsLine {
    constructor(page) {
        this.page = page;
        this.section = document.getElementById('claims');
        this.button = document.getElementById('claims-line');
        this.list = document.getElementById('claims-list');
        this.button.addEventListener('click', () => {
            this.list.hidden = !this.list.hidden;
            this.button.setAttribute('aria-expanded', String(!this.list.hidden));
        });
    }

    update() {
        const { words, form } = this.page;
        this.section.hidden = form !== 'phone';
        if (this.section.hidden) return;
        const checks = this.page.playground.query('checks');
        const wrong = checks.filter(({ holds }) => !holds);
        this.button.classList.toggle('false', wrong.length > 0);
        this.button.replaceChildren(verdict(wrong.length === 0), element('span', { textContent: in_one_line(words, checks, wrong) }));
        this.list.replaceChildren(...checks.map((check) => this.line(check)));
    }

    line(check) {
        const line = element('li', { className: check.holds ? '' : 'false' });
        const sentence = element('p', { textContent: check.text });
        const measured = element('p', { className: 'measured', textContent: check.measured_text });
        line.append(verdict(check.holds), sentence, measured);
        return line;
    }
}

function in_one_line(words, checks, wrong) {
    if (wrong.length === 1) return words.say('claim_false', { claim: wrong[0].text });
    if (wrong.length > 1) return words.say('claims_false', { n: wrong.length });
    return words.say(kAllHold[checks.length] ?? 'all_claims_hold', { n: checks.length });
}

function verdict(holds) {
    const path = holds ? 'm6.5 10.5 2.5 2.5 4.5-5.5' : 'm7 7 6 6M13 7l-6 6';
    const sign = element('span', { className: holds ? 'verdict-sign' : 'verdict-sign false' });
    sign.setAttribute('aria-hidden', 'true');
    sign.innerHTML = `<svg viewBox="0 0 20 20"><circle cx="10" cy="10" r="8"/><path d="${path}"/></svg>`;
    return sign;
}
