import type { ListQuery } from '../../../shared/model/query.ts';
import type { MissingDays } from '../../../shared/model/search.ts';
import type { Preview, Receipt } from '../../../shared/model/budget.ts';
import type { App } from '../../session/app.svelte.ts';
import type { PagePrice } from './page-price.svelte.ts';
import type { Search } from './search.svelte.ts';
import { fetchOrQueue } from '../../session/queue-when-offline.ts';

/** What buttons and commands of Search do; every receipt is told. */
export interface SearchActions {
  readonly run: () => Promise<void>;
  readonly next: () => Promise<void>;
  readonly fewer: (page: PagePrice) => Promise<void>;
  /** Only these days. */
  readonly runMissing: (days: MissingDays) => Promise<void>;
  readonly probe: () => Promise<void>;
  readonly answer: () => Promise<void>;
  readonly loadAll: () => Promise<void>;
  /** The same filters over rounds, from the library. */
  readonly showRounds: () => Promise<void>;
  /** Counting and loading everything are over in one go or not at all: neither waits for the network. */
  readonly isReached: () => boolean;
  /** What `loadAll` would ask for and cost. */
  readonly pages: () => ReturnType<Search['pages']>;
}

/** @param question what the filters say when something is pressed; null while something of it is wrong */
export function searchActions(app: App, search: Search, question: () => ListQuery | null): SearchActions {
  const reportReceipt = (receipt: Receipt | null): void => {
    if (receipt) app.receive(receipt);
  };
  /** Offline it waits, at the price that stands on the control. */
  const page = async (
    question: ListQuery | null,
    preview: Preview | null,
    fetch: () => Promise<Receipt | null>,
  ): Promise<void> => {
    if (question === null) return;
    await fetchOrQueue(app, { ask: { kind: 'search', question }, preview, screen: 'search' }, search, fetch);
  };
  const withQuestion = async (work: (asked: ListQuery) => Promise<void>): Promise<void> => {
    const asked = question();
    if (asked !== null) await work(asked);
  };
  return {
    run: () =>
      withQuestion((asked) =>
        page(search.lastQueryOf(asked), search.first.asked.preview, () => search.run(asked)),
      ),
    next: () => page(search.next, search.more.asked.preview, () => search.nextRows()),
    fewer: (less) => page(less.fewerQuestion, less.fewer.preview, () => search.fewer(less)),
    runMissing: (days) =>
      withQuestion((asked) => page(days.question, days.preview, () => search.runMissing(days, asked))),
    probe: () =>
      withQuestion(async (asked) => {
        const { probe } = search.plan.plan ?? {};
        if (probe) reportReceipt(await search.probe(asked, probe));
      }),
    answer: () => withQuestion((asked) => search.answer(asked)),
    isReached: () => app.connection.state !== 'offline',
    pages: () => {
      const asked = question();
      return asked === null ? null : search.pages(asked);
    },
    loadAll: () => withQuestion((asked) => search.loadAll(asked, app.progress, reportReceipt)),
    showRounds: async () => {
      await search.chooseList('fundings');
      await withQuestion((asked) => search.answer(asked));
    },
  };
}
