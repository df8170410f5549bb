import { suffixAmount } from '../data/amount.ts';
import type { Tag } from '../data/tags.ts';
import { mutateRow } from '../data/malformed-data.ts';
import { amountText, nameOf, stageText, tagsOf, websiteOf } from '../data/labels.ts';
import { mixSeed } from '../data/random.ts';
import type { Profile } from '../profile/profile-options.ts';
import type { Company, Round } from '../data/company-model.ts';

type Row = Record<string, unknown>;

/** Creates the JSON objects in responses, in the layout that the profile defines (spec §2.1, §2.6, §2.12). */
export interface RowWriter {
  companyItem(company: Company, round: Round): Row;
  fundingEvent(company: Company, round: Round): Row;
  companyName(company: Company): string;
  website(company: Company): string;
  tags(company: Company): readonly Tag[];
  describeTags(company: Company): Row[];
  stage(round: Round): string;
  /**
   * Renames, adds, removes and damages fields as the profile specifies. The changes depend on the salt, such
   * as the object's id, so they differ from object to object.
   */
  finish(row: Row, ...salt: readonly string[]): Row;
}

export function createRowWriter(profile: Profile): RowWriter {
  const finish = (row: Row, ...salt: readonly string[]): Row => {
    const drifted = applySchemaDrift(profile.fieldNames === 'camel-case' ? rename(row) : row, profile, salt);
    return profile.hostileData ? mutateRow(drifted, ...salt) : drifted;
  };
  const tags = (company: Company): readonly Tag[] => tagsOf(company, profile);
  const describeTags = (company: Company): Row[] =>
    tags(company).map((tag) => finish({ ...tag }, 'tag', company.id, tag.id));
  const stage = (round: Round): string => stageText(round, 'other', profile);
  return {
    finish,
    tags,
    describeTags,
    stage,
    companyName: (company) => nameOf(company, profile),
    website: (company) => websiteOf(company, profile),
    companyItem: (company, round) => {
      const { id, country } = company;
      const place = { country: profile.listCountry === 'code' ? country.code : country.name };
      const named = { id, companyName: nameOf(company, profile), ...place, country_name: country.name };
      const industry = hasLayoutB(round.id, profile) ? { industry: company.industries[0] } : {};
      return finish(
        { ...named, ...industry, stage: stage(round), ...amountAndDate(round, profile) },
        'item',
        id,
      );
    },
    fundingEvent: (company, round) => {
      const { id, country, industries } = company;
      const place = { country: profile.eventCountry === 'code' ? country.code : country.name };
      const named = { id, name: nameOf(company, profile), ...place };
      const industry = hasLayoutB(round.id, profile) ? { industry: industries[0] } : { industries };
      const owner = finish({ ...named, ...industry, tags: describeTags(company) }, 'owner', id);
      const event = { id: round.id, stage: stage(round), ...amountAndDate(round, profile), company: owner };
      return finish(event, 'event', round.id);
    },
  };
}

const hasLayoutB = (roundId: string, { listLayout }: Profile): boolean =>
  listLayout === 'b' || (listLayout === 'mixed' && mixSeed(roundId, 'layout') % 2 === 0);

const amountAndDate = (round: Round, profile: Profile): Row => ({
  ...(hasLayoutB(round.id, profile)
    ? { fundingAmount: round.amount, fundingAmountFormatted: formatAmount(round) }
    : { fundingAmount: amountText(round, profile) }),
  currency: round.currency,
  fundingAnnounceDate: round.announcedOn,
});

const formatAmount = (round: Round): string =>
  round.amount === null ? 'Undisclosed' : `${round.currency} ${suffixAmount(round.amount)}`;

/** The camel-case names of the fields that spec §2 documents in snake case. */
const CAMEL_CASE: Readonly<Record<string, string>> = {
  country_name: 'countryName',
  tech_stack: 'techStack',
  total_contacts: 'totalContacts',
  total_fundings: 'totalFundings',
};
const rename = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [CAMEL_CASE[name] ?? name, value]));

/**
 * Fields that a later, compatible version of the service might drop. Ids, names and dates are not among them.
 */
const REMOVABLE: ReadonlySet<string> = new Set(
  (
    'country_name currency linkedinUrl titleNormalizedEn employmentType source technologyNames fundingAmountUsd ' +
    'company_sizes average_response_time message url'
  ).split(' '),
);

/** Adds or removes fields, as a later version of the service might (spec §9). */
function applySchemaDrift(row: Row, { schemaDrift }: Profile, salt: readonly string[]): Row {
  if (schemaDrift === 'none') return row;
  if (schemaDrift === 'fields-removed')
    return Object.fromEntries(Object.entries(row).filter(([name]) => !REMOVABLE.has(name)));
  const score = mixSeed('score', ...salt) % 101;
  return { ...row, signalScore: score, links: { self: `/${salt.join('/')}` }, revisions: [score, null] };
}
