import { getContext, setContext } from 'svelte';

/** Whether the service can be reached or requests must be queued. */
export interface Network {
  readonly offline: boolean;
}

const KEY = 'roundwatch.network';
const REACHED: Network = { offline: false };
/** The page must call this exactly once. */
export const provideNetwork = (network: Network): void => void setContext(KEY, network);
/** Must be called during component initialisation. */
export const providedNetwork = (): Network => getContext<Network | undefined>(KEY) ?? REACHED;
