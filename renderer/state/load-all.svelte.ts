import { AppFailure } from '../../shared/app-failure.ts';
import type { Api } from '../../shared/contract.ts';
import type { Cost, Receipt } from '../../shared/model/budget.ts';
import type { FundingsQuery } from '../../shared/model/query.ts';
import { isWithin, joined, sumOf } from '../lib/fewer-rows.ts';

interface Progress {
  readonly page: number;
  readonly pages: number;
  readonly records: number;
}
interface Steps {
  /** Makes one page's call and shows what came. */
  page(query: FundingsQuery, accepted: Cost): Promise<Receipt>;
  /** What comes after the pages that are shown; null: nothing. */
  next(): FundingsQuery | null;
}

/** Every page of a search, one after the other, never beyond the price that was shown for all of them; can be stopped. */
export class LoadAll {
  progress = $state.raw<Progress | null>(null);
  #stopped = false;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }
  stop(): void {
    this.#stopped = true;
  }

  /**
   * `onreceipt` is told the pages' receipts as one, also where a later page fails.
   * @throws AppFailure whatever a page throws; what came before it stays
   */
  async run(
    first: FundingsQuery,
    { pages, cost: most }: { readonly pages: number; readonly cost: Cost },
    { page, next, onreceipt }: Steps & { readonly onreceipt: (all: Receipt) => void },
  ): Promise<void> {
    this.#stopped = false;
    let query: FundingsQuery | null = first;
    let accepted: Cost = { requests: 0, records: 0, pageTurns: 0, companies: 0 };
    let all: Receipt | null = null;
    try {
      for (let at = 1; query !== null && at <= pages && !this.#stopped; at += 1) {
        this.progress = { page: at, pages, records: all?.cost.records ?? 0 };
        const preview = await this.#api.quota.price({ call: { endpoint: 'fundings', query } });
        accepted = sumOf(accepted, preview.cost);
        if (!isWithin(accepted, most))
          throw new AppFailure({ kind: 'conflict', reason: 'price-changed', preview });
        all = joined(all, await page(query, preview.cost));
        query = next();
      }
    } finally {
      this.progress = null;
      if (all !== null) onreceipt(all);
    }
  }
}
