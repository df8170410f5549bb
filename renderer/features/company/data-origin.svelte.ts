import type { AppError } from '../../../shared/app-error.ts';
import type { DataOriginReason } from '../../../shared/contract/privacy.ts';
import type { Api } from '../../../shared/contract/index.ts';
import { LatestRequest } from '../../lib/latest-request.ts';
import { problemOf } from '../../lib/to-app-error.ts';

/** The reasons why data about one company is stored. They are read from local data, without a request. */
export class DataOriginState {
  why = $state.raw<readonly DataOriginReason[] | null>(null);
  error = $state.raw<AppError | null>(null);
  readonly #api: Api;
  readonly #companyId: string;
  readonly #stops: (() => void)[];
  readonly #latest = new LatestRequest();

  constructor(api: Api, companyId: string) {
    this.#api = api;
    this.#companyId = companyId;
    this.#stops = [
      api.companies.onChanged(({ id }) => {
        if (id === companyId) void this.load();
      }),
      // The ledger contains a request's price only after the response has been stored, so the reasons are
      // loaded again when the ledger changes.
      api.quota.onChanged(() => void this.load()),
      api.privacy.onChanged(() => void this.load()),
    ];
    void this.load();
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
  }
  async load(): Promise<void> {
    await this.#latest.run(
      () => this.#api.privacy.why({ companyId: this.#companyId }),
      ({ why }) => {
        this.why = why;
        this.error = null;
      },
      (error) => (this.error = problemOf(error)),
    );
  }
}
