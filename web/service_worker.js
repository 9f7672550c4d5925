// Keeps the whole site, so that it works without a network from the second visit on. Asked for by page_offline.js. A deployment is one
// version: what belongs to another is thrown away.

const kVersion = ''; /* of the site's files */
const kFiles = []; /* names of the site's files */

const kCache = `dikkat ${kVersion}`;
const is_named_by_content = (name) => /\.[0-9a-f]{12}\.\w+$|\.[A-Z0-9]{8}\.js$/.test(name);

// What the browser has already under a name that says its content is not asked for again.
async function keep_all() {
    const cache = await caches.open(kCache);
    await Promise.all(kFiles.map(async (name) => {
        const response = await fetch(name, { cache: is_named_by_content(name) ? 'force-cache' : 'no-cache' });
        if (!response.ok) throw new Error(`${name}: ${response.status}`);
        await cache.put(new URL(name, location.href).href, response);
    }));
}

async function forget_others() {
    for (const name of await caches.keys()) if (name.startsWith('dikkat ') && name !== kCache) await caches.delete(name);
}

// From the network where there is one; files named by their content from here at once.
async function answer(request) {
    const kept = () => caches.match(request, { ignoreSearch: true, cacheName: kCache });
    if (is_named_by_content(new URL(request.url).pathname)) return await kept() ?? fetch(request);
    try {
        return await fetch(request);
    } catch (error) {
        const found = await kept();
        if (found) return found;
        throw error;
    }
}

self.addEventListener('install', (event) => event.waitUntil(keep_all()));
self.addEventListener('activate', (event) => event.waitUntil(forget_others()));
self.addEventListener('fetch', (event) => {
    const { request } = event;
    const ours = request.method === 'GET' && request.url.startsWith(new URL('./', location.href).href);
    if (ours) event.respondWith(answer(request));
});
