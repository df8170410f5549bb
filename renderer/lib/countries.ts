import type { Suggestions } from './suggestions.ts';

/**
 * ISO 3166-1 alpha-2 codes. They allow the user to choose a country even before the filter options are
 * loaded.
 */
const CODES = (
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG ' +
  'CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH ' +
  'GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY ' +
  'KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG ' +
  'NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM ' +
  'SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE ' +
  'YT ZA ZM ZW'
).split(' ');

/** Created on first use, because creating an Intl object takes longer than rendering a list row. */
const displayNames: { instance?: Intl.DisplayNames } = {};
const lookUpName = (code: string): string | undefined =>
  (displayNames.instance ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })).of(code);

/** Returns `Germany` for `DE`, and an unknown code unchanged. */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  const known = cachedNames.get(code) ?? lookUpName(code) ?? code;
  cachedNames.set(code, known);
  return known;
}
/**
 * Names are cached because every row of a list shows one. Only names of two-letter codes are cached, which
 * limits the size of the map.
 */
const cachedNames = new Map<string, string>();

/**
 * Returns the country name that the service reported for a row. If the service reported none, returns the
 * name for the country code.
 */
export const countryOf = (row: { countryName: string | null; countryCode: string | null }): string | null =>
  row.countryName ?? (row.countryCode === null ? null : countryName(row.countryCode));

/** Returns the countries whose code equals the text or whose name contains the text, best match first. */
export function matchingCountries(text: string, limit = 50): Suggestions {
  const wanted = text.trim().toLowerCase();
  const all = CODES.map((value) => ({
    value,
    label: `${countryName(value)} (${value})`,
    name: countryName(value).toLowerCase(),
  }));
  const rank = ({ value, name }: { value: string; name: string }): number => {
    if (value.toLowerCase() === wanted) return 0;
    if (name.startsWith(wanted)) return 1;
    return ` ${name}`.includes(` ${wanted}`) ? 2 : 3;
  };
  const found = all
    .filter(({ value, name }) => value.toLowerCase() === wanted || name.includes(wanted))
    .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en'));
  return { values: found.slice(0, limit).map(({ value, label }) => ({ value, label })), total: found.length };
}
