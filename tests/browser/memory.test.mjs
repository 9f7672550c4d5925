// Memory grows under the program's feet: every view of it is renewed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assert_drawn, command, dispatch, drag, finish, query, settled, use_site } from './harness.mjs';

const site = use_site();

test('After memory has grown by sixty megabytes everything works as before', async () => {
    const page = await site.open_page();
    assert.ok((await query(page, 'diagnostics')).memory < 60e6);
    // A command of that length is refused, but it was inside.
    const refused = await page.evaluate(() => window.dikkat.dispatch({ type: 'load_state', state: 'x'.repeat(60e6) }));
    assert.equal(refused.ok, false);
    assert.ok((await query(page, 'diagnostics')).memory > 60e6);
    await command(page, { type: 'set_cell', tensor: 'x', row: 4, col: 0, value: 0.25 });
    assert.equal((await query(page, 'tensor/x/4/0')).value, 0.25);
    await drag(page, 'cell/x/4/0', { dx: 40 });
    assert.ok((await query(page, 'tensor/x/4/0')).value > 0.25);
    await command(page, { type: 'set_theme', theme: 'dark' });  // every glyph anew
    await settled(page);
    await assert_drawn(page);
    assert.equal((await dispatch(page, { type: 'undo' })).ok, true);
    await finish(page);
});
