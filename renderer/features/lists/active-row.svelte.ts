/** What a row is known by, in the order of the list; null for a line that no key means. */
type Keys = readonly (string | null)[];

/**
 * The row that the keyboard is on, by what it is: rows that come in above it do not put the keyboard on its neighbour. Where it
 * left, the next one that was below it takes its place, else the one above.
 */
export class ActiveRow {
  #index = $state(-1);
  /** The list as it was when the keyboard went there. */
  #order = $state.raw<Keys>([]);
  readonly #keys: () => Keys;
  readonly #at: number = $derived.by(() => this.#find(this.#keys()));

  constructor(keys: () => Keys) {
    this.#keys = keys;
  }

  /** -1 for none. */
  get at(): number {
    return this.#at;
  }
  set at(index: number) {
    this.#order = this.#keys();
    this.#index = index;
  }

  #find(keys: Keys): number {
    const [index, order] = [this.#index, this.#order];
    // Two rows of a list may be known by the same.
    if (index < 0 || keys[index] === order[index]) return index;
    for (const key of [...order.slice(index), ...order.slice(0, index).reverse()]) {
      const found = key === null ? -1 : keys.indexOf(key);
      if (found >= 0) return found;
    }
    return Math.min(index, keys.length - 1);
  }
}
