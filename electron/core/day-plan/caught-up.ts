import type { CompanyRow } from '../../../shared/model/company.ts';
import type { NewsTime } from '../../../shared/model/triage.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import { companyRows } from '../database/queries/cache/companies.ts';
import { companyRowOf } from '../database/queries/cache/company-row.ts';
import { newCompaniesIn, setsSince } from '../database/queries/cache/query-sets.ts';
import { planFact, putPlanFact } from '../database/queries/ledger/plan-times.ts';
import type { WriteDb } from '../database/sql.ts';
import { withFit } from '../market/fit-scores.ts';
import { certainlyOurs, withOurs } from '../user-data/ours/ours-marks.ts';
import { dayOfTime } from '../search-coverage/calendar-days.ts';
import { questionOfSet } from '../search-coverage/query-key.ts';
import { filtersKeyOf, isMarketQuery } from './find-gap.ts';
import type { PlanParts } from './plan-inputs.ts';
import { DAY_MS } from '../../../shared/durations.ts';

/** Name of the plan fact that stores the time at which a catch-up last sent a request. */
const CATCH_UP_SENT = 'catch-up-sent';
/**
 * A plan fact whose name begins with this prefix stores the time at which a catch-up last sent a request with
 * a set of filters. The rest of the name identifies the filters.
 */
const FILTERS_SENT = 'catch-up-filters ';
const SETS_MAX = 60;

/**
 * Records that a catch-up is about to send a request. Also records the request's filters, so the companies
 * that it finds are still shown after the user changes the market.
 */
export function noteCatchUpSent(ledger: WriteDb, question: ListQuery | null, atMs: number): void {
  putPlanFact(ledger, CATCH_UP_SENT, atMs);
  if (question !== null) putPlanFact(ledger, FILTERS_SENT + filtersKeyOf(question), atMs);
}

/**
 * If a catch-up sent a request on this UTC day, returns the companies that were added to the library today by
 * catch-ups or by requests for the user's market, best fit first. Excludes the user's own companies. If no
 * catch-up sent a request today, returns no companies. `news` contains the time at which each company was
 * found; a later fetch of the same company is not news.
 */
export function caughtUpCompanies(
  parts: PlanParts,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): { rows: CompanyRow[]; total: number; news: NewsTime[] } {
  const { files, governor } = parts;
  const nowMs = governor.serverNowMs();
  const sentMs = planFact(files.ledger, CATCH_UP_SENT);
  if (sentMs === null || dayOfTime(sentMs) !== dayOfTime(nowMs)) return { rows: [], total: 0, news: [] };
  const sinceMs = dayOfTime(nowMs) * DAY_MS;
  const isOfCatchUp = (question: ListQuery): boolean =>
    (planFact(files.ledger, FILTERS_SENT + filtersKeyOf(question)) ?? 0) >= sinceMs;
  const found = setsSince(files.cache, { sinceMs, limit: SETS_MAX })
    .filter((stored) => {
      const question = questionOfSet(stored);
      return question !== null && (isOfCatchUp(question) || isMarketQuery(parts, question));
    })
    .flatMap(({ setId }) => newCompaniesIn(files.cache, { setId, sinceMs }));
  const foundAtMs = new Map(found.map(({ companyId, atMs }) => [companyId, atMs]));
  const unique = [...foundAtMs.keys()].slice(0, LIST_LIMIT_MAX * 10);
  const ours = certainlyOurs(files, unique);
  const rows = [...companyRows(files.cache, unique).values()]
    .filter(({ companyId }) => !ours.has(companyId))
    .map((stored) => companyRowOf(stored, nowMs));
  const sorted = withFit(files, rows).toSorted((a, b) => (b.fit ?? -1) - (a.fit ?? -1));
  const page = sorted.slice(offset, offset + limit);
  const news = page.flatMap(({ companyId }) => {
    const atMs = foundAtMs.get(companyId);
    return atMs === undefined ? [] : [{ companyId, atMs }];
  });
  return { rows: withOurs(files, page), total: sorted.length, news };
}
