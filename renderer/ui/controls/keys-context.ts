import { getContext, setContext } from 'svelte';

/**
 * Finds the current shortcut of a command, given its default shortcut. The two differ if the user has changed
 * the shortcut.
 */
interface ShownKeys {
  /** Returns the current shortcut of the command whose default shortcut is `keys`; null if it has none. */
  shown(keys: string): string | null;
}

const KEY = 'roundwatch.shown-keys';

/**
 * Called by the root component. A part of the page may call it too, to replace the keys shown in that part.
 */
export const provideKeys = (keys: ShownKeys): void => void setContext(KEY, keys);
/**
 * Returns the keys that the closest ancestor passed to `provideKeys`. If none did, returns null, and the
 * default keys apply. Must be called during component initialisation.
 */
export const providedKeys = (): ShownKeys | null => getContext<ShownKeys | undefined>(KEY) ?? null;
