import { getContext, setContext } from 'svelte';

/** Whether the service cannot be reached now: what a control would fetch can wait. */
export interface Network {
  readonly offline: boolean;
}

const KEY = 'roundwatch.network';
const REACHED: Network = { offline: false };
/** For the page, once. */
export const provideNetwork = (network: Network): void => void setContext(KEY, network);
/** While a component is made. */
export const providedNetwork = (): Network => getContext<Network | undefined>(KEY) ?? REACHED;
