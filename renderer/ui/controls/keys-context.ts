import { getContext, setContext } from 'svelte';

/** Looks up the user's own keys for a command's default keys. */
export interface ShownKeys {
  /** Returns the current keys of the command whose default keys are `keys`; null if the command has none. */
  shown(keys: string): string | null;
}

const KEY = 'roundwatch.shown-keys';

/** The page must call this exactly once. */
export const provideKeys = (keys: ShownKeys): void => void setContext(KEY, keys);
/**
 * Returns the provider; null if there is none, in which case default keys apply. Must be called during
 * component initialisation.
 */
export const providedKeys = (): ShownKeys | null => getContext<ShownKeys | undefined>(KEY) ?? null;
