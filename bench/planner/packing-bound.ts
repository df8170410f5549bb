/* Computes an upper bound for packing problems: the largest total gain of items that share several limits. */

/** A kind of item. Any fraction of an item may be taken, so the bound also holds for whole items. */
export interface PackedItem {
  readonly gain: number;
  /** The amount of each limit that one item uses, in the order of the limits. */
  readonly uses: readonly number[];
  /**
   * The largest number of these items that fits within the limits. This number only keeps the bound valid
   * despite rounding errors. If fewer items exist, add a limit on their number.
   */
  readonly most: number;
}

/** Amounts smaller than this are treated as 0. */
const TINY = 1e-9;
const PIVOTS_MAX = 20_000;

/**
 * Returns an upper bound on the total gain of any choice of items within the limits. Solves the linear
 * program with the simplex method, and computes the bound from the dual prices of the solution. Rounding
 * errors in the prices cannot make the bound too low, because any prices give a valid bound (weak duality).
 */
export function packingBound(items: readonly PackedItem[], limits: readonly number[]): number {
  const prices = pricesOf(items, limits).map((price) => Math.max(0, price));
  const ofLimits = limits.reduce((sum, limit, index) => sum + limit * (prices[index] ?? 0), 0);
  return items.reduce((sum, { gain, uses, most }) => {
    const paid = uses.reduce((total, use, index) => total + use * (prices[index] ?? 0), 0);
    return sum + most * Math.max(0, gain - paid);
  }, ofLimits);
}

/** Returns the dual price of each limit in the solution of the linear program. */
function pricesOf(items: readonly PackedItem[], limits: readonly number[]): number[] {
  const count = items.length;
  const width = count + limits.length + 1;
  const rows = limits.map((limit, row) => {
    const cells = new Float64Array(width);
    for (const [column, { uses }] of items.entries()) cells[column] = uses[row] ?? 0;
    cells[count + row] = 1;
    cells[width - 1] = limit;
    return cells;
  });
  const goal = new Float64Array(width);
  for (const [column, { gain }] of items.entries()) goal[column] = -gain;
  for (let pivots = 0; pivots < PIVOTS_MAX; pivots += 1) {
    const column = enteringColumn(goal, width - 1, pivots < PIVOTS_MAX / 2);
    const row = column === -1 ? undefined : leavingRow(rows, column, width - 1);
    if (row === undefined) break;
    pivot(row, column, [...rows.filter((each) => each !== row), goal]);
  }
  return limits.map((_, index) => goal[count + index] ?? 0);
}

/**
 * Returns the column with the largest gain or, if `isSteepest` is false, the first column with any gain.
 * Always choosing the largest gain could make the method cycle.
 */
function enteringColumn(goal: Float64Array, columns: number, isSteepest: boolean): number {
  let best = -1;
  for (let column = 0; column < columns; column += 1) {
    const gain = goal[column] ?? 0;
    if (gain >= -TINY) continue;
    if (!isSteepest) return column;
    if (best === -1 || gain < (goal[best] ?? 0)) best = column;
  }
  return best;
}

/** Returns the row whose limit would be reached first if more of the items in `column` were added. */
function leavingRow(rows: readonly Float64Array[], column: number, last: number): Float64Array | undefined {
  let first: Float64Array | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const use = row[column] ?? 0;
    if (use <= TINY) continue;
    const ratio = (row[last] ?? 0) / use;
    if (ratio >= least) continue;
    least = ratio;
    first = row;
  }
  return first;
}

function pivot(row: Float64Array, column: number, others: readonly Float64Array[]): void {
  const divisor = row[column] ?? 1;
  for (let index = 0; index < row.length; index += 1) row[index] = (row[index] ?? 0) / divisor;
  for (const other of others) {
    const factor = other[column] ?? 0;
    if (factor === 0) continue;
    for (let index = 0; index < row.length; index += 1)
      other[index] = (other[index] ?? 0) - factor * (row[index] ?? 0);
  }
}
