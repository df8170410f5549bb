import { suffixAmount } from './amount.ts';
import { FIFTH_TAG, type Tag } from './tags.ts';
import { hostileName, hostileWebsite } from './malformed-data.ts';
import { mixSeed } from './random.ts';
import type { Profile } from '../profile/profile-options.ts';
import type { Company, Round } from './company-model.ts';

/*
 * Values that depend on the profile. Rows and search filters use the same functions, so a row always shows
 * the value that the filter matched.
 */

/**
 * A stage that occurs in rows, but not in /filters. The specification permits this, because /filters contains
 * only observed values (spec §2.12).
 */
const UNKNOWN_STAGE = 'Growth';

export const stageOf = (round: Round, { stages }: Profile): string =>
  stages === 'one-unknown' && mixSeed(round.id, 'stage') % 12 === 0 ? UNKNOWN_STAGE : round.stage;

export const tagsOf = (company: Company, { tagCategories }: Profile): readonly Tag[] =>
  tagCategories === 'fifth' && mixSeed(company.id, 'tag') % 4 === 0
    ? [...company.tags, FIFTH_TAG]
    : company.tags;

export const nameOf = (company: Company, { companyNames }: Profile): string =>
  companyNames === 'awkward' ? hostileName(company) : company.name;

export const websiteOf = (company: Company, { websites }: Profile): string =>
  websites === 'awkward' ? hostileWebsite(company) : `https://${company.slug}.example`;

/**
 * The list in which a stage appears. The list of one company's rounds may spell stages differently from all
 * other lists.
 */
type Listing = 'rounds' | 'other';

/** Returns the stage as it is spelled in the given listing (spec §2.12). */
export function stageText(round: Round, listing: Listing, profile: Profile): string {
  const stage = stageOf(round, profile);
  if (stage !== 'undisclosed') return stage;
  const isCapitalised = {
    'by-endpoint': listing === 'rounds',
    'lower-case': false,
    capitalised: true,
    mixed: mixSeed(round.id, listing) % 2 === 0,
  }[profile.undisclosedStage];
  return isCapitalised ? 'Undisclosed' : 'undisclosed';
}

/** Returns the stages as /filters spells them. With `mixed`, both spellings of `undisclosed` are included. */
export function stagesOf(stages: readonly string[], { undisclosedStage }: Profile): string[] {
  const spellings = { capitalised: ['Undisclosed'], mixed: ['undisclosed', 'Undisclosed'] };
  const spelling =
    undisclosedStage === 'capitalised' || undisclosedStage === 'mixed'
      ? spellings[undisclosedStage]
      : ['undisclosed'];
  return stages.flatMap((stage) => (stage === 'undisclosed' ? spelling : [stage]));
}

/** Returns the date and time of the announcement, as in /companies/{id}/fundings. */
export function announcedAtOf(round: Round, { roundOffsets }: Profile): string {
  switch (roundOffsets) {
    case 'by-country':
      return round.announcedAt;
    case 'utc':
      return new Date(round.announcedAt).toISOString().replace(/\.\d+Z$/, '+00:00');
    case 'crossing-midnight': {
      const edges = ['T00:00:00+00:00', 'T00:10:00+05:30', 'T23:30:00-08:00', 'T23:59:59+00:00'];
      return `${round.announcedOn}${edges[mixSeed(round.id, 'edge') % edges.length] ?? ''}`;
    }
  }
}

const SYMBOLS: Readonly<Record<string, string>> = {
  USD: '$',
  EUR: '€',
  GBP: '£',
  INR: '₹',
  JPY: '¥',
  TRY: '₺',
};

/** Returns the amount with a suffix, or in one of the other formats that occur in samples. */
export function amountText(round: Round, { amountForms }: Profile): string {
  const suffix = suffixAmount(round.amount);
  if (amountForms === 'documented') return suffix;
  const form = mixSeed(round.id, 'amount');
  if (round.amount === null) return ['', 'undisclosed', 'Undisclosed'][form % 3] ?? suffix;
  const symbol = SYMBOLS[round.currency] ?? '';
  const spaced = suffix.replace(/([KMB])$/, ' $1');
  const grouped = `${symbol}${round.amount.toLocaleString('en-US')}`;
  const forms = [suffix, `${symbol}${suffix}`, suffix.toLowerCase(), spaced, grouped, String(round.amount)];
  return forms[form % forms.length] ?? suffix;
}

/**
 * Returns the amount as in /companies/{id}/fundings: the plain number as a string (spec §2.5). If the
 * profile's `amountForms` is `all`, the amount may also be a number or a string with a suffix.
 */
export function plainAmount(round: Round, profile: Profile): string | number {
  if (round.amount === null) return 'undisclosed';
  const form = profile.amountForms === 'all' ? mixSeed(round.id, 'plain') % 3 : 0;
  return [String(round.amount), round.amount, suffixAmount(round.amount)][form] ?? String(round.amount);
}
