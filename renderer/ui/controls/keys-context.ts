import { getContext, setContext } from 'svelte';

/** Resolves a command's default keys to the keys that the user chose. */
export interface ShownKeys {
  /** Returns the current keys of the command whose default keys are `keys`; null if it has none. */
  shown(keys: string): string | null;
}

const KEY = 'roundwatch.shown-keys';

/** Must be called once, by the page. */
export const provideKeys = (keys: ShownKeys): void => void setContext(KEY, keys);
/**
 * Returns the provider, or null if there is none and default keys apply. Must be called while a component is
 * initialised.
 */
export const providedKeys = (): ShownKeys | null => getContext<ShownKeys | undefined>(KEY) ?? null;
