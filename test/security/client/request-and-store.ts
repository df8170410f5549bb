import type { CallOf, Client } from '../../../electron/core/service-api/client-port.ts';
import type { CallContext, FetchedResponse } from '../../../electron/core/service-api/governed-request.ts';
import type { WriteDb } from '../../../electron/core/database/sql.ts';
import type { ContactKeyState } from '../../../electron/core/contacts/contact-encryption.ts';
import { storeResponse } from '../../../electron/core/fetching/store-response.ts';
import type { Cost, Endpoint } from '../../../shared/model/budget.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { companiesQuerySchema, fundingsQuerySchema } from '../../../shared/model/query.ts';

/** The cache that stores the responses, and the contact key that encrypts their contacts. */
export interface ResponseStore {
  readonly cache: WriteDb;
  readonly seal: ContactKeyState;
}

const ANY_PRICE: Cost = { requests: 1, records: 100_000, pageTurns: 1, companies: 1 };
/** Requests in the lane `calibration` are never retried, so each call sends exactly one request. */
const context: CallContext = {
  screen: 'none',
  reason: 'Security test',
  lane: 'calibration',
  accepted: ANY_PRICE,
};
const range = {
  fundingDateStart: '2026-01-01',
  fundingDateEnd: '2026-05-31',
  limit: LIST_LIMIT_MAX,
  offset: 0,
};

/** Calls an endpoint with a simple query, and stores the response as the product does. */
export function requestAndStore(
  client: Client,
  endpoint: Endpoint,
  companyId: string,
  { cache, seal }: ResponseStore,
): Promise<FetchedResponse<unknown>> {
  const call = callOf(endpoint, companyId);
  return client.request(call, context, (value, nowMs) =>
    storeResponse({ cache, seal: () => seal }, call, value, nowMs),
  );
}

function callOf(endpoint: Endpoint, companyId: string): CallOf<Endpoint> {
  switch (endpoint) {
    case 'health':
    case 'stats':
    case 'filters':
      return { endpoint };
    case 'fundings':
      return { endpoint, query: fundingsQuerySchema.parse({ ...range, search: companyId }) };
    case 'companies':
      return { endpoint, query: companiesQuerySchema.parse({ ...range, search: companyId }) };
    case 'open-roles':
      return { endpoint, companyId, query: { page: 1, perPage: LIST_LIMIT_MAX } };
    case 'company':
    case 'contacts':
    case 'tech-stack':
    case 'rounds':
    case 'highlights':
    case 'news':
      return { endpoint, companyId };
  }
}
