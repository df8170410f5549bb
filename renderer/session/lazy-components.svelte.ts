import type { Component } from 'svelte';
import { LazyCode } from '../lib/lazy-code.svelte.ts';

/** Brings the code of a part of the screens: `() => import('./Library.svelte')`, always the same function for the same part. */
export type PartLoader<Props extends object> = () => Promise<{ readonly default: Component<Props> }>;

/** A part of the screens whose code is fetched when it is first wanted; from then on it is drawn at once. */
export class Part<Props extends object> extends LazyCode<Component<Props>> {
  get component(): Component<Props> | null {
    return this.code;
  }
}

/** The parts that were wanted since the page was opened. They outlive workspaces: code is the same for all. */
export class Parts {
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- a shelf of parts; nothing is drawn from the shelf itself
  readonly #known = new Map<unknown, unknown>();

  of<Props extends object>(loader: PartLoader<Props>): Part<Props> {
    const known = this.#known.get(loader);
    // One loader always brings what it brought first.
    if (known !== undefined) return known as Part<Props>;
    const made = new Part(loader);
    this.#known.set(loader, made);
    return made;
  }

  /** Fetches one part after the other, each when the page has nothing better to do. @returns what calls it off. */
  fetchWhenIdle(parts: readonly { load(): Promise<void> }[], idle: Idle): () => void {
    let stop: (() => void) | null = null;
    let isOff = false;
    const next = (at: number): void => {
      const part = parts[at];
      if (part === undefined || isOff) return;
      // What fails now says so where it is wanted.
      stop = idle(() => void part.load().then(() => next(at + 1)));
    };
    next(0);
    return () => {
      isOff = true;
      stop?.();
    };
  }
}
/** Runs a task once there is nothing better to do. @returns what calls it off. */
export type Idle = (task: () => void) => () => void;
