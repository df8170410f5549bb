import { z } from 'zod';
import type { Amount } from '../../../shared/model/company.ts';
import { readAmount } from '../service-api/decoders/amount-text.ts';
import type { DecodedListRow } from '../service-api/decoders/decoded-types.ts';
import { asArray, asObject, field, isObject, text, type JsonObject } from '../service-api/decoders/values.ts';

/*
 * The filterable fields of a `/fundings` row at the time it was received. They are stored with the result
 * set, because the company and round may change later but that day's result does not.
 */

const toldSchema = z.object({
  /** `YYYY-MM-DD`; null if missing or unreadable. */
  on: z.string().nullable(),
  /** The date came with a time, so the calendar date the filter uses is unknown (spec §2.13). */
  timed: z.boolean(),
  country: z.string().nullable(),
  /** As received; filters compare it case-insensitively. */
  stage: z.string().nullable(),
  /**
   * `all` is false if the row gave only one value, as the alternative layout does (spec §2.12), or if some
   * values were unreadable.
   */
  industries: z.object({ names: z.array(z.string()), all: z.boolean() }).nullable(),
  tags: z.object({ names: z.array(z.string()), all: z.boolean() }).nullable(),
  currency: z.string().nullable(),
  /** In `currency`: the inclusive range of values the text can mean. Null if the row had no amount. */
  amount: z.object({ value: z.number(), least: z.number(), most: z.number() }).nullable(),
});
export type RowFacts = z.infer<typeof toldSchema>;
export type RowFactList = NonNullable<RowFacts['industries']>;

export function toldOf({ company, round, raw }: DecodedListRow): RowFacts {
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

/** `all` is true only if every received entry was readable as a name. */
function listOf(received: readonly unknown[] | null, names: readonly string[] | null): RowFactList | null {
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
 * `5M` means 4M to 6M, and `2.55M` means 2.54M to 2.56M. How the service rounds is not specified (spec §2.1),
 * so the range allows one unit of the last digit on both sides.
 */
function rangeOf({ text: received, value, precision }: Amount): RowFacts['amount'] {
  if (value === null) return null;
  if (precision === 'exact') return { value, least: value, most: value };
  const match = PARTS.exec(received.normalize('NFKC'));
  const fraction = match?.[2] ?? '';
  const reading = match === null ? null : readAmount(match[1] ?? '', fraction, match[3] ?? '');
  // The value was not read from this text, so its rounding is unknown.
  if (reading === null || reading.suffix === null || reading.value !== value) return null;
  const unit = 10 ** (EXPONENT[reading.suffix] - Math.max(0, fraction.length - 1));
  return { value, least: value - unit, most: value + unit };
}

export const rowFactsJson = (row: DecodedListRow): string => JSON.stringify(toldOf(row));

/** Null for rows stored by a version without these facts, or with a different shape. */
export function parseRowFacts(json: string | null): RowFacts | null {
  if (json === null) return null;
  const parsed = toldSchema.safeParse(JSON.parse(json));
  return parsed.success ? parsed.data : null;
}
