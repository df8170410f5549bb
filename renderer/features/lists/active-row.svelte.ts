/** The rows' keys in list order; null for a line that cannot be active. */
type RowKeys = readonly (string | null)[];

/**
 * The active row, identified by its key, so rows inserted above it don't make its neighbour active. If the row is removed,
 * the next remaining row below it becomes active, else the one above.
 */
export class ActiveRow {
  #index = $state(-1);
  /** The keys at the time the row became active. */
  #order = $state.raw<RowKeys>([]);
  readonly #keys: () => RowKeys;
  readonly #current: number = $derived.by(() => this.#find(this.#keys()));

  constructor(keys: () => RowKeys) {
    this.#keys = keys;
  }

  /** -1 for none. */
  get index(): number {
    return this.#current;
  }
  set index(index: number) {
    this.#order = this.#keys();
    this.#index = index;
  }

  #find(keys: RowKeys): number {
    const [index, order] = [this.#index, this.#order];
    // Keys need not be unique.
    if (index < 0 || keys[index] === order[index]) return index;
    for (const key of [...order.slice(index), ...order.slice(0, index).reverse()]) {
      const found = key === null ? -1 : keys.indexOf(key);
      if (found >= 0) return found;
    }
    return Math.min(index, keys.length - 1);
  }
}
