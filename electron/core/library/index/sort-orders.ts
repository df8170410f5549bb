import { forEachRange, type YieldIfDue } from './time-slices.ts';
import { NOT_STORED, STORED, NO_DAY, storedSlots, type Columns } from './columns.ts';
import { compareTexts } from '../../foundation/compare-texts.ts';

/* The sort orders are kept up to date, so a search does not have to sort the whole library. */

const ORDERS = ['announced', 'fetched', 'name', 'amount', 'fit'] as const;
type BaseOrder = (typeof ORDERS)[number];
export type OrderName = BaseOrder | `${BaseOrder}-reversed`;
export const ORDER_NAMES: readonly OrderName[] = ORDERS.flatMap((name) => [
  name,
  `${name}-reversed` as const,
]);
/** The orders that are sorted in advance. Any other order is sorted by the first search that needs it. */
export const PREPARED_ORDERS: readonly OrderName[] = ['announced', 'fetched', 'name', 'amount'];
type Compare = (a: number, b: number) => number;

export interface Order {
  /** Slots in sort order. Companies that exist only in user data come last. */
  slots: Uint32Array;
  /** Position of each slot in `slots`. */
  rank: Uint32Array;
  /** Slots changed since the last sort, or null if the order was never sorted. */
  pending: Set<number> | null;
}
export const createOrder = (): Order => ({
  slots: new Uint32Array(0),
  rank: new Uint32Array(0),
  pending: null,
});

/** If more than one in `INSERT_SHARE` companies has changed, a full sort is faster than many insertions. */
const INSERT_SHARE = 8;
/**
 * Until a search needs an order, the order is updated only once more than one in `IDLE_SHARE` companies has
 * changed. Each update scans the whole order, so frequent updates would be slow.
 */
const IDLE_SHARE = 32;
const RUN = 256;
const STEPS = 500;
/** Number of companies whose positions are stored between two yields. */
const RANKED = 20_000;

/**
 * Returns whether the order should be updated before it is needed. This is the case if it was never sorted,
 * or if many companies have changed since the last sort.
 */
export const isBehindMuch = ({ pending, slots }: Order): boolean =>
  pending === null || pending.size * IDLE_SHARE > slots.length;

/**
 * Re-sorts the companies that have changed. The caller must not change the columns until the returned promise
 * settles.
 */
export async function sortOrder(
  columns: Columns,
  order: Order,
  name: OrderName,
  yieldIfDue: YieldIfDue,
): Promise<void> {
  const { pending } = order;
  if (pending !== null && pending.size === 0) return;
  const compare = compareBy(columns, name);
  order.slots =
    pending !== null && pending.size * INSERT_SHARE <= order.slots.length
      ? inserted(columns, order.slots, pending, compare)
      : await merged(storedSlots(columns), compare, yieldIfDue);
  order.pending = new Set();
  await yieldIfDue();
  if (order.rank.length < columns.size) order.rank = new Uint32Array(columns.state.length);
  const { slots, rank } = order;
  await forEachRange(
    slots.length,
    RANKED,
    (from, to) => {
      for (let at = from; at < to; at += 1) rank[slots[at] ?? 0] = at;
    },
    yieldIfDue,
  );
}

function inserted(
  columns: Columns,
  slots: Uint32Array,
  changed: ReadonlySet<number>,
  compare: Compare,
): Uint32Array {
  const coming = Uint32Array.from([...changed].filter((slot) => columns.state[slot] !== NOT_STORED)).sort(
    compare,
  );
  const staying = withoutChanged(columns, slots, changed);
  const result = new Uint32Array(staying.length + coming.length);
  let from = 0;
  coming.forEach((slot, at) => {
    const to = placeOf(staying, slot, from, compare);
    result.set(staying.subarray(from, to), from + at);
    result[to + at] = slot;
    from = to;
  });
  result.set(staying.subarray(from), from + coming.length);
  return result;
}

/** Returns `slots` without the changed ones. Faster than `filter`, which calls a function for every company. */
function withoutChanged(columns: Columns, slots: Uint32Array, changed: ReadonlySet<number>): Uint32Array {
  const isChanged = new Uint8Array(columns.size);
  for (const slot of changed) isChanged[slot] = 1;
  const staying = new Uint32Array(slots.length);
  let count = 0;
  for (const slot of slots) if (isChanged[slot] === 0) staying[count++] = slot;
  return staying.subarray(0, count);
}

/**
 * Returns the first position, not before `from`, at which `slot` can be inserted without breaking the sort
 * order.
 */
function placeOf(slots: Uint32Array, slot: number, from: number, compare: Compare): number {
  let [low, high] = [from, slots.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(slots[middle] ?? 0, slot) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Merge sort that yields between steps. No fact about a company may change during the sort. Otherwise, the
 * resulting order would be wrong.
 */
async function merged(slots: Uint32Array, compare: Compare, yieldIfDue: YieldIfDue): Promise<Uint32Array> {
  for (let at = 0; at < slots.length; at += RUN) {
    slots.subarray(at, at + RUN).sort(compare);
    await yieldIfDue();
  }
  let from = slots;
  let to: Uint32Array = new Uint32Array(slots.length);
  for (let width = RUN; width < slots.length; width *= 2) {
    for (let low = 0; low < slots.length; low += 2 * width)
      await mergeRuns(from, to, [low, low + width, low + 2 * width], compare, yieldIfDue);
    [from, to] = [to, from];
  }
  return from;
}

async function mergeRuns(
  from: Uint32Array,
  to: Uint32Array,
  [low, middle, high]: readonly [number, number, number],
  compare: Compare,
  yieldIfDue: YieldIfDue,
): Promise<void> {
  const [leftEnd, rightEnd] = [Math.min(middle, from.length), Math.min(high, from.length)];
  let [left, right] = [low, leftEnd];
  for (let at = low; at < rightEnd; at += 1) {
    const takesLeft =
      left < leftEnd && (right >= rightEnd || compare(from[left] ?? 0, from[right] ?? 0) <= 0);
    to[at] = from[takesLeft ? left++ : right++] ?? 0;
    if (at % STEPS === 0) await yieldIfDue();
  }
}

/** Returns the compare function for an order. Companies that are only in user data come last, by name. */
function compareBy(columns: Columns, name: OrderName): Compare {
  const { ids, names, ascending } = columns;
  // Compares slots instead of ids where possible, because this is faster.
  const byId: Compare = (a, b) =>
    a < ascending && b < ascending ? a - b : compareTexts(ids[a] ?? '', ids[b] ?? '');
  const byName: Compare = (a, b) => compareTexts(names[a] ?? '', names[b] ?? '');
  const isReversed = name.endsWith('-reversed');
  const sign = isReversed ? -1 : 1;
  const by: Readonly<Record<BaseOrder, Compare>> = {
    announced: byNumber(columns.announcedDay, NO_DAY, sign),
    fetched: byNumber(columns.fetchedAtMs, 0, sign),
    name: (a, b) => sign * byName(a, b),
    amount: byAmount(columns, sign),
    fit: byNumber(columns.fit, 0, sign),
  };
  const wanted = by[ORDERS.find((each) => each === name.replace('-reversed', '')) ?? 'name'];
  return (a, b) => {
    const hereA = columns.state[a] === STORED;
    const hereB = columns.state[b] === STORED;
    if (hereA !== hereB) return hereA ? -1 : 1;
    return (hereA ? wanted(a, b) : byName(a, b)) || byId(a, b);
  };
}

/**
 * Returns the compare function for a column. If `sign` is 1, the largest value comes first; if it is -1, the
 * smallest. The value `unknown` comes last in both cases.
 */
const byNumber =
  (column: ArrayLike<number>, unknown: number, sign: number): Compare =>
  (a, b) => {
    const [valueA, valueB] = [column[a] ?? unknown, column[b] ?? unknown];
    if (valueA === valueB) return 0;
    if (valueA === unknown || valueB === unknown) return valueA === unknown ? 1 : -1;
    return sign * (valueB - valueA);
  };

/**
 * Returns the compare function for amounts: largest first, or smallest first if `sign` is -1. Companies are
 * grouped by currency, because amounts in different currencies cannot be compared. Companies without an
 * amount come last.
 */
function byAmount(columns: Columns, sign: number): Compare {
  const { keys } = columns.currencies;
  return (a, b) => {
    const amountA = columns.amount[a] ?? NaN;
    const amountB = columns.amount[b] ?? NaN;
    if (Number.isNaN(amountA) || Number.isNaN(amountB))
      return (Number.isNaN(amountA) ? 1 : 0) - (Number.isNaN(amountB) ? 1 : 0);
    const currencyA = columns.currency[a] ?? 0;
    const currencyB = columns.currency[b] ?? 0;
    if (currencyA === currencyB) return sign * (amountB - amountA);
    // Amounts without a currency come after all currencies.
    if (currencyA === 0 || currencyB === 0) return currencyA === 0 ? 1 : -1;
    return compareTexts(keys[currencyA] ?? '', keys[currencyB] ?? '');
  };
}
