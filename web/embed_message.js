// In a frame that is higher than the window its lower end may be out of sight. What is said to the person stands at the lower end of what
// is seen of it.

const kAboveEdge = 16;  // px

export function keep_in_sight(message) {
    new MutationObserver(() => {
        if (message.textContent === '') return;
        const look = new IntersectionObserver(([{ intersectionRect }]) => {
            look.disconnect();
            const hidden = window.innerHeight - intersectionRect.bottom;
            message.style.bottom = intersectionRect.height > 0 && hidden > 1 ? `${hidden + kAboveEdge}px` : '';
        });
        look.observe(document.documentElement);
    }).observe(message, { childList: true, characterData: true, subtree: true });
}
