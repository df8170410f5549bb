import type { FundingsQuery } from '../../../shared/model/query.ts';
import { canonicalAmount } from '../service-api/decoders/amount-text.ts';
import { foldStage } from '../service-api/decoders/stage.ts';
import type { RowFacts, RowFactList } from './row-facts.ts';

/*
 * Decides whether the stored result of one query (`kept`) contains the result of another (`asked`). Where the
 * specification does not say whether the service would return a row, the row is undecided, and its day must
 * be fetched (ADR 12). Pure.
 */

/** Filter values that the service is known to recognise. The effect of other values is not specified. */
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
 * Returns whether every row that matches `asked` also matches `kept`, apart from dates. Each filter of `kept`
 * must be at least as broad as in `asked`; filters on fields that rows do not contain must be equal.
 */
export function isImplied(kept: FundingsQuery, asked: FundingsQuery): boolean {
  return (
    hidden(kept) === hidden(asked) &&
    holds(kept.countries, asked.countries) &&
    holds(lower(kept.stages), lower(asked.stages)) &&
    holds(kept.industries, asked.industries) &&
    holds(kept.tags, asked.tags) &&
    (kept.currency === undefined || kept.currency === asked.currency) &&
    isNarrower(bound(kept.minAmount), bound(asked.minAmount), 1) &&
    isNarrower(bound(kept.maxAmount), bound(asked.maxAmount), -1)
  );
}

const holds = (kept: readonly string[], asked: readonly string[]): boolean =>
  kept.length === 0 || (asked.length > 0 && asked.every((value) => kept.includes(value)));

const lower = (values: readonly string[]): string[] => values.map((value) => value.toLowerCase());

/**
 * Returns the filters on fields that rows do not contain. Without `has_open_roles`, hiring filters have no
 * effect.
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

/** Parses an amount filter: null if it is not set, and NaN if invalid, so that every comparison is false. */
const bound = (text: string | undefined): number | null =>
  text === undefined || text.trim() === '' ? null : (canonicalAmount(text)?.value ?? NaN);

const isNarrower = (kept: number | null, asked: number | null, sign: 1 | -1): boolean =>
  kept === null || (asked !== null && asked * sign >= kept * sign);

/**
 * Returns whether a row stored for `kept` also matches `asked`, apart from its date. Filters that are equal
 * in both queries are not checked, because the service already applied them.
 */
export function judgeContainment(
  told: RowFacts,
  kept: FundingsQuery,
  asked: FundingsQuery,
  { known }: JudgeOptions,
): Verdict {
  const verdicts: Verdict[] = [];
  if (!isSame(kept.countries, asked.countries))
    verdicts.push(among(oneOf(told.country), asked.countries, known.countries));
  if (!isSame(lower(kept.stages), lower(asked.stages)))
    verdicts.push(atStage(told.stage, asked.stages, known.stages));
  if (!isSame(kept.industries, asked.industries))
    verdicts.push(among(told.industries, asked.industries, known.industries));
  if (!isSame(kept.tags, asked.tags)) verdicts.push(among(told.tags, asked.tags, known.tags));
  if (asked.currency !== undefined && kept.currency !== asked.currency)
    verdicts.push(among(oneOf(told.currency), [asked.currency], known.currencies));
  const [least, most] = [bound(asked.minAmount), bound(asked.maxAmount)];
  if (least !== null && least !== bound(kept.minAmount)) verdicts.push(isBeyond(told, least, 'above'));
  if (most !== null && most !== bound(kept.maxAmount)) verdicts.push(isBeyond(told, most, 'below'));
  return allOf(verdicts);
}

const allOf = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.includes('out') ? 'out' : verdicts.includes('undecided') ? 'undecided' : 'in';

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

const oneOf = (value: string | null): RowFactList | null =>
  value === null ? null : { names: [value], all: true };

/**
 * Returns whether the row has one of the wanted values; undecided if the service may not recognise one of
 * them.
 */
function among(told: RowFactList | null, wanted: readonly string[], known: ReadonlySet<string>): Verdict {
  if (!wanted.every((value) => known.has(value))) return 'undecided';
  if (told === null) return 'undecided';
  if (told.names.some((name) => wanted.includes(name))) return 'in';
  // The spec says that case matters (spec §4.2). In case the service ignores it, such a row is not excluded.
  const loosely = lower(wanted);
  return told.all && !told.names.some((name) => loosely.includes(name.toLowerCase())) ? 'out' : 'undecided';
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
 * undisclosed, equal to the limit or rounded so that it may be on either side. Also undecided for currencies
 * other than USD, because the limit may be in dollars or in the row's currency (spec §2.13).
 */
function isBeyond({ amount, currency }: RowFacts, limit: number, side: 'above' | 'below'): Verdict {
  if (amount === null || currency !== 'USD' || Number.isNaN(limit)) return 'undecided';
  const isAbove = amount.least > limit;
  const isBelow = amount.most < limit;
  if (!isAbove && !isBelow) return 'undecided';
  return isAbove === (side === 'above') ? 'in' : 'out';
}
