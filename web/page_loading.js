// The loading screen: a bar with the share that has arrived, and the figure, whose query walks through the tokens as it grows, each with its
// true weights, and ends where the lesson begins.
import { box_path, ribbons_of } from './figure_shape.js';

const kGlide = 180;  // ms

export class Loading {
    constructor() {
        this.section = document.getElementById('loading');
        this.bar = document.getElementById('loading-bar');
        const figure = this.section.querySelector('.figure');
        this.part = (name) => [...figure.querySelectorAll(`.${name}`)];
        this.rows = figure.dataset.weights.split(',').map((row) => row.split(' ').map(Number));
        this.decimals = Number(figure.dataset.decimals);
        this.last = Number(figure.dataset.row);
        this.order = [...this.rows.keys()].filter((row) => row !== this.last).concat(this.last);
        this.row = this.last;
        this.drawn = { at: this.last, weights: this.rows[this.last] };
        this.still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    }

    // share: 0..1, or null where the whole length is not known
    show(share) {
        if (share === null) return this.bar.removeAttribute('value');
        this.bar.value = share;
        if (!this.still) this.go_to(this.order[Math.min(Math.floor(share * this.order.length), this.order.length - 1)]);
    }

    end() {
        this.section.hidden = true;
        cancelAnimationFrame(this.frame);
    }

    // Numbers and words change at once; ribbons, bars and the box glide.
    go_to(row) {
        if (row === this.row) return;
        this.row = row;
        this.part('number').forEach((text, key) => { text.textContent = this.rows[row][key].toFixed(this.decimals); });
        this.part('query').forEach((text, key) => text.classList.toggle('chosen', key === row));
        cancelAnimationFrame(this.frame);
        const from = this.drawn, begun = performance.now();
        const step = (now) => {
            const share = Math.min(Math.max((now - begun) / kGlide, 0), 1);
            const eased = 1 - (1 - share) ** 3;
            const between = (a, b) => a + (b - a) * eased;
            this.draw({ at: between(from.at, row), weights: this.rows[row].map((weight, key) => between(from.weights[key], weight)) });
            if (share < 1) this.frame = requestAnimationFrame(step);
        };
        this.frame = requestAnimationFrame(step);
    }

    draw(state) {
        this.drawn = state;
        const bars = this.part('bar'), ribbons = this.part('ribbon');
        ribbons_of(state.weights, state.at).forEach(({ bar, path, opacity }, key) => {
            bars[key].setAttribute('d', bar);
            ribbons[key].setAttribute('d', path);
            ribbons[key].setAttribute('fill-opacity', opacity);
        });
        this.part('box')[0].setAttribute('d', box_path(state.at));
    }
}
