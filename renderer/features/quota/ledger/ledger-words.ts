import { LEDGER_WORDS_MAX } from '../../../../shared/model/limits.ts';
import type { LedgerWord } from '../../../../shared/model/budget.ts';
import { requestStrings } from '../../../ui/text/request-strings.ts';
import { forecastStrings } from '../forecast-strings.ts';
import { quota } from '../strings.ts';

/**
 * The names under which the request states are displayed. A search finds a state by the words of its name.
 */
const STATES = {
  reserved: quota.results.inFlight,
  spent: quota.results.settled,
  released: quota.results.free,
  unknown: quota.results.unknown,
  refused: quota.results.refusedPlain,
  'other-device': forecastStrings.filters.results.others,
} as const;

const keys = <T extends string>(of: Readonly<Record<T, string>>): readonly T[] => Object.keys(of) as T[];

const begins = (label: string, word: string): boolean =>
  label
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some((each) => each.startsWith(word));

/**
 * Splits search text into words. For each word, returns the endpoints and the states that match it. An
 * endpoint or a state matches if any word of its displayed name starts with the search word.
 */
export function matchLedgerWords(text: string): LedgerWord[] {
  const words = text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, LEDGER_WORDS_MAX);
  return words.map((word) => {
    const lower = word.toLowerCase();
    return {
      text: word.slice(0, 200),
      endpoints: keys(requestStrings.endpoints).filter((endpoint) =>
        begins(requestStrings.endpoints[endpoint], lower),
      ),
      states: keys(STATES).filter((state) => begins(STATES[state], lower)),
    };
  });
}
