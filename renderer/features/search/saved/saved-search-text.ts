import type { SavedSearch } from '../../../../shared/model/saved-search.ts';
import { decisionText, priceSentence } from '../../../ui/text/price-text.ts';
import { savedSearches as strings } from './strings.ts';

/**
 * Returns the price of running a saved search again, such as `Run: about 9, at most 25 records`, or the
 * reason why it cannot be run. The word `Run` is needed because clicking the search only opens it, which is
 * free.
 */
export function runPriceText({ price }: Pick<SavedSearch, 'price'>, nowMs: number): string {
  if (price === null) return strings.cannotRun;
  const reason = decisionText(price.decision, nowMs)?.short;
  if (reason !== undefined) return reason;
  const sentence = priceSentence(price);
  return sentence === null ? '' : strings.runPrice(sentence);
}
