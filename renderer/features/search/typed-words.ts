/* Words that may occur in a typed search but belong to no filter, and alternative names of countries. */

/** Words that may occur between filters. They are skipped everywhere, including in the palette. */
export const CONNECTING = new Set([
  ...['a', 'an', 'and', 'at', 'companies', 'company', 'find', 'for', 'from', 'funded', 'in', 'new', 'of'],
  ...['or', 'raised', 'round', 'rounds', 'search', 'startup', 'startups', 'that', 'the', 'with', '&', '-'],
]);

/**
 * Further words that belong to no filter. The palette takes them into account, because they also occur in
 * company names.
 */
export const FILLER = new Set([
  ...['all', 'also', 'amount', 'announced', 'any', 'are', 'based', 'been', 'between', 'both', 'business'],
  ...['businesses', 'by', 'capital', 'closed', 'closing', 'country', 'currency', 'deal', 'deals', 'either'],
  ...['every', 'firm', 'firms', 'funding', 'fundings', 'get', 'getting', 'give', 'got', 'had', 'has', 'have'],
  ...['having', 'headquartered', 'hq', 'i', 'industry', 'investment', 'investments', 'is', 'just', 'list'],
  ...['located', 'looking', 'me', 'money', 'now', 'on', 'only', 'our', 'out', 'please', 'plus', 'raise'],
  ...['raises', 'raising', 'receive', 'received', 'recent', 'recently', 'secured', 'sector', 'see', 'show'],
  ...['space', 'stage', 'stages', 'their', 'them', 'there', 'they', 'to', 'venture', 'want', 'was', 'were'],
  ...['which', 'who', 'whose', '–', '+', '|'],
]);

/**
 * Words that negate the name that follows. That name must not become a filter, because filters cannot exclude
 * anything.
 */
export const NEGATIONS = new Set([
  ...['but', 'except', 'exclude', 'excluding', 'neither', 'never', 'no', 'non', 'not', 'outside', 'without'],
]);

export const COUNTRY_NAMES: Readonly<Record<string, string>> = {
  america: 'US',
  britain: 'GB',
  'czech republic': 'CZ',
  england: 'GB',
  'great britain': 'GB',
  holland: 'NL',
  korea: 'KR',
  turkey: 'TR',
  uae: 'AE',
  uk: 'GB',
  us: 'US',
  usa: 'US',
};

const EUROPEAN_UNION =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
/**
 * The European Union, and the other countries and territories that are wholly or mainly in Europe. A search can
 * have at most 50 countries.
 */
const EUROPE = [
  ...EUROPEAN_UNION,
  ...'AD AL BA BY CH FO GB GG GI IM IS JE LI MC MD ME MK NO RS RU SM UA'.split(' '),
];

/**
 * Adjectives and regions. The palette offers a search only if the text contains two filters. These words do
 * not count as one of the two, because they may be part of a company's name (`American Software`).
 */
export const PLACE_WORDS: Readonly<Record<string, readonly string[]>> = {
  american: ['US'],
  australian: ['AU'],
  austrian: ['AT'],
  baltics: ['EE', 'LV', 'LT'],
  belgian: ['BE'],
  benelux: ['BE', 'NL', 'LU'],
  brazilian: ['BR'],
  british: ['GB'],
  canadian: ['CA'],
  chinese: ['CN'],
  dach: ['DE', 'AT', 'CH'],
  danish: ['DK'],
  dutch: ['NL'],
  estonian: ['EE'],
  eu: EUROPEAN_UNION,
  europe: EUROPE,
  european: EUROPE,
  finnish: ['FI'],
  french: ['FR'],
  german: ['DE'],
  indian: ['IN'],
  irish: ['IE'],
  israeli: ['IL'],
  italian: ['IT'],
  japanese: ['JP'],
  nordic: ['DK', 'FI', 'IS', 'NO', 'SE'],
  nordics: ['DK', 'FI', 'IS', 'NO', 'SE'],
  norwegian: ['NO'],
  polish: ['PL'],
  portuguese: ['PT'],
  scandinavia: ['DK', 'NO', 'SE'],
  scandinavian: ['DK', 'NO', 'SE'],
  singaporean: ['SG'],
  spanish: ['ES'],
  swedish: ['SE'],
  swiss: ['CH'],
  turkish: ['TR'],
};
