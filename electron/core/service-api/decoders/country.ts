import { text } from './values.ts';

interface DecodedCountry {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly code: string | null;
  /** Full name as received; null if the service sent only a code. */
  readonly name: string | null;
}

/** Region codes that `Intl` can name but that are not countries: groups, reserved and test codes. */
const NOT_COUNTRIES = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));

/** For each country code, common English names of the country that `Intl` does not use, separated by `|`. */
const ALIASES: Readonly<Record<string, string>> = {
  AE: 'uae',
  BA: 'bosnia|bosnia herzegovina',
  BN: 'brunei darussalam',
  BO: 'plurinational state of bolivia|bolivia plurinational state of',
  CD: 'democratic republic of the congo|dr congo|drc|congo the democratic republic of the|congo kinshasa',
  CG: 'congo|republic of the congo|congo brazzaville',
  CI: 'ivory coast',
  CN: 'peoples republic of china|mainland china|prc',
  CV: 'cabo verde',
  CZ: 'czech republic',
  FK: 'falkland islands malvinas',
  FM: 'federated states of micronesia|micronesia federated states of',
  GB: 'uk|great britain|britain|england|scotland|wales|northern ireland|united kingdom of great britain and northern ireland',
  HK: 'hong kong|hong kong sar',
  IR: 'islamic republic of iran|iran islamic republic of',
  KP: 'democratic peoples republic of korea|korea democratic peoples republic of|dprk',
  KR: 'korea|republic of korea|korea republic of|korea south',
  LA: 'lao peoples democratic republic|lao pdr',
  MD: 'republic of moldova|moldova republic of',
  MK: 'macedonia|republic of north macedonia',
  MM: 'myanmar|burma',
  MO: 'macao|macau|macau sar',
  NL: 'holland',
  PS: 'palestine|state of palestine|palestine state of',
  RU: 'russian federation',
  SY: 'syrian arab republic',
  SZ: 'swaziland',
  TL: 'east timor',
  TR: 'turkey',
  TW: 'taiwan province of china|republic of china',
  TZ: 'united republic of tanzania|tanzania united republic of',
  US: 'usa|us|united states of america|america',
  VA: 'vatican|holy see|holy see vatican city state',
  VE: 'bolivarian republic of venezuela|venezuela bolivarian republic of',
  VG: 'virgin islands british',
  VI: 'virgin islands us',
  VN: 'viet nam|socialist republic of vietnam',
};

/** The ISO code for each common but non-standard country code. */
const OTHER_CODES: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR' };

/**
 * Converts a country name to lower case, and removes accents, punctuation, "the" and "and", so spellings
 * can be compared.
 */
const fold = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[.'’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\bsaint\b/g, 'st')
    .replace(/\b(?:and|the)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Country codes by folded name. The map is built on first use, because building it takes about 20 ms and
 * would delay startup.
 */
const codesOfNames = ((): (() => ReadonlyMap<string, string>) => {
  let codes: ReadonlyMap<string, string> | null = null;
  return () => (codes ??= buildCodes());
})();

function buildCodes(): Map<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const codes = new Map<string, string>();
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = names.of(code);
    // Withdrawn codes such as DD are skipped. `Intl` gives a withdrawn code the name of its successor (DE),
    // and this name must map to the successor's code.
    const current = new Intl.Locale(`und-${code}`).region === code;
    if (name !== undefined && current && !NOT_COUNTRIES.has(code)) codes.set(fold(name), code);
  }
  for (const [code, aliases] of Object.entries(ALIASES))
    for (const alias of aliases.split('|')) codes.set(fold(alias), code);
  return codes;
}

/**
 * Decodes the two country fields of a response. Each of them may contain either a code or an English name.
 * For example, `country` is the name in details and webhook events, but the code in list rows.
 */
export function decodeCountry(country: unknown, countryName: unknown): DecodedCountry {
  const first = typeof country === 'string' ? text(country, 200) : null;
  const second = typeof countryName === 'string' ? text(countryName, 200) : null;
  const name = [second, first].find((candidate) => candidate !== null && candidate.length > 2) ?? null;
  return { code: codeOf(first) ?? codeOf(second), name };
}

function codeOf(received: string | null): string | null {
  if (received === null) return null;
  if (!/^[A-Za-z]{2}$/.test(received)) return codesOfNames().get(fold(received)) ?? null;
  const code = received.toUpperCase();
  return OTHER_CODES[code] ?? code;
}

/**
 * Returns the ISO code of a country by its English name, such as `Germany` or `UK`; null if the name is not
 * recognized.
 */
export const codeOfCountryName = (name: string): string | null => codesOfNames().get(fold(name)) ?? null;

/** Returns the English name of a country, or the code itself if it is unknown. */
export function countryLabel(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames('en', { type: 'region', fallback: 'code' }).of(code) ?? code;
}
