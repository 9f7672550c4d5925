// A page has few WebGL contexts. A framed playground gives its own up when it is out of sight, or when others on the page were used since;
// its last picture stays in its place, and it goes on where it was when it is seen, touched or told something.

const kMostAwake = 4;     // playgrounds of one page that draw at the same time
const kStays = 1000;      // ms out of sight until the context is given up
const kFirst = 500;       // ms within which one of many that rest goes on
const kSettles = 1500;    // ms without a change until a picture is kept, in case the browser takes the context

export class Rest {
    // on_turn(awake): told to the host, which tells the other frames
    constructor(page, on_turn) {
        this.page = page;
        this.on_turn = on_turn;
        this.me = String(Math.random());
        this.used_since = new Set();  // others that woke or were used since this one was
        this.seen = true;
        this.resting = false;
        this.channel = open_channel((message) => this.neighbour(message));
        for (const type of ['pointerenter', 'pointerdown', 'focusin', 'keydown']) {
            document.documentElement.addEventListener(type, () => this.touched(), { passive: true });
        }
        window.addEventListener('pagehide', () => this.announce(false));
        this.take_context();
        this.keep_picture();  // at once: the browser may take the context before anything settled
        this.keep_picture_soon();
        this.announce(true);
    }

    take_context() {
        this.canvas = document.getElementById('canvas');
        this.context_switch = this.canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context');
        this.lost = false;
        this.given_up = false;
    }

    // --- Turns -----------------------------------------------------------------------------------------------------------------------

    announce(awake) {
        if (awake) this.used_since.clear();
        this.channel?.postMessage({ who: this.me, awake });
        this.on_turn({ who: this.me, awake });
    }

    neighbour({ who, awake }) {
        if (who === this.me) return;
        if (awake) this.used_since.add(who);
        else this.used_since.delete(who);
        if (this.used_since.size >= kMostAwake) this.rest();
        if (this.used_since.size === 0 && this.resting) this.wake_if_alone();
    }

    // Where all heard of each other at once all may have given way; then one of them goes on, whoever is first.
    wake_if_alone() {
        clearTimeout(this.waking);
        this.waking = setTimeout(() => this.seen && this.used_since.size === 0 && this.wake(), Math.random() * kFirst);
    }

    sees(seen) {
        this.seen = seen;
        clearTimeout(this.leaving);
        if (seen) this.wake();
        else this.leaving = setTimeout(() => this.rest(), kStays);
    }

    touched() {
        if (this.resting) this.wake();
        else if (this.used_since.size > 0) this.announce(true);
    }

    rest() {
        if (this.resting || this.lost) return;
        this.resting = true;
        this.given_up = true;
        this.show(this.page.playground.picture(window.devicePixelRatio));
        this.context_switch?.loseContext();
        this.announce(false);
    }

    wake() {
        if (!this.resting) return;
        this.resting = false;
        this.announce(true);
        if (this.lost) this.context_switch?.restoreContext();  // else when the loss was told: only then can it be taken back
    }

    // --- What the program and the browser do ------------------------------------------------------------------------------------------

    hear(event) {
        if (event.type === 'context') this[`context_${event.state}`]();
        if (event.type !== 'change') return;
        if (this.resting && this.seen) this.wake();
        this.keep_picture_soon();
    }

    keep_picture_soon() {
        clearTimeout(this.settling);
        this.settling = setTimeout(() => this.keep_picture(), kSettles);
    }

    keep_picture() {
        if (this.seen && !this.resting && !this.lost) this.kept = this.page.playground.picture(window.devicePixelRatio);
    }

    context_lost() {
        this.lost = true;
        if (!this.given_up) this.show(this.kept);  // the browser took it
        else if (!this.resting) setTimeout(() => this.context_switch?.restoreContext());
    }

    context_restored() {
        this.take_context();
        // The picture goes when what is under it has been drawn.
        requestAnimationFrame(() => requestAnimationFrame(() => !this.lost && this.show(null)));
        if (this.resting) {
            this.resting = false;
            this.rest();
        }
    }

    context_gone() {
        document.getElementById('gone').hidden = this.given_up;
    }

    // A canvas with what was drawn last, over the one that is blank.
    show(picture) {
        this.picture?.remove();
        this.picture = picture;
        if (!picture) return;
        picture.className = 'last-picture';
        picture.setAttribute('aria-hidden', 'true');
        this.canvas.after(picture);
    }
}

// Frames of one origin hear each other; in a sandbox each has an origin of its own, and the host's element passes the turns on.
function open_channel(on_message) {
    try {
        const channel = new BroadcastChannel('dikkat.turns');
        channel.addEventListener('message', ({ data }) => on_message(data));
        return channel;
    } catch {
        return null;
    }
}
