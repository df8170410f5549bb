import type { ListQuery } from '../../shared/model/query.ts';
import type { KeptSearch } from '../../shared/model/saved-search.ts';
import { keptOf, searchToken } from '../../shared/search-dates.ts';
import { amountValue } from './amount-input.ts';
import type { RangeChoice } from './search-dates.ts';

/** What the filters say, with its dates as they were chosen. Pure. */
export const keptFrom = (question: ListQuery, range: RangeChoice): KeptSearch =>
  keptOf(
    question,
    range === 'dates'
      ? { kind: 'between', start: question.query.fundingDateStart, end: question.query.fundingDateEnd }
      : { kind: 'last', days: Number(range) },
  );

/** The same for two searches that ask the same, however many rows at a time. */
export const tokenOf = (search: KeptSearch): string => searchToken(search, amountValue);
