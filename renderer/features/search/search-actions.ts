import type { ListQuery } from '../../../shared/model/query.ts';
import type { MissingDays } from '../../../shared/model/search.ts';
import type { Preview, Receipt } from '../../../shared/model/budget.ts';
import type { App } from '../../session/app.svelte.ts';
import type { PagePrice } from './page-price.svelte.ts';
import type { Search } from './search.svelte.ts';
import { fetchOrQueue } from '../../session/queue-when-offline.ts';

/** The actions of Search's buttons and commands. Each reports its receipt. */
export interface SearchActions {
  readonly run: () => Promise<void>;
  readonly next: () => Promise<void>;
  readonly fewer: (page: PagePrice) => Promise<void>;
  /** Fetches these days only. */
  readonly runMissing: (days: MissingDays) => Promise<void>;
  /** Fetches one row, for the number of matches. */
  readonly probe: () => Promise<void>;
  /** Shows the stored results. */
  readonly answer: () => Promise<void>;
  readonly loadAll: () => Promise<void>;
  /** Shows stored rounds that match the same filters. */
  readonly showRounds: () => Promise<void>;
  /** Counting and loading all pages are never queued, so they need the network. */
  readonly isReached: () => boolean;
  /** The pages that `loadAll` would fetch, and their price. */
  readonly pages: () => ReturnType<Search['pages']>;
}

/** @param question the filters at the time of an action; null while they are invalid */
export function searchActions(app: App, search: Search, question: () => ListQuery | null): SearchActions {
  const reportReceipt = (receipt: Receipt | null): void => {
    if (receipt) app.receive(receipt);
  };
  /** Queues the page while offline, at the price shown on the control. */
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
