import type { Market } from './model/market.ts';
import type { SavedQuery } from './model/saved-search.ts';

/** Number of days that a saved search created from a market covers. */
export const MARKET_DAYS = 7;
const ROWS = 25;

/**
 * Builds a search for recent rounds in a market. Technologies and hiring are omitted, because in a market
 * they only affect the fit and exclude no company.
 */
export const searchOfMarket = ({
  countries,
  stages,
  industries,
  minAmount,
  maxAmount,
  currency,
}: Market): SavedQuery => ({
  list: 'fundings',
  dates: { kind: 'last', days: MARKET_DAYS },
  query: {
    limit: ROWS,
    countries: [...countries],
    stages: [...stages],
    industries: [...industries],
    technologies: [],
    investors: [],
    companySizes: [],
    tags: [],
    ...(minAmount === null ? {} : { minAmount }),
    ...(maxAmount === null ? {} : { maxAmount }),
    ...(currency === null ? {} : { currency }),
    validatedContacts: false,
    hasOpenRoles: false,
    hiringDepartments: [],
    hiringSeniority: [],
  },
});
