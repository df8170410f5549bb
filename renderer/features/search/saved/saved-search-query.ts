import type { ListQuery } from '../../../../shared/model/query.ts';
import type { SavedQuery } from '../../../../shared/model/saved-search.ts';
import { toSavedQuery, searchToken } from '../../../../shared/search-date-ranges.ts';
import { amountValue } from '../../../lib/parse-amount.ts';
import type { RangeChoice } from '../../../lib/date-ranges.ts';

/** What the filters say, with its dates as they were chosen. Pure. */
export const searchToSave = (question: ListQuery, range: RangeChoice): SavedQuery =>
  toSavedQuery(
    question,
    range === 'dates'
      ? { kind: 'between', start: question.query.fundingDateStart, end: question.query.fundingDateEnd }
      : { kind: 'last', days: Number(range) },
  );

/** The same for two searches that ask the same, however many rows at a time. */
export const tokenOf = (search: SavedQuery): string => searchToken(search, amountValue);
