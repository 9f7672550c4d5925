// That no text of page or canvas is cut or stands on another, in every step of a lesson, both languages, on the sizes people have. The
// page is measured by its elements' boxes and its words' rectangles, the canvas by the query `drawing`.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { command, dispatch, finish, query, settled, use_site } from './harness.mjs';

const kLessons = ['attention', 'multi-head', 'layer-norm', 'feed-forward', 'gpt', 'sandbox'];
const kSizes = [[1280, 800], [1100, 700], [820, 1180], [390, 844], [320, 640]];
const kSlack = 1.5;  // px: a letter's own box is a little larger than its ink

const site = use_site();

// ---- the page ----------------------------------------------------------------------------------------------------------------------

// What is wrong with the page's words, as sentences. Runs in the page.
function page_faults() {
    const found = [];
    const seen = (element) => {
        const style = getComputedStyle(element);
        return style.visibility !== 'hidden' && style.display !== 'none' && style.opacity !== '0' && !element.closest('[hidden], [inert]');
    };
    const only_for_readers = (element) => element.clientWidth <= 1 || element.clientHeight <= 1;
    if (document.documentElement.scrollWidth > document.documentElement.clientWidth) found.push('the page scrolls sideways');
    const words = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const text = node.textContent.trim();
        const parent = node.parentElement;
        if (!text || !seen(parent) || parent.closest('script, style, noscript, textarea, math, svg, option')) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) {
            if (box.width < 1 || box.height < 1) continue;
            let cut = null, scrolled = false, hidden = false;
            for (let above = parent; above && above !== document.body; above = above.parentElement) {
                const style = getComputedStyle(above);
                if (style.clip !== 'auto' || style.clipPath !== 'none' || (only_for_readers(above) && style.overflow !== 'visible')) hidden = true;
                if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
                const area = above.getBoundingClientRect();
                const scrolls = /auto|scroll/.test(style.overflowY) && above.scrollHeight > above.clientHeight;
                if (box.left < area.left - 1.5 || box.right > area.right + 1.5) cut = `sideways by ${above.tagName}.${above.className}`;
                if (box.top < area.top - 1.5 || box.bottom > area.bottom + 1.5) scrolls ? (scrolled = true) : (cut ??= `by ${above.tagName}.${above.className}`);
                if (scrolled) break;  // it can be brought into sight; what clips further out says nothing of it
            }
            if (hidden || !parent.checkVisibility()) continue;
            if (cut) found.push(`“${text}” is cut ${cut}`);
            if (!scrolled) words.push({ text, box, parent });
        }
    }
    const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
    const layer = (element) => {  // what stands still while the rest scrolls under it is a layer of its own
        for (let above = element; above; above = above.parentElement) {
            if (/fixed|sticky|absolute/.test(getComputedStyle(above).position)) return above;
        }
        return null;
    };
    for (const word of words) word.layer = layer(word.parent);
    for (let i = 0; i < words.length; ++i) {
        for (let j = i + 1; j < words.length; ++j) {
            const [a, b] = [words[i], words[j]];
            if (a.layer === b.layer && a.parent !== b.parent && over(a.box, b.box)) found.push(`“${a.text}” and “${b.text}” overlap`);
        }
    }
    return [...new Set(found)];
}

// ---- the canvas --------------------------------------------------------------------------------------------------------------------

const right = (box) => box[0] + box[2];
const bottom = (box) => box[1] + box[3];
const across = (a, b) => [Math.min(right(a), right(b)) - Math.max(a[0], b[0]), Math.min(bottom(a), bottom(b)) - Math.max(a[1], b[1])];

// A text beyond a clip that is a scrolled region's is out of sight, not cut; the region's edge may pass through a line of it.
function canvas_faults(drawing) {
    const found = [];
    const canvas = [0, 0, drawing.width, drawing.height];
    const whole = (clip) => across(clip, canvas)[0] >= drawing.width - 1 && across(clip, canvas)[1] >= drawing.height - 1;
    const texts = drawing.items.filter((item) => item.kind === 'text' && item.text.trim());
    const shown = texts.filter((item) => {
        const [wide, high] = across(item.rect, item.clip);
        if (wide <= 0 || high <= 0) return false;
        if (item.rect[0] < item.clip[0] - kSlack || right(item.rect) > right(item.clip) + kSlack) found.push(`“${item.text}” is cut sideways`);
        const cut = item.rect[1] < item.clip[1] - kSlack || bottom(item.rect) > bottom(item.clip) + kSlack;
        if (cut && whole(item.clip)) found.push(`“${item.text}” leaves the canvas`);
        return !cut;
    });
    for (let i = 0; i < shown.length; ++i) {
        for (let j = i + 1; j < shown.length; ++j) {
            const [wide, high] = across(shown[i].rect, shown[j].rect);
            if (wide > kSlack && high > 3) found.push(`“${shown[i].text}” and “${shown[j].text}” overlap`);
        }
    }
    return [...new Set(found)];
}

// ---- the walk ----------------------------------------------------------------------------------------------------------------------

// The panels of a lesson, of which a narrow screen shows one at a time.
function panels_of(lesson) {
    const { screen } = JSON.parse(readFileSync(new URL(`../../web/lessons/${lesson}/lesson.json`, import.meta.url), 'utf8'));
    return (screen.rows ?? []).flatMap(({ panels }) => panels.map(({ id }) => id));
}

// The tensors that are to be seen: those that open. Of each, a cell whose sum is told.
async function tensors_of(page) {
    const names = Object.keys(await query(page, 'anchors')).map((name) => /^(?:thumbnail|station)\/([^/]+)$/.exec(name)?.[1]);
    const shapes = new Map();
    for (const name of names.filter((each) => each && !/^(?:close|copy|opened)$/.test(each))) shapes.set(name, (await query(page, `tensor/${name}`)).shape);
    return [...shapes].map(([tensor, shape]) => ({ tensor, row: shape.length > 1 ? Math.min(2, shape.at(-2) - 1) : 0, col: 0 }));
}

// Every step, then the last one's other views and, on a narrow screen, the other panels and the opened tensors.
async function walk(page, lesson, narrow) {
    await command(page, { type: 'open_lesson', lesson });
    const found = [];
    for (const language of ['tr', 'en']) {
        const look = async (where) => {
            await settled(page);
            const faults = [...(await page.evaluate(page_faults)), ...canvas_faults(await query(page, 'drawing'))];
            found.push(...faults.map((fault) => `${lesson}, ${where}, ${language}: ${fault}`));
        };
        await command(page, { type: 'set_language', language });
        for (let step = 1; (await dispatch(page, { type: 'go_to_step', step })).ok; ++step) await look(`step ${step}`);
        for (const what of ['difference', 'gradient', 'value']) {
            await command(page, { type: 'show', what });
            if (what !== 'value') await look(what);
        }
        for (const cell of narrow ? await tensors_of(page) : []) {
            await command(page, { type: 'select', ...cell });
            await command(page, { type: 'open_station', tensor: cell.tensor });
            await look(`opened ${cell.tensor}`);
            await command(page, { type: 'open_station', tensor: '' });
        }
        for (const panel of narrow ? panels_of(lesson) : []) {
            await command(page, { type: 'open_panel', panel });
            await look(`panel ${panel}`);
        }
    }
    return found;
}

for (const [width, height] of kSizes) {
    test(`No text of any lesson is cut or overlaps at ${width}x${height}`, async () => {
        const page = await site.open_page({ query: 'lang=tr', viewport: { width, height }, has_touch: width < 1100, reduced_motion: 'reduce' });
        const found = [];
        for (const lesson of kLessons) found.push(...(await walk(page, lesson, width < 700)));
        assert.deepEqual(found, []);
        await finish(page);
    });
}
