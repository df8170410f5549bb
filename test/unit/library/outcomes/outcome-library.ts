import fc from 'fast-check';
import { run, type WriteDb } from '../../../../electron/core/database/sql.ts';
import { DAY_MS } from '../../../../shared/durations.ts';

/*
 * Random user activity: the searches that found companies, opened pages, status changes, contact log entries,
 * and requests.
 */

export interface MadeWork {
  readonly foundDaysAgo: number;
  /**
   * The number of the saved search that found the company; 9 is a deleted search. Null if no search is
   * recorded.
   */
  readonly foundBy: 1 | 2 | 9 | null;
  /**
   * Saved searches that returned the company. If `isFirst`, the search returned it when it was found;
   * otherwise a day later.
   */
  readonly came: readonly { readonly searchId: 1 | 2; readonly isFirst: boolean }[];
  readonly isByWebhook: boolean;
  readonly openedDaysAgo: number | null;
  readonly statuses: readonly { readonly statusId: string | null; readonly daysAgo: number }[];
  readonly entries: readonly {
    readonly channel: string;
    readonly answer: string | null;
    readonly daysAgo: number;
  }[];
  readonly requests: readonly {
    readonly endpoint: string;
    readonly state: string;
    readonly records: number;
    readonly daysAgo: number;
  }[];
}

export interface MadeListRequest {
  readonly searchId: 1 | 2 | null;
  readonly records: number;
  readonly daysAgo: number;
  /** The number of days whose rounds the request fetches. The saved searches cover the last 7 days. */
  readonly days: number;
  /**
   * The saved search for which a plan made the request: 1, 2, or 9 for a deleted search. Null if no search is
   * recorded.
   */
  readonly plannedFor: 1 | 2 | 9 | null;
}

const oneOf = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const daysAgo = fc.integer({ min: 0, max: 120 });

const madeWork: fc.Arbitrary<MadeWork> = fc.record({
  foundDaysAgo: daysAgo,
  foundBy: oneOf(null, null, 1 as const, 1 as const, 2 as const, 9 as const),
  came: fc.array(fc.record({ searchId: oneOf(1 as const, 2 as const), isFirst: fc.boolean() }), {
    maxLength: 2,
  }),
  isByWebhook: fc.integer({ min: 0, max: 4 }).map((value) => value === 0),
  openedDaysAgo: fc.option(daysAgo, { freq: 2 }),
  statuses: fc.array(
    fc.record({
      statusId: oneOf('new', 'contacted', 'contacted', 'replied', 'meeting', 'won', 'lost', 'own-8', null),
      daysAgo,
    }),
    { maxLength: 4 },
  ),
  entries: fc.array(
    fc.record({
      channel: oneOf('email', 'call', 'meeting'),
      answer: oneOf(null, null, null, 'replied', 'meeting', 'not-interested'),
      daysAgo,
    }),
    { maxLength: 3 },
  ),
  requests: fc.array(
    fc.record({
      endpoint: oneOf('company', 'contacts', 'contacts', 'open-roles'),
      state: oneOf('spent', 'spent', 'spent', 'unknown', 'released'),
      records: fc.integer({ min: 0, max: 9 }),
      daysAgo,
    }),
    { maxLength: 3 },
  ),
});
export const madeWorks = (companies: number): fc.Arbitrary<MadeWork[]> =>
  fc.array(madeWork, { minLength: companies, maxLength: companies });

export const madeListRequests: fc.Arbitrary<MadeListRequest[]> = fc.array(
  fc.record({
    searchId: oneOf(null, 1 as const, 2 as const),
    records: fc.integer({ min: 0, max: 50 }),
    daysAgo,
    days: fc.integer({ min: 1, max: 30 }),
    plannedFor: oneOf(null, null, null, 1 as const, 2 as const, 9 as const),
  }),
  { maxLength: 8 },
);

interface Files {
  readonly cache: WriteDb;
  readonly yours: WriteDb;
  readonly ledger: WriteDb;
}

/** Stores the user's work on the companies `c0`, `c1` and so on. The companies must already be stored. */
export function insertWork(files: Files, works: readonly MadeWork[], nowMs: number): void {
  const { cache, yours, ledger } = files;
  works.forEach((work, at) => {
    const companyId = `c${at}`;
    // The times of day vary, so some local dates differ from the UTC dates.
    const atMs = (days: number): number => nowMs - days * DAY_MS - ((at * 7_919_000) % DAY_MS);
    const foundMs = atMs(work.foundDaysAgo);
    run(
      cache,
      'UPDATE company SET first_seen_at_ms = :foundMs, found_by = :foundBy WHERE company_id = :companyId',
      { companyId, foundMs, foundBy: work.foundBy },
    );
    for (const { searchId, isFirst } of work.came)
      run(
        yours,
        `INSERT OR IGNORE INTO search_fetched (question_key, row_id, company_id, fetched_at_ms, came_at_ms)
         VALUES ('key ' || :searchId, :companyId, :companyId, 1, :cameMs)`,
        { companyId, searchId, cameMs: foundMs + (isFirst ? 0 : DAY_MS) },
      );
    if (work.isByWebhook)
      run(
        cache,
        `INSERT INTO signal (identity, key_rule, via, company_id, event, received_at_ms, delivered_at_ms, deliveries,
           sample, merged, triggers)
         VALUES (:companyId, 'id', 'webhook', :companyId, 'event', :foundMs, :foundMs, 1, 0, 1, '[]')`,
        { companyId, foundMs },
      );
    if (work.openedDaysAgo !== null)
      run(yours, 'INSERT INTO company_opened VALUES (:companyId, :openedMs)', {
        companyId,
        openedMs: atMs(work.openedDaysAgo),
      });
    for (const { statusId, daysAgo: days } of work.statuses)
      run(
        yours,
        `INSERT INTO own_act (company_id, company_name, at_ms, what, about)
         VALUES (:companyId, '', :setMs, 'status', :statusId)`,
        { companyId, setMs: atMs(days), statusId },
      );
    const current = work.statuses.at(-1);
    if (current !== undefined && current.statusId !== null && current.statusId !== 'own-8')
      run(
        yours,
        `INSERT INTO company_status (company_id, company_name, status_id, set_at_ms)
         VALUES (:companyId, '', :statusId, :setMs)`,
        { companyId, statusId: current.statusId, setMs: atMs(current.daysAgo) },
      );
    for (const entry of work.entries)
      run(
        yours,
        `INSERT INTO contact_log (company_id, company_name, happened_on, channel, line, created_at_ms, answer)
         VALUES (:companyId, '', :happenedOn, :channel, '', 1, :answer)`,
        {
          companyId,
          happenedOn: new Date(nowMs - entry.daysAgo * DAY_MS).toISOString().slice(0, 10),
          channel: entry.channel,
          answer: entry.answer,
        },
      );
    for (const request of work.requests)
      insertEntry(ledger, {
        ...request,
        call: `/companies/${companyId}`,
        companyId,
        atMs: atMs(request.daysAgo),
      });
  });
}

/** Adds a request to the ledger, and returns the id of its row. */
export function insertEntry(
  ledger: WriteDb,
  entry: {
    readonly endpoint: string;
    readonly call: string;
    readonly companyId: string | null;
    readonly state: string;
    readonly records: number;
    readonly atMs: number;
    readonly plannedFor?: number | null;
  },
): number {
  const isDone = entry.state === 'spent';
  return run(
    ledger,
    `INSERT INTO entry (epoch, key_epoch, at_ms, wall_ms, endpoint, call, company_id, screen, reason, search_id, accepted_requests,
       accepted_records, accepted_page_turns, accepted_companies, reserved_requests, reserved_records,
       reserved_page_turns, reserved_companies, state, from_ms, completed_ms, cost_records)
     VALUES (1, 1, :atMs, :atMs, :endpoint, :call, :companyId, 'search', '', :plannedFor, 1, :records, 0, 0, 1, :records, 0, 0, :state,
       :atMs, :atMs, :costRecords)`,
    { plannedFor: null, ...entry, costRecords: isDone ? entry.records : null },
  ).lastId;
}
