// The sheet of files: the work out and in, one tensor or all of them out, numbers in. Loaded when it is wanted.
import { element } from './page_lesson.js';
import { save_csv, save_document, save_npy, save_npz, spelled, take_file, words_of_files } from './page_files.js';
import { button, open_sheet, paragraph, part, row, Sheet } from './page_sheet.js';
import { wanted_tensor } from './page_drop.js';

export function open_files(page) {
    return open_sheet(page, Files);
}

class Files extends Sheet {
    constructor(page) {
        super(page, 'files-sheet', words_of_files(page).texts);
    }

    open() {
        this.tensor = null;
        super.open();
    }

    content() {
        this.told = element('p', { className: 'told', id: 'files-told' });
        this.told.setAttribute('role', 'status');
        return [this.work(), this.numbers(), this.load(), this.told];
    }

    work() {
        return part(this.say('work'), paragraph(this.say('work_about')), row(
            button(this.say('save_document'), () => this.save(save_document), 'save-document'),
            this.chooser('open-document', 'open_document', '.json,application/json'),
        ));
    }

    numbers() {
        this.choice = element('select', { id: 'files-tensor' });
        this.choice.setAttribute('aria-label', this.say('tensor'));
        this.choice.addEventListener('change', () => {
            this.tensor = this.choice.value;
            this.refresh();
        });
        return part(this.say('tensor'), paragraph(this.say('tensor_about')), row(
            this.choice,
            button('CSV', () => this.save(save_csv), 'save-csv'),
            button('.npy', () => this.save(save_npy), 'save-npy'),
            button(this.say('all'), () => this.save(save_npz), 'save-npz'),
        ));
    }

    load() {
        this.about_load = paragraph('', 'files-load-about');
        const section = part(this.say('load'), this.about_load, row(this.chooser('load-numbers', 'load_into', '.csv,.tsv,.txt,.npy,.npz')));
        section.className = 'wide';
        return section;
    }

    // A button that is a choice of a file.
    chooser(id, word, accept) {
        const label = element('label', { className: 'file' });
        const input = element('input', { type: 'file', id, accept });
        input.addEventListener('change', async () => {
            const [file] = input.files;
            if (file) this.tell(await take_file(this.page, file, this.tensor));
            input.value = '';  // so that the same file can be chosen again
        });
        label.append(this.say(word), input);
        return label;
    }

    refresh() {
        const tensors = this.page.playground.query('tensors');
        const names = tensors.map(({ name }) => name);
        if (!names.includes(this.tensor)) this.tensor = wanted_tensor(this.page) ?? names[0];
        const shown = names.join();
        if (shown !== this.names || this.choice.options.length === 0) {
            this.choice.replaceChildren(...tensors.map(({ name, shape }) => element('option', { value: name, textContent: `${name}  ${spelled(shape)}` })));
        }
        this.names = shown;
        this.choice.value = this.tensor;
        const { shape } = tensors.find(({ name }) => name === this.tensor);
        this.about_load.textContent = this.say('load_about', { tensor: this.tensor, shape: spelled(shape) });
    }

    async save(save) {
        this.tell({ text: await save(this.page, this.tensor) });
    }

    // A notice lies under the sheet.
    tell({ text, noticed }) {
        this.told.textContent = text;
        if (noticed) this.dialog.close();
    }
}
