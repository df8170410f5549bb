import type { Component } from 'svelte';
import { LazyCode } from '../lib/lazy-code.svelte.ts';

/** Imports a component, such as `() => import('./Library.svelte')`. Each component has one loader function. */
export type PartLoader<Props extends object> = () => Promise<{ readonly default: Component<Props> }>;

/** A component whose code is loaded when it is first needed. */
export class Part<Props extends object> extends LazyCode<Component<Props>> {
  get component(): Component<Props> | null {
    return this.code;
  }
}

/** The components requested since the page was opened. Workspaces share them. */
export class Parts {
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is rendered from the map itself
  readonly #known = new Map<unknown, unknown>();

  of<Props extends object>(loader: PartLoader<Props>): Part<Props> {
    const known = this.#known.get(loader);
    // Each loader is used with one type only.
    if (known !== undefined) return known as Part<Props>;
    const made = new Part(loader);
    this.#known.set(loader, made);
    return made;
  }

  /** Loads the components one after the other while the page is idle. @returns cancels the rest */
  fetchWhenIdle(parts: readonly { load(): Promise<void> }[], idle: Idle): () => void {
    let stop: (() => void) | null = null;
    let isOff = false;
    const next = (at: number): void => {
      const part = parts[at];
      if (part === undefined || isOff) return;
      // A failed load is reported when the component is needed.
      stop = idle(() => void part.load().then(() => next(at + 1)));
    };
    next(0);
    return () => {
      isOff = true;
      stop?.();
    };
  }
}
/** Runs a task once the page is idle. @returns cancels the task */
export type Idle = (task: () => void) => () => void;
