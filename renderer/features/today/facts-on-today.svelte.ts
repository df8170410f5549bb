import type { Api } from '../../../shared/contract/index.ts';
import { LatestRequest } from '../../lib/latest-request.ts';

interface FactsOptions<T> {
  /**
   * Maximum number of companies whose facts are read. The core limits how many facts about contacts it returns
   * per minute (ADR 54).
   */
  readonly companiesMax: number;
  readonly read: (companyIds: readonly string[]) => Promise<readonly T[]>;
}

/** Facts about the contacts of companies on Today. Empty while contacts are locked. */
export class FactsOnToday<T extends { readonly companyId: string }> {
  #facts = $state.raw<readonly T[]>([]);
  /** Whether facts have been read at least once, even if there were none. */
  isRead = $state(false);
  #companyIds: readonly string[] = [];
  readonly #options: FactsOptions<T>;
  readonly #latest = new LatestRequest();
  readonly #stops: readonly (() => void)[];

  constructor(api: Api, options: FactsOptions<T>) {
    this.#options = options;
    this.#stops = [
      api.companies.onChanged(({ id }) => {
        if (this.#companyIds.includes(id)) void this.#read();
      }),
      // The facts depend on the buyer roles.
      api.market.onChanged(() => void this.#read()),
      api.keys.onChanged(() => {
        // Contacts may have been locked. The facts are therefore hidden until they have been read again.
        this.#facts = [];
        void this.#read();
      }),
    ];
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
    this.#latest.cancel();
  }
  of(companyId: string): T | null {
    return this.#facts.find((each) => each.companyId === companyId) ?? null;
  }
  /** Reads the facts about these companies, unless the last call was for the same companies. */
  async show(companyIds: readonly string[]): Promise<void> {
    const ids = companyIds.slice(0, this.#options.companiesMax);
    if (ids.join(' ') === this.#companyIds.join(' ')) return;
    this.#companyIds = ids;
    await this.#read();
  }
  async #read(): Promise<void> {
    await this.#latest.run(
      () => this.#options.read(this.#companyIds),
      (facts) => {
        this.#facts = facts;
        this.isRead = true;
      },
    );
  }
}
