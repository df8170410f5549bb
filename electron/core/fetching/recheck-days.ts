import { addReceipts, FREE, isWithin, minus, plus } from '../../../shared/add-costs.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Receipt } from '../../../shared/model/budget.ts';
import type { FundingsQuery } from '../../../shared/model/query.ts';
import type { ResultSet } from '../../../shared/model/search.ts';
import { findSet } from '../library/query-sets.ts';
import { storeRecheckedSet } from '../library/store-recheck.ts';
import { storeProbe, storeRowsAlone, type PageToStore } from '../library/store-responses.ts';
import { spend } from '../quota/spending/spending-guard.ts';
import { filterValuesOf } from '../search-coverage/filter-values.ts';
import { storedRounds, type StoredRounds } from '../search-coverage/recheck-offer.ts';
import { isBelievable, recheckSteps, type RecheckPage } from '../search-coverage/recheck-steps.ts';
import { rowFactsOf } from '../search-coverage/row-facts.ts';
import type { DecodedListRow, DecodedPage } from '../service-api/decoders/decoded-types.ts';
import { describeCall } from '../service-api/endpoints.ts';
import type { CallContext, FetchedResponse } from '../service-api/governed-request.ts';
import { refreshIfRefused } from './filter-options.ts';
import { runPricedRequest } from './priced-request.ts';
import { recordSearched, runSearch, type SearchParts } from './search-requests.ts';

interface RecheckResult {
  /** All rounds of the days; null if finding all of them would have exceeded the accepted price. */
  readonly set: ResultSet | null;
  readonly receipt: Receipt;
}

/**
 * Finds the rounds that were added to stored days (ADR 113). If the days cannot be rechecked, fetches them
 * again. In total, this costs at most the accepted price.
 * @throws AppFailure the errors of runPricedRequest
 */
export async function recheckDays(
  parts: SearchParts,
  query: FundingsQuery,
  context: CallContext,
): Promise<RecheckResult> {
  const question = { list: 'fundings', query } as const;
  const stored = storedRounds(parts.files.cache, query, filterValuesOf(parts.files.cache));
  if (stored === null) return runSearch(parts, question, context);
  return refreshIfRefused(parts, question, context, () =>
    spend(parts.spending, context.accepted.records, () =>
      recheck(parts, stored, { ...context, isApproved: true }),
    ),
  );
}

async function recheck(
  parts: SearchParts,
  stored: StoredRounds,
  context: CallContext,
): Promise<RecheckResult> {
  const { query } = stored.steps;
  const requestedAtMs = parts.governor.serverNowMs();
  const { isComplete, found, fetchedAtMs, receipt } = await runSteps(parts, stored, context);
  const rechecked = { query, stored: stored.rows, found, fetchedAtMs };
  if (!isComplete || !storeRecheckedSet(parts.files.cache, rechecked))
    return fetchAgain(parts, query, receipt, context);
  const set = findSet(parts.files.cache, { list: 'fundings', query });
  if (set !== null) recordSearched(parts, [set], requestedAtMs);
  return { set, receipt };
}

interface StepsResult {
  readonly isComplete: boolean;
  readonly found: readonly DecodedListRow[];
  readonly fetchedAtMs: number;
  readonly receipt: Receipt;
}

async function runSteps(
  parts: SearchParts,
  { steps }: StoredRounds,
  context: CallContext,
): Promise<StepsResult> {
  const { governor, hints } = parts;
  const found: DecodedListRow[] = [];
  let receipt: Receipt | null = null;
  let fetchedAtMs = 0;
  let isCounted = false;
  const sequence = recheckSteps({ ...steps, most: context.accepted });
  let step = sequence.next();
  while (step.done !== true) {
    const call = { endpoint: 'fundings', query: step.value } as const;
    const accepted = governor.worst(describeCall(call, hints));
    if (!isWithin(plus(receipt?.cost ?? FREE, accepted), context.accepted)) break;
    const isCount = call.query.offset > 0;
    const request: Promise<FetchedResponse<DecodedPage>> = runPricedRequest(
      parts,
      call,
      { ...context, accepted },
      {
        store: (page, atMs) => {
          // The first number of matches that is believed is the number of all matches, so only this number is
          // stored. Later steps count parts of the matches.
          const isOfAll = !isCounted && (!isCount || isBelievable(page.total, steps.stored.size));
          (isOfAll ? storeCount : storeRows)(parts, { ...call, page, fetchedAtMs: atMs });
          isCounted ||= isOfAll;
          fetchedAtMs = atMs;
        },
      },
    );
    const response = await (isCount ? unlessRefused(request) : request);
    if (response !== null) receipt = addReceipts(receipt, response.receipt);
    found.push(...(response?.value.rows ?? []));
    step = sequence.next(response === null ? NOT_COUNTED : pageOf(response.value));
  }
  if (receipt === null) throw new AppFailure({ kind: 'not-found', what: 'query' });
  return { isComplete: step.done === true && step.value, found, fetchedAtMs, receipt };
}

const NOT_COUNTED: RecheckPage = { rounds: new Map(), received: 0, total: null };

/**
 * Returns null if the service refuses a page after the last match, which costs nothing (spec §7). The recheck
 * then counts the matches with pages of one row.
 */
async function unlessRefused<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    const appError = error instanceof AppFailure ? error.appError : null;
    const isRefused = appError?.kind === 'upstream' && [400, 416, 422].includes(appError.status);
    if (isRefused || appError?.kind === 'not-available') return null;
    throw error;
  }
}

type StoreStep = (parts: SearchParts, received: PageToStore) => void;
const storeCount: StoreStep = ({ files, vault }, received) => storeProbe(files.cache, received, vault.seal());
const storeRows: StoreStep = ({ files, vault }, { page, fetchedAtMs, endpoint }) =>
  storeRowsAlone(files.cache, page, fetchedAtMs, endpoint, vault.seal());

const pageOf = ({ rows, setAside, total }: DecodedPage): RecheckPage => ({
  rounds: new Map(
    rows.flatMap((row) =>
      row.round.roundId === null ? [] : [[row.round.roundId, rowFactsOf(row)] as const],
    ),
  ),
  received: rows.length + setAside,
  total,
});

/** Fetches the days again if enough of the accepted price is left to pay for them. */
async function fetchAgain(
  parts: SearchParts,
  query: FundingsQuery,
  before: Receipt,
  context: CallContext,
): Promise<RecheckResult> {
  const question = { list: 'fundings', query } as const;
  const accepted = minus(context.accepted, before.cost);
  const worst = parts.governor.worst(describeCall({ endpoint: 'fundings', query }, parts.hints));
  if (!isWithin(worst, accepted)) return { set: null, receipt: before };
  const { set, receipt } = await runSearch(parts, question, { ...context, accepted });
  return { set, receipt: addReceipts(before, receipt) };
}
