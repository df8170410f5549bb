import { getContext, setContext } from 'svelte';

/** Finds the current shortcut of a command by its default shortcut. The user can change shortcuts. */
interface ShownKeys {
  /** Returns the current shortcut of the command whose default shortcut is `keys`; null if it has none. */
  shown(keys: string): string | null;
}

const KEY = 'roundwatch.shown-keys';

/** Called exactly once, by the root component. */
export const provideKeys = (keys: ShownKeys): void => void setContext(KEY, keys);
/**
 * Returns what the root component passed to `provideKeys`. Null if nothing was passed; the default keys then
 * apply. Must be called during component initialisation.
 */
export const providedKeys = (): ShownKeys | null => getContext<ShownKeys | undefined>(KEY) ?? null;
