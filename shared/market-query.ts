import type { Market } from './model/market.ts';
import type { SavedQuery } from './model/saved-search.ts';

/** Number of days covered by a saved search that is created from a market. */
export const MARKET_DAYS = 7;
const ROWS = 25;

/**
 * Builds a search for recent rounds in a market. Omits the market's technologies and hiring: these only
 * affect the fit, whereas a search would exclude companies that do not match them.
 */
export const searchOfMarket = ({
  countries,
  stages,
  industries,
  minAmount,
  maxAmount,
  currency,
}: Market): Extract<SavedQuery, { list: 'fundings' }> => ({
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
