import type { ListQuery } from '../../../shared/model/query.ts';
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
  /** The same filters over rounds, from the library. */
  readonly showRounds: () => Promise<void>;
  /** What `loadAll` would ask for and cost. */
  readonly pages: () => ReturnType<Search['pages']>;
}

/** @param question what the filters say when something is pressed; null while something of it is wrong */
export function searchActions(app: App, search: Search, question: () => ListQuery | null): SearchActions {
  const told = (receipt: Receipt | null): void => {
    if (receipt) app.receive(receipt);
  };
  const withQuestion = async (work: (asked: ListQuery) => Promise<void>): Promise<void> => {
    const asked = question();
    if (asked !== null) await work(asked);
  };
  return {
    run: () => withQuestion(async (asked) => told(await search.run(asked))),
    next: async () => told(await search.nextRows()),
    fewer: async (page) => told(await search.fewer(page)),
    probe: () =>
      withQuestion(async (asked) => {
        const { probe } = search.plan.plan ?? {};
        if (probe) told(await search.probe(asked, probe));
      }),
    answer: () => withQuestion((asked) => search.answer(asked)),
    pages: () => {
      const asked = question();
      return asked === null ? null : search.pages(asked);
    },
    loadAll: () => withQuestion((asked) => search.loadAll(asked, told)),
    showRounds: async () => {
      await search.chooseList('fundings');
      await withQuestion((asked) => search.answer(asked));
    },
  };
}
