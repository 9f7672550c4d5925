// Types of embed.js. What commands, queries and events hold is docs/en/protocol.md's.

export type Language = 'tr' | 'en';
export type Theme = 'light' | 'dark' | 'auto';

/** Anything that can be done: `{type: 'set_cell', tensor: 'x', row: 4, col: 0, value: 1.3}`. The query `commands` lists them all. */
export interface Command {
    type: string;
    [field: string]: unknown;
}

/** Why something was refused; `message` is a sentence in the playground's language. */
export interface Refusal {
    code: string;
    message: string;
}

export type Answer = { ok: true } | { ok: false; error: Refusal };

/** Where the learner is; steps count from 1. */
export interface Place {
    lesson: string;
    step: number;
    language: Language;
}

export interface ReadyEvent extends Place {
    type: 'ready';
    version: string;
}
export interface ChangeEvent extends Place {
    type: 'change';
}
export interface StepEvent extends Place {
    type: 'step';
}
/** One condition of an exercise, as it is measured now. */
export interface Figure {
    check: string;
    measured: number | null;
    relation: string;
    bound: number;
    holds: boolean;
    [more: string]: unknown;
}
/** An exercise was checked, or its conditions hold now or no longer: `solved` once a check found that they do. */
export interface ExerciseEvent {
    type: 'exercise';
    id: string;
    passed: boolean;
    solved: boolean;
    attempts: number;
    figures: Figure[];
}
export interface FailedEvent {
    type: 'failed';
    reason: string;
}

export interface PlaygroundEventMap {
    ready: CustomEvent<ReadyEvent>;
    change: CustomEvent<ChangeEvent>;
    step: CustomEvent<StepEvent>;
    exercise: CustomEvent<ExerciseEvent>;
    failed: CustomEvent<FailedEvent>;
}

/** `<dikkat-playground lesson="multi-head" lang="tr" theme="auto" hide="mask" locked="wq">`. Each attribute is a property too. */
export class DikkatPlayground extends HTMLElement {
    /** The folder that embed.html is in; by default embed.js's own. An element's `base` goes before it. */
    static base: string;

    lesson: string | null;
    step: string | null;
    lang: string;
    theme: Theme | null;
    /** 'off' leaves the lesson's text out. */
    text: 'on' | 'off' | null;
    /** Controls and tools that are left out, separated by commas. */
    hide: string | null;
    /** Controls and tensors that cannot be changed on the screen, separated by commas. */
    locked: string | null;
    /** The payload of a link. */
    state: string | null;
    lessonUrl: string | null;
    base: string | null;
    /** 'auto' (as high as the content), a number of px, or a CSS length. */
    height: string | null;

    /** Resolves once the playground runs: when it was first seen, or asked something. */
    readonly ready: Promise<ReadyEvent>;

    /** Does something. A refusal is an answer, with everything as it was. */
    dispatch(command: Command): Promise<Answer>;

    /** Asks something: 'checks', 'tensor/head0.weights/4/0'. Rejects with an Error that has a `code` where there is no such thing. */
    query<T = unknown>(path: string): Promise<T>;

    addEventListener<K extends keyof PlaygroundEventMap>(
        type: K, listener: (this: DikkatPlayground, event: PlaygroundEventMap[K]) => unknown, options?: boolean | AddEventListenerOptions,
    ): void;
    addEventListener(type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
}

declare global {
    interface HTMLElementTagNameMap {
        'dikkat-playground': DikkatPlayground;
    }
}
