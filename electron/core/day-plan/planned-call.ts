import type { PricedCall } from '../../../shared/model/query.ts';

/** The requests that a plan may contain. */
export type PlannedCall = Extract<
  PricedCall,
  { readonly endpoint: 'contacts' | 'company' | 'fundings' | 'companies' }
>;
export const isPlanned = (call: PricedCall): call is PlannedCall =>
  ['contacts', 'company', 'fundings', 'companies'].includes(call.endpoint);
