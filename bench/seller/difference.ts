import type { TranscriptEntry } from '../../electron/simulator/service/transcript.ts';
import { rowsIn, type Oracle } from './oracle.ts';
import type { ListAction, Script } from './script.ts';

/*
 * Explains why the product spends more records than the clairvoyant client: it counts the records spent on
 * data that the product had already received, grouped by the reason for the request.
 */

/** Records spent on data that had already been received, by reason. */
export type Difference = Readonly<Record<string, number>>;

export const LATE_ROUNDS = 'looking for late rounds';

const REASONS: Readonly<Record<ListAction['part'], string>> = {
  feed: LATE_ROUNDS,
  back: LATE_ROUNDS,
  narrowing: 'filters that stored rows cannot answer',
  hidden: 'filters that stored rows cannot answer',
  leaving: 'other countries and weeks',
};

/** @param calls the product's requests, in the order in which the service received them */
export function differenceOf(
  calls: readonly TranscriptEntry[],
  { actions }: Script,
  oracle: Oracle,
): Difference {
  const lists = actions.filter((action) => action.kind === 'list');
  const rounds = new Set<string>();
  const profiles = new Set<string>();
  const difference: Record<string, number> = {};
  const add = (reason: string, records: number): void => {
    if (records > 0) difference[reason] = (difference[reason] ?? 0) + records;
  };
  for (const { path, query, atMs, status, charged } of calls) {
    const endpoint = path.replace('/api/v1', '');
    if (status !== 200) continue;
    if (endpoint === '/fundings') {
      const part = lists.findLast((list) => list.atMs <= atMs)?.part ?? 'leaving';
      const ids = rowsIn(oracle.ask(endpoint, query, atMs).body).map(({ roundId }) => roundId);
      add(REASONS[part], ids.filter((id) => rounds.has(id)).length);
      ids.forEach((id) => rounds.add(id));
    } else if (/^\/companies\/[^/]+$/.test(endpoint)) {
      if (profiles.has(endpoint)) add('profiles that are fetched again', charged.records);
      profiles.add(endpoint);
    }
  }
  return difference;
}

/**
 * Returns the reasons that cost the most records over all months, with the average number of records per
 * month.
 */
export function largestReasons(months: readonly Difference[], count: number): [string, number][] {
  const total = new Map<string, number>();
  for (const month of months)
    for (const [reason, records] of Object.entries(month))
      total.set(reason, (total.get(reason) ?? 0) + records);
  return [...total]
    .map(([reason, records]): [string, number] => [reason, Math.round(records / months.length)])
    .sort(([, a], [, b]) => b - a)
    .slice(0, count);
}
