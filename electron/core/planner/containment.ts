import type { FundingsQuery } from '../../../shared/model/query.ts';
import { canonicalAmount } from '../api/amount-text.ts';
import { foldStage } from '../api/decode-stage.ts';
import type { PlannerDefect } from './planted-defect.ts';
import type { Told, ToldList } from './told.ts';

/*
 * Whether the answer to one question holds the answer to another. Only what every reading of the specification agrees on
 * counts as an answer; where readings differ a row is undecided, and nothing is answered from its day. Pure.
 */

/** What the service knows for a value of a filter: one it does not know it may ignore, refuse or match with nothing. */
export interface KnownValues {
  readonly countries: ReadonlySet<string>;
  /** Lower case. */
  readonly stages: ReadonlySet<string>;
  readonly industries: ReadonlySet<string>;
  readonly tags: ReadonlySet<string>;
  readonly currencies: ReadonlySet<string>;
}

export type Verdict = 'in' | 'out' | 'undecided';

export interface JudgeOptions {
  readonly known: KnownValues;
  readonly plantedDefect?: PlannerDefect | undefined;
}

/**
 * Every row that `asked` matches is matched by `kept` too, whatever the dates: `kept` asked for no more than `asked` does,
 * field by field, and for exactly the same where rows do not show the field.
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

/** Filters on what no row shows; the hiring ones count only with `has_open_roles` [§4.2]. */
function hidden(query: FundingsQuery): string {
  const { technologies, investors, companySizes, validatedContacts, search, hasOpenRoles } = query;
  const { hiringDepartments, hiringSeniority, hiringRoleType } = query;
  const hiring = hasOpenRoles
    ? [sorted(hiringDepartments), sorted(hiringSeniority), hiringRoleType ?? null]
    : null;
  return JSON.stringify([
    ...[technologies, investors, companySizes].map(sorted),
    ...[validatedContacts, search === undefined || search.trim() === '' ? null : search.trim(), hiring],
  ]);
}
const sorted = (values: readonly string[]): string[] => [...new Set(values)].sort();

/** No bound: null. A text that is no amount holds nothing: NaN. */
const bound = (text: string | undefined): number | null =>
  text === undefined || text.trim() === '' ? null : (canonicalAmount(text)?.value ?? NaN);

const isNarrower = (kept: number | null, asked: number | null, sign: 1 | -1): boolean =>
  kept === null || (asked !== null && asked * sign >= kept * sign);

/**
 * Whether a row of the answer to `kept` also answers `asked`, its date left aside. Filters that both questions share need
 * no look: the service applied them.
 */
export function judge(told: Told, kept: FundingsQuery, asked: FundingsQuery, options: JudgeOptions): Verdict {
  const { known } = options;
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
  if (least !== null && least !== bound(kept.minAmount))
    verdicts.push(isBeyond(told, least, 'above', options));
  if (most !== null && most !== bound(kept.maxAmount)) verdicts.push(isBeyond(told, most, 'below', options));
  return allOf(verdicts);
}

const allOf = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.includes('out') ? 'out' : verdicts.includes('undecided') ? 'undecided' : 'in';

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

const oneOf = (value: string | null): ToldList | null =>
  value === null ? null : { names: [value], all: true };

/** One of the row's values is wanted. A value the service may not know leaves every row open. */
function among(told: ToldList | null, wanted: readonly string[], known: ReadonlySet<string>): Verdict {
  if (!wanted.every((value) => known.has(value))) return 'undecided';
  if (told === null) return 'undecided';
  if (told.names.some((name) => wanted.includes(name))) return 'in';
  // Values are said to be exact [§4.2]; a service that compares more loosely must not be answered for.
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
 * Undecided: an undisclosed amount, one that its suffix rounds across the bound, one that is the bound itself (bounds
 * may be exclusive), and any in another currency than dollars, for bounds may be of dollars or of the row's currency
 * [§2.13].
 */
function isBeyond(
  { amount, currency }: Told,
  limit: number,
  side: 'above' | 'below',
  { plantedDefect }: JudgeOptions,
): Verdict {
  if (amount === null || currency !== 'USD' || Number.isNaN(limit)) return 'undecided';
  const { value } = amount;
  if (plantedDefect === 'containment-on-rounded-amount')
    return (side === 'above' ? value >= limit : value <= limit) ? 'in' : 'out';
  const isAbove = amount.least > limit;
  const isBelow = amount.most < limit;
  if (!isAbove && !isBelow) return 'undecided';
  return isAbove === (side === 'above') ? 'in' : 'out';
}
