import type { Handlers } from '../../../shared/contract/index.ts';
import type { Cost, Screen } from '../../../shared/model/budget.ts';
import type { PricedCall } from '../../../shared/model/query.ts';

/* Sends requests and accepts their quoted prices, as a user does by clicking a button. */

const DAY_MS = 86_400_000;
const NO_FILTERS = {
  validatedContacts: false,
  hasOpenRoles: false,
  countries: [],
  stages: [],
  industries: [],
  technologies: [],
  investors: [],
  companySizes: [],
  tags: [],
  hiringDepartments: [],
  hiringSeniority: [],
  limit: 50,
};
const ignore = (): void => undefined;

export async function callAtPrice(
  { quota }: Handlers,
  call: PricedCall,
): Promise<{ accepted: Cost; screen: Screen }> {
  const { cost } = await quota.price({ call, screen: 'company' });
  return { accepted: cost, screen: 'company' };
}

/**
 * Fetches `pages` pages of 50 rounds. The first four pages cover the newest 30 days, and each further group
 * of four pages covers the preceding 30 days.
 */
export async function searchPages(
  handlers: Handlers,
  pages: number,
  between: () => void = ignore,
): Promise<readonly string[]> {
  const { serverNowMs } = await handlers.quota.status({});
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const ids = new Set<string>();
  for (let at = 0; at < pages; at += 1) {
    const endMs = serverNowMs - Math.floor(at / 4) * 30 * DAY_MS;
    const query = {
      ...NO_FILTERS,
      offset: (at % 4) * 50,
      fundingDateStart: day(endMs - 29 * DAY_MS),
      fundingDateEnd: day(endMs),
    };
    const { set } = await handlers.search.run({
      question: { list: 'fundings', query },
      ...(await callAtPrice(handlers, { endpoint: 'fundings', query })),
    });
    const { rows } = await handlers.search.rows({ setId: set.setId, offset: query.offset, limit: 50 });
    for (const { companyId } of rows) ids.add(companyId);
    between();
  }
  return [...ids];
}

/**
 * Fetches all data of one company. Only an error of the profile request is thrown: the other requests get a
 * 404 if the company has no contacts, roles or news.
 */
export async function fetchCompany(handlers: Handlers, id: string): Promise<void> {
  const { companies } = handlers;
  await companies.fetchProfile({
    id,
    ...(await callAtPrice(handlers, { endpoint: 'company', companyId: id })),
  });
  const people = await callAtPrice(handlers, { endpoint: 'contacts', companyId: id });
  await Promise.resolve(companies.fetchPeople({ id, ...people })).catch(ignore);
  for (const panel of ['tech-stack', 'rounds', 'highlights', 'news'] as const) {
    const price = await callAtPrice(handlers, { endpoint: panel, companyId: id });
    await Promise.resolve(companies.fetchPanel({ id, panel, ...price })).catch(ignore);
  }
  const query = { page: 1, perPage: 50 };
  const roles = await callAtPrice(handlers, { endpoint: 'open-roles', companyId: id, query });
  await Promise.resolve(companies.fetchRoles({ id, query, ...roles })).catch(ignore);
}
