import type { AppError } from '../../../../shared/app-error.ts';
import { problemOf } from '../../../lib/to-app-error.ts';

/** Something of the seller's that is read again whenever it changed. What was read before stays while it is. */
export class UserDataLoader<T> {
  value = $state.raw<T | null>(null);
  /** The last reading failed; `value` is what was read before. */
  error = $state.raw<AppError | null>(null);
  readonly #read: () => Promise<T>;
  #turn = 0;

  constructor(read: () => Promise<T>) {
    this.#read = read;
    void this.refresh();
  }
  /** A slower earlier answer never replaces a later one. */
  async refresh(): Promise<void> {
    const turn = ++this.#turn;
    try {
      const value = await this.#read();
      if (turn !== this.#turn) return;
      this.value = value;
      this.error = null;
    } catch (error) {
      if (turn !== this.#turn) return;
      this.error = problemOf(error);
    }
  }
}
