import type { PricedCall } from '../../../shared/model/query.ts';

/** The requests that a plan may contain. `stats` is the daily request for the account's usage. */
export type PlannedCall = Extract<
  PricedCall,
  { readonly endpoint: 'contacts' | 'company' | 'rounds' | 'fundings' | 'companies' | 'stats' }
>;
export const isPlanned = (call: PricedCall): call is PlannedCall =>
  ['contacts', 'company', 'rounds', 'fundings', 'companies', 'stats'].includes(call.endpoint);
