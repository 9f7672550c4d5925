// How the development server sends the site: what a host should do, and what the page can rely on.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { readdir, readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { kContentSecurityPolicy, kWithLessonsFromAnywhere, serve } from '../../web/serve.mjs';

const kSite = fileURLToPath(new URL('../../build/site/', import.meta.url));

let server;
before(async () => {
    server = await serve();
});
after(() => server.close());

// One request with the path exactly as given (fetch() would tidy it).
function request(path, headers = {}) {
    return new Promise((done, failed) => {
        get({ host: '127.0.0.1', port: server.port, path, headers }, (response) => {
            response.resume().on('end', () => done({ status: response.statusCode, headers: response.headers }));
        }).on('error', failed);
    });
}

async function site_file(pattern) {
    return (await readdir(kSite)).find((name) => pattern.test(name));
}

test('The wasm has its type and may be kept for ever under its hashed name', async () => {
    const { status, headers } = await request(`/${await site_file(/^dikkat\.[0-9a-f]{12}\.wasm$/)}`);
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'application/wasm');
    assert.match(headers['cache-control'], /immutable/);
});

test('The page is asked for again each time, and not sent again where it is the same', async () => {
    const first = await request('/');
    assert.equal(first.headers['cache-control'], 'no-cache');
    const again = await request('/', { 'if-none-match': first.headers.etag });
    assert.equal(again.status, 304);
});

test('Text is sent compressed, in the best way that the browser takes', async () => {
    assert.equal((await request('/lessons.json', { 'accept-encoding': 'gzip, deflate, br' })).headers['content-encoding'], 'br');
    assert.equal((await request('/lessons.json', { 'accept-encoding': 'gzip' })).headers['content-encoding'], 'gzip');
    assert.equal((await request('/lessons.json')).headers['content-encoding'], undefined);
});

test('The page carries a policy without inline code and without eval', async () => {
    const policy = (await request('/')).headers['content-security-policy'];
    assert.match(policy, /script-src 'self' 'wasm-unsafe-eval'/);
    assert.doesNotMatch(policy, /'unsafe-inline'|'unsafe-eval'/);
});

test('Nothing outside the site is sent', async () => {
    for (const path of ['/../logs/site.log', '/%2e%2e/%2e%2e/README.md', '/..%2f..%2fREADME.md', '/%00']) {
        assert.equal((await request(path)).status, 404, path);
    }
    assert.equal((await request('/%')).status, 400);
});

test('No file of the site names an address outside it, or from the root of its server', async () => {
    for (const name of (await readdir(kSite)).filter((file) => /\.(html|css)$/.test(file))) {
        const text = await readFile(`${kSite}${name}`, 'utf8');
        const addresses = [...text.matchAll(/(?:src|href)="([^"]+)"|url\(["']?([^"')]+)/g)].map((match) => match[1] ?? match[2]);
        for (const address of addresses) assert.doesNotMatch(address, /^(\/|https?:\/\/(?!github\.com))/, `${name}: ${address}`);
    }
});

test('Started by hand it lets a lesson come from any server, and nothing else', async () => {
    const child = spawn(process.execPath, [fileURLToPath(new URL('../../web/serve.mjs', import.meta.url)), '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
        const words = await new Promise((done) => child.stdout.once('data', (bytes) => done(String(bytes))));
        const sent = (await fetch(/http:\S+/.exec(words)[0])).headers.get('content-security-policy');
        assert.equal(sent, kWithLessonsFromAnywhere);
        const others = (policy) => policy.split('; ').filter((part) => !part.startsWith('connect-src'));
        assert.deepEqual(others(sent), others(kContentSecurityPolicy));
    } finally {
        child.kill();
    }
});
