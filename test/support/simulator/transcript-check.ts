import { readAccount } from '../../../electron/core/database/queries/ledger/account-state.ts';
import { all, num, numOrNull, text, textOrNull, type ReadDb } from '../../../electron/core/database/sql.ts';
import { readWindows } from '../../../electron/core/quota/account/account-windows.ts';
import { totalsNow } from '../../../electron/core/quota/counters.ts';

/** One request in the simulator's transcript. */
export interface Entry {
  readonly path: string;
  readonly query: string;
  readonly status: number;
  readonly rows: number;
  readonly charged: { readonly requests: number; readonly records: number };
}

export interface Row {
  readonly id: number;
  readonly state: string;
  /** The HTTP status, or null if the app received no response. */
  readonly status: number | null;
  readonly records: number | null;
  readonly isResolved: boolean;
}

export interface Matched {
  /** The number of transcript entries that were matched with a ledger row. */
  matched: number;
  /** The number of matched rows for which the app received a response. */
  observed: number;
  /**
   * The number of matched rows for which the app received no response. The service may or may not have
   * charged them.
   */
  unknown: number;
  /**
   * The number of `unknown` rows that the service charged but the app released. In these cases, two `/stats`
   * responses showed that one of several requests was not charged, but not which one, and the app released
   * the wrong one. The sums are still correct.
   */
  misjudged: number;
  readonly wrong: string[];
}

const addressOf = ({ path, query }: Entry): string =>
  `${path.replace(/^\/api\/v1/, '')}${query === '' ? '' : `?${query}`}`;

/**
 * Checks that every transcript entry has a separate ledger row with the same address, in the same order. If
 * the app received the response, the row must also contain the result.
 */
export function matchTranscript(ledger: ReadDb, entries: readonly Entry[]): Matched {
  const result: Matched = { matched: 0, observed: 0, unknown: 0, misjudged: 0, wrong: [] };
  const rows = new Map<string, Row[]>();
  for (const row of all(
    ledger,
    `SELECT id, call, state, status, cost_records, detail FROM entry WHERE endpoint IS NOT NULL AND state <> 'refused' ORDER BY id`,
  )) {
    const ledgerRow = {
      id: num(row, 'id'),
      state: text(row, 'state'),
      status: numOrNull(row, 'status'),
      records: numOrNull(row, 'cost_records'),
      isResolved: textOrNull(row, 'detail') === 'resolved by stats',
    };
    rows.set(text(row, 'call'), [...(rows.get(text(row, 'call')) ?? []), ledgerRow]);
  }
  const entriesByAddress = new Map<string, Entry[]>();
  for (const entry of entries)
    entriesByAddress.set(addressOf(entry), [...(entriesByAddress.get(addressOf(entry)) ?? []), entry]);
  for (const [address, own] of entriesByAddress) {
    const pairs = pair(rows.get(address) ?? [], own);
    if (pairs === null) {
      const states = (rows.get(address) ?? [])
        .map(({ state, status }) => `${state} ${String(status)}`)
        .join(', ');
      result.wrong.push(`${address}: answered ${own.map(({ status }) => status).join(', ')}; rows ${states}`);
      continue;
    }
    result.matched += pairs.length;
    for (const [row, entry] of pairs) judge(result, address, row, entry);
  }
  for (const [address, own] of rows)
    if (!entriesByAddress.has(address) && own.some(({ status }) => status !== null))
      result.wrong.push(`${address}: a row with an answer that the service never sent`);
  return result;
}

function judge(result: Matched, address: string, row: Row, entry: Entry): void {
  if (row.status === null) {
    result.unknown += 1;
    // No response arrived, so the app cannot know the result. If the service charged the request, the app
    // must not release the row.
    if (entry.charged.requests === 0 || row.state !== 'released') return;
    if (row.isResolved) result.misjudged += 1;
    else result.wrong.push(`${address}: charged, but row ${row.id} was released`);
    return;
  }
  result.observed += 1;
  const isCharged = entry.status >= 200 && entry.status < 300;
  if ((row.state === 'spent') !== isCharged)
    result.wrong.push(`${address}: ${entry.status}, but row ${row.id} is ${row.state}`);
  if (isCharged && (row.records ?? 0) < entry.charged.records)
    result.wrong.push(
      `${address}: ${entry.charged.records} records charged, row ${row.id} has ${String(row.records)}`,
    );
}

/**
 * Pairs each entry with a row, in order. A row with a status must be paired with an entry of the same status.
 * A row without a status need not be paired, because its request may not have reached the service. Returns
 * null if the rows and entries cannot be paired in this way.
 */
export function pair(rows: readonly Row[], entries: readonly Entry[]): Array<readonly [Row, Entry]> | null {
  const failed = new Set<string>();
  const from = (row: number, entry: number): Array<readonly [Row, Entry]> | null => {
    if (entry === entries.length && rows.slice(row).every(({ status }) => status === null)) return [];
    const [here, there] = [rows[row], entries[entry]];
    if (here === undefined || failed.has(`${row} ${entry}`)) return null;
    if (there !== undefined && (here.status === null || here.status === there.status)) {
      const rest = from(row + 1, entry + 1);
      if (rest !== null) return [[here, there], ...rest];
    }
    const without = here.status === null ? from(row + 1, entry) : null;
    if (without === null) failed.add(`${row} ${entry}`);
    return without;
  };
  return from(0, 0);
}

/** The service's counters. */
export interface Usage {
  readonly day: number;
  readonly 'month-requests': number;
  readonly 'month-records': number;
  readonly export: number;
  readonly 'companies-day': number;
  readonly 'page-turns': number;
}

/**
 * Returns by how much each of the ledger's counters exceeds the service's counter, in the windows at `atMs`.
 * The ledger also counts unknown results, other devices, corrections and requests in flight.
 */
export function ledgerMinusService(
  ledger: ReadDb,
  usage: Usage,
  atMs: number,
): Readonly<Record<string, number>> {
  const at = new Date(atMs);
  const dayMs = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate());
  const monthMs = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
  const rows = all(
    ledger,
    'SELECT budget, start_ms, spent + unknown + others + corrected AS total FROM counter WHERE start_ms IN (:dayMs, :monthMs)',
    { dayMs, monthMs },
  );
  // Rolling budgets have no stored counter.
  const windows = readWindows(ledger);
  const rollingTotals = new Map<string, number>(
    [...totalsNow(ledger, readAccount(ledger), atMs)].filter(([budget]) => windows.isRolling(budget)),
  );
  return Object.fromEntries(
    Object.entries(usage).map(([budget, used]) => {
      const total = rollingTotals.get(budget);
      if (total !== undefined) return [budget, total - used];
      const startMs = budget === 'day' || budget === 'companies-day' ? dayMs : monthMs;
      const row = rows.find((line) => text(line, 'budget') === budget && num(line, 'start_ms') === startMs);
      return [budget, (row === undefined ? 0 : num(row, 'total')) - used];
    }),
  );
}
