import type { DeletionQuestion } from '../../shared/contract/privacy.ts';
import type { Api } from '../../shared/contract/index.ts';
import { LatestRequest } from '../lib/latest-request.ts';

/** Asks the user whether to erase expired contacts when today's date is uncertain. */
export class ExpiredContacts {
  question = $state.raw<DeletionQuestion | null>(null);
  readonly #api: Api;
  readonly #latest = new LatestRequest();

  constructor(api: Api) {
    this.#api = api;
  }
  /** @returns a function that stops watching */
  watch(): () => void {
    return this.#api.privacy.onChanged(() => void this.refresh());
  }
  async refresh(): Promise<void> {
    const isLatest = this.#latest.begin();
    const reply = await this.#api.privacy.deletionQuestion({}).catch(() => null);
    if (isLatest()) this.question = reply?.question ?? null;
  }
  reset(): void {
    this.#latest.cancel();
    this.question = null;
  }
  /** Keeps the contacts for now. */
  async keep(): Promise<void> {
    await this.#api.privacy.keepExpired({});
    await this.refresh();
  }
  /**
   * Erases the expired contacts and events that the app showed to the user and the user agreed to erase.
   *
   * @returns the number of erased contacts
   * @throws AppFailure `conflict` (`outdated`) if the numbers have changed
   */
  async erase({ people, events, atMs }: DeletionQuestion): Promise<number> {
    try {
      return (await this.#api.privacy.deleteExpired({ people, events, atMs })).people;
    } finally {
      await this.refresh();
    }
  }
}
