// Several playgrounds on one page do not know of each other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually, finish, use_site } from './harness.mjs';
import { pages } from './hosts.mjs';

const site = use_site({ server: { pages } });

const value = (page, which) => page.evaluate((name) => window.dikkat[name].query('tensor/x/4/0').value, which);

async function type_into(page, which, text) {
    const [x, y, width, height] = await page.evaluate((name) => window.dikkat[name].query('anchors')['cell/x/4/0'], which);
    await page.locator(`#${which}`).scrollIntoViewIfNeeded();
    const box = await page.locator(`#${which}`).boundingBox();
    await page.mouse.dblclick(box.x + x + width / 2, box.y + y + height / 2);
    await eventually(async () => assert.equal(await page.evaluate((name) => window.dikkat[name].query('diagnostics').typing, which), true));
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
}

test('What is typed into one of two playgrounds stays there', async () => {
    const page = await site.open_page({ path: 'two.html' });
    await type_into(page, 'first', '0.25');
    await eventually(async () => assert.equal(await value(page, 'first'), 0.25));
    assert.equal(await value(page, 'second'), 1.3);
    await type_into(page, 'second', '0.75');
    await eventually(async () => assert.equal(await value(page, 'second'), 0.75));
    assert.equal(await value(page, 'first'), 0.25);
    await finish(page);
});

test('A playground that is disposed of leaves the other alone and listens to nothing', async () => {
    const page = await site.open_page({ path: 'two.html' });
    await page.evaluate(() => window.dikkat.first.dispose());
    await page.locator('#first').click();
    await page.keyboard.press('ArrowDown');
    await page.setViewportSize({ width: 1000, height: 700 });
    await type_into(page, 'second', '0.75');
    await eventually(async () => assert.equal(await value(page, 'second'), 0.75));
    assert.equal(await page.locator('textarea').count(), 1);
    await finish(page);
});
