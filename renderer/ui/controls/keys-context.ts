import { getContext, setContext } from 'svelte';

/** Looks up the user's own keys for a command's default keys. */
interface ShownKeys {
  /** Returns the current keys of the command whose default keys are `keys`; null if the command has none. */
  shown(keys: string): string | null;
}

const KEY = 'roundwatch.shown-keys';

/** Called exactly once, by the root component. */
export const provideKeys = (keys: ShownKeys): void => void setContext(KEY, keys);
/**
 * Returns what the root component passed to `provideKeys`. Null if nothing was passed, so the default keys
 * apply. Must be called during component initialisation.
 */
export const providedKeys = (): ShownKeys | null => getContext<ShownKeys | undefined>(KEY) ?? null;
