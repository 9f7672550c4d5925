// docs/en/embed.md, docs/tr/gomme.md and the pages on messages, followed word by word: every block of HTML in them is put on a page.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { embedded, use_hosts } from './embed_hosts.mjs';
import { assert_drawn, eventually, finish, use_site } from './harness.mjs';

const site = use_site({ server: { headers: { 'Access-Control-Allow-Origin': '*' } } });
const texts = {};
for (const name of ['en/embed.md', 'tr/gomme.md', 'en/protocol.md', 'tr/protokol.md']) {
    texts[name] = await readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
}

// The blocks of HTML under a heading, in order; '' is what stands before the first.
function blocks(name, heading) {
    const section = texts[name].split(/^## /m).find((part) => (heading ? part.startsWith(`${heading}\n`) : true));
    return [...section.matchAll(/^```html\n([\s\S]*?)^```$/gm)].map(([, code]) => code.replaceAll('https://dikkat.example/v1/', `${site.origin}/`).replaceAll('https://dikkat.example', site.origin));
}

const pages = {
    'frame-en': () => blocks('en/embed.md', 'Plain HTML')[0],
    'frame-tr': () => blocks('tr/gomme.md', 'Düz HTML')[0],
    'element-en': () => blocks('en/embed.md', 'Plain HTML').slice(1).join(''),
    'element-tr': () => blocks('tr/gomme.md', 'Düz HTML').slice(1).join(''),
    'moodle-en': () => blocks('en/embed.md', 'Moodle')[0],
    'moodle-tr': () => blocks('tr/gomme.md', 'Moodle')[0],
    'messages-en': () => blocks('en/protocol.md', '')[0],
    'messages-tr': () => blocks('tr/protokol.md', '')[0],
};
const hosts = use_hosts(site, Object.fromEntries(Object.entries(pages).map(([name, body]) => [name, () => ({ body: body() })])));

for (const [name, title] of [['frame-en', 'Several heads'], ['frame-tr', 'Birden çok başlık'], ['moodle-en', 'Attention in one function'], ['moodle-tr', 'Tek fonksiyonda dikkat']]) {
    test(`The frame of the instructions (${name}) shows its lesson`, async () => {
        const page = await hosts.open(name);
        const frame = await embedded(page, site);
        await eventually(async () => assert.equal(await frame.textContent('#lesson-title'), title));
        await assert_drawn(frame);
        await finish(page);
    });
}

for (const [name, told] of [['element-en', 'Step 2 of multi-head'], ['element-tr', 'multi-head, adım 2']]) {
    test(`The element of the instructions (${name}) hears a step, does a command and asks a number`, async () => {
        const page = await hosts.open(name, { allow: [/^console log: \{/] });
        const asked = page.waitForEvent('console', (message) => message.type() === 'log');
        const frame = await embedded(page, site);
        const number = await (await asked).args()[0].jsonValue();
        assert.ok(number.value > 0 && number.value < 1 && number.text.length > 0, JSON.stringify(number));
        await frame.click('#next');
        await eventually(async () => assert.equal(await page.textContent('#told'), told));
        await finish(page);
    });
}

for (const name of ['messages-en', 'messages-tr']) {
    test(`The page of the messages (${name}) asks for the claims and is answered`, async () => {
        const page = await hosts.open(name, { allow: [/^console log: 1 true/] });
        const answered = page.waitForEvent('console', (message) => message.type() === 'log');
        await embedded(page, site);
        const [id, ok, checks] = await Promise.all((await answered).args().map((value) => value.jsonValue()));
        assert.deepEqual([id, ok], [1, true]);
        assert.equal(checks.length, 4);
        await finish(page);
    });
}
