// The course's own part of the configuration: it lies under a sub-path. embed_sites.test.mjs puts the instructions' part beside it.
import instructions from './instructions.mjs';

export default {
    ...instructions,
    title: 'A course about Transformers',
    base: '/courses/nlp/',
    head: [['link', { rel: 'icon', href: 'data:,' }]],
    outDir: '../site',
    srcExclude: ['public/**'],
};
