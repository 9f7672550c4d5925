// What a first visit costs, and that a second visit costs next to nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finish, ready, use_site } from './harness.mjs';

// Bytes over the wire, headers included. What comes when somebody does something is not in it, and is bounded too.
const kFirstVisit = 400_000;
const kSecondPart = 200_000;

// Where the watch begins: a page of the same origin that asks for nothing, an icon neither.
const site = use_site({ server: { pages: { '/empty.html': '<!doctype html><title>empty</title><link rel="icon" href="data:,">' } } });

// The sum of what the browser received, body and headers, by address.
async function watch_transfer(page) {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const addresses = new Map();
    const received = new Map();
    session.on('Network.responseReceived', ({ requestId, response }) => addresses.set(requestId, new URL(response.url).pathname));
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        const address = addresses.get(requestId) ?? '?';
        received.set(address, (received.get(address) ?? 0) + encodedDataLength);
    });
    return () => [...received].sort((a, b) => b[1] - a[1]);
}

function sum(transfer) {
    return transfer.reduce((bytes, [, size]) => bytes + size, 0);
}

test('A first visit costs at most 400 KB with gzip, and a second one no program and no fonts', async () => {
    const page = await site.open_page({ path: 'empty.html', wait: false, context: { extraHTTPHeaders: { 'Accept-Encoding': 'gzip' } } });
    const transfer = await watch_transfer(page);
    await page.goto(`${site.origin}/`);
    await ready(page);
    await page.waitForLoadState('networkidle');
    const first = transfer();
    for (const [address, size] of first) console.log(`${String(size).padStart(8)}  ${address}`);
    console.log(`note: a first visit costs ${sum(first)} bytes of ${kFirstVisit}`);
    assert.ok(first.some(([address]) => address.endsWith('.wasm')), 'the wasm was not among what was received');
    assert.ok(sum(first) <= kFirstVisit, `a first visit costs ${sum(first)} bytes`);
    assert.ok(!first.some(([address]) => address.endsWith('.later.wasm')), 'the second part came without anybody there');

    await page.reload();
    await ready(page);
    await page.waitForLoadState('networkidle');
    const second = sum(transfer()) - sum(first);
    console.log(`${String(second).padStart(8)}  second visit`);
    assert.ok(second < 20 * 1024, `a second visit costs ${second} bytes`);
    await finish(page);
});

test('What the first press brings costs at most another 200 KB', async () => {
    const page = await site.open_page({ path: 'empty.html', wait: false, context: { extraHTTPHeaders: { 'Accept-Encoding': 'gzip' } } });
    await page.goto(`${site.origin}/`);
    await ready(page);
    await page.waitForLoadState('networkidle');
    const transfer = await watch_transfer(page);
    await page.keyboard.press('Shift');
    await page.evaluate(() => window.dikkat.complete());
    await page.waitForLoadState('networkidle');
    const brought = transfer();
    for (const [address, size] of brought) console.log(`${String(size).padStart(8)}  ${address}`);
    assert.ok(brought.some(([address]) => address.endsWith('.later.wasm')), 'the second part was not among what was received');
    assert.ok(sum(brought) <= kSecondPart, `the first press brings ${sum(brought)} bytes`);
    await finish(page);
});
