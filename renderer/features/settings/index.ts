/** The parts of Settings that other features use. */
export { connectErrors, type ConnectFormErrors, type ConnectForm } from './account/connect-form.ts';
export { default as BaseUrlWarning } from './account/BaseUrlWarning.svelte';
export { account } from './account/strings.ts';
export { default as LostWorkspaces } from './LostWorkspaces.svelte';
export { default as MarketFields } from './market/MarketFields.svelte';
export { Market, MarketForm } from './market/market.svelte.ts';
export { market } from './market/strings.ts';
