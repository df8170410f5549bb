import type { AppError } from '../../../../shared/app-error.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';
import { problemOf } from '../../../lib/to-app-error.ts';

/** Something of the seller's that is read again whenever it changed. What was read before stays while it is. */
export class UserDataLoader<T> {
  value = $state.raw<T | null>(null);
  /** The last reading failed; `value` is what was read before. */
  error = $state.raw<AppError | null>(null);
  readonly #read: () => Promise<T>;
  readonly #latest = new LatestRequest();

  constructor(read: () => Promise<T>) {
    this.#read = read;
    void this.refresh();
  }
  async refresh(): Promise<void> {
    await this.#latest.run(
      this.#read,
      (value) => {
        this.value = value;
        this.error = null;
      },
      (error) => (this.error = problemOf(error)),
    );
  }
}
