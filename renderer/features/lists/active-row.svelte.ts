/** The keys of all lines of a list, in order; null for a line that cannot be active. */
type RowKeys = readonly (string | null)[];

/**
 * The active row of a list. The row is identified by its key, so it stays active if other rows are inserted
 * above it. If the active row is removed, the nearest remaining row below becomes active or, if there is
 * none, the nearest row above.
 */
export class ActiveRow {
  #index = $state(-1);
  /** The keys of the list when the row became active. */
  #order = $state.raw<RowKeys>([]);
  readonly #keys: () => RowKeys;
  readonly #current: number = $derived.by(() => this.#find(this.#keys()));

  constructor(keys: () => RowKeys) {
    this.#keys = keys;
  }

  /** The position of the active row; -1 if there is none. */
  get index(): number {
    return this.#current;
  }
  set index(index: number) {
    this.#order = this.#keys();
    this.#index = index;
  }

  #find(keys: RowKeys): number {
    const [index, order] = [this.#index, this.#order];
    // Several rows may have the same key. If the row at the old position still has the key, that row is
    // preferred.
    if (index < 0 || keys[index] === order[index]) return index;
    for (const key of [...order.slice(index), ...order.slice(0, index).reverse()]) {
      const found = key === null ? -1 : keys.indexOf(key);
      if (found >= 0) return found;
    }
    return Math.min(index, keys.length - 1);
  }
}
