// Before everything else in embed.html, as guard.js in the oldest JavaScript: the theme and language that the address asks for, so that
// nothing flashes, and where the frame's sandbox keeps the scripts away, a sentence that says so.
(function () {
    'use strict';
    var root = document.documentElement;
    var theme = /[?&]theme=(light|dark)\b/.exec(location.search);
    var language = /[?&]lang=(tr|en)\b/.exec(location.search);
    if (theme) root.setAttribute('data-theme', theme[1]);
    if (language) root.lang = language[1];
    if (/[?&]text=off\b/.test(location.search)) root.setAttribute('data-text', 'off');
    if (/[?&]height=auto\b/.test(location.search)) root.setAttribute('data-height', 'auto');
    window.addEventListener('error', function (event) {
        if (window.origin !== 'null' || event.target.nodeName !== 'SCRIPT') return;
        root.setAttribute('data-sandboxed', '');
        document.getElementById('sandboxed').hidden = false;
    }, true);
})();
