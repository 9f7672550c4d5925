// Every lesson, every step of it, under the strict Content-Security-Policy that the server sends: nothing is refused, nothing is said on
// the console, and nothing is drawn once it stands.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { eventually, finish, query, settled, use_site } from './harness.mjs';

const site = use_site();
const kLessons = readdirSync(new URL('../../web/lessons/', import.meta.url), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);

for (const lesson of kLessons) {
    test(`${lesson}: all its steps under the strict policy, and no frame at rest`, async () => {
        const page = await site.open_page({
            query: `lesson=${lesson}&lang=tr`,
            init: () => {
                window.refused = [];
                document.addEventListener('securitypolicyviolation', (event) => window.refused.push(`${event.violatedDirective}: ${event.blockedURI}`));
            },
        });
        for (;;) {
            await eventually(async () => assert.match(await page.textContent('#step-number'), /^\d+ \/ \d+$/));
            await settled(page);
            const drawn = await page.evaluate(async () => {
                const frames = () => window.dikkat.query('diagnostics').frames;
                const before = frames();
                for (let i = 0; i < 30; i++) await new Promise((next) => requestAnimationFrame(next));
                return frames() - before;
            });
            assert.equal(drawn, 0, `frames at rest in step ${await page.textContent('#step-number')}`);
            if (await page.isDisabled('#next')) break;
            const { step = 0 } = (await query(page, 'state')).view;
            await page.click('#next');
            await eventually(async () => assert.equal((await query(page, 'state')).view.step, step + 1));
        }
        assert.equal((await query(page, 'state')).view.lesson, lesson);
        assert.deepEqual(await page.evaluate(() => window.refused), []);
        await finish(page);
    });
}
