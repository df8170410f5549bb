import { getContext, setContext } from 'svelte';

/** What a key cap asks: it knows the keys that a command comes with, not those that the seller gave it. */
export interface ShownKeys {
  /** @returns the keys in force of the command that comes with `keys`; null: it has none now */
  shown(keys: string): string | null;
}

const KEY = 'roundwatch.shown-keys';

/** For the page, once. */
export const provideKeys = (keys: ShownKeys): void => void setContext(KEY, keys);
/** While a component is made; null where nobody provides them: keys are shown as they are written. */
export const providedKeys = (): ShownKeys | null => getContext<ShownKeys | undefined>(KEY) ?? null;
