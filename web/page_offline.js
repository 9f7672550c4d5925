// Has the site kept for a time without a network. Loaded once somebody is there, and it waits until they have settled: a first picture owes
// it nothing.

const kSettled = 10_000;  // ms

export function keep_site() {
    setTimeout(() => {
        try {
            if (navigator.connection?.saveData) return;
            navigator.serviceWorker?.register('service_worker.js').catch(() => {});  // no disk space, or a browser that keeps nothing
        } catch {
            // forbidden in a sandbox
        }
    }, kSettled);
}
