import { getContext, setContext } from 'svelte';

/** Whether the service can be reached, or requests have to be queued. */
export interface Network {
  readonly offline: boolean;
}

const KEY = 'roundwatch.network';
const REACHED: Network = { offline: false };
/** Call once, for the page. */
export const provideNetwork = (network: Network): void => void setContext(KEY, network);
/** Call during component initialisation. */
export const providedNetwork = (): Network => getContext<Network | undefined>(KEY) ?? REACHED;
