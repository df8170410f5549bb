import type { AppError } from './app-error.ts';
import type { ListQuery } from './model/query.ts';
import { HOUR_MS } from './durations.ts';

/** Stored filter options count as up to date if they are younger than this. */
const RECENT_MS = HOUR_MS;
const REFUSED: ReadonlySet<number> = new Set([400, 422]);

/**
 * Returns whether a search may have failed because the stored filter options are out of date. The service
 * doesn't document how it refuses a filter value (spec §7), so any 400 or 422 may have this reason. The
 * search must use a filter whose values `/filters` lists.
 * @param fetchedAtMs when the stored filter options were fetched; null if they never were
 */
export function mayNewOptionsHelp(
  error: AppError | null,
  question: ListQuery | null,
  fetchedAtMs: number | null,
  nowMs: number,
): boolean {
  if (error?.kind !== 'upstream' || !REFUSED.has(error.status)) return false;
  return (
    question !== null && hasListedValues(question) && fetchedAtMs !== null && nowMs - fetchedAtMs >= RECENT_MS
  );
}

/** Returns whether the query uses a filter for which `/filters` returns the possible values (spec §2.12). */
const hasListedValues = ({ query }: ListQuery): boolean =>
  query.currency !== undefined ||
  [query.countries, query.stages, query.industries, query.technologies, query.companySizes, query.tags].some(
    (values) => values.length > 0,
  );
