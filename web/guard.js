// Loaded before everything else, as a classic script in the oldest JavaScript: where the page itself cannot run or does not arrive, the
// section that says so (with the lesson's result as a plain table) takes its place. Never a blank page.
(function () {
    'use strict';
    function show_failure() {
        if (document.documentElement.hasAttribute('data-ready')) return;
        document.getElementById('failure').hidden = false;
        document.getElementById('loading').hidden = true;
        document.getElementById('main').hidden = true;
        document.getElementById('header').hidden = true;
    }
    function when_parsed(action) {
        if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', action);
        else action();
    }
    // A script that did not arrive or could not be read; true: such events do not bubble.
    window.addEventListener('error', function (event) {
        if (event.target === window || event.target.nodeName === 'SCRIPT') when_parsed(show_failure);
    }, true);
    if (!('noModule' in document.createElement('script'))) when_parsed(show_failure);
    when_parsed(function () {
        document.getElementById('try-again').addEventListener('click', function () { location.reload(); });
    });
})();
