import type { Cost, Preview } from '../../../shared/model/budget.ts';
import { priceWords } from '../../../shared/price-words.ts';

export const countText = (count: number): string => new Intl.NumberFormat('en-GB').format(count);

/** Returns a price in the words of the screens, so an assistant can say what the app says: `about 5 records`. */
export const priceText = (price: Pick<Preview, 'cost' | 'certainty' | 'expectedRecords'>): string =>
  priceWords(price, countText) ?? 'free';

/** Returns what requests have cost: `5 records`. */
export const spentText = (cost: Cost): string => priceText({ cost, certainty: 'exact' });
