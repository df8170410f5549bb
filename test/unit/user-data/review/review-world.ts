import { ledgerMigrations } from '../../../../electron/core/database/migrations/ledger/index.ts';
import { run } from '../../../../electron/core/database/sql.ts';
import { createLibrarySearch } from '../../../../electron/core/library/index/library-search.ts';
import { createOutcomeReader } from '../../../../electron/core/library/outcomes/outcomes.ts';
import { createSelectByOutcome } from '../../../../electron/core/library/outcomes/select-by-outcome.ts';
import { createCompanyFits } from '../../../../electron/core/market/fit-scores.ts';
import { createLedger } from '../../../../electron/core/quota/ledger.ts';
import { DOCUMENTED_LIMITS } from '../../../../electron/core/quota/policy/costs.ts';
import { readReview, type ReviewSources } from '../../../../electron/core/user-data/review/monthly-review.ts';
import { createStatuses } from '../../../../electron/core/user-data/statuses.ts';
import { insertContactEntry } from '../../../../electron/core/database/queries/yours/contact-log.ts';
import type { AllowanceScope, Budget, Endpoint } from '../../../../shared/model/budget.ts';
import { reviewSchema, type MonthlyReview } from '../../../../shared/model/review/monthly-review.ts';
import type { Answer, Channel, StatusId } from '../../../../shared/model/user-data.ts';
import { clock, log, memoryCache, memoryYours } from '../../../support/app/library-fixtures.ts';
import { noJournal } from '../../../support/app/no-journal.ts';
import { SEARCH_ALONE } from '../../../support/app/search-alone.ts';
import { memoryDatabase } from '../../../support/database/memory-database.ts';

/* A workspace with a real ledger, for tests of the monthly review. */

export interface SentRequest {
  readonly endpoint: Endpoint;
  readonly atMs: number;
  readonly durationMs?: number;
  readonly records: number;
  readonly pageTurns?: number;
  readonly companyId?: string | null;
  readonly state?: 'spent' | 'released' | 'unknown';
}

export function reviewWorld(cache = memoryCache()) {
  const files = { cache, yours: memoryYours(), ledger: memoryDatabase(ledgerMigrations, { clock, log }) };
  const ledger = createLedger(files.ledger);
  const context = {
    screen: 'search',
    reason: 'You',
    lane: 'interactive',
    accepted: { requests: 1, records: 50, pageTurns: 1, companies: 1 },
  } as const;
  const callOf = (endpoint: Endpoint, companyId: string | null, records: number, pageTurns: number) => ({
    endpoint,
    canonical: endpoint,
    worst: { requests: 1, records, pageTurns, companies: companyId === null ? 0 : 1 },
    certainty: 'up-to' as const,
    companyId,
    rowsRequested: null,
  });
  const fits = new Map<string, number>();
  let opened: ReturnType<typeof createLibrarySearch> | null = null;
  const library = () =>
    (opened ??= createLibrarySearch({
      ...files,
      ...SEARCH_ALONE,
      clock,
      log,
      contactNames: () => null,
      fits: createCompanyFits(files),
      selectByOutcome: createSelectByOutcome(files),
    }));
  return {
    files,
    ledger,
    fits,
    send({
      endpoint,
      atMs,
      durationMs = 400,
      records,
      pageTurns = 0,
      companyId = null,
      state = 'spent',
    }: SentRequest) {
      const call = callOf(endpoint, companyId, records, pageTurns);
      const id = ledger.reserve(call, context, call.worst, { atMs, errorMs: 0, wallMs: atMs });
      ledger.settle(id, {
        state,
        cost: state === 'spent' ? call.worst : null,
        status: state === 'spent' ? 200 : null,
        durationMs,
        completedMs: atMs + durationMs,
        errorMs: 0,
        otherTimesMs: [],
        detail: null,
      });
    },
    refuse(atMs: number, budget: Budget, allowance: AllowanceScope | null = null) {
      const call = callOf('fundings', null, 25, 1);
      ledger.refuse(call, context, { budget, allowance, detail: '' }, { atMs, errorMs: 0, wallMs: atMs });
    },
    log(companyId: string, happenedOn: string, answer: Answer | null = null, channel: Channel = 'email') {
      insertContactEntry(files.yours, {
        companyId,
        companyName: companyId,
        happenedOn,
        channel,
        line: '',
        personRefId: null,
        createdAtMs: Date.parse(happenedOn),
        answer,
      });
    },
    setStatus(companyId: string, statusId: StatusId, atMs: number) {
      createStatuses(files.yours, noJournal).set([{ companyId, companyName: companyId }], statusId, atMs);
    },
    store(companyId: string, firstSeenAtMs: number, announcedOn: readonly string[] = []) {
      run(
        files.cache,
        `INSERT INTO company (company_id, name, name_folded, source, fetched_at_ms, first_seen_at_ms, field_claims)
         VALUES (:companyId, :companyId, :companyId, 'fundings', :at, :at, '{}')`,
        { companyId, at: firstSeenAtMs },
      );
      announcedOn.forEach((date, at) =>
        run(
          files.cache,
          `INSERT INTO round (company_id, round_id, derived_id, detail_level, stage_folded, announced_on, source,
             fetched_at_ms, field_claims)
           VALUES (:companyId, :roundId, 0, 'list', '', :date, 'fundings', 1, '{}')`,
          { companyId, roundId: `r${at}`, date },
        ),
      );
    },
    readOutcomes: (nowMs: number) =>
      createOutcomeReader(files, library()).read({ period: 'all', listId: null, by: 'search' }, nowMs),
    async read(
      month: string | null,
      nowMs: number,
      change: Partial<ReviewSources> = {},
    ): Promise<MonthlyReview> {
      const review = await readReview(
        {
          files,
          search: {
            find: (question) => library().find(question),
            fitsOf: () => Promise.resolve(fits.size === 0 ? null : fits),
          },
          limitOf: (budget) => DOCUMENTED_LIMITS[budget],
          isOnlyMatches: false,
          nowMs,
          serverNowMs: nowMs,
          ...change,
        },
        month,
      );
      return reviewSchema.parse(review);
    },
  };
}
export type ReviewWorld = ReturnType<typeof reviewWorld>;
