import { AppFailure } from '../../../../shared/app-failure.ts';
import { DAY_MS } from '../../../../shared/durations.ts';
import { localDate } from '../../../../shared/local-date.ts';
import { utcDate } from '../../../../shared/search-date-ranges.ts';
import { monthOf, monthsAfter } from '../../../../shared/model/review/months.ts';
import type { MonthlyReview } from '../../../../shared/model/review/monthly-review.ts';
import { REVIEW_FIT } from '../../../../shared/model/review/review-values.ts';
import { WINDOW_DAYS } from '../../database/queries/cache/contact-window.ts';
import {
  newestCompanyRow,
  storedAfter,
  unusedWindows,
} from '../../database/queries/cache/figures/month-companies.ts';
import { readAccount } from '../../database/queries/ledger/account-state.ts';
import {
  companiesFetched,
  contactRecords,
  firstEntryMs,
  hasSpending,
  refusals,
  type EndpointSpending,
} from '../../database/queries/ledger/month-spending.ts';
import { contactedAmong, firstActivity, hasActivity } from '../../database/queries/yours/month-activity.ts';
import { firstNotedMonth } from '../../database/queries/yours/review-notes.ts';
import type { ReadDb } from '../../database/sql.ts';
import type { LibrarySearch } from '../../library/index/library-search.ts';
import type { CompanySteps } from '../../library/outcomes/company-steps.ts';
import { readCompanySteps } from '../../library/outcomes/step-history.ts';
import { readBuyerRoles } from '../../market/buyer-roles.ts';
import { readWindows } from '../../quota/account/account-windows.ts';
import { certainlyOurs } from '../ours/ours-marks.ts';
import { countSteps, nameOfWon, ratesOf } from './month-results.ts';
import { hasEnded, lastEndedMonth, reviewMonth, type ReviewMonth } from './review-month.ts';
import { limitUse, readSpending, type LimitOf } from './spending.ts';
import { resultsOfSearches } from './search-results.ts';
import { suggestionsFor, type ReviewFacts } from './suggestions.ts';

interface Files {
  readonly cache: ReadDb;
  readonly yours: ReadDb;
  readonly ledger: ReadDb;
}

export interface ReviewSources {
  readonly files: Files;
  readonly search: Pick<LibrarySearch, 'find' | 'fitsOf'>;
  readonly limitOf: LimitOf;
  /** Whether automatic requests fetch a company's contacts only if one of them matches the buyer roles. */
  readonly isOnlyMatches: boolean;
  readonly nowMs: number;
  readonly serverNowMs: number;
}

const pause = (): Promise<void> => new Promise((resume) => setImmediate(resume));

/** A company with one of these statuses counts as contacted, even if the contact log has no entry. */
const CONTACTED_STATUSES = ['contacted', 'replied', 'meeting', 'won', 'lost'];

/**
 * Returns the review of the month `wanted`, or of the last month that has ended if `wanted` is null.
 * @throws AppFailure `validation` if the month has not ended
 */
export async function readReview(sources: ReviewSources, wanted: string | null): Promise<MonthlyReview> {
  const { files } = sources;
  const windows = readWindows(files.ledger);
  const month = reviewMonth(wanted ?? lastEndedMonth(windows, sources), windows);
  if (!hasEnded(month.month, windows, sources)) throw notEnded();
  const { epoch } = readAccount(files.ledger);
  const { spending, byEndpoint } = readSpending(files.ledger, epoch, month, sources.limitOf);
  const companySteps = await readCompanySteps(files.yours, pause);
  const own = countSteps(companySteps, month.own);
  const contacts = contactRecords(files.ledger, { epoch, ...month.records });
  const steps = [
    { step: 'found' as const, companies: await countFound(files.cache, month) },
    { step: 'profiles' as const, companies: companiesFetched(files.ledger, { epoch, ...month.records }) },
    { step: 'contacts' as const, companies: contacts.length },
    { step: 'contacted' as const, companies: own.contacted },
    { step: 'replied' as const, companies: own.replied },
    { step: 'meeting' as const, companies: own.meeting },
    { step: 'won' as const, companies: own.won },
  ];
  const before = readBefore(sources, epoch, month.month, companySteps);
  const facts = { before, spending, byEndpoint, contacts };
  return {
    month: month.month,
    hasData: hasDataIn(files, epoch, month) || steps.some(({ companies }) => companies > 0),
    earlier: firstKnownMonth(files, epoch) < month.month ? monthsAfter(month.month, -1) : null,
    later: hasEnded(monthsAfter(month.month, 1), windows, sources) ? monthsAfter(month.month, 1) : null,
    spending,
    steps,
    wonName: nameOfWon(files.yours),
    closedWindows: await countClosedWindows(sources, month),
    rates: ratesOf(files, month.own, spending.records.used, own),
    before,
    suggestions: suggestionsFor(await factsOf(sources, epoch, month, facts)),
  };
}

/** Returns whether anything was spent or done in the month. */
export const hasDataIn = (
  { ledger, yours }: Omit<Files, 'cache'>,
  epoch: number,
  month: ReviewMonth,
): boolean => hasSpending(ledger, { epoch, ...month.records }) || hasActivity(yours, month.own);

/**
 * Returns the first month for which the app may have data, or a month in the far future if there is no data.
 */
function firstKnownMonth({ ledger, yours }: Files, epoch: number): string {
  const { loggedOn, setAtMs } = firstActivity(yours);
  const entryMs = firstEntryMs(ledger, epoch);
  const months = [
    entryMs === null ? null : monthOf(utcDate(entryMs)),
    loggedOn === null ? null : monthOf(loggedOn),
    setAtMs === null ? null : monthOf(localDate(setAtMs)),
    firstNotedMonth(yours),
  ].filter((each) => each !== null);
  return months.toSorted()[0] ?? '9999-12';
}

/**
 * Counts the companies that were first stored in the month's record period (`ReviewMonth.records`). Pauses
 * between steps.
 */
async function countFound(cache: ReadDb, { records }: ReviewMonth): Promise<number> {
  let found = 0;
  const newest = newestCompanyRow(cache);
  for (let after = 0; after < newest;) {
    const { companies, last } = storedAfter(cache, after, records);
    found += companies;
    after = last;
    if (after < newest) await pause();
  }
  return found;
}

/**
 * Counts the high-fit companies in the library whose contact window closed during the month without their
 * contacts having been fetched. Companies marked as "Already yours" are not counted. Null if no market is
 * set.
 */
async function countClosedWindows(
  { files, search }: ReviewSources,
  { records }: ReviewMonth,
): Promise<number | null> {
  const announced = (closesMs: number): string => utcDate(closesMs - WINDOW_DAYS * DAY_MS);
  const ids = unusedWindows(
    files.cache,
    announced(records.fromMs),
    announced(records.untilMs),
    WINDOW_DAYS * DAY_MS,
  );
  const fits = await search.fitsOf(ids);
  if (fits === null) return null;
  const fitting = ids.filter((id) => (fits.get(id) ?? 0) > REVIEW_FIT);
  return fitting.length - certainlyOurs(files, fitting).size;
}

function readBefore(
  { files, limitOf }: ReviewSources,
  epoch: number,
  month: string,
  companySteps: ReadonlyMap<string, CompanySteps>,
): MonthlyReview['before'] {
  const before = reviewMonth(monthsAfter(month, -1), readWindows(files.ledger));
  if (!hasDataIn(files, epoch, before)) return null;
  const { used, expired } = limitUse(files.ledger, epoch, 'month-records', before, limitOf);
  const rates = ratesOf(files, before.own, used, countSteps(companySteps, before.own));
  return { month: before.month, expired, rates };
}

interface KnownFacts {
  readonly before: MonthlyReview['before'];
  readonly spending: MonthlyReview['spending'];
  readonly byEndpoint: readonly EndpointSpending[];
  readonly contacts: ReturnType<typeof contactRecords>;
}

async function factsOf(
  sources: ReviewSources,
  epoch: number,
  month: ReviewMonth,
  { before, spending, byEndpoint, contacts }: KnownFacts,
): Promise<ReviewFacts> {
  const { files, isOnlyMatches } = sources;
  const found = await resultsOfSearches(sources, month.records.fromMs, month.records.untilMs);
  const ids = new Set([
    ...contacts.map(({ companyId }) => companyId),
    ...found.flatMap(({ companyIds }) => companyIds),
  ]);
  const contacted = contactedAmong(files.yours, [...ids], CONTACTED_STATUSES);
  return {
    refusals: refusals(files.ledger, { epoch, ...month.records }),
    contacts: contacts.map(({ companyId, records }) => ({ records, isContacted: contacted.has(companyId) })),
    isOnlyMatches,
    hasRoles: readBuyerRoles(files.yours) !== null,
    records: spending.records,
    isWholeMonth: spending.countedSinceMs === null,
    expiredBefore: before?.expired ?? null,
    searches: found.map(({ name, companyIds, rounds }) => ({
      name,
      rounds,
      companies: companyIds.length,
      contacted: companyIds.filter((id) => contacted.has(id)).length,
    })),
    byEndpoint,
  };
}

const notEnded = (): AppFailure =>
  new AppFailure({ kind: 'validation', issues: [{ path: 'month', message: 'has not ended' }] });
