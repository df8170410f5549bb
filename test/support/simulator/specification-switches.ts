import type { Profile } from '../../../electron/simulator/profile/profile-options.ts';
import { SWITCH_VALUES } from '../../../electron/simulator/profile/option-values.ts';

export type SwitchName = keyof Profile;

/** Describes how the simulator varies one behaviour that the specification leaves open. */
export interface Switch {
  /**
   * The way to vary the behaviour.
   * - `profile`: fields of `Profile`
   * - `data`: no switch is needed, because the generated data contains every variant
   * - `fault` and `control`: a fault or a command of the control API
   * - `none`: the service cannot influence the behaviour
   */
  readonly kind: 'profile' | 'data' | 'fault' | 'control' | 'none';
  readonly title: string;
  readonly fields: readonly SwitchName[];
  /** The possible values of each field. The first is the value in the `documented` profile. */
  readonly values: Readonly<Partial<Record<SwitchName, readonly unknown[]>>>;
  readonly note: string;
}

/**
 * A switch for a row of the register. The register numbers the questions that the specification leaves open.
 */
export interface RegisterSwitch extends Switch {
  readonly row: number;
}

/** A switch for a requirement, such as R-1-3, that has no row in the register. */
export interface RequirementSwitch extends Switch {
  readonly requirement: string;
}

function turn(title: string, fields: readonly SwitchName[], note = ''): Switch {
  const values = Object.fromEntries(fields.map((field) => [field, SWITCH_VALUES[field]]));
  return { kind: 'profile', title, fields, values, note };
}
const fixed = (kind: Exclude<Switch['kind'], 'profile'>, title: string, note: string): Switch => ({
  kind,
  title,
  note,
  fields: [],
  values: {},
});

const CONTENTS: readonly Switch[] = [
  turn('Tag categories', ['tagCategories']),
  turn('Nullability', ['hostileData'], 'rule D on every object of every endpoint'),
  turn('Alternative list layout', ['listLayout']),
  turn('undisclosed and Undisclosed', ['undisclosedStage', 'stages']),
  turn('Default limit', ['defaultLimit', 'echoedLimit']),
  turn('Sort order', ['sortOrder']),
  turn('Maximum date span', ['maxSpanDays']),
  turn('Missing or malformed dates', ['dateErrorStatus']),
  turn('Invalid filter values', ['unknownValues', 'malformedArrays']),
  fixed('fault', '5xx bodies', 'action "status" with its shapes'),
  turn('Detail at top level or under data', ['wrapDetail']),
  turn(
    'country: code or name',
    ['listCountry', 'eventCountry', 'detailCountry'],
    'the webhook sends the name',
  ),
  fixed('data', 'Names of the same thing', 'companyName / name, website / websiteUrl, industries / industry'),
  turn('Date, date-time, offset', ['roundOffsets', 'detailRoundDate']),
  turn(
    'Amounts',
    ['amountForms', 'amountComparison'],
    'suffix in lists, text number in rounds, number in layout b',
  ),
];

const MEANINGS: readonly Switch[] = [
  fixed('data', 'min_funding and min_amount', 'each list ignores the other name; the transcript notes it'),
  fixed('data', 'Contacts: no e-mail in detail, no id in /contacts', 'always so'),
  fixed('data', 'Highlights of detail lack createdAt', 'always so'),
  turn(
    'Meanings of 404',
    ['outsideBase', 'techStacks', 'noContacts'],
    'unknown company, no stack, closed contacts, no highlights, no news and a wrong path exist in every profile',
  ),
  turn('Contact window', ['contactsFrom', 'contactsBoundary', 'contactsZone'], 'all eight combinations'),
  fixed('control', 'Revealed companies', 'command "reveal"'),
  turn('Page turns', ['pageTurns']),
  turn('Detail endpoints', ['companyDetail']),
  turn('Cost of repeats', ['repeats']),
  turn('Cost of information endpoints', ['healthCost', 'filtersCost', 'statsCost']),
  turn('Records of sub-resources and /filters', ['subResourceRecords', 'filtersCost']),
  turn('monthly_export', ['exportCounts']),
  turn('limit_type of records and test key', ['recordsLimitType', 'testKeyLimitType', 'recordsCheck']),
  turn('Reset of the test key', ['testKeyReset']),
  fixed('data', 'Headers of a 200 carry no usage', 'except the old trio of limitHeaders "legacy"'),
];

const LEDGER: readonly Switch[] = [
  turn('Headers on other statuses', ['headersOnErrors', 'limitHeaders']),
  turn('Freshness of /stats', ['statsLagMs', 'statsCountsItself', 'statsKeys', 'statsFigures']),
  turn('user_rate_limit', ['userRateLimit']),
  turn('/stats under an exhausted budget', ['statsWhenExhausted']),
  fixed('control', 'Webhook retries, order, samples', 'options of the webhook'),
  fixed('control', 'The masked {base_url} key', 'option "idName" of the webhook'),
  turn('Status of a lapsed plan', ['planLapsedStatus'], 'command "plan" lets it lapse'),
  turn('per_page above 50, page beyond the end', ['perPageAbove50', 'pageBeyondEnd']),
  turn('Rate of free failures', ['freeFailuresPerHour']),
  fixed('none', 'Retention under the terms', 'a matter of the client alone'),
  turn('Deprecation', ['schemaDrift', 'apiVersion', 'deprecation']),
  turn('ETag', ['etag']),
  turn('Duplicate companies', ['duplicateCompanies']),
  turn('Cap of total', ['total']),
  turn('A page that crosses 500', ['crossing500', 'offsetAbove499']),
];

/** The switches for all register rows, in order. */
export const SWITCHES: readonly RegisterSwitch[] = [...CONTENTS, ...MEANINGS, ...LEDGER].map(
  (entry, index) => ({ ...entry, row: index + 1 }),
);

const of = (requirement: string, entry: Switch): RequirementSwitch => ({ ...entry, requirement });

/** The switches for requirements that have no row in the register of open questions. */
export const MORE_SWITCHES: readonly RequirementSwitch[] = [
  of('R-8-3', turn('Limits and resets of another plan', ['limits', 'resets'])),
  of('R-1-3', turn('has_more at record 500', ['hasMoreAt500'])),
  of('R-1-3', turn('total after the last row', ['totalBeyondEnd'])),
  of('R-1-4', turn('limit above 50', ['limitAbove50'])),
  of('R-2-0a', turn('Names that are documented exceptions', ['fieldNames'])),
  of('R-2-2', turn('Company names that break things', ['companyNames'])),
  of('R-2-11', turn('Websites that must not be opened', ['websites'])),
  of('R-2-17', turn('Contacts of detail that are not available', ['closedContacts'])),
  of('R-2-18', turn('Categories of embedded technologies', ['technologyCategories'])),
  of('R-2-26', turn('Lengths of the technology lists', ['technologyNames'])),
  of('R-4-8', turn('More records of a company than one page', ['companyRecords'])),
  of('R-2-29', turn('People: no e-mail, twice, another title', ['missingEmail', 'people'])),
  of('R-2-33', turn('Wrong has_more', ['hasMore'])),
  of('R-2-40', turn('Filter values', ['filterValues', 'filtersSuccess', 'filterLists', 'filterCountries'])),
  of('R-4-1', turn('Health', ['healthStatus'])),
  of('R-7-1', turn('error as an object', ['errorBody'])),
  of('R-7-11', turn('Body and headers of a 429', ['limitBody', 'headersAgree'])),
  of(
    'R-8-15',
    turn('Retry-After and X-RateLimit-Reset', [
      'retryAfter',
      'retryAfterFormat',
      'retryAfterBody',
      'resetFormat',
    ]),
  ),
];
