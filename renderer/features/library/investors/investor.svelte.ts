import { AppFailure } from '../../../../shared/app-failure.ts';
import type { Api } from '../../../../shared/contract/index.ts';
import type { InvestorRoundRow, InvestorView } from '../../../../shared/model/investors/investor.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';

const PAGE = 50;

/**
 * One investor and the investor's loaded rounds. Reloads when stored rounds change, or when the user changes
 * which investors are merged or watched.
 */
export class Investor {
  view = $state.raw<InvestorView | null>(null);
  rounds = $state.raw<readonly InvestorRoundRow[]>([]);
  /** Why `view` is null: no stored round has the investor, or reading failed. */
  problem = $state<'missing' | 'failed' | null>(null);
  readonly name: string;
  readonly #api: Api;
  readonly #stops: (() => void)[];
  readonly #latest = new LatestRequest();

  constructor(api: Api, name: string) {
    this.#api = api;
    this.name = name;
    const again = (): void => void this.refresh();
    this.#stops = [api.investors.onChanged(again), api.library.onChanged(again)];
    again();
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
  }

  async refresh(): Promise<void> {
    const isLatest = this.#latest.begin();
    const { name } = this;
    try {
      const [view, { rounds }] = await Promise.all([
        this.#api.investors.get({ name }),
        this.#api.investors.rounds({ name, offset: 0, limit: PAGE }),
      ]);
      if (!isLatest()) return;
      this.view = view;
      this.rounds = rounds;
      this.problem = null;
    } catch (error) {
      if (!isLatest()) return;
      this.view = null;
      this.rounds = [];
      const isMissing = error instanceof AppFailure && error.appError.kind === 'not-found';
      this.problem = isMissing ? 'missing' : 'failed';
    }
  }
  async showMore(): Promise<void> {
    const isLatest = this.#latest.begin();
    const { name } = this;
    const more = await this.#api.investors.rounds({ name, offset: this.rounds.length, limit: PAGE });
    if (isLatest()) this.rounds = [...this.rounds, ...more.rounds];
  }
  /** Watches the investor, or stops watching. Returns an undo token, as the methods below do. */
  async setWatched(watched: boolean): Promise<string | null> {
    return (await this.#api.investors.setWatched({ name: this.name, watched })).undo;
  }
  async merge(name: string): Promise<string | null> {
    return (await this.#api.investors.merge({ name, into: this.name })).undo;
  }
  async separate(name: string): Promise<string | null> {
    return (await this.#api.investors.separate({ name })).undo;
  }
  async setDistinct(other: string): Promise<string | null> {
    return (await this.#api.investors.setDistinct({ name: this.name, other })).undo;
  }
}
