import type { ListQuery } from '../../../../shared/model/query.ts';
import type { SavedQuery } from '../../../../shared/model/saved-search.ts';
import { toSavedQuery, searchToken } from '../../../../shared/search-date-ranges.ts';
import { amountValue } from '../../../lib/parse-amount.ts';
import type { RangeChoice } from '../../../lib/date-ranges.ts';

/** Returns the query to save. Its dates are relative, unless the user has chosen a start and an end date. */
export const searchToSave = (question: ListQuery, range: RangeChoice): SavedQuery =>
  toSavedQuery(
    question,
    range === 'dates'
      ? { kind: 'between', start: question.query.fundingDateStart, end: question.query.fundingDateEnd }
      : { kind: 'last', days: Number(range) },
  );

/** Returns a string for comparing saved queries. It does not contain the page size. */
export const queryKey = (search: SavedQuery): string => searchToken(search, amountValue);
