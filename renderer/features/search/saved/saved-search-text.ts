import type { SavedSearch } from '../../../../shared/model/saved-search.ts';
import { decisionText, priceSentence } from '../../../ui/text/price-text.ts';
import { savedSearches as strings } from './strings.ts';

/**
 * Returns the price of running a saved search again, such as `Run again: about 9, at most 25 records`. If
 * the search cannot be run, returns the reason instead. The text contains `Run` because a click on the search
 * only opens it, which is free.
 */
export function runPriceText(
  { price, fetchedAtMs }: Pick<SavedSearch, 'price' | 'fetchedAtMs'>,
  nowMs: number,
): string {
  if (price === null) return strings.cannotRun;
  const reason = decisionText(price.decision, nowMs)?.short;
  if (reason !== undefined) return reason;
  const sentence = priceSentence(price);
  if (sentence === null) return '';
  return fetchedAtMs === null ? strings.runPrice(sentence) : strings.runAgainPrice(sentence);
}
