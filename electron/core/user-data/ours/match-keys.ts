import { linkedinKey } from '../../contacts/merge-contacts.ts';
import type { NamedCompany } from '../../database/queries/cache/ours-pending.ts';
import { fold } from '../../../../shared/fold-diacritics.ts';

/*
 * Keys that identify an imported line and a stored company as the same company: `d:` for a domain, `l:` for a
 * company page on LinkedIn, `n:` for a name.
 */

/**
 * The keys of a line or a company. If a line and a company have the same key in `exact`, they match exactly.
 */
export interface MatchKeys {
  readonly exact: readonly string[];
  /** Null if there is no name, or if the normalized name is too short (`nameKey`). */
  readonly name: string | null;
}

/** Words at the end of a name that state only the company's legal form. */
const LEGAL_FORMS = new Set(
  `ab ag aps as asa bv co company corp corporation doo gmbh group holding inc incorporated kft kg kgaa limited llc llp
   lp ltd mbh nv og oy oyj plc pte pty sa sarl sas sasu se sl spa spzoo srl sro ug`.split(/\s+/),
);

/** Two names are compared only if the shorter one has at least this many characters. */
export const SIMILAR_MIN = 5;
/** Names with different spellings are compared only if both have at least this many characters. */
const SPELLING_MIN = 8;
const EDITS_MAX = 2;

/**
 * Normalizes a name: removes case, accents, punctuation, spaces and the legal form. Returns null if the
 * result is too short.
 */
export function nameKey(name: string): string | null {
  const words = fold(name)
    .replace(/(?<=\p{L})[.'’](?=\p{L})/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  while (words.length > 1 && LEGAL_FORMS.has(words.at(-1) ?? '')) words.pop();
  const key = words.join('');
  return key.length < 2 ? null : key;
}

/**
 * Returns the page name in a company's LinkedIn URL, such as `acme`; null for any other text. Also accepts
 * the URL's path alone.
 */
export function linkedinPage(url: string): string | null {
  const page = /^(?:(?:www\.)?linkedin\.com\/|in\/)?(?:company|school|showcase)\/([^/]+)/.exec(
    linkedinKey(url),
  );
  return page?.[1] ?? null;
}

/**
 * Returns a host and its parent domains, except the top-level domain. Because of the parent domains, a line
 * with a subdomain can match a company's website.
 */
function domainsOf(host: string): string[] {
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}

export interface LineAddress {
  readonly host: string | null;
  readonly linkedin: string | null;
  readonly name: string | null;
}

/**
 * Returns the keys of a line. A line with a subdomain also matches a company whose website is on a parent
 * domain.
 */
export function keysOfLine({ host, linkedin, name }: LineAddress): MatchKeys {
  return {
    exact: [
      ...(host === null ? [] : domainsOf(host).map((domain) => `d:${domain}`)),
      ...(linkedin === null ? [] : [`l:${linkedin}`]),
    ],
    name: name === null ? null : prefixed(nameKey(name)),
  };
}

export function keysOfCompany({ name, websiteHost, linkedinUrl }: NamedCompany): MatchKeys {
  const page = linkedinUrl === null ? null : linkedinPage(linkedinUrl);
  return {
    exact: [...(websiteHost === null ? [] : [`d:${websiteHost}`]), ...(page === null ? [] : [`l:${page}`])],
    name: name === null ? null : prefixed(nameKey(name)),
  };
}

const prefixed = (key: string | null): string | null => (key === null ? null : `n:${key}`);

/** Returns the prefix that the keys of similar names share; null if the name is too short. */
export const similarPrefix = (key: string): string | null =>
  key.length < SIMILAR_MIN + 2 ? null : key.slice(0, SIMILAR_MIN + 2);

/**
 * Compares the keys of two names. They are similar if one begins with the other, or if they share a prefix
 * and differ in only a few letters.
 */
export function compareNames(a: string, b: string): 'name' | 'similar' | null {
  if (a === b) return 'name';
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < SIMILAR_MIN + 2) return null;
  if (long.startsWith(short)) return 'similar';
  if (short.length < SPELLING_MIN + 2 || similarPrefix(short) !== similarPrefix(long)) return null;
  return isWithinEdits(short, long) ? 'similar' : null;
}

/** Returns whether at most `EDITS_MAX` insertions, deletions or replacements turn one text into the other. */
function isWithinEdits(short: string, long: string): boolean {
  if (long.length - short.length > EDITS_MAX) return false;
  let previous = Array.from({ length: long.length + 1 }, (_, at) => at);
  for (let row = 1; row <= short.length; row += 1) {
    const current = [row];
    for (let at = 1; at <= long.length; at += 1) {
      const isSame = short[row - 1] === long[at - 1];
      current.push(
        Math.min(
          (previous[at - 1] ?? 0) + (isSame ? 0 : 1),
          (previous[at] ?? 0) + 1,
          (current[at - 1] ?? 0) + 1,
        ),
      );
    }
    if (Math.min(...current) > EDITS_MAX) return false;
    previous = current;
  }
  return (previous[long.length] ?? Infinity) <= EDITS_MAX;
}
