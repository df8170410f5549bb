import type { BuyerRoles } from '../../../../shared/model/buyer-roles.ts';
import { FIT_PARTS, type FitWeights, type Market } from '../../../../shared/model/market.ts';
import type { SavedQuery } from '../../../../shared/model/saved-search.ts';
import { savedSearches } from '../../database/queries/yours/saved-searches.ts';
import type { ReadDb } from '../../database/sql.ts';
import { readBuyerRoles } from '../../market/buyer-roles.ts';
import { readMarket, readWeights } from '../../market/market-settings.ts';
import { EXPORT_WORDS } from './export-words.ts';
import { factsSection, some, UNREADABLE, type FactLine } from './markdown-lines.ts';
import { parseSavedQuery } from '../saved-searches.ts';

/**
 * Exports the market with its fit weights, the buyer roles and the saved searches as Markdown. Null if there
 * is no market, no buyer role and no saved search.
 */
export function exportSearches(yours: ReadDb): string | null {
  const market = readMarket(yours);
  const searches = savedSearches(yours).map(({ name, question }) => {
    const search = parseSavedQuery(question);
    return factsSection(name, search === null ? UNREADABLE : searchLines(search));
  });
  const buyerRoles = readBuyerRoles(yours);
  if (market === null && buyerRoles === null && searches.length === 0) return null;
  const weights = weightTexts(readWeights(yours));
  const parts = [
    '# Market and saved searches',
    ...(market === null
      ? []
      : [factsSection('Your market', [...marketLines(market), ['Fit weights', weights]])]),
    ...(buyerRoles === null ? [] : [factsSection('Your buyer roles', buyerRoleLines(buyerRoles))]),
    ...searches,
  ];
  return `${parts.join('\n\n')}\n`;
}

export const weightTexts = (weights: FitWeights): readonly string[] =>
  FIT_PARTS.map((part) => `${EXPORT_WORDS.fitParts[part]} ${weights[part]}`);

export const marketLines = (market: Market): readonly FactLine[] => [
  ['Countries', market.countries],
  ['Stages', market.stages],
  ['Industries', market.industries],
  ['Technologies', market.technologies],
  ['Minimum amount', some(market.minAmount)],
  ['Maximum amount', some(market.maxAmount)],
  ['Currency', some(market.currency)],
  ['Open roles', [market.hiring ? 'preferred' : 'ignored']],
];

export const buyerRoleLines = ({ roles, keywords }: BuyerRoles): readonly FactLine[] => [
  [
    'Roles',
    roles.map(
      ({ department, seniorities }) =>
        `${department} (${seniorities.length === 0 ? 'any seniority' : seniorities.join(', ')})`,
    ),
  ],
  ['Keywords', keywords],
];

export function searchLines({ list, dates, query }: SavedQuery): readonly FactLine[] {
  const [least, most] =
    list === 'fundings' ? [query.minAmount, query.maxAmount] : [query.minFunding, query.maxFunding];
  return [
    ['Searches for', [list === 'fundings' ? 'rounds' : 'companies']],
    [
      'Announced',
      [
        dates.kind === 'last'
          ? `last ${dates.days} ${dates.days === 1 ? 'day' : 'days'}`
          : `${dates.start} to ${dates.end}`,
      ],
    ],
    ['Countries', query.countries],
    ['Stages', query.stages],
    ['Industries', query.industries],
    ['Technologies', query.technologies],
    ['Investors', query.investors],
    ['Company sizes', query.companySizes],
    ['Tags', query.tags],
    ['Search text', some(query.search)],
    ['Minimum amount', some(least)],
    ['Maximum amount', some(most)],
    ['Currency', some(query.currency)],
    ['Only companies with validated contacts', query.validatedContacts ? ['yes'] : []],
    ['Only companies that are hiring', query.hasOpenRoles ? ['yes'] : []],
    ['Departments', query.hiringDepartments],
    ['Seniority', query.hiringSeniority],
    ['Role type', some(query.hiringRoleType)],
  ];
}
