import { createCountMatches } from '../../../electron/core/contacts/match-counts.ts';
import type { ContactKeyState } from '../../../electron/core/contacts/contact-encryption.ts';
import { storeReceivedContacts } from '../../../electron/core/contacts/store-contacts.ts';
import type { WriteDb } from '../../../electron/core/database/sql.ts';
import { insertWatchlist, putEntry } from '../../../electron/core/database/queries/yours/lists.ts';
import { putPlanRules } from '../../../electron/core/database/queries/yours/plan-rules.ts';
import { putPreference } from '../../../electron/core/database/queries/yours/preferences.ts';
import type { PlanParts } from '../../../electron/core/day-plan/plan-inputs.ts';
import { createPriceHints } from '../../../electron/core/library/price-hints.ts';
import { storeDetail } from '../../../electron/core/library/store-responses.ts';
import type { BuyerRoles } from '../../../shared/model/buyer-roles.ts';
import { planRulesSchema, type ListRule, type PlanRules } from '../../../shared/model/plan.ts';
import * as fixtures from '../../support/app/library-fixtures.ts';
import { createGoverned, START_MS } from '../../support/quota/manual-governor.ts';
import { storePage } from '../../support/app/store-without-key.ts';

/* A plan for one list of a seller with buyer roles. The databases are in memory, and there is no service. */

const DAY = 86_400_000;
export const NOW = START_MS;

/** The buyer roles in tests. Titles of IT executives and directors match strongly, other IT titles weakly. */
export const ROLES: BuyerRoles = {
  roles: [{ department: 'it', seniorities: ['executive', 'director'] }],
  keywords: [],
};
export const STRONG = 'Chief Technology Officer';
export const WEAK = 'Junior software engineer';
export const NONE = 'Head of Marketing';
export const UNKNOWN = 'Zzyzx';

export interface MadeCompany {
  readonly id: string;
  /** Days since the newest round. */
  readonly raisedDaysAgo: number;
  /** Titles in the profile, or null if no profile is stored. */
  readonly titles: readonly (string | null)[] | null;
  /** Days since the profile was fetched. */
  readonly profileDaysAgo?: number;
  /** Whether the profile was fetched while contacts were locked. */
  readonly wasLocked?: boolean;
}

export interface MatchingWorld {
  readonly parts: PlanParts;
  readonly cache: WriteDb;
  readonly yours: WriteDb;
  readonly setKey: (state: ContactKeyState) => void;
  readonly setRoles: (roles: BuyerRoles) => void;
  /** Stores contacts with these titles, as if they came from `/contacts`. */
  readonly storeTitles: (companyId: string, titles: readonly (string | null)[]) => void;
  dispose(): void;
}

interface WorldOptions {
  readonly companies: readonly MadeCompany[];
  readonly roles?: BuyerRoles | null;
  readonly rule?: Partial<ListRule>;
  readonly rules?: Partial<PlanRules>;
  /** The daily record limit for background requests. */
  readonly records?: number;
}

export const openKey = fixtures.loadContactKey();

export function createMatchingWorld(options: WorldOptions): MatchingWorld {
  const { companies, roles = ROLES, records } = options;
  const { governor, db: ledger } = createGoverned();
  const cache = fixtures.memoryCache();
  const yours = fixtures.memoryYours();
  for (const made of companies) storeCompany(cache, made);
  const listId = insertWatchlist(yours, { name: 'List', nameFolded: 'list', createdAtMs: NOW });
  for (const { id } of companies)
    putEntry(yours, { listId, companyId: id, companyName: id, reason: '', addedAtMs: NOW });
  const list = {
    listId: String(listId),
    weight: 2,
    prefetch: false,
    reveals: false,
    ...options.rule,
  } as const;
  const rules = planRulesSchema.parse({ ...options.rules, lists: [list] });
  putPlanRules(yours, { value: JSON.stringify(rules), setAtMs: NOW });
  const setRoles = (value: BuyerRoles): void =>
    putPreference(yours, { name: 'buyer-roles', value: JSON.stringify(value), setAtMs: NOW });
  if (roles !== null) setRoles(roles);
  if (records !== undefined) governor.setAllowance('background', records, 'day');
  let key: ContactKeyState = openKey;
  return {
    parts: {
      files: { cache, yours, ledger },
      governor,
      hints: createPriceHints(cache),
      canStoreContacts: () => key.mode === 'open',
      countMatches: createCountMatches(cache, () => key),
      lastReceivedAtMs: () => NOW,
    },
    cache,
    yours,
    setRoles,
    setKey: (state) => void (key = state),
    storeTitles: (companyId, titles) =>
      storeReceivedContacts(cache, openKey, {
        companyId,
        contacts: contactsOf(titles),
        stamp: { source: 'company', fetchedAtMs: NOW },
      }),
    dispose: () => governor.dispose(),
  };
}

const contactsOf = (titles: readonly (string | null)[]) =>
  titles.map((title, index) =>
    fixtures.contact({ contactId: `con_${index}`, name: `Person ${index}`, title }),
  );

function storeCompany(cache: WriteDb, made: MadeCompany): void {
  const announcedOn = new Date(NOW - made.raisedDaysAgo * DAY).toISOString().slice(0, 10);
  const of = fixtures.company(made.id, { name: made.id });
  storePage(cache, {
    endpoint: 'fundings',
    query: fixtures.fundingsQuery(),
    fetchedAtMs: NOW - 60 * DAY,
    page: fixtures.page([fixtures.row(of, fixtures.round(`r_${made.id}`, { announcedOn }))]),
  });
  if (made.titles === null) return;
  const contacts = contactsOf(made.titles);
  const key: ContactKeyState = made.wasLocked === true ? { mode: 'locked' } : openKey;
  const profile = fixtures.detail(of, { contacts, rawPersonal: contacts, totalContacts: contacts.length });
  storeDetail(cache, key, profile, NOW - (made.profileDaysAgo ?? 0) * DAY - 1);
}
