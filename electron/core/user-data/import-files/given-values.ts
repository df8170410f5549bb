import { dateSchema } from '../../../../shared/model/user-data.ts';
import { clip } from '../../foundation/clip-text.ts';
import { parseAddress } from '../../foundation/parse-address.ts';
import { websiteHost } from '../../foundation/website-host.ts';
import { linkedinPage } from '../ours/match-keys.ts';
import type { GivenCompany } from './given-record.ts';

const NAME_MAX = 200;

/** Returns the value as a single line of text; null if the line would be empty. */
export function lineOf(value: unknown, max = NAME_MAX): string | null {
  const text = textOf(value)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  return text === '' ? null : clip(text, max);
}

/** Converts the value back to text: YAML may have parsed it as a number, a boolean or a date. */
export const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : value instanceof Date && !Number.isNaN(value.getTime())
        ? value.toISOString().slice(0, 10)
        : '';

/**
 * Returns the host of a website address or of an e-mail address; null for a LinkedIn page or if there is no
 * host.
 */
export function hostOf(value: unknown): string | null {
  const text = textOf(value).trim().slice(0, 2_000);
  const address = parseAddress(text);
  if (address?.kind === 'linkedin') return null;
  return address === null ? null : websiteHost(address.host);
}

export const pageOf = (value: unknown): string | null => linkedinPage(textOf(value).trim().slice(0, 2_000));

/**
 * Website columns often contain LinkedIn URLs, and LinkedIn columns often contain websites. Every value is
 * therefore checked for both.
 */
export const addressesOf = (
  values: readonly unknown[],
): Pick<GivenCompany, 'websiteHost' | 'linkedinPage'> => ({
  websiteHost: values.map(hostOf).find((host) => host !== null) ?? null,
  linkedinPage: values.map(pageOf).find((page) => page !== null) ?? null,
});

/**
 * Returns a day such as `2026-06-10`. Accepts ISO dates with or without a time, `10.06.2026`, and dates with
 * slashes whose day and month cannot be confused, such as `25/06/2026`. Null for anything else, because a
 * wrong day is worse than none.
 */
export function dayOf(value: unknown): string | null {
  const text = textOf(value).trim();
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/.exec(text);
  if (iso !== null) return valid(iso[1], iso[2], iso[3]);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?: .*)?$/.exec(text);
  if (dotted !== null) return valid(dotted[3], dotted[2], dotted[1]);
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: .*)?$/.exec(text);
  if (slashed === null) return null;
  const [, first = '', second = '', year] = slashed;
  if (Number(first) > 12) return valid(year, second, first);
  return Number(second) > 12 || first === second ? valid(year, first, second) : null;
}

function valid(year = '', month = '', day = ''): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return dateSchema.safeParse(date).success ? date : null;
}

/** Splits a value that contains several names. */
export const namesIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value.map(textOf) : textOf(value).split(/[,;|\n]/)).flatMap((each) => {
    const name = lineOf(each.replace(/^#(?=\p{L})/u, ''), 80);
    return name === null ? [] : [name];
  });
