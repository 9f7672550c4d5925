// What a frame shows until its program runs: the lesson's own figure and title where index.html's part shows the first lesson's.

const kFirstLesson = 'multi-head';  // as in page.js

export async function put_poster({ wishes, state, lesson_url, awaits_lesson }) {
    const loading = document.getElementById('loading');
    const figure = loading.querySelector('.figure');
    const unknown = awaits_lesson || lesson_url || (state && !wishes.lesson);
    if (!unknown && (wishes.lesson ?? kFirstLesson) === kFirstLesson) return;
    figure.toggleAttribute('hidden', true);
    if (unknown) return;
    const response = await fetch('posters.json');
    const poster = response.ok ? (await response.json())[wishes.lesson] : undefined;
    if (!poster || loading.hidden) return;
    const title = Object.assign(document.createElement('p'), { className: 'poster-title', textContent: poster.title[wishes.language ?? document.documentElement.lang] });
    loading.prepend(title);
    if (poster.figure) figure.insertAdjacentHTML('beforebegin', poster.figure);  // the build's own
}
