import type { Cost, Preview } from '../../../shared/model/budget.ts';
import { priceWords } from '../../../shared/price-words.ts';

export const countText = (count: number): string => new Intl.NumberFormat('en-GB').format(count);

/** Formats a price as the app's screens do, so that assistants use the same words: `about 5 records`. */
export const priceText = (price: Pick<Preview, 'cost' | 'certainty' | 'expectedRecords'>): string =>
  priceWords(price, countText) ?? 'free';

/** Returns the actual cost of requests as text: `5 records`. */
export const spentText = (cost: Cost): string => priceText({ cost, certainty: 'exact' });
