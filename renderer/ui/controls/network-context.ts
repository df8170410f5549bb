import { getContext, setContext } from 'svelte';

/**
 * The state of the network. While `offline` is true, the service cannot be reached, and requests must be
 * queued.
 */
export interface Network {
  readonly offline: boolean;
}

const KEY = 'roundwatch.network';
const REACHED: Network = { offline: false };
/** Called exactly once, by the root component. */
export const provideNetwork = (network: Network): void => void setContext(KEY, network);
/** Must be called during component initialisation. */
export const providedNetwork = (): Network => getContext<Network | undefined>(KEY) ?? REACHED;
