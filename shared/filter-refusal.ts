import type { AppError } from './app-error.ts';
import type { ListQuery } from './model/query.ts';

/** Stored filter options that are younger than this count as up to date. */
const RECENT_MS = 3_600_000;
const REFUSED: ReadonlySet<number> = new Set([400, 422]);

/**
 * Returns whether newer filter options may explain why a search failed. The service doesn't document how it
 * refuses a filter value (spec §7), so every 400 or 422 for a search with such values counts.
 *
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

/** Returns whether the query has values that the service lists in its filter options (spec §2.12). */
const hasListedValues = ({ query }: ListQuery): boolean =>
  query.currency !== undefined ||
  [query.countries, query.stages, query.industries, query.technologies, query.companySizes, query.tags].some(
    (values) => values.length > 0,
  );
