// Formulas where the browser knows no MathML: a line of text that says the same.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { command, eventually, finish, query, use_site } from './harness.mjs';

const site = use_site();

test('Without MathML every formula of every lesson is a readable line', async () => {
    const page = await site.open_page({ query: 'lang=en', init: () => delete window.MathMLElement });
    const of_lesson = {
        attention: ['softmax(QKᵀ/√d_k)V', 'd_k', '√d_k', 'e^(−∞) = 0'],
        'layer-norm': ['y = γ (x − μ)/√(σ² + ε) + β', 'I + f′(h)', 'h ← tanh(Linear(h))'],
        gpt: ['∑_i h_i r_i', 'h ← LN(h + f(h)) h ← h + f(LN(h))'],
    };
    for (const [lesson, expected] of Object.entries(of_lesson)) {
        await command(page, { type: 'open_lesson', lesson });
        const found = [];
        const steps = (await query(page, 'lesson')).steps.length;
        for (let step = 1; step <= steps; step++) {
            await command(page, { type: 'go_to_step', step });
            await eventually(async () => {
                assert.equal(await page.locator('#step-number').innerText(), `${step} / ${steps}`);
                assert.equal(await page.locator('#lesson-title').innerText(), (await query(page, 'lesson')).title.en);
                assert.equal(await page.locator('#lesson math').count(), 0);
            });
            found.push(...await page.locator('#lesson .formula-text').allInnerTexts());
        }
        for (const line of expected) assert.ok(found.includes(line), `${lesson}: ${line} is not in ${found.join(' | ')}`);
    }
    await finish(page);
});

test('With MathML the formulas are MathML, and no text comes for them', async () => {
    const page = await site.open_page({ query: 'lesson=attention&lang=en' });
    assert.ok(await page.locator('#lesson math').count() > 0);
    assert.equal(await page.locator('#lesson .formula-text').count(), 0);
    await finish(page);
});
