import { AppFailure } from '../../../shared/app-failure.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { Cost, Receipt } from '../../../shared/model/budget.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import type { ProgressReporter } from '../../session/progress.svelte.ts';
import { addReceipts, FREE, isWithin, plus } from '../../../shared/add-costs.ts';

interface Steps {
  /** Fetches one page and shows its rows. */
  page(question: ListQuery, accepted: Cost): Promise<Receipt>;
  /** Returns the page after the rows on screen; null if there is none. */
  next(): ListQuery | null;
}

/**
 * Fetches all pages of a search one after another, up to the total price shown. The user can stop the fetch.
 */
export class LoadAll {
  #isStopped = false;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }
  stop(): void {
    this.#isStopped = true;
  }

  /**
   * Fetches the pages.
   * @param onreceipt called with the sum of all receipts, even if a page failed
   * @throws AppFailure if a page fails or would exceed the price; the rows of earlier pages remain
   */
  async run(
    first: ListQuery,
    { pages, cost: most }: { readonly pages: number; readonly cost: Cost },
    {
      page,
      next,
      progress,
      onreceipt,
    }: Steps & { readonly progress: ProgressReporter; readonly onreceipt: (all: Receipt) => void },
  ): Promise<void> {
    this.#isStopped = false;
    let question: ListQuery | null = first;
    let accepted = FREE;
    let all: Receipt | null = null;
    const work = progress.begin('load-all', pages, () => this.stop());
    try {
      for (let at = 1; question !== null && at <= pages && !this.#isStopped; at += 1) {
        const preview = await this.#api.search.price({ question, screen: 'search' });
        accepted = plus(accepted, preview.cost);
        if (!isWithin(accepted, most)) throw new AppFailure({ kind: 'price-changed', preview });
        all = addReceipts(all, await page(question, preview.cost));
        work.step(at, all.cost);
        question = next();
      }
    } finally {
      work.end();
      if (all !== null) onreceipt(all);
    }
  }
}
