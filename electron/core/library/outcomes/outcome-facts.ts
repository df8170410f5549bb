import {
  companiesFoundByWebhook,
  announcementDates,
} from '../../database/queries/cache/outcomes/outcome-facts.ts';
import { changesMade } from '../../database/queries/cache/search-index.ts';
import { chargedRequests, type ChargedRequest } from '../../database/queries/ledger/outcome-requests.ts';
import {
  companiesOfSearch,
  openedCompanies,
  openedSinceMs,
} from '../../database/queries/yours/outcome-facts.ts';
import { savedSearches } from '../../database/queries/yours/saved-searches.ts';
import type { ReadDb } from '../../database/sql.ts';
import { savedQuerySchema } from '../../../../shared/model/saved-search.ts';
import type { Columns } from '../index/columns.ts';
import type { YieldIfDue } from '../index/time-slices.ts';
import { dayOf } from '../insights/insight-period.ts';
import {
  addEntry,
  addStatus,
  addStep,
  CONTACTED,
  createSteps,
  dayOfStep,
  stepNumber,
  type CompanySteps,
} from './company-steps.ts';
import { localDay } from './outcome-period.ts';
import { eachRow, PAGE, readStepHistory } from './step-history.ts';
import { createSearchOfRequest, type NamedSearch } from './search-of-request.ts';

/* Reads the user's actions and their cost. Each part is read again only after its database has changed. */

/** Number of companies whose rounds are read between two yields. */
const ROUNDS_PAGE = 200;
const OPENED = stepNumber('opened');

export interface OutcomeFiles {
  readonly cache: ReadDb;
  readonly yours: ReadDb;
  readonly ledger: ReadDb;
}

/** A saved search. `search` is null if the stored query is no longer valid. */
export interface FoundBy extends Omit<NamedSearch, 'search'> {
  readonly name: string;
  readonly search: NamedSearch['search'] | null;
}

interface LoggedPerson {
  readonly slot: number;
  readonly steps: CompanySteps;
}

interface UserFacts {
  readonly searches: readonly FoundBy[];
  /** Returns the id of the saved search to which a list request belongs; null if there is none. */
  readonly searchOf: (call: string) => number | null;
  readonly openedSinceMs: number | null;
  /** The steps of each company, by slot. Companies on which the user has not acted are omitted. */
  readonly steps: ReadonlyMap<number, CompanySteps>;
  /** The contacts in the contact log, by the id under which user data refers to them. */
  readonly people: ReadonlyMap<number, LoggedPerson>;
  /**
   * The time at which each saved search first returned each company. Needed for companies that were stored
   * before `company.found_by` existed.
   */
  readonly cameAtS: readonly { readonly searchId: number; readonly slot: number; readonly atS: number }[];
}

/** A list request that was or may have been charged. */
export type ListRequest = Pick<ChargedRequest, 'call' | 'searchId' | 'atMs' | 'records'>;

export interface RequestFacts {
  /** Number of records used by requests about each company, by slot. */
  readonly records: ReadonlyMap<number, number>;
  /** The time of the first fetch of each company's contacts, by slot. */
  readonly fetchedAtMs: ReadonlyMap<number, number>;
  readonly lists: readonly ListRequest[];
}

export interface OutcomeFacts extends UserFacts {
  /** Changes whenever a database that contains these facts changes. */
  readonly key: string;
  readonly requests: RequestFacts;
  /** Slots of the companies that a webhook event brought into the library. */
  readonly byWebhook: ReadonlySet<number>;
  /**
   * The announcement day of each contacted company's latest round, by slot. Ignores rounds announced after
   * the day on which the company was contacted.
   */
  readonly announced: ReadonlyMap<number, number>;
}

export type LoadOutcomeFacts = (columns: Columns, yieldIfDue: YieldIfDue) => Promise<OutcomeFacts>;

export function createOutcomeLoader(files: OutcomeFiles): LoadOutcomeFacts {
  const user = remembered((columns, yieldIfDue) => readUser(files.yours, columns, yieldIfDue));
  const requests = remembered((columns, yieldIfDue) => readRequests(files.ledger, columns, yieldIfDue));
  const webhook = remembered((columns, yieldIfDue) => readWebhook(files.cache, columns, yieldIfDue));
  let announced: { key: string; days: Map<number, number> } | null = null;
  return async (columns, yieldIfDue) => {
    const changes = (db: ReadDb): string => `${changesMade(db)} ${columns.size}`;
    const cacheKey = changes(files.cache);
    const yoursKey = changes(files.yours);
    const own = await user(yoursKey, columns, yieldIfDue);
    const ledgerKey = changes(files.ledger);
    const announcedKey = `${cacheKey} ${yoursKey}`;
    if (announced?.key !== announcedKey)
      announced = {
        key: announcedKey,
        days: await readAnnounced(files.cache, columns, own.steps, yieldIfDue),
      };
    return {
      ...own,
      key: `${announcedKey} ${ledgerKey}`,
      requests: await requests(ledgerKey, columns, yieldIfDue),
      byWebhook: await webhook(cacheKey, columns, yieldIfDue),
      announced: announced.days,
    };
  };
}

/**
 * Returns a function that calls `read` only if the key has changed since the last call. Otherwise, the
 * function returns the last result.
 */
function remembered<T>(
  read: (columns: Columns, yieldIfDue: YieldIfDue) => Promise<T>,
): (key: string, columns: Columns, yieldIfDue: YieldIfDue) => Promise<T> {
  let known: { readonly key: string; readonly value: T } | null = null;
  return async (key, columns, yieldIfDue) => {
    if (known?.key !== key) known = { key, value: await read(columns, yieldIfDue) };
    return known.value;
  };
}

const named = (yours: ReadDb): FoundBy[] =>
  savedSearches(yours).map(({ searchId, name, question }) => ({
    searchId,
    name,
    search: savedQuerySchema.safeParse(parsed(question)).data ?? null,
  }));

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

async function readUser(yours: ReadDb, { slotOf }: Columns, yieldIfDue: YieldIfDue): Promise<UserFacts> {
  const steps = new Map<number, CompanySteps>();
  const people = new Map<number, LoggedPerson>();
  const stepsOf = (slot: number): CompanySteps => {
    const known = steps.get(slot) ?? createSteps();
    steps.set(slot, known);
    return known;
  };
  const ofCompany = (companyId: string, change: (steps: CompanySteps, slot: number) => void): void => {
    const slot = slotOf.get(companyId);
    if (slot !== undefined) change(stepsOf(slot), slot);
  };
  await eachRow(
    '',
    (after) => openedCompanies(yours, after, PAGE),
    ({ companyId }) => companyId,
    ({ companyId, openedAtMs }) => ofCompany(companyId, (of) => addStep(of, OPENED, localDay(openedAtMs))),
    yieldIfDue,
  );
  await readStepHistory(
    yours,
    {
      status: (companyId, statusId, day) => ofCompany(companyId, (of) => addStatus(of, statusId, day)),
      entry: ({ companyId, personRefId, ...entry }, day) =>
        ofCompany(companyId, (of, slot) => {
          addEntry(of, entry, day);
          if (personRefId === null) return;
          const person = people.get(personRefId) ?? { slot, steps: createSteps() };
          people.set(personRefId, person);
          addEntry(person.steps, entry, day);
        }),
    },
    yieldIfDue,
  );
  const searches = named(yours);
  const cameAtS: { searchId: number; slot: number; atS: number }[] = [];
  for (const { searchId, questionKey } of savedSearches(yours)) {
    for (const { companyId, cameAtMs } of companiesOfSearch(yours, questionKey)) {
      const slot = slotOf.get(companyId);
      if (slot !== undefined) cameAtS.push({ searchId, slot, atS: Math.floor(cameAtMs / 1000) });
    }
    await yieldIfDue();
  }
  const sendable = searches.flatMap(({ searchId, search }) =>
    search === null ? [] : [{ searchId, search }],
  );
  const searchOf = createSearchOfRequest(sendable);
  return { searches, searchOf, openedSinceMs: openedSinceMs(yours), steps, people, cameAtS };
}

async function readRequests(
  ledger: ReadDb,
  { slotOf }: Columns,
  yieldIfDue: YieldIfDue,
): Promise<RequestFacts> {
  const records = new Map<number, number>();
  const fetchedAtMs = new Map<number, number>();
  const lists: ListRequest[] = [];
  await eachRow(
    0,
    (after) => chargedRequests(ledger, after, PAGE),
    ({ id }) => id,
    ({ companyId, call, searchId, atMs, hasContacts, records: charged }) => {
      if (companyId === null) {
        if (isList(call) && charged > 0) lists.push({ call, searchId, atMs, records: charged });
        return;
      }
      const slot = slotOf.get(companyId);
      if (slot === undefined) return;
      records.set(slot, (records.get(slot) ?? 0) + charged);
      if (hasContacts && atMs < (fetchedAtMs.get(slot) ?? Infinity)) fetchedAtMs.set(slot, atMs);
    },
    yieldIfDue,
  );
  return { records, fetchedAtMs, lists };
}

const isList = (call: string): boolean => call.startsWith('/fundings?') || call.startsWith('/companies?');

async function readWebhook(
  cache: ReadDb,
  { slotOf }: Columns,
  yieldIfDue: YieldIfDue,
): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  await eachRow(
    0,
    (after) => companiesFoundByWebhook(cache, after, PAGE),
    ({ signalKey }) => signalKey,
    ({ companyId }) => {
      const slot = slotOf.get(companyId);
      if (slot !== undefined) found.add(slot);
    },
    yieldIfDue,
  );
  return found;
}

async function readAnnounced(
  cache: ReadDb,
  { ids }: Columns,
  steps: ReadonlyMap<number, CompanySteps>,
  yieldIfDue: YieldIfDue,
): Promise<Map<number, number>> {
  const days = new Map<number, number>();
  const contacted: { readonly slot: number; readonly day: number }[] = [];
  for (const [slot, of] of steps) {
    const day = dayOfStep(of, CONTACTED);
    if (day !== null) contacted.push({ slot, day });
  }
  await yieldIfDue();
  // Sorts by slot, so companies that are close together in the database file are read together.
  contacted.sort((a, b) => a.slot - b.slot);
  const dayOfDate = new Map<string, number | null>();
  for (let from = 0; from < contacted.length; from += ROUNDS_PAGE) {
    await yieldIfDue();
    const page = contacted.slice(from, from + ROUNDS_PAGE);
    const companyIds = page.map(({ slot }) => ids[slot] ?? '');
    for (const { at, announcedOn } of announcementDates(cache, companyIds)) {
      const of = page[at];
      const day = dayOfDate.get(announcedOn) ?? dayOf(announcedOn);
      dayOfDate.set(announcedOn, day);
      if (of === undefined || day === null || day > of.day) continue;
      if (day > (days.get(of.slot) ?? -Infinity)) days.set(of.slot, day);
    }
  }
  return days;
}
