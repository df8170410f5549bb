import { AppFailure } from '../../../../shared/app-failure.ts';
import type { Api } from '../../../../shared/contract/index.ts';
import type { Cost, Preview, Receipt } from '../../../../shared/model/budget.ts';
import type { Change, DueCompany, WatchedList, WatchRule } from '../../../../shared/model/watch.ts';
import { LatestRequest, type IsLatest } from '../../../lib/latest-request.ts';
import type { ProgressReporter } from '../../../session/progress.svelte.ts';
import { addReceipts, FREE, isWithin, plus } from '../../../../shared/add-costs.ts';

const PAGE = 50;

/**
 * The watched lists and the changes to their companies. `unseen` contains the newest unseen changes for
 * Library and Today; `unseenTotal` is the number of all unseen changes.
 */
export class WatchedListsState {
  lists = $state.raw<readonly WatchedList[]>([]);
  unseen = $state.raw<readonly Change[]>([]);
  unseenTotal = $state(0);
  /** Whether the last read failed. If so, the previously read values remain available. */
  failed = $state(false);
  /** Whether any read has succeeded so far. */
  isLoaded = $state(false);
  /** The companies that are due for a refresh and can be refreshed within their list's spending cap. */
  due = $state.raw<readonly DueCompany[]>([]);
  duePrice = $state.raw<Preview | null>(null);
  /**
   * Number of companies that are not refreshed because the user has marked them, for example as customers.
   */
  alreadyOurs = $state(0);
  busy = $state(false);
  #isStopped = false;
  readonly hasWatchedLists = $derived(this.lists.some(({ watched }) => watched));
  readonly #api: Api;
  readonly #stops: (() => void)[];
  readonly #latest = new LatestRequest();

  constructor(api: Api) {
    this.#api = api;
    const again = (): void => void this.refresh();
    this.#stops = [
      api.watch.onChanged(again),
      api.watchlists.onChanged(again),
      // Marking companies, for example as customers or as "do not contact", changes which companies are due
      // for a refresh.
      api.ours.onChanged(again),
      // Any response from the service may contain changes to watched companies.
      api.library.onChanged(again),
    ];
    again();
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
  }

  async refresh(): Promise<void> {
    const isLatest = this.#latest.begin();
    const found = await Promise.all([
      this.#api.watch.lists({}),
      this.#api.watch.feed({ listId: null, unseenOnly: true, offset: 0, limit: PAGE }),
    ]).catch(() => null);
    if (!isLatest()) return;
    this.failed = found === null;
    if (found === null) return;
    const [{ lists }, { changes, unseen }] = found;
    this.lists = lists;
    this.unseen = changes;
    this.unseenTotal = unseen;
    this.isLoaded = true;
    await this.#readDue(isLatest);
  }
  async #readDue(isLatest: IsLatest): Promise<void> {
    // While companies are being refreshed, the price on the button must not change.
    if (this.busy) return;
    const isAny = this.lists.some(({ due }) => due > 0);
    const found = isAny
      ? await Promise.all([
          this.#api.watch.due({ listId: null, offset: 0, limit: PAGE }),
          this.#api.watch.duePrice({ listId: null }),
        ]).catch(() => null)
      : null;
    if (!isLatest()) return;
    this.due = found?.[0].companies.filter(({ allowed }) => allowed) ?? [];
    this.duePrice = found?.[1].preview ?? null;
    this.alreadyOurs = found?.[1].alreadyOurs ?? 0;
  }

  /**
   * Refreshes the due companies one after another. Stops before the total would exceed the price shown, or
   * when the user stops the refresh.
   *
   * @param onreceipt receives the sum of all receipts, even after a failure
   * @throws AppFailure if a request fails, except that a `not-found` company is skipped
   */
  async refreshDueCompanies(progress: ProgressReporter, onreceipt: (all: Receipt) => void): Promise<void> {
    const { due, duePrice } = this;
    if (this.busy || duePrice === null) return;
    this.busy = true;
    this.#isStopped = false;
    const work = progress.begin('watch', due.length, () => (this.#isStopped = true));
    let accepted = FREE;
    let all: Receipt | null = null;
    try {
      for (const [at, { companyId, cost }] of due.entries()) {
        accepted = plus(accepted, cost);
        if (this.#isStopped || !isWithin(accepted, duePrice.cost)) break;
        const receipt = await this.#refreshCompany(companyId, cost);
        if (receipt !== null) all = addReceipts(all, receipt);
        work.step(at + 1, all?.cost);
      }
    } finally {
      work.end();
      this.busy = false;
      if (all !== null) onreceipt(all);
      await this.refresh();
    }
  }
  /**
   * Refreshes one company. If the service no longer has the company, returns null. The response is then free,
   * and the core records that the company is gone.
   */
  async #refreshCompany(companyId: string, accepted: Cost): Promise<Receipt | null> {
    try {
      return (await this.#api.watch.refresh({ companyId, accepted, screen: 'library' })).receipt;
    } catch (error) {
      const isUnknown =
        error instanceof AppFailure &&
        error.appError.kind === 'not-found' &&
        error.appError.what === 'company';
      if (isUnknown) return null;
      throw error;
    }
  }
  ruleOf(id: string): WatchedList | null {
    return this.lists.find((list) => list.id === id) ?? null;
  }

  /** Returns a page of all changes, seen and unseen; null if reading fails. */
  readChanges(
    listId: string | null,
    offset: number,
  ): Promise<{ readonly changes: readonly Change[]; readonly total: number } | null> {
    return this.#api.watch.feed({ listId, unseenOnly: false, offset, limit: PAGE }).catch(() => null);
  }

  /**
   * Changes whether and how a list is watched.
   *
   * @returns the undo token
   */
  async setRule(id: string, rule: WatchRule): Promise<string | null> {
    const { undo } = await this.#api.watch.set({ id, ...rule });
    await this.refresh();
    return undo;
  }
  /**
   * Marks the changes to some companies as seen.
   *
   * @param companyIds null for all companies
   * @returns the undo token
   */
  async markSeen(companyIds: readonly string[] | null): Promise<string | null> {
    const { undo } = await this.#api.watch.markSeen({
      companyIds: companyIds === null ? null : [...companyIds],
    });
    await this.refresh();
    return undo;
  }
}
