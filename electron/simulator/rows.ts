import { suffixAmount } from './amount.ts';
import { FIFTH_TAG, type Tag } from './data/tags.ts';
import { hostileName, hostileWebsite, mutateRow } from './hostile.ts';
import type { Profile } from './profile.ts';
import { mixSeed } from './random.ts';
import type { Company, Round } from './world.ts';

type Row = Record<string, unknown>;

/** The layouts of a profile: documented shapes, the alternative one, or rule D on top [§2.1, §2.6, §2.12]. */
export interface RowWriter {
  companyItem(company: Company, round: Round): Row;
  fundingEvent(company: Company, round: Round): Row;
  companyName(company: Company): string;
  website(company: Company): string;
  tags(company: Company): readonly Tag[];
  stage(round: Round): string;
  /** Leaves the row alone unless the profile is hostile. */
  finish(row: Row, ...salt: readonly string[]): Row;
}

export function createRowWriter(profile: Profile): RowWriter {
  const isHostile = profile.hostileData;
  const hasLayoutB = (id: string): boolean =>
    profile.listLayout === 'b' || (profile.listLayout === 'mixed' && mixSeed(id, 'layout') % 2 === 0);
  const finish = (row: Row, ...salt: readonly string[]): Row => (isHostile ? mutateRow(row, ...salt) : row);
  const companyName = (company: Company): string => (isHostile ? hostileName(company) : company.name);
  const tags = (company: Company): readonly Tag[] =>
    isHostile && mixSeed(company.id, 'tag') % 4 === 0 ? [...company.tags, FIFTH_TAG] : company.tags;
  // One stage that /filters does not know, because the list is only of observed values [§2.12].
  const stage = (round: Round): string =>
    isHostile && mixSeed(round.id, 'stage') % 12 === 0 ? 'Growth' : round.stage;
  const amount = (round: Round): Row =>
    hasLayoutB(round.id)
      ? { fundingAmount: round.amount, fundingAmountFormatted: formatAmount(round) }
      : { fundingAmount: isHostile ? hostileAmount(round) : suffixAmount(round.amount) };
  const dated = (round: Round): Row => ({
    ...amount(round),
    currency: round.currency,
    fundingAnnounceDate: round.announcedOn,
  });
  return {
    ...{ finish, companyName, tags, stage },
    website: (company) => (isHostile ? hostileWebsite(company) : `https://${company.slug}.example`),
    companyItem: (company, round) => {
      const industry = hasLayoutB(round.id) ? { industry: company.industries[0] } : {};
      const { id, country } = company;
      const place = { country: country.code, country_name: country.name };
      const item = { id, companyName: companyName(company), ...place, ...industry, stage: stage(round) };
      return finish({ ...item, ...dated(round) }, 'item', id);
    },
    fundingEvent: (company, round) => {
      const industry = hasLayoutB(round.id)
        ? { industry: company.industries[0] }
        : { industries: company.industries };
      const { id, country } = company;
      const named = { id, name: companyName(company), country: country.code };
      const owner = { ...named, ...industry, tags: tags(company) };
      return finish(
        { id: round.id, stage: stage(round), ...dated(round), company: owner },
        'event',
        round.id,
      );
    },
  };
}

const formatAmount = (round: Round): string =>
  round.amount === null ? 'Undisclosed' : `${round.currency} ${suffixAmount(round.amount)}`;

/** The same amount in the ways in which samples write it. */
function hostileAmount(round: Round): string {
  if (round.amount === null) return mixSeed(round.id) % 2 === 0 ? '' : 'undisclosed';
  const suffix = suffixAmount(round.amount);
  const forms = [suffix, `$${suffix}`, suffix.toLowerCase(), suffix.replace(/([KMB])$/, ' $1')];
  return [...forms, `€${round.amount.toLocaleString('en-US')}`][mixSeed(round.id, 'amount') % 5] ?? suffix;
}
