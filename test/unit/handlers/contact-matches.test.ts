import { expect, it } from 'vitest';
import { createCompaniesHandlers } from '../../../electron/core/handlers/companies.ts';
import {
  createReleaseRateLimit,
  RELEASED_A_MINUTE,
} from '../../../electron/core/contacts/release-rate-limit.ts';
import { storeDetail } from '../../../electron/core/library/store-responses.ts';
import { createMarketChanges } from '../../../electron/core/user-data/market.ts';
import { recordChange } from '../../../electron/core/user-data/undo-journal.ts';
import type { BuyerRoles, ContactMatchCounts } from '../../../shared/model/buyer-roles.ts';
import {
  clock,
  company,
  contact,
  detail,
  loadContactKey,
  log,
  memoryCache,
  memoryYours,
} from '../../support/app/library-fixtures.ts';

/*
 * Tests the counts of `companies.contactMatches`. A row's menu shows these counts before the user sees the
 * price of contacts.
 */

const T0 = Date.UTC(2026, 5, 10);
const idOf = (at: number): string => `c${at}`;

function open(companies: number) {
  const [cache, yours, seal] = [memoryCache(), memoryYours(), loadContactKey()];
  for (let at = 0; at < companies; at += 1) {
    const contacts = [contact({ contactId: `k${at}`, name: 'Ada', title: at % 2 === 0 ? 'CTO' : 'CFO' })];
    storeDetail(cache, seal, detail(company(idOf(at)), { contacts, rawPersonal: contacts }), T0);
  }
  const workspace = {
    files: { cache, yours },
    vault: { seal: () => seal },
    governor: { serverNowMs: () => T0 },
  };
  const handlers = createCompaniesHandlers(
    { current: () => workspace } as never,
    () => undefined,
    createReleaseRateLimit({ clock, log }),
    async () => false,
  );
  const setRoles = (roles: BuyerRoles): void =>
    void recordChange(yours, { what: 'buyer-roles-set', atMs: T0 }, (journal) =>
      createMarketChanges(yours, journal).setBuyerRoles(roles, T0),
    );
  const matches = async (at: number): Promise<ContactMatchCounts | null> =>
    (await handlers.contactMatches({ id: idOf(at) })).matches;
  return { handlers, setRoles, matches };
}
const cto: BuyerRoles = { roles: [{ department: 'it', seniorities: [] }], keywords: [] };

it('are not counted until buyer roles are set', async () => {
  const { setRoles, matches } = open(2);
  expect(await matches(0)).toBeNull();
  setRoles(cto);
  expect(await matches(0)).toMatchObject({ strong: 1, stored: 1, listed: 1 });
  expect(await matches(1)).toMatchObject({ strong: 0, weak: 0, stored: 1 });
});

it('count toward the limit on contacts per minute, for any roles that a page sets', async () => {
  const { handlers, setRoles, matches } = open(RELEASED_A_MINUTE + 1);
  setRoles(cto);
  const counted: (ContactMatchCounts | null)[] = [];
  for (let at = 0; at <= RELEASED_A_MINUTE; at += 1) counted.push(await matches(at));
  expect(counted.filter((each) => each !== null)).toHaveLength(RELEASED_A_MINUTE);
  setRoles({ roles: [], keywords: ['CTO'] });
  expect(await matches(RELEASED_A_MINUTE)).toBeNull();
  expect(await matches(0)).toMatchObject({ strong: 1 });
  expect(await handlers.people({ id: idOf(RELEASED_A_MINUTE), offset: 0 })).toMatchObject({
    state: 'paced',
    people: [],
  });
});
