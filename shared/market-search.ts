import type { Market } from './model/market.ts';
import type { KeptSearch } from './model/saved-search.ts';

/** Rounds of so many days, a page of so many: what a market asks when it becomes a saved search. */
export const MARKET_DAYS = 7;
const ROWS = 25;

/** Rounds of the last days that a market asks for. Technologies and hiring stay out: they weigh, they do not rule out. */
export const searchOfMarket = ({
  countries,
  stages,
  industries,
  minAmount,
  maxAmount,
  currency,
}: Market): KeptSearch => ({
  list: 'fundings',
  dates: { kind: 'last', days: MARKET_DAYS },
  query: {
    limit: ROWS,
    ...{ countries: [...countries], stages: [...stages], industries: [...industries] },
    ...{ technologies: [], investors: [], companySizes: [], tags: [] },
    ...(minAmount === null ? {} : { minAmount }),
    ...(maxAmount === null ? {} : { maxAmount }),
    ...(currency === null ? {} : { currency }),
    ...{ validatedContacts: false, hasOpenRoles: false, hiringDepartments: [], hiringSeniority: [] },
  },
});
