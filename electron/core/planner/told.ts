import { z } from 'zod';
import type { Amount } from '../../../shared/model/company.ts';
import { readAmount } from '../api/amount-text.ts';
import type { DecodedListRow } from '../api/decoded.ts';
import { asArray, asObject, field, isObject, text, type JsonObject } from '../api/decode-values.ts';

/*
 * What a row of `/fundings` told of the fields that filters look at, at the time it came. It stands with the row of the
 * set: a company's profile and a round change later, the answer of that day does not.
 */

const toldSchema = z.object({
  /** `YYYY-MM-DD`; null: not told, or not readable. */
  on: z.string().nullable(),
  /** The row told a time with it: which calendar date a filter takes is not known [§2.13]. */
  timed: z.boolean(),
  country: z.string().nullable(),
  /** As received: a filter compares it without regard to case. */
  stage: z.string().nullable(),
  /** `all` false: the row told one of them, as the alternative layout does [§2.12], or some could not be read. */
  industries: z.object({ names: z.array(z.string()), all: z.boolean() }).nullable(),
  tags: z.object({ names: z.array(z.string()), all: z.boolean() }).nullable(),
  currency: z.string().nullable(),
  /** In `currency`: from the least to the most that the text can mean, both included. Null: no amount was told. */
  amount: z.object({ value: z.number(), least: z.number(), most: z.number() }).nullable(),
});
/** Facts of one row as received. */
export type Told = z.infer<typeof toldSchema>;
export type ToldList = NonNullable<Told['industries']>;

export function toldOf({ company, round, raw }: DecodedListRow): Told {
  const row = asObject(raw) ?? {};
  const owner = asObject(field(row, 'company')) ?? row;
  const tags = asArray(field(owner, 'tags'));
  return {
    on: round.announcedOn,
    timed: round.announcedText !== null,
    country: company.countryCode,
    stage: ownText(row, 'stage', 'fundingStage', 'funding_stage'),
    industries: listOf(asArray(field(owner, 'industries')), company.industries),
    tags: listOf(tags, company.tags === null ? null : company.tags.map(({ name }) => name)),
    currency: ownText(row, 'currency'),
    amount: round.amount === null ? null : rangeOf(round.amount),
  };
}

const ownText = (row: JsonObject, ...names: readonly string[]): string | null => {
  const value = field(row, ...names);
  return typeof value === 'string' ? text(value, 100) : null;
};

/** Whole only where every entry of the list that came could be read as a name. */
function listOf(received: readonly unknown[] | null, names: readonly string[] | null): ToldList | null {
  if (names === null) return null;
  const distinct = new Set((received ?? []).map(nameOf));
  return {
    names: [...names],
    all: received !== null && names.every((name) => distinct.delete(name)) && distinct.size === 0,
  };
}
const nameOf = (entry: unknown): unknown => (isObject(entry) ? field(entry, 'name', 'label') : entry);

const PARTS = /(\d[\d,]*)(\.\d+)?\s*([a-z]*)/iu;
const EXPONENT = { K: 3, M: 6, B: 9 } as const;

/**
 * `5M` is at least 4M and at most 6M, `2.55M` within 2.54M and 2.56M: whether the service cuts, rounds up or rounds to
 * the nearest is not shown [§2.1], so one unit of the last digit lies open on both sides.
 */
function rangeOf({ text: received, value, precision }: Amount): Told['amount'] {
  if (value === null) return null;
  if (precision === 'exact') return { value, least: value, most: value };
  const match = PARTS.exec(received.normalize('NFKC'));
  const fraction = match?.[2] ?? '';
  const reading = match === null ? null : readAmount(match[1] ?? '', fraction, match[3] ?? '');
  // The number came from another text than the one that is shown: how far that was rounded is not known.
  if (reading === null || reading.suffix === null || reading.value !== value) return null;
  const unit = 10 ** (EXPONENT[reading.suffix] - Math.max(0, fraction.length - 1));
  return { value, least: value - unit, most: value + unit };
}

export const toldJson = (row: DecodedListRow): string => JSON.stringify(toldOf(row));

/** Null where it was kept by a version that did not keep it, or by one that kept it otherwise. */
export function parseTold(json: string | null): Told | null {
  if (json === null) return null;
  const told = toldSchema.safeParse(JSON.parse(json));
  return told.success ? told.data : null;
}
