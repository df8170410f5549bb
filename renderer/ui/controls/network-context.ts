import { getContext, setContext } from 'svelte';

/** Tells components whether the service can be reached or requests must be queued. */
export interface Network {
  readonly offline: boolean;
}

const KEY = 'roundwatch.network';
const REACHED: Network = { offline: false };
/** Must be called once, by the page. */
export const provideNetwork = (network: Network): void => void setContext(KEY, network);
/** Must be called while a component is initialised. */
export const providedNetwork = (): Network => getContext<Network | undefined>(KEY) ?? REACHED;
