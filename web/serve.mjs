// node web/serve.mjs [--port N] [--root DIR]: the built site on this machine, sent as a good server would send it: types, compression,
// cache headers, a strict Content-Security-Policy (which lets lessons come from any server, when started so). The browser tests start it
// too, with faults they ask for.
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, extname, join, normalize, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const kDefaultRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../build/site');
const kDefaultPort = 8080;

const kTypes = {
    '.html': 'text/html; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.mjs': 'text/javascript; charset=utf-8',
    '.json': 'application/json; charset=utf-8',
    '.wasm': 'application/wasm',
    '.woff2': 'font/woff2',
    '.ttf': 'font/ttf',
    '.txt': 'text/plain; charset=utf-8',
    '.svg': 'image/svg+xml',
    '.png': 'image/png',
};
const kCompressed = new Set(['.woff2', '.png']);  // already

export const kContentSecurityPolicy = [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
].join('; ');
// For `./dev play`: a lesson's address may be on any server (?lesson_url).
export const kWithLessonsFromAnywhere = kContentSecurityPolicy.replace("connect-src 'self'", "connect-src 'self' http: https:");

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

// Starts a server and resolves to {origin, port, close}. Options:
//   root       the folder to serve; port: 0 takes a free one
//   base       a path that the site lies under, such as "/courses/nlp/"
//   types      other types by file extension, e.g. {".wasm": "application/octet-stream"}
//   headers    more headers for every answer, e.g. {"Access-Control-Allow-Origin": "*"}; null takes one away
//   policy     the Content-Security-Policy, or null for none
//   pages      more pages by path, {"/host.html": "<!doctype html>..."}; they carry no policy
export async function serve({ root = kDefaultRoot, port = 0, base = '/', types = {}, headers = {}, pages = {}, ...rest } = {}) {
    const policy = rest.policy === undefined ? kContentSecurityPolicy : rest.policy;
    const site = { root: resolve(root), base, types: { ...kTypes, ...types }, headers, pages, policy, cache: new Map() };
    const server = createServer((request, response) => {
        answer(site, request, response).catch((error) => send_error(response, 500, error.message));
    });
    await new Promise((done, failed) => server.once('error', failed).listen(port, '127.0.0.1', done));
    const close = () => new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
    });
    return { origin: `http://127.0.0.1:${server.address().port}`, port: server.address().port, close };
}

async function answer(site, request, response) {
    if (request.method !== 'GET' && request.method !== 'HEAD') return send_error(response, 405, 'only GET and HEAD');
    let path;
    try {
        path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    } catch {
        return send_error(response, 400, 'this is no address');
    }
    if (path in site.pages) return send_page(site, response, site.pages[path]);
    const file = file_of(site, path);
    if (!file) return send_error(response, 404, `nothing at ${path}`);
    const info = await stat(file).catch(() => null);
    if (!info?.isFile()) return send_error(response, 404, `nothing at ${path}`);
    await send_file(site, request, response, file, info);
}

// The file behind a path, or null where it leaves the site's folder.
function file_of(site, path) {
    if (!path.startsWith(site.base)) return null;
    const inside = path.slice(site.base.length);
    const file = normalize(join(site.root, inside.endsWith('/') || inside === '' ? `${inside}index.html` : inside));
    return file.startsWith(site.root + sep) && !file.includes('\0') ? file : null;
}

async function send_file(site, request, response, file, info) {
    const { tag, body, encoding } = await encoded(site, file, info, request.headers['accept-encoding'] ?? '');
    const headers = common_headers(site, site.types[extname(file)] ?? 'application/octet-stream');
    headers['Cache-Control'] = is_hashed(file) ? 'public, max-age=31536000, immutable' : 'no-cache';
    headers.ETag = tag;
    headers.Vary = 'Accept-Encoding';
    // A policy binds documents; beside every script and font it would only be bytes.
    if (site.policy && extname(file) === '.html') headers['Content-Security-Policy'] = site.policy;
    if (request.headers['if-none-match'] === tag) {
        response.writeHead(304, headers).end();
        return;
    }
    if (encoding) headers['Content-Encoding'] = encoding;
    headers['Content-Length'] = body.length;
    response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : body);
}

function send_page(site, response, html) {
    const headers = common_headers(site, kTypes['.html']);
    headers['Cache-Control'] = 'no-cache';
    response.writeHead(200, headers).end(html);
}

function common_headers(site, type) {
    const headers = { 'Content-Type': type, 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer', ...site.headers };
    return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== null));
}

// A file's bytes in the best encoding that the browser takes, remembered until the file changes.
async function encoded(site, file, info, accepted) {
    const encoding = kCompressed.has(extname(file)) ? '' : /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : '';
    const key = `${file}\n${encoding}`;
    const known = site.cache.get(key);
    if (known && known.time === info.mtimeMs && known.size === info.size) return known;
    const plain = await readFile(file);
    const body = encoding === 'br'
        ? await brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
        : encoding === 'gzip' ? await deflate(plain, { level: 9 }) : plain;
    const tag = `"${createHash('sha256').update(body).digest('hex').slice(0, 20)}"`;
    const entry = { body, encoding, tag, time: info.mtimeMs, size: info.size };
    site.cache.set(key, entry);
    return entry;
}

function is_hashed(file) {
    return /\.[0-9a-f]{12}\.\w+$/.test(file);
}

function send_error(response, status, reason) {
    if (!response.headersSent) response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end(`${status}: ${reason}\n`);
}

async function main() {
    const { values } = parseArgs({ options: { port: { type: 'string', default: String(kDefaultPort) }, root: { type: 'string', default: kDefaultRoot } } });
    const wanted = Number(values.port);
    const options = { root: values.root, policy: kWithLessonsFromAnywhere };
    let server;
    try {
        server = await serve({ ...options, port: wanted });
    } catch (error) {
        if (error.code !== 'EADDRINUSE') throw error;
        console.log(`Port ${wanted} is taken by another program, so a free one is used. Choose one with --port N.`);
        server = await serve(options);
    }
    console.log(`Dikkat is at ${server.origin}/   (Ctrl+C stops it)`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
