import { getContext, setContext } from 'svelte';

/** Resolves a command's default keys to the keys that the user chose. */
export interface ShownKeys {
  /** @returns the current keys of the command with the default `keys`; null if it has none */
  shown(keys: string): string | null;
}

const KEY = 'roundwatch.shown-keys';

/** Call once, for the page. */
export const provideKeys = (keys: ShownKeys): void => void setContext(KEY, keys);
/** Call during component initialisation. Null without a provider: default keys are shown. */
export const providedKeys = (): ShownKeys | null => getContext<ShownKeys | undefined>(KEY) ?? null;
