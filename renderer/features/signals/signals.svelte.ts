import type { Api } from '../../../shared/contract/index.ts';
import type { SignalDetail, SignalFilters, SignalRow, SignalSort } from '../../../shared/model/signal.ts';
import { LatestRequest } from '../../lib/latest-request.ts';
import { signalLines } from './signal-lines.ts';
import type { App } from '../../session/app.svelte.ts';
import type { Navigation } from '../../session/navigation.svelte.ts';
import { signalChanges } from '../lists/signal-changes.ts';
import { PagedList } from '../lists/paged-list.svelte.ts';
import { Triage, type TriageRow } from '../lists/triage/triage.svelte.ts';

type OpenedSignals = Awaited<ReturnType<Api['signals']['open']>> & {
  readonly sort: SignalSort;
};

export const ALL_SIGNALS: SignalFilters = { text: '', from: null, unseen: false, icp: null, fit: null };

/**
 * The state of the Signals screen: webhook events, pasted events and new rows from saved searches. By
 * default, the newest signals come first.
 */
export class Signals extends PagedList<OpenedSignals, SignalRow> {
  filters = $state.raw<SignalFilters>(ALL_SIGNALS);
  sort = $state<SignalSort>('received');
  detail = $state.raw<SignalDetail | null>(null);
  /**
   * Whether any signal loaded so far has a score from the service. Most signals have none, so the score
   * column is hidden until a signal with a score is loaded.
   */
  hasScores = $state(false);
  readonly lines = $derived(
    signalLines(this.opened?.total ?? 0, {
      sort: this.opened?.sort ?? 'received',
      today: this.opened?.today ?? 0,
      currencies: this.opened?.currencies ?? [],
    }),
  );
  readonly isFiltered = $derived(JSON.stringify(this.filters) !== JSON.stringify(ALL_SIGNALS));
  readonly #api: Api;
  readonly #navigation: Navigation;
  readonly #latestDetail = new LatestRequest();
  /** The signal that is shown, or whose details are being loaded. */
  #shownId: string | null = null;
  /** Whether the company of the shown signal is opened as soon as it is stored. */
  #awaitsCompany = false;
  /**
   * Server time at which the user first marked signals as seen since opening the screen; null if none were
   * marked. Search results marked since then stay in the list.
   */
  #seenSinceMs: number | null = null;

  constructor(api: Api, navigation: Navigation) {
    super();
    this.#api = api;
    this.#navigation = navigation;
    this.refreshOn([
      ...signalChanges(api),
      // The fit depends on the market.
      api.market.onChanged,
    ]);
  }

  async filter(change: Partial<SignalFilters>): Promise<void> {
    this.filters = { ...this.filters, ...change };
    await this.openNewQuestion();
  }
  /**
   * Sorts by a column. If the list is already sorted by that column, returns to sorting by the time received.
   */
  async sortBy(sort: SignalSort): Promise<void> {
    this.sort = this.sort === sort ? 'received' : sort;
    await this.openNewQuestion();
  }
  override async open(): Promise<void> {
    await super.open();
    if (this.#shownId !== null) await this.showDetails(this.#shownId);
  }

  /**
   * Shows a signal and opens its company. A new event may appear shortly before its company is stored. In
   * that case, only the signal is shown at first, and the company opens as soon as it is stored.
   */
  async show({ id, company }: Pick<SignalRow, 'id' | 'company'>): Promise<void> {
    if (company === null) this.#navigation.closeCompany();
    else this.#navigation.openCompany(company.companyId);
    this.#awaitsCompany = company === null;
    await this.showDetails(id);
  }
  /**
   * Shows the details of a signal. If the signal no longer exists, no details are shown.
   *
   * @param id null to hide the details
   */
  async showDetails(id: string | null): Promise<void> {
    this.#shownId = id;
    const isLatest = this.#latestDetail.begin();
    const detail = id === null ? null : await this.#read(id);
    if (!isLatest()) return;
    this.detail = detail;
    this.#shownId = detail?.row.id ?? null;
    this.#openStoredCompany(detail?.row.company?.companyId ?? null);
    if (detail === null) this.#awaitsCompany = false;
  }
  #read(id: string): Promise<SignalDetail | null> {
    return this.#api.signals.get({ id, seenSinceMs: this.#seenSinceMs }).catch(() => null);
  }
  /** Opens the shown signal's company if it has been stored since the signal was shown. */
  #openStoredCompany(companyId: string | null): void {
    if (!this.#awaitsCompany || companyId === null) return;
    this.#awaitsCompany = false;
    const { screen, companyId: openId } = this.#navigation;
    if (screen === 'signals' && openId === null) this.#navigation.openCompany(companyId);
  }

  /**
   * Marks signals as seen. They stay in the list until `leave` is called.
   *
   * @param ids null for all signals
   * @returns the undo token, and the number of signals that were marked
   */
  async markSeen(ids: readonly string[] | null): Promise<{ undo: string | null; marked: number }> {
    const reply = await this.#api.signals.markSeen({ ids: ids === null ? null : [...ids] });
    this.#seenSinceMs ??= reply.atMs;
    return reply;
  }
  /**
   * Removes from the list the search results that were marked as seen. Must be called when the user leaves
   * the screen.
   */
  leave(): void {
    if (this.#seenSinceMs === null) return;
    this.#seenSinceMs = null;
    void this.open();
  }

  remove(id: string): Promise<{ undo: string | null }> {
    return this.#api.signals.remove({ id });
  }

  protected override async openList(rowsFrom: number) {
    const { filters, sort } = this;
    const { rows, ...opened } = await this.#api.signals.open({
      filters,
      sort,
      rowsFrom,
      seenSinceMs: this.#seenSinceMs,
    });
    this.#noteScores(rows ?? []);
    return { opened: { ...opened, sort }, rows };
  }
  protected override keyOf({ id }: SignalRow): string {
    return id;
  }
  protected override async readRows(page: Parameters<Api['signals']['rows']>[0]) {
    const reply = await this.#api.signals.rows(page);
    this.#noteScores(reply.rows);
    return reply;
  }
  #noteScores(rows: readonly SignalRow[]): void {
    if (rows.some(({ icpMatch }) => icpMatch !== null)) this.hasScores = true;
  }
}

/** Returns a signal's company as a row for triage; null if the company is not stored. */
const triageRow = (row: SignalRow | null): TriageRow | null =>
  row === null || row.company === null
    ? null
    : { companyId: row.company.companyId, name: row.company.name, newsAtMs: row.atMs };

/**
 * Returns the triage state of the signals. Signals of snoozed companies are greyed out, as are signals of
 * done companies that arrived before the company was marked as done.
 */
export const signalsTriage = (app: App, signals: Signals): Triage =>
  app.stateFor(
    'signals-triage',
    () =>
      new Triage(app, {
        total: () => signals.opened?.total ?? 0,
        row: (index) => triageRow(signals.row(index)),
        active: () => signals.active,
        hidesHandled: () => false,
        // No progress is shown, because users only skim signals.
        progress: () => null,
      }),
  );
export { triageRow };
