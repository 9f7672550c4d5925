// When and how large a canvas is drawn: its size in device pixels, frames only while someone can see them, and a context that may be
// lost. Nothing here draws.

const kPatience = 3000;        // ms that a lost context has to come back
const kLargestPicture = 8192; // device pixels of a side
const kSharpestTouch = 2;      // device pixels for a CSS px, on small screens held in a hand

// on_context("lost" | "restored" | "gone"): gone means that it did not come back in time.
export function connect_screen(canvas, module, signal, on_context) {
    const view = canvas.ownerDocument.defaultView;
    const document = canvas.ownerDocument;
    const screen = { frame: 0, wanted: false, intersects: true, lost: false, closed: false, last: 0 };

    const seen = () => screen.intersects && !document.hidden && !screen.lost && !screen.closed;

    function ask_for_frame() {
        screen.wanted = true;
        if (screen.frame || !seen()) return;
        screen.frame = view.requestAnimationFrame((now) => {
            screen.frame = 0;
            if (!seen()) return;
            screen.wanted = false;
            const seconds = (now - screen.last) / 1000;
            screen.last = now;
            module._dikkat_frame(seconds);
        });
    }

    function resume() {
        if (screen.wanted && seen()) ask_for_frame();
    }

    function set_size(width, height, ratio) {
        canvas.width = width;
        canvas.height = height;
        module._dikkat_size(width, height, ratio);
    }

    let size = [];
    const forget_size = follow_size(canvas, view, signal, (...measured) => {
        if (screen.closed) return;
        size = measured;
        set_size(...measured);
    });
    const watcher = new view.IntersectionObserver((entries) => {
        screen.intersects = entries.at(-1).isIntersecting;
        resume();
    });
    watcher.observe(canvas);
    document.addEventListener('visibilitychange', resume, { signal });

    let patience = 0;
    canvas.addEventListener('webglcontextlost', (event) => {
        if (screen.closed) return;
        event.preventDefault();  // asks for it back
        screen.lost = true;
        module._dikkat_context(0);
        on_context('lost');
        patience = setTimeout(() => on_context('gone'), kPatience);
    }, { signal });
    canvas.addEventListener('webglcontextrestored', () => {
        clearTimeout(patience);
        screen.lost = false;
        module._dikkat_context(1);
        on_context('restored');
    }, { signal });

    // A copy of what the canvas shows, drawn with that many pixels for a CSS px, or null. WebGL's own picture lives until its task ends,
    // so it is drawn, copied and drawn back to its size in one.
    function picture(wanted) {
        const [width, height, ratio] = size;
        if (!width || screen.lost || screen.closed) return null;
        const copy = document.createElement('canvas');
        const scale = Math.min(wanted / ratio, kLargestPicture / Math.max(width, height));
        copy.width = Math.round(width * scale);
        copy.height = Math.round(height * scale);
        set_size(copy.width, copy.height, ratio * scale);
        copy.getContext('2d').drawImage(canvas, 0, 0);
        set_size(...size);
        return copy;
    }

    function close() {
        screen.closed = true;
        clearTimeout(patience);
        view.cancelAnimationFrame(screen.frame);
        forget_size();
        watcher.disconnect();
        const context = canvas.getContext('webgl2');
        if (context && !context.isContextLost()) context.getExtension('WEBGL_lose_context')?.loseContext();
    }

    ask_for_frame();
    return { ask_for_frame, picture, close };
}

// Calls with whole device pixels and the ratio, now and whenever the canvas's box, the zoom or the monitor changes.
function follow_size(canvas, view, signal, on_size) {
    const coarse = view.matchMedia('(pointer: coarse)');
    let told = '';

    function tell(width, height, ratio) {
        if (width < 1 || height < 1) return;  // hidden: what was there stays
        const size = `${width} ${height} ${ratio}`;
        if (size === told) return;
        told = size;
        on_size(width, height, ratio);
    }

    function measure(box) {
        const exact = view.devicePixelRatio || 1;
        const ratio = coarse.matches ? Math.min(exact, kSharpestTouch) : exact;
        const width = Math.round(canvas.clientWidth * ratio);
        const height = Math.round(canvas.clientHeight * ratio);
        // The browser's own count of device pixels, where it has one and it means this ratio.
        const trusted = box && Math.abs(box.inlineSize - width) <= 2 && Math.abs(box.blockSize - height) <= 2;
        tell(trusted ? box.inlineSize : width, trusted ? box.blockSize : height, ratio);
    }

    const observer = new view.ResizeObserver((entries) => measure(entries.at(-1).devicePixelContentBoxSize?.[0]));
    try {
        observer.observe(canvas, { box: 'device-pixel-content-box' });
    } catch {
        observer.observe(canvas);
    }
    function follow_ratio() {
        const same = view.matchMedia(`(resolution: ${view.devicePixelRatio}dppx)`);
        same.addEventListener('change', () => {
            measure();
            follow_ratio();
        }, { once: true, signal });
    }
    follow_ratio();
    measure();
    return () => observer.disconnect();
}
