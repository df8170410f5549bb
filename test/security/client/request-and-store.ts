import type { Client } from '../../../electron/core/service-api/client-port.ts';
import type { CallContext, FetchedResponse } from '../../../electron/core/service-api/governed-request.ts';
import type { WriteDb } from '../../../electron/core/database/sql.ts';
import type { ContactKeyState } from '../../../electron/core/contacts/contact-encryption.ts';
import {
  storeContacts,
  storeDetail,
  storeFilters,
  storePage,
} from '../../../electron/core/library/store-responses.ts';
import {
  storeHighlights,
  storeNews,
  storeRounds,
  storeTechStack,
} from '../../../electron/core/library/store-panels.ts';
import { storeRoles } from '../../../electron/core/library/store-open-roles.ts';
import type { Cost, Endpoint } from '../../../shared/model/budget.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { companiesQuerySchema, fundingsQuerySchema } from '../../../shared/model/query.ts';

/** Where responses are stored. */
export interface ResponseStore {
  readonly cache: WriteDb;
  readonly seal: ContactKeyState;
}

const ANY_PRICE: Cost = { requests: 1, records: 100_000, pageTurns: 1, companies: 1 };
/** This lane does not retry, so one call is one request. */
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
const ignoreResponse = (): void => undefined;

/** Makes a call to any of the twelve endpoints with its simplest query and stores the response as the product does. */
export async function requestAndStore(
  client: Client,
  endpoint: Endpoint,
  companyId: string,
  { cache, seal }: ResponseStore,
): Promise<FetchedResponse<unknown>> {
  switch (endpoint) {
    case 'health':
      return client.health(context, ignoreResponse);
    case 'stats':
      return client.stats(context, ignoreResponse);
    case 'filters':
      return client.filters(context, (filters, nowMs) => storeFilters(cache, filters, nowMs));
    case 'fundings': {
      const query = fundingsQuerySchema.parse({ ...range, search: companyId });
      return client.fundings(query, context, (page, nowMs) => {
        storePage(cache, { endpoint, query, page, fetchedAtMs: nowMs });
      });
    }
    case 'companies': {
      const query = companiesQuerySchema.parse({ ...range, search: companyId });
      return client.companies(query, context, (page, nowMs) => {
        storePage(cache, { endpoint, query, page, fetchedAtMs: nowMs });
      });
    }
    case 'company':
      return client.company(companyId, context, (detail, nowMs) => storeDetail(cache, seal, detail, nowMs));
    case 'contacts':
      return client.contacts(companyId, context, (contacts, nowMs) =>
        storeContacts(cache, seal, contacts, nowMs),
      );
    case 'tech-stack':
      return client.techStack(companyId, context, (data, nowMs) => storeTechStack(cache, data, nowMs));
    case 'rounds':
      return client.rounds(companyId, context, (data, nowMs) => storeRounds(cache, data, nowMs));
    case 'highlights':
      return client.highlights(companyId, context, (data, nowMs) => storeHighlights(cache, data, nowMs));
    case 'news':
      return client.news(companyId, context, (data, nowMs) => storeNews(cache, data, nowMs));
    case 'open-roles': {
      const query = { page: 1, perPage: LIST_LIMIT_MAX };
      return client.openRoles(companyId, query, context, (roles, nowMs) =>
        storeRoles(cache, roles, query, nowMs),
      );
    }
  }
}
