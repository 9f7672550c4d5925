// Keys go to the canvas while it has the focus, and to nobody else's harm: the page's fields, its scrolling and the browser's shortcuts
// are left alone, and the canvas can always be left.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canvas, click_anchor, double_click_anchor, eventually, finish, press, query, settled, use_site } from './harness.mjs';
import { pages } from './hosts.mjs';

const site = use_site({ server: { pages } });

// Which of the keys the page keeps from the browser, by synthetic events (real ones would trigger nothing in a driven browser).
async function kept(page, keys) {
    return page.evaluate((asked) => asked.filter(([key, modifiers]) => {
        const code = key.length === 1 ? `Key${key.toUpperCase()}` : key;
        const event = new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true, ...modifiers });
        document.activeElement.dispatchEvent(event);
        document.activeElement.dispatchEvent(new KeyboardEvent('keyup', { key, code, bubbles: true }));
        return event.defaultPrevented;
    }).map(([key, modifiers]) => [...Object.keys(modifiers ?? {}), key].join('+')), keys);
}

// What an announcement said while `act` was done.
async function announced(page, act) {
    await page.evaluate(() => {
        window.heard = [];
        window.dikkat.on('announce', ({ text }) => window.heard.push(text));
    });
    await act();
    return eventually(async () => {
        const heard = await page.evaluate(() => window.heard);
        assert.ok(heard.length > 0, 'nothing was announced');
        return heard.at(-1);
    });
}

async function type_by_keys(page, letters) {
    const session = await page.context().newCDPSession(page);
    for (const [text, code, virtual_key] of letters) {
        const event = { key: text, code, windowsVirtualKeyCode: virtual_key };
        await session.send('Input.dispatchKeyEvent', { type: 'keyDown', text, unmodifiedText: text, ...event });
        await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
    }
    await settled(page);
}

async function start_typing(page) {
    await double_click_anchor(page, 'cell/x/4/0');
    await eventually(async () => assert.equal((await query(page, 'diagnostics')).typing, true));
    await press(page, 'Control+a');
}

test('Moving keys stay in the canvas that has the focus, the browser’s shortcuts go to the browser', async () => {
    const page = await site.open_page();
    await click_anchor(page, 'cell/x/4/0');
    const own = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' ', 'Tab', 'Backspace'];
    assert.deepEqual(await kept(page, own.map((key) => [key])), own);
    const browsers = [
        ['F1'], ['F5'], ['F11'], ['F12'], ['r', { ctrlKey: true }], ['l', { ctrlKey: true }], ['t', { ctrlKey: true }], ['w', { ctrlKey: true }],
        ['f', { ctrlKey: true }], ['p', { ctrlKey: true }], ['ArrowLeft', { altKey: true }], ['ArrowRight', { altKey: true }],
        ['c', { ctrlKey: true }], ['v', { ctrlKey: true }], ['r', { metaKey: true }],
    ];
    assert.deepEqual(await kept(page, browsers), []);
    await finish(page);
});

test('A field of the page types, deletes and is left by Tab as if there were no canvas', async () => {
    const page = await site.open_page({ path: 'host.html' });
    await page.click('#before');
    await page.keyboard.type('abc');
    await page.keyboard.press('Backspace');
    assert.equal(await page.inputValue('#before'), 'ab');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.nodeName), 'CANVAS');
    await finish(page);
});

test('What is typed into a field of the page does not reach a cell that was being typed', async () => {
    const page = await site.open_page({ path: 'host.html' });
    await start_typing(page);
    await page.keyboard.type('0.5');
    await page.click('#before');
    await page.keyboard.type('77');
    await settled(page);
    assert.equal(await page.inputValue('#before'), '77');
    for (const { now } of await query(page, 'edits')) assert.equal(now, 0.5);
    await finish(page);
});

test('Keys pressed in the canvas do not scroll the page that holds it', async () => {
    const page = await site.open_page({ path: 'host.html' });
    await click_anchor(page, 'cell/x/4/0');
    await press(page, 'ArrowDown', 'PageDown', 'End', 'ArrowUp', 'Home', 'Space');
    await start_typing(page);
    await press(page, 'Space', 'ArrowDown', 'PageDown', 'End');
    assert.equal(await page.evaluate(() => scrollY), 0);
    await finish(page);
});

test('After Escape another key or a click in the canvas keeps Tab in it', async () => {
    const page = await site.open_page();
    for (const back of [() => press(page, 'ArrowRight'), () => click_anchor(page, 'cell/x/2/3')]) {
        await click_anchor(page, 'cell/x/2/3');
        await press(page, 'Escape', 'Escape');
        await back();
        await press(page, 'Tab');
        assert.ok(await page.evaluate(() => document.activeElement.matches('canvas, textarea')));
    }
    await finish(page);
});

test('Tab comes into the canvas, Escape and then Tab leaves it', async () => {
    const page = await site.open_page({ path: 'host.html' });
    await page.focus('#before');
    await press(page, 'Tab', 'Tab', 'Tab');
    assert.equal(await page.evaluate(() => document.activeElement.nodeName), 'CANVAS');
    await press(page, 'Escape', 'Escape', 'Tab');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'after');
    await page.focus('canvas');
    await press(page, 'Tab', 'Escape', 'Escape', 'Shift+Tab');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'before');
    await finish(page);
});

test('The way out of the canvas is told to who cannot see it', async () => {
    const page = await site.open_page({ query: 'lang=en' });
    const help = await canvas(page).evaluate((element) =>
        element.getAttribute('aria-describedby').split(' ').map((id) => document.getElementById(id).textContent).join(' '));
    assert.match(help, /press Escape, then Tab.*Open the numbers as tables/);
    await finish(page);
});

test('Every Turkish letter is typed by its key', async () => {
    const page = await site.open_page({ query: 'lang=tr' });
    await start_typing(page);
    const said = await announced(page, async () => {
        await type_by_keys(page, [
            ['ğ', 'BracketLeft', 219], ['ı', 'KeyI', 73], ['ş', 'Semicolon', 186], ['ç', 'Period', 190], ['ö', 'Comma', 188],
            ['ü', 'BracketRight', 221], ['i', 'Quote', 222], ['İ', 'Quote', 222], ['Ş', 'Semicolon', 186],
        ]);
        await press(page, 'Enter');
    });
    assert.equal(said, 'Bu sayı okunamadı: "ğışçöüiİŞ"');
    await finish(page);
});

test('AltGr types its characters, as Windows and as Linux report it', async () => {
    const page = await site.open_page({ query: 'lang=tr' });
    const session = await page.context().newCDPSession(page);
    const send = (type, key, code, windowsVirtualKeyCode, more = {}) => session.send('Input.dispatchKeyEvent', { type, key, code, windowsVirtualKeyCode, ...more });
    await start_typing(page);
    const said = await announced(page, async () => {
        // Windows: Ctrl goes down before it.
        await send('rawKeyDown', 'Control', 'ControlLeft', 17, { modifiers: 2 });
        await send('rawKeyDown', 'AltGraph', 'AltRight', 18, { modifiers: 3 });
        await send('keyDown', '@', 'KeyQ', 81, { text: '@' });
        await send('keyUp', '@', 'KeyQ', 81);
        await send('keyUp', 'AltGraph', 'AltRight', 18, { modifiers: 2 });
        await send('keyUp', 'Control', 'ControlLeft', 17);
        // Linux: the key alone.
        await send('rawKeyDown', 'AltGraph', 'AltRight', 225);
        await send('keyDown', '€', 'KeyE', 69, { text: '€' });
        await send('keyUp', '€', 'KeyE', 69);
        await send('keyDown', '₺', 'KeyT', 84, { text: '₺' });
        await send('keyUp', '₺', 'KeyT', 84);
        await send('keyUp', 'AltGraph', 'AltRight', 225);
        await settled(page);
        await press(page, 'Enter');
    });
    assert.equal(said, 'Bu sayı okunamadı: "@€₺"');
    await finish(page);
});

test('What an input method, an emoji panel or a phone’s keyboard inserts is typed', async () => {
    const page = await site.open_page({ query: 'lang=tr' });
    const session = await page.context().newCDPSession(page);
    await start_typing(page);
    const said = await announced(page, async () => {
        await session.send('Input.imeSetComposition', { text: 'ış', selectionStart: 2, selectionEnd: 2 });
        await session.send('Input.insertText', { text: 'ışık' });
        await session.send('Input.insertText', { text: 'ğ' });
        await settled(page);
        await press(page, 'Enter');
    });
    assert.equal(said, 'Bu sayı okunamadı: "ışıkğ"');
    await finish(page);
});

test('A phone’s Backspace, which is no key, deletes', async () => {
    const page = await site.open_page();
    await start_typing(page);
    await page.keyboard.insertText('0.57');
    await settled(page);
    await page.evaluate(() => {
        const event = new InputEvent('input', { inputType: 'deleteContentBackward', bubbles: true });
        document.activeElement.dispatchEvent(event);
    });
    await settled(page);
    await press(page, 'Enter');
    await eventually(async () => assert.equal((await query(page, 'tensor/x/4/0')).value, 0.5));
    await finish(page);
});
