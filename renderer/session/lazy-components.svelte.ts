import type { Component } from 'svelte';
import { LazyCode } from '../lib/lazy-code.svelte.ts';

/** Imports a component, such as `() => import('./Library.svelte')`. Each component has one loader function. */
export type ComponentLoader<Props extends object> = () => Promise<{ readonly default: Component<Props> }>;

/** A component whose code is loaded when it is first needed. */
export class LazyComponent<Props extends object> extends LazyCode<Component<Props>> {
  get component(): Component<Props> | null {
    return this.code;
  }
}

/** The components requested since the page was opened. Workspaces share them. */
export class LazyComponents {
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is rendered from the map itself
  readonly #known = new Map<unknown, unknown>();

  of<Props extends object>(loader: ComponentLoader<Props>): LazyComponent<Props> {
    const known = this.#known.get(loader);
    // Each loader is used with one type only.
    if (known !== undefined) return known as LazyComponent<Props>;
    const created = new LazyComponent(loader);
    this.#known.set(loader, created);
    return created;
  }

  /** Loads the components one after the other while the page is idle. @returns cancels the rest */
  fetchWhenIdle(components: readonly { load(): Promise<void> }[], idle: Idle): () => void {
    let stop: (() => void) | null = null;
    let isCancelled = false;
    const next = (at: number): void => {
      const component = components[at];
      if (component === undefined || isCancelled) return;
      // A failed load is reported when the component is needed.
      stop = idle(() => void component.load().then(() => next(at + 1)));
    };
    next(0);
    return () => {
      isCancelled = true;
      stop?.();
    };
  }
}
/** Runs a task once the page is idle. @returns cancels the task */
export type Idle = (task: () => void) => () => void;
