// The rules of src/: an include points only left (core <- nn <- app <- ui <- shell <- main; render <- ui, shell; query -> app), each
// outside library stays in its rooms, no platform #ifdef, and a header opens with what it is for.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const kMayInclude = {
    core: ['core'],
    nn: ['core', 'nn'],
    app: ['core', 'nn', 'app'],
    render: ['core', 'render', 'generated'],
    ui: ['core', 'nn', 'app', 'render', 'ui', 'generated'],
    shell: ['core', 'nn', 'app', 'render', 'ui', 'shell', 'generated'],
    query: ['core', 'nn', 'app', 'query'],
    imgui: [],
    main: ['core', 'nn', 'app', 'render', 'ui', 'shell'],
};

// Outside headers and the files that may include them.
const kLibraries = [
    { name: 'Eigen', header: /^Eigen\//, may: /^(core|nn|app)\// },
    { name: 'RapidJSON', header: /^rapidjson\//, may: /^app\// },
    { name: "Dear ImGui's backends", header: /^imgui_impl_/, may: /^shell\// },
    { name: "Dear ImGui's inside", header: /^(imgui_internal|imstb_\w+)\.h$/, may: /^(ui|shell|imgui)\// },
    { name: 'Dear ImGui', header: /^imgui\.h$/, may: /^(ui|shell|render|imgui)\// },
    { name: 'GLFW', header: /^GLFW\//, may: /^shell\// },
    { name: 'OpenGL', header: /^(gl\.h|GL\/|GLES\d\/)/, may: /^(render|shell)\// },
    { name: 'Emscripten', header: /^emscripten/, may: /^shell\/\w+_web\.cpp$/ },
];

const kPlatform = /^\s*#\s*(?:if|ifdef|ifndef|elif)\b.*\b(__EMSCRIPTEN__|__wasm\w*|_WIN32|__APPLE__|__linux__|__unix__)/;

// The broken rules of one file, as "src/ui/dock.cpp:7: ...". `path` is inside src/.
export function broken_rules(path, text) {
    const lines = text.split('\n');
    const broken = [];
    lines.forEach((line, index) => {
        const at = `src/${path}:${index + 1}`;
        const header = /^\s*#\s*include\s*[<"]([^>"]+)[>"]/.exec(line)?.[1];
        if (header) broken.push(...include_faults(path, header).map((fault) => `${at}: ${fault}`));
        const platform = kPlatform.exec(line)?.[1];
        if (platform) broken.push(`${at}: ${platform}: a platform is chosen by file (_web.cpp, _native.cpp), not by #ifdef`);
    });
    if (path.endsWith('.h') && !text.startsWith('// ')) broken.push(`src/${path}:1: a header opens with a comment that says what it is for`);
    return broken;
}

function include_faults(path, header) {
    const room = room_of(path);
    const target = header.split('/')[0];
    if ((target in kMayInclude || target === 'generated') && !kMayInclude[room].includes(target)) {
        return [`${room} may not include ${header}; it may include ${kMayInclude[room].join(', ')}`];
    }
    return kLibraries.filter((library) => library.header.test(header)).slice(0, 1)
        .filter((library) => !library.may.test(path)).map((library) => `${library.name} does not belong here: ${header}`);
}

function room_of(path) {
    return path.includes('/') ? path.slice(0, path.indexOf('/')) : 'main';
}

export function broken_rules_of_tree(source_folder) {
    const files = readdirSync(source_folder, { recursive: true }).map((name) => name.replaceAll('\\', '/'));
    return files.filter((name) => /\.(h|cpp)$/.test(name)).sort()
        .flatMap((name) => broken_rules(name, readFileSync(join(source_folder, name), 'utf8')));
}
