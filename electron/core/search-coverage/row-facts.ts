import { z } from 'zod';
import type { Amount } from '../../../shared/model/company.ts';
import { EXPONENT, readAmount } from '../service-api/amount-text.ts';
import type { DecodedListRow } from '../service-api/decoders/decoded-types.ts';
import { asArray, asObject, field, isObject, text, type JsonObject } from '../service-api/decoders/values.ts';

/*
 * The fields of a received row that search filters use. They are stored with the result set, because later
 * responses may change the company and the round in the library.
 */

const storedFactsSchema = z.object({
  /** Announcement date `YYYY-MM-DD`; null if missing or unreadable. */
  on: z.string().nullable(),
  /**
   * Whether the received date contained more than a calendar date, for example a time. The service may then
   * compare a different calendar date with a filter (spec §2.13).
   */
  timed: z.boolean(),
  country: z.string().nullable(),
  /** The stage as received, not in canonical spelling. */
  stage: z.string().nullable(),
  /**
   * `names`: the names that could be read. `all`: false if names may be missing, either because the row had
   * no list or because some of its entries were unreadable.
   */
  industries: z.object({ names: z.array(z.string()), all: z.boolean() }).nullable(),
  tags: z.object({ names: z.array(z.string()), all: z.boolean() }).nullable(),
  currency: z.string().nullable(),
  /**
   * The amount in `currency`. The service may have rounded it, so the exact amount is between `least` and
   * `most`. Null if the row had no amount.
   */
  amount: z.object({ value: z.number(), least: z.number(), most: z.number() }).nullable(),
});
export type RowFacts = z.infer<typeof storedFactsSchema>;
export type RowFactList = NonNullable<RowFacts['industries']>;

export function rowFactsOf({ company, round, raw }: DecodedListRow): RowFacts {
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

/** Sets `all` to true only if every entry of the received list could be read and is therefore in `names`. */
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

/**
 * Returns the range in which a possibly rounded amount may lie. The service may round up or down (spec §2.1),
 * so the range extends by one unit of the last digit in both directions: 4M to 6M for `5M`, and 2.54M to
 * 2.56M for `2.55M`.
 */
function rangeOf({ text: received, value, precision }: Amount): RowFacts['amount'] {
  if (value === null) return null;
  if (precision === 'exact') return { value, least: value, most: value };
  const match = PARTS.exec(received.normalize('NFKC'));
  const fraction = match?.[2] ?? '';
  const reading = match === null ? null : readAmount(match[1] ?? '', fraction, match[3] ?? '');
  // If `value` is not the number in the received text, the rounding of the amount is unknown.
  if (reading === null || reading.suffix === null || reading.value !== value) return null;
  const unit = 10 ** (EXPONENT[reading.suffix] - Math.max(0, fraction.length - 1));
  return { value, least: value - unit, most: value + unit };
}

export const rowFactsJson = (row: DecodedListRow): string => JSON.stringify(rowFactsOf(row));

/**
 * Parses stored facts. Null if an older version of the app stored the row without facts or in another format.
 */
export function parseRowFacts(json: string | null): RowFacts | null {
  if (json === null) return null;
  const parsed = storedFactsSchema.safeParse(JSON.parse(json));
  return parsed.success ? parsed.data : null;
}
