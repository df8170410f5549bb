import type { Api } from '../../../shared/contract/index.ts';
import type { CompanyMatches } from '../../../shared/model/plan.ts';
import { LatestRequest } from '../../lib/latest-request.ts';
import type { App } from '../../session/app.svelte.ts';

/**
 * Maximum number of companies whose matches are read. The core limits the companies for which it returns facts
 * about contacts per minute, and the user must still be able to open others (ADR 54).
 */
const COMPANIES_MAX = 40;

/** How many contacts of each company on Today match the buyer roles. Empty while contacts are locked. */
export class MatchesOnToday {
  #matches = $state.raw<readonly CompanyMatches[]>([]);
  #companyIds: readonly string[] = [];
  readonly #api: Api;
  readonly #latest = new LatestRequest();
  readonly #stops: readonly (() => void)[];

  constructor(api: Api) {
    this.#api = api;
    this.#stops = [
      api.companies.onChanged(({ id }) => {
        if (this.#companyIds.includes(id)) void this.#read();
      }),
      api.market.onChanged(() => void this.#read()),
      api.keys.onChanged(() => {
        // Contacts may have been locked, so the counts are hidden until they have been read again.
        this.#matches = [];
        void this.#read();
      }),
    ];
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
    this.#latest.cancel();
  }
  /**
   * Returns the matches of a company; null if its profile has not been fetched, and undefined if there is
   * nothing to say about matches.
   */
  of(companyId: string): CompanyMatches['matches'] | undefined {
    return this.#matches.find((each) => each.companyId === companyId)?.matches;
  }
  /** Reads the matches of these companies, unless they are the same as before. */
  async show(companyIds: readonly string[]): Promise<void> {
    const ids = companyIds.slice(0, COMPANIES_MAX);
    if (ids.join(' ') === this.#companyIds.join(' ')) return;
    this.#companyIds = ids;
    await this.#read();
  }
  async #read(): Promise<void> {
    await this.#latest.run(
      async () => {
        const companyIds = [...this.#companyIds];
        return this.#api.plan.matches({ companyIds }).catch(() => ({ matches: [] }));
      },
      ({ matches }) => (this.#matches = matches),
    );
  }
}

export const matchesOnTodayOf = (app: App): MatchesOnToday =>
  app.stateFor('matches-on-today', () => new MatchesOnToday(app.api));
