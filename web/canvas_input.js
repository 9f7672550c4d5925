// The pointer, wheel, keys, text entry and clipboard of a canvas, for ImGui. Takes from the page only what the canvas can use: the wheel
// where something scrolls, keys while it has the focus, and never the browser's own shortcuts.

const kEvent = { move: 0, down: 1, up: 2, leave: 3 };
const kSource = { mouse: 0, touch: 1, pen: 2 };
const kButton = [0, 2, 1, 3, 4];  // DOM counts left, middle, right; ImGui left, right, middle
const kCursors = ['default', 'text', 'move', 'ns-resize', 'ew-resize', 'nesw-resize', 'nwse-resize', 'pointer', 'wait', 'progress',
    'not-allowed'];
const kControl = 1;
const kShift = 2;
const kAlt = 4;
const kMeta = 8;
const kMovingKeys = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' ']);
const kEncoder = new TextEncoder();
// One character for Backspace to delete: phones report that, and no key.
const kSeed = '\u200b';

export function connect_input(canvas, module, signal) {
    const root = canvas.getRootNode();
    const document = canvas.ownerDocument;
    const agent = create_text_agent(canvas);
    signal.addEventListener('abort', () => agent.remove());

    const focused = () => root.activeElement === canvas || root.activeElement === agent;
    const listen = (target, types, handler, options = {}) => {
        for (const type of [types].flat()) target.addEventListener(type, handler, { signal, ...options });
    };
    const give_text = (name, text, ...numbers) => {
        const bytes = kEncoder.encode(text);
        const room = module._malloc(bytes.length || 1);
        module.bytes().set(bytes, room);
        module[name](room, bytes.length, ...numbers);
        module._free(room);
    };

    connect_pointer();
    connect_wheel();
    connect_focus();
    const keys = connect_keys();
    connect_text_agent();
    const clipboard = connect_clipboard();

    // --- Pointer -----------------------------------------------------------------------------------------------------------------

    function connect_pointer() {
        let primary = null;  // the pointer that is down; a second finger is not ours
        const position = (event) => {
            const box = canvas.getBoundingClientRect();
            return [(event.clientX - box.left) * canvas.clientWidth / box.width, (event.clientY - box.top) * canvas.clientHeight / box.height];
        };
        const send = (kind, event, button = 0) => {
            module._dikkat_pointer(kind, ...position(event), button, kSource[event.pointerType] ?? 0, event.timeStamp / 1000);
        };
        // Whoever points sees where: a ring around the whole canvas is for those who came with the keyboard.
        const take_focus = () => {
            canvas.classList.add('pointed');
            if (!focused()) canvas.focus({ preventScroll: true });
        };
        const foreign = (event) => primary !== null && primary !== event.pointerId;

        listen(canvas, 'pointerdown', (event) => {
            if (foreign(event)) return;
            primary = event.pointerId;
            keys.forget_escape();
            canvas.setPointerCapture(event.pointerId);
            send(kEvent.down, event, kButton[event.button]);
            if (event.pointerType === 'touch') return;  // it may become a swipe, which is the page's
            take_focus();
            event.preventDefault();
        });
        listen(canvas, 'pointermove', (event) => {
            if (!foreign(event)) send(kEvent.move, event);
        });
        listen(canvas, ['pointerup', 'pointercancel'], (event) => {
            if (primary !== event.pointerId) return;
            if (!event.buttons) primary = null;
            if (event.type === 'pointerup') take_focus();
            send(kEvent.up, event, event.type === 'pointerup' ? kButton[event.button] : 0);
            // Within the person's gesture: else phones open no keyboard and Safari copies nothing.
            module._dikkat_run_frames(3);
        });
        listen(canvas, 'pointerleave', (event) => {
            if (primary === null) send(kEvent.leave, event);
        });
        // The mouse events that follow a touch would take the focus from the text agent.
        listen(canvas, 'mousedown', (event) => event.preventDefault());
        listen(canvas, 'contextmenu', (event) => event.preventDefault());
    }

    function connect_wheel() {
        const steps = [1 / 100, 1 / 3, 80];  // of a pixel, a line, a page
        listen(canvas, 'wheel', (event) => {
            if (!focused() || event.ctrlKey || event.metaKey) return;  // the page's: it scrolls, or zooms
            const scale = steps[event.deltaMode] ?? steps[0];
            if (module._dikkat_wheel(-event.deltaX * scale, -event.deltaY * scale)) event.preventDefault();
        }, { passive: false });
    }

    // --- Focus -------------------------------------------------------------------------------------------------------------------

    function connect_focus() {
        const enter = () => {
            canvas.style.touchAction = 'none';
            module._dikkat_focus(1);
        };
        const leave = (event) => {
            if (event.relatedTarget === canvas || event.relatedTarget === agent) return;
            canvas.style.touchAction = 'pan-y pinch-zoom';  // until it is used, a finger on it scrolls the page
            canvas.classList.remove('pointed');
            keys.forget_escape();
            module._dikkat_focus(0);
        };
        canvas.style.touchAction = 'pan-y pinch-zoom';
        for (const element of [canvas, agent]) {
            listen(element, 'focus', enter);
            listen(element, 'blur', leave);
        }
        listen(document.defaultView, 'blur', () => module._dikkat_focus(0));
    }

    // --- Keys --------------------------------------------------------------------------------------------------------------------

    function connect_keys() {
        let escaped = false;  // Escape with nothing to give up, and no other key since: Tab leaves the canvas

        function down(event) {
            if (event.isComposing || event.keyCode === 229) return;
            const modifiers = modifiers_of(event);
            const name = name_of(event);
            const command = (modifiers & (kControl | kMeta)) !== 0 && !(modifiers & kAlt);
            const send = () => give_text('_dikkat_key', name, 1, modifiers);

            if (command && 'cxv'.includes(name)) return;  // the copy, cut and paste events do that
            if (name === 'Escape') escaped = !module._dikkat_is_busy();
            else if (name !== 'Tab' && event.key !== 'Shift') escaped = false;
            if (name === 'Tab' && (escaped || !module._dikkat_wants_keys())) {
                escaped = false;
                return;
            }
            send();
            if (event.target === canvas && !command) send_characters(event.key);
            if (keeps(event, name, command, modifiers)) event.preventDefault();
        }

        // Whether the browser shall do nothing with this key.
        function keeps(event, name, command, modifiers) {
            if (modifiers & (kAlt | kMeta) && !command) return false;
            if (command) return Boolean(module._dikkat_wants_text()) && 'azy'.includes(name);
            if (name === 'Tab' || name === 'Backspace') return true;
            if (name === ' ' && event.target === agent) return false;  // it is typed there
            if (kMovingKeys.has(name)) return Boolean(module._dikkat_wants_keys());
            return name.endsWith('Enter') && event.target === canvas && Boolean(module._dikkat_wants_keys());
        }

        function up(event) {
            give_text('_dikkat_key', name_of(event), 0, modifiers_of(event));
            if (event.key === 'Meta') module._dikkat_release_keys();  // macOS reports no release of a key under Cmd
        }

        for (const element of [canvas, agent]) {
            listen(element, 'keydown', down);
            listen(element, 'keyup', up);
        }
        return { forget_escape: () => { escaped = false; } };
    }

    function send_characters(text) {
        if ([...text].length !== 1) return;  // "Shift", "Dead"
        module._dikkat_character(text.codePointAt(0));
    }

    // --- Text entry: input methods, on-screen keyboards ---------------------------------------------------------------------------

    function connect_text_agent() {
        const seed = () => {
            agent.value = kSeed;
            agent.setSelectionRange(kSeed.length, kSeed.length);
        };
        const tap = (name) => {
            give_text('_dikkat_key', name, 1, 0);
            give_text('_dikkat_key', name, 0, 0);
        };
        const type = (text) => {
            for (const character of text ?? '') module._dikkat_character(character.codePointAt(0));
        };
        listen(agent, 'input', (event) => {
            if (event.isComposing) return;
            if (event.inputType === 'deleteContentBackward') tap('Backspace');
            else if (event.inputType === 'insertLineBreak' || event.inputType === 'insertParagraph') tap('Enter');
            else type(event.data);
            seed();
        });
        listen(agent, 'compositionend', (event) => {
            type(event.data);
            seed();
        });
        seed();
    }

    function set_text_entry(on, x, y) {
        if (!on) {
            if (root.activeElement === agent) canvas.focus({ preventScroll: true });
            return;
        }
        agent.style.left = `${canvas.offsetLeft + x}px`;
        agent.style.top = `${canvas.offsetTop + y}px`;
        if (root.activeElement === canvas) agent.focus({ preventScroll: true });
    }

    // --- Clipboard: within the browser's own events, so that no permission is asked for ---------------------------------------------

    function connect_clipboard() {
        let copying = false;
        let copied = null;

        const copy_or_cut = (letter) => (event) => {
            if (!focused()) return;
            copied = null;
            copying = true;
            module._dikkat_chord(letter.charCodeAt(0));
            copying = false;
            if (copied === null) return;
            event.clipboardData.setData('text/plain', copied);
            event.preventDefault();
        };
        listen(root, 'copy', copy_or_cut('c'));
        listen(root, 'cut', copy_or_cut('x'));
        listen(root, 'paste', (event) => {
            if (!focused() || event.defaultPrevented) return;  // files are the page's
            give_text('_dikkat_clipboard', event.clipboardData.getData('text/plain'));
            module._dikkat_chord('v'.charCodeAt(0));
            event.preventDefault();
        });
        return {
            put(text) {
                copied = text;
                if (copying) return;
                if (!navigator.clipboard?.writeText) copy_by_selection(text);
                else navigator.clipboard.writeText(text).catch(() => copy_by_selection(text));
            },
        };
    }

    // Where writing is not allowed: an iframe of another origin, an address without https.
    function copy_by_selection(text) {
        const before = root.activeElement;
        const field = document.createElement('textarea');
        hide(field);
        field.value = text;
        canvas.parentNode.append(field);
        field.select();
        document.execCommand('copy');
        field.remove();
        before?.focus({ preventScroll: true });
    }

    return {
        set_cursor(cursor) {
            const wanted = kCursors[cursor] ?? 'none';
            if (canvas.style.cursor !== wanted) canvas.style.cursor = wanted;
        },
        set_text_entry,
        copy: clipboard.put,
    };
}

// A real text field for what only those get. It lies over the place where one types, so that an input method's window opens there.
function create_text_agent(canvas) {
    const agent = canvas.ownerDocument.createElement('textarea');
    for (const [name, value] of Object.entries({ autocapitalize: 'off', autocomplete: 'off', autocorrect: 'off', spellcheck: 'false' })) {
        agent.setAttribute(name, value);
    }
    agent.tabIndex = -1;
    const name = () => agent.setAttribute('aria-label', canvas.getAttribute('aria-label') || 'Dikkat');
    name();
    new MutationObserver(name).observe(canvas, { attributeFilter: ['aria-label'] });
    hide(agent);
    canvas.after(agent);
    return agent;
}

function hide(field) {
    Object.assign(field.style, {
        position: 'absolute', left: '0', top: '0', width: '1px', height: '1px', padding: '0', border: '0', margin: '0', opacity: '0',
        resize: 'none', overflow: 'hidden', pointerEvents: 'none',
        fontSize: '16px',  // below it iOS zooms in
    });
}

function modifiers_of(event) {
    const held = (event.ctrlKey ? kControl : 0) | (event.shiftKey ? kShift : 0) | (event.altKey ? kAlt : 0) | (event.metaKey ? kMeta : 0);
    return event.getModifierState('AltGraph') ? held & ~(kControl | kAlt) : held;  // Windows reports AltGr as Ctrl and Alt
}

// The key's name as the program knows it. Letters are those of the layout; where the layout has no such letter, of the place.
function name_of(event) {
    if (event.code === 'NumpadEnter') return 'NumpadEnter';
    if (event.key.length > 1) return event.key;
    if (/^[A-Za-z0-9 ]$/.test(event.key)) return event.key.toLowerCase();
    return /^Key[A-Z]$/.test(event.code) ? event.code[3].toLowerCase() : event.key;
}
