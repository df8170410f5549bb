import { SvelteMap } from 'svelte/reactivity';
import type { App } from './app.svelte.ts';
import type { Contacted } from './contact-log.svelte.ts';

export interface WrittenTask {
  readonly title: string;
  readonly dueOn: string | null;
}
/** Whom it was about; undefined leaves it, where that person cannot be shown now. */
export type WrittenContact = Omit<Contacted, 'personId'> & { readonly personId: string | null | undefined };

/**
 * What was written about companies of the open workspace and could not be saved, until it is saved or given up: the form that held
 * it may be gone by then. What is new is found by its company, what was changed by its own id.
 */
class RefusedWords {
  readonly tasks = new SvelteMap<string, WrittenTask>();
  readonly contacts = new SvelteMap<string, WrittenContact>();
}

export const refusedWords = (app: Pick<App, 'keep'>): RefusedWords =>
  app.keep('refused-words', () => new RefusedWords());

/** Saves what was written under `key`, and keeps it where that is refused. @returns whether it was saved */
export async function keepRefused<T>(
  refused: Map<string, T>,
  key: string,
  written: T,
  save: () => Promise<boolean>,
): Promise<boolean> {
  const done = await save();
  if (done) refused.delete(key);
  else refused.set(key, written);
  return done;
}
