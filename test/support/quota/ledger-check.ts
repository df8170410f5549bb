import { all, num, numOrNull, text, textOrNull, type SqlRow } from '../../../electron/core/database/sql.ts';
import { countedParts, startOf } from './oracle.ts';
import type { QuotaWorld } from './governor-world.ts';

/** Compares the rows in the ledger's file with the transcript and the counters. Returns the errors found. */
export function checkLedger(world: Pick<QuotaWorld, 'db' | 'transcript'>): string[] {
  return [...againstTranscript(world), ...againstCounters(world)];
}

/**
 * Checks that each call that the service answered has exactly one ledger row. If the app received the
 * response, the row must match the response.
 */
function againstTranscript({ db, transcript }: Pick<QuotaWorld, 'db' | 'transcript'>): string[] {
  const rows = new Map(
    all(db, `SELECT id, call, state, status, cost_records, detail FROM entry WHERE endpoint IS NOT NULL`).map(
      (row) => [num(row, 'id'), row],
    ),
  );
  const wrong: string[] = [];
  const seen = new Set<number>();
  for (const served of transcript) {
    const row = served.row === null ? undefined : rows.get(served.row);
    if (
      served.row === null ||
      row === undefined ||
      text(row, 'call') !== served.canonical ||
      seen.has(served.row)
    ) {
      wrong.push(`no separate row: ${served.canonical}`);
      continue;
    }
    seen.add(served.row);
    const state = text(row, 'state');
    const status = numOrNull(row, 'status');
    const hasStatus = status !== null;
    const agrees = hasStatus
      ? status === served.status && state === (served.status === 200 ? 'spent' : 'released')
      : state === 'unknown' || state === 'reserved' || textOrNull(row, 'detail') === 'resolved by stats';
    const isRight =
      agrees && (!hasStatus || served.status !== 200 || num(row, 'cost_records') === served.rows);
    if (!isRight) wrong.push(`${served.canonical}: row ${state} ${String(status)}, answer ${served.status}`);
  }
  for (const [id, row] of rows)
    if (numOrNull(row, 'status') === 200 && !seen.has(id)) wrong.push(`never answered: row ${id}`);
  return wrong;
}

const UNIT: Readonly<Record<string, string>> = {
  day: 'requests',
  'month-requests': 'requests',
  'month-records': 'records',
  'companies-day': 'companies',
  'page-turns': 'page_turns',
  export: 'records',
};

/** Checks that each counter equals the sum of its window's rows and its corrections. */
function againstCounters({ db }: Pick<QuotaWorld, 'db'>): string[] {
  const sums = new Map<string, number>();
  const add = (key: string, amount: number): void => void sums.set(key, (sums.get(key) ?? 0) + amount);
  for (const row of all(db, `SELECT * FROM entry WHERE state IN ('spent', 'unknown', 'other-device')`)) {
    const prefix = text(row, 'state') === 'unknown' ? 'reserved' : 'cost';
    for (const [budget, unit] of Object.entries(UNIT))
      for (const startMs of windowsOf(budget, row))
        add(`${budget} ${startMs}`, num(row, `${prefix}_${unit}`));
  }
  for (const row of all(db, 'SELECT budget, start_ms, amount FROM correction'))
    add(`${text(row, 'budget')} ${num(row, 'start_ms')}`, num(row, 'amount'));
  const wrong: string[] = [];
  for (const row of all(
    db,
    'SELECT budget, start_ms, spent + unknown + others + corrected AS total FROM counter',
  )) {
    const key = `${text(row, 'budget')} ${num(row, 'start_ms')}`;
    const sum = sums.get(key) ?? 0;
    sums.delete(key);
    if (UNIT[text(row, 'budget')] !== undefined && num(row, 'total') !== sum)
      wrong.push(`counter ${key}: ${num(row, 'total')}, rows ${sum}`);
  }
  for (const [key, sum] of sums) if (sum !== 0) wrong.push(`counter ${key}: none, rows ${sum}`);
  return wrong;
}

function windowsOf(budget: string, row: SqlRow): number[] {
  const kind = budget === 'day' || budget === 'companies-day' ? 'day' : 'month';
  const starts = new Set<number>();
  for (const [fromMs, toMs] of countedParts(num(row, 'from_ms'), num(row, 'to_ms'))) {
    for (let atMs = fromMs; atMs < toMs; atMs += 43_200_000) starts.add(startOf(kind, atMs));
    starts.add(startOf(kind, toMs));
  }
  return [...starts];
}
