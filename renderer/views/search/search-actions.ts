import type { FundingsQuery } from '../../../shared/model/query.ts';
import type { Receipt } from '../../../shared/model/budget.ts';
import type { App } from '../../state/app.svelte.ts';
import type { PagePrice } from '../../state/page-price.svelte.ts';
import type { Search } from '../../state/search.svelte.ts';

/** What buttons and commands of Search do; every receipt is told. */
export interface SearchActions {
  readonly run: () => Promise<void>;
  readonly next: () => Promise<void>;
  readonly fewer: (page: PagePrice) => Promise<void>;
  readonly probe: () => Promise<void>;
  readonly answer: () => Promise<void>;
  readonly loadAll: () => Promise<void>;
  /** What `loadAll` would ask for and cost. */
  readonly pages: () => ReturnType<Search['pages']>;
}

/** @param query what the filters say when something is pressed; null while something of it is wrong */
export function searchActions(app: App, search: Search, query: () => FundingsQuery | null): SearchActions {
  const told = (receipt: Receipt | null): void => {
    if (receipt) app.receive(receipt);
  };
  const withQuery = async (work: (asked: FundingsQuery) => Promise<void>): Promise<void> => {
    const asked = query();
    if (asked !== null) await work(asked);
  };
  return {
    run: () => withQuery(async (asked) => told(await search.run(asked))),
    next: async () => told(await search.next()),
    fewer: async (page) => told(await search.fewer(page)),
    probe: () =>
      withQuery(async (asked) => {
        const { probe } = search.plan.plan ?? {};
        if (probe) told(await search.probe(asked, probe));
      }),
    answer: () => withQuery((asked) => search.answer(asked)),
    pages: () => {
      const asked = query();
      return asked === null ? null : search.pages(asked);
    },
    loadAll: () => withQuery((asked) => search.loadAll(asked, told)),
  };
}
