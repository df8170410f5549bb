import type { FundingsQuery } from '../../../shared/model/query.ts';
import { canonicalAmount } from '../service-api/amount-text.ts';
import { foldStage } from '../service-api/decoders/stage.ts';
import type { RowFacts, RowFactList } from './row-facts.ts';

/*
 * Decides whether the stored results of one query contain the results of a requested query. A row is
 * undecided if the specification leaves open whether the service would return it for the requested query. The
 * day of an undecided row must be fetched (ADR 12). Pure.
 */

/**
 * Filter values that the service recognizes. For other values, the specification does not define the results.
 */
export interface KnownValues {
  readonly countries: ReadonlySet<string>;
  /** Stages in lower case. */
  readonly stages: ReadonlySet<string>;
  readonly industries: ReadonlySet<string>;
  readonly tags: ReadonlySet<string>;
  readonly currencies: ReadonlySet<string>;
}

export type Verdict = 'in' | 'out' | 'undecided';

export interface JudgeOptions {
  readonly known: KnownValues;
}

/**
 * Returns whether every row that matches `requested` also matches `stored`, ignoring dates. This requires
 * that each filter of `stored` is at least as broad as the same filter of `requested`. Rows do not contain
 * the fields of some filters; these filters must be equal in both queries.
 */
export function isImplied(stored: FundingsQuery, requested: FundingsQuery): boolean {
  return (
    hidden(stored) === hidden(requested) &&
    holds(stored.countries, requested.countries) &&
    holds(lower(stored.stages), lower(requested.stages)) &&
    holds(stored.industries, requested.industries) &&
    holds(stored.tags, requested.tags) &&
    (stored.currency === undefined || stored.currency === requested.currency) &&
    isNarrower(bound(stored.minAmount), bound(requested.minAmount), 1) &&
    isNarrower(bound(stored.maxAmount), bound(requested.maxAmount), -1)
  );
}

const holds = (stored: readonly string[], requested: readonly string[]): boolean =>
  stored.length === 0 || (requested.length > 0 && requested.every((value) => stored.includes(value)));

const lower = (values: readonly string[]): string[] => values.map((value) => value.toLowerCase());

/**
 * Returns the filters on fields that rows do not contain. Hiring filters are included only if
 * `has_open_roles` is set, because they have no effect without it.
 */
function hidden(query: FundingsQuery): string {
  const { technologies, investors, companySizes, validatedContacts, search, hasOpenRoles } = query;
  const { hiringDepartments, hiringSeniority, hiringRoleType } = query;
  const hiring = hasOpenRoles
    ? [sorted(hiringDepartments), sorted(hiringSeniority), hiringRoleType ?? null]
    : null;
  return JSON.stringify([
    ...[technologies, investors, companySizes].map(sorted),
    validatedContacts,
    search === undefined || search.trim() === '' ? null : search.trim(),
    hiring,
  ]);
}
const sorted = (values: readonly string[]): string[] => [...new Set(values)].sort();

/**
 * Parses an amount filter. Null if it is not set; NaN if it is invalid, so every comparison with it is
 * false.
 */
const bound = (text: string | undefined): number | null =>
  text === undefined || text.trim() === '' ? null : (canonicalAmount(text)?.value ?? NaN);

const isNarrower = (stored: number | null, requested: number | null, sign: 1 | -1): boolean =>
  stored === null || (requested !== null && requested * sign >= stored * sign);

/**
 * Returns whether a row in the results of `stored` also matches `requested`, apart from dates. Skips filters
 * that are equal in both queries, because the service has already applied them.
 */
export function judgeContainment(
  row: RowFacts,
  stored: FundingsQuery,
  requested: FundingsQuery,
  { known }: JudgeOptions,
): Verdict {
  const verdicts: Verdict[] = [];
  if (!isSame(stored.countries, requested.countries))
    verdicts.push(among(oneOf(row.country), requested.countries, known.countries));
  if (!isSame(lower(stored.stages), lower(requested.stages)))
    verdicts.push(atStage(row.stage, requested.stages, known.stages));
  if (!isSame(stored.industries, requested.industries))
    verdicts.push(among(row.industries, requested.industries, known.industries));
  if (!isSame(stored.tags, requested.tags)) verdicts.push(among(row.tags, requested.tags, known.tags));
  if (requested.currency !== undefined && stored.currency !== requested.currency)
    verdicts.push(among(oneOf(row.currency), [requested.currency], known.currencies));
  const [least, most] = [bound(requested.minAmount), bound(requested.maxAmount)];
  if (least !== null && least !== bound(stored.minAmount)) verdicts.push(isBeyond(row, least, 'above'));
  if (most !== null && most !== bound(stored.maxAmount)) verdicts.push(isBeyond(row, most, 'below'));
  return allOf(verdicts);
}

const allOf = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.includes('out') ? 'out' : verdicts.includes('undecided') ? 'undecided' : 'in';

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

const oneOf = (value: string | null): RowFactList | null =>
  value === null ? null : { names: [value], all: true };

/**
 * Returns whether the row has one of the wanted values. The result is undecided if the service may not
 * recognize one of the wanted values, or if the row's values are incomplete.
 */
function among(facts: RowFactList | null, wanted: readonly string[], known: ReadonlySet<string>): Verdict {
  if (!wanted.every((value) => known.has(value))) return 'undecided';
  if (facts === null) return 'undecided';
  if (facts.names.some((name) => wanted.includes(name))) return 'in';
  // The service is expected to distinguish upper and lower case (spec §4.2). If it does not, it also returns
  // rows that differ only in case, so the app cannot tell whether such a row belongs to the results.
  const loosely = lower(wanted);
  return facts.all && !facts.names.some((name) => loosely.includes(name.toLowerCase())) ? 'out' : 'undecided';
}

function atStage(stage: string | null, wanted: readonly string[], known: ReadonlySet<string>): Verdict {
  const stages = lower(wanted);
  if (stage === null || !stages.every((value) => known.has(value))) return 'undecided';
  if (stages.includes(stage.toLowerCase())) return 'in';
  const folded = stages.map(foldStage);
  return folded.includes(foldStage(stage)) ? 'undecided' : 'out';
}

/**
 * Returns whether the row's amount is on the wanted side of the limit. Undecided if the amount is
 * undisclosed, is equal to the limit, or was rounded and may be on either side. Also undecided for currencies
 * other than USD, because the limit may be in dollars or in the row's currency (spec §2.13).
 */
function isBeyond({ amount, currency }: RowFacts, limit: number, side: 'above' | 'below'): Verdict {
  if (amount === null || currency !== 'USD' || Number.isNaN(limit)) return 'undecided';
  const isAbove = amount.least > limit;
  const isBelow = amount.most < limit;
  if (!isAbove && !isBelow) return 'undecided';
  return isAbove === (side === 'above') ? 'in' : 'out';
}
