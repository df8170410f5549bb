/** The keys of all lines of a list, in order; null for a line that cannot be active. */
type RowKeys = readonly (string | null)[];

/**
 * The active row of a list. The row is identified by its key, so it stays active if other rows are inserted
 * above it. If the active row is removed, the nearest remaining row below becomes active or, if there is
 * none, the nearest row above. In a list with rows of several kinds, only a row of the same kind can become
 * active: a user who presses a key repeatedly must not reach rows of another kind.
 */
export class ActiveRow {
  #index = $state(-1);
  /** The keys of all rows in the list at the time when the row became active. */
  #order = $state.raw<RowKeys>([]);
  readonly #keys: () => RowKeys;
  readonly #kindOf: ((key: string) => string) | null;
  readonly #current: number = $derived.by(() => this.#find(this.#keys()));

  /** @param kindOf returns the kind of the row with the given key; null if all rows are of one kind */
  constructor(keys: () => RowKeys, kindOf: ((key: string) => string) | null = null) {
    this.#keys = keys;
    this.#kindOf = kindOf;
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
    // Several rows may have the same key. The row at the old position is therefore preferred if it still has
    // that key.
    if (index < 0 || keys[index] === order[index]) return index;
    const activeKey = order[index] ?? null;
    for (const key of [...order.slice(index), ...order.slice(0, index).reverse()]) {
      const found = key === null || !this.#isSameKind(key, activeKey) ? -1 : keys.indexOf(key);
      if (found >= 0) return found;
    }
    return this.#kindOf === null ? Math.min(index, keys.length - 1) : -1;
  }
  #isSameKind(key: string, other: string | null): boolean {
    return this.#kindOf === null || (other !== null && this.#kindOf(key) === this.#kindOf(other));
  }
}
