import type { ListQuery } from '../../../shared/model/query.ts';
import type { MissingDays } from '../../../shared/model/search.ts';
import type { Preview, Receipt } from '../../../shared/model/budget.ts';
import type { App } from '../../session/app.svelte.ts';
import type { PagePrice } from './page-price.svelte.ts';
import type { Search } from './search.svelte.ts';
import { fetchOrQueue } from '../../session/queue-when-offline.ts';
import { fillFromLine } from './filters/fill-from-line.ts';

/**
 * The actions behind the buttons and commands of Search. An action that sends a request also shows its
 * receipt.
 */
export interface SearchActions {
  /**
   * Runs the search. If a typed line has not been filled in yet, fills in its filters instead, because the
   * price on screen is for other filters.
   */
  readonly run: () => Promise<void>;
  /** Fills in the filters that the typed line describes. Sends no request. */
  readonly fillFromLine: () => Promise<void>;
  readonly next: () => Promise<void>;
  /** Runs the search for a longer period instead of for the dates in the form. */
  readonly longer: (question: ListQuery) => Promise<void>;
  readonly fewer: (price: PagePrice) => Promise<void>;
  /** Fetches only the missing days. */
  readonly runMissing: (days: MissingDays) => Promise<void>;
  /** Fetches a single row to learn how many rows match. */
  readonly probe: () => Promise<void>;
  /** Shows the stored results of the current query. Sends no request. */
  readonly showStoredResults: () => Promise<void>;
  readonly loadAll: () => Promise<void>;
  /** Switches to rounds, and shows the stored rounds that match the current filters. */
  readonly showRounds: () => Promise<void>;
  readonly fetchFilterOptions: () => Promise<void>;
  /**
   * Whether the app is online. Counting matches and loading all pages require this, because neither can be
   * added to the offline queue.
   */
  readonly isOnline: () => boolean;
  /**
   * Returns the pages that `loadAll` would fetch, and their total price. Returns null while the pages are not
   * known.
   */
  readonly pagesToLoad: () => ReturnType<Search['pagesToLoad']>;
}

/**
 * Creates the actions.
 *
 * @param question returns the query that the filters currently describe; null while they are invalid
 */
export function searchActions(app: App, search: Search, question: () => ListQuery | null): SearchActions {
  const reportReceipt = (receipt: Receipt | null): void => {
    if (receipt) app.receive(receipt);
  };
  /**
   * Fetches a page at the price that the control shows. While the app is offline, the request is queued
   * instead.
   */
  const page = async (
    question: ListQuery | null,
    preview: Preview | null,
    fetch: () => Promise<Receipt | null>,
  ): Promise<void> => {
    if (question === null) return;
    await fetchOrQueue(app, { ask: { kind: 'search', question }, preview, screen: 'search' }, search, fetch);
  };
  const withQuestion = async (work: (current: ListQuery) => Promise<void>): Promise<void> => {
    const current = question();
    if (current !== null) await work(current);
  };
  return {
    run: () =>
      search.line.isPending
        ? fillFromLine(app, search)
        : withQuestion((current) => page(current, search.firstPage.price.preview, () => search.run(current))),
    fillFromLine: () => fillFromLine(app, search),
    longer: (longer) =>
      page(longer, search.longerPage.price.preview, () => search.runLonger(longer, app.clock.nowMs)),
    next: () => page(search.next, search.nextPage.price.preview, () => search.runNextPage()),
    fewer: (price) => page(price.fewerQuestion, price.fewerPrice.preview, () => search.runFewer(price)),
    runMissing: (days) =>
      withQuestion((current) => page(days.question, days.preview, () => search.runMissing(days, current))),
    probe: () =>
      withQuestion(async (current) => {
        const { probe } = search.plan.plan ?? {};
        if (probe) reportReceipt(await search.probe(current, probe));
      }),
    showStoredResults: () => withQuestion((current) => search.showStoredResults(current)),
    fetchFilterOptions: async () => reportReceipt(await search.fetchFilterOptions()),
    isOnline: () => app.connection.state !== 'offline',
    pagesToLoad: () => {
      const current = question();
      return current === null ? null : search.pagesToLoad(current);
    },
    loadAll: () => withQuestion((current) => search.loadAll(current, app.progress, reportReceipt)),
    showRounds: async () => {
      await search.chooseList('fundings');
      await withQuestion((current) => search.showStoredResults(current));
    },
  };
}
