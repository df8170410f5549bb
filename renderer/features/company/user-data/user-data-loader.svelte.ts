import type { AppError } from '../../../../shared/app-error.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';
import { problemOf } from '../../../lib/to-app-error.ts';

/** Loads user data and can reload it. While it is reloading, the previous value stays available. */
export class UserDataLoader<T> {
  value = $state.raw<T | null>(null);
  /** The error if the last load failed. `value` then contains the data from the last successful load. */
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
