import type { AppError } from '../../../../shared/app-error.ts';
import { problemOf } from '../../../lib/to-app-error.ts';

/** User data that can be reloaded. The previous value stays while a reload runs. */
export class UserDataLoader<T> {
  value = $state.raw<T | null>(null);
  /** The error of the last load; `value` is then older. */
  error = $state.raw<AppError | null>(null);
  readonly #read: () => Promise<T>;
  #turn = 0;

  constructor(read: () => Promise<T>) {
    this.#read = read;
    void this.refresh();
  }
  /** A slower earlier reply never replaces a later one. */
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
