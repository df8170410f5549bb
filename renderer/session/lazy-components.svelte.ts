import type { Component } from 'svelte';
import { LazyCode } from '../lib/lazy-code.svelte.ts';

/**
 * A function that imports a component's code, as in `() => import('./Library.svelte')`. Each component must
 * have only one such function, because `LazyComponents` uses the function as the component's key.
 */
export type ComponentLoader<Props extends object> = () => Promise<{ readonly default: Component<Props> }>;

/** A component whose code is loaded on first use. */
class LazyComponent<Props extends object> extends LazyCode<Component<Props>> {
  get component(): Component<Props> | null {
    return this.code;
  }
}

/** All components that have been requested since the page was opened, in any workspace. */
export class LazyComponents {
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is rendered from the map itself
  readonly #known = new Map<unknown, unknown>();

  of<Props extends object>(loader: ComponentLoader<Props>): LazyComponent<Props> {
    const known = this.#known.get(loader);
    // The cast is safe, because each loader is used with a single type.
    if (known !== undefined) return known as LazyComponent<Props>;
    const created = new LazyComponent(loader);
    this.#known.set(loader, created);
    return created;
  }

  /**
   * Loads components one after the other while the page is idle.
   *
   * @returns a function that cancels the remaining loads
   */
  fetchWhenIdle(components: readonly { load(): Promise<void> }[], idle: Idle): () => void {
    let stop: (() => void) | null = null;
    let isCancelled = false;
    const next = (at: number): void => {
      const component = components[at];
      if (component === undefined || isCancelled) return;
      // A component that cannot be loaded now is skipped without an error. When the component is used,
      // loading is tried again, and a second failure is reported.
      stop = idle(() => void component.load().then(() => next(at + 1)));
    };
    next(0);
    return () => {
      isCancelled = true;
      stop?.();
    };
  }
}
/**
 * Runs a task once the page is idle.
 *
 * @returns a function that cancels the task
 */
type Idle = (task: () => void) => () => void;
