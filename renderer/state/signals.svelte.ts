import type { AppError } from '../../shared/app-error.ts';
import { AppFailure } from '../../shared/app-failure.ts';
import type { Api } from '../../shared/contract.ts';
import { LIST_LIMIT_MAX } from '../../shared/model/limits.ts';
import type { SignalDetail, SignalFilters, SignalRow } from '../../shared/model/signal.ts';
import { pagesOf, type Range } from '../lib/virtual.ts';
import { signalLines } from '../lib/signal-lines.ts';
import type { App } from './app.svelte.ts';
import { Triage, type TriageRow } from './triage.svelte.ts';

type Opened = Awaited<ReturnType<Api['signals']['open']>>;
type Pages = Readonly<Record<number, readonly SignalRow[]>>;

export const ALL_SIGNALS: SignalFilters = { text: '', from: null, unseen: false, icp: null };
const CHANGE_DELAY_MS = 120;
/** Pages on either side of what is in sight that stay when the list has been scrolled far. */
const KEPT_AROUND = 10;

/** What was heard without asking, newest first. Rows come by position; an answer to an older question is dropped. */
export class Signals {
  filters = $state.raw<SignalFilters>(ALL_SIGNALS);
  opened = $state.raw<Opened | null>(null);
  error = $state.raw<AppError | null>(null);
  /** The row that the keyboard is on. */
  active = $state(-1);
  /** Questions that were answered; not counted is the same question asked again. */
  answered = $state(0);
  /** The row that is looked at beside the list. */
  shown = $state.raw<SignalDetail | null>(null);
  readonly lines = $derived(signalLines(this.opened?.total ?? 0, this.opened?.today ?? 0));
  readonly isFiltered = $derived(JSON.stringify(this.filters) !== JSON.stringify(ALL_SIGNALS));
  #pages = $state.raw<Pages>({});
  readonly #api: Api;
  readonly #stops: (() => void)[];
  #range: Range = { first: 0, end: LIST_LIMIT_MAX };
  #turn = 0;
  #isReading = false;
  #isNew = false;
  #showing = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: Api) {
    this.#api = api;
    const later = (): void => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.open(), CHANGE_DELAY_MS);
    };
    this.#stops = [
      api.signals.onChanged(later),
      api.savedSearches.onChanged(later),
      api.library.onChanged(later),
      api.demo.onChanged(later),
    ];
    void this.open();
  }
  dispose(): void {
    clearTimeout(this.#timer);
    for (const stop of this.#stops) stop();
  }

  row(index: number): SignalRow | null {
    return this.#pages[Math.floor(index / LIST_LIMIT_MAX)]?.[index % LIST_LIMIT_MAX] ?? null;
  }

  async ask(change: Partial<SignalFilters>): Promise<void> {
    this.filters = { ...this.filters, ...change };
    this.active = -1;
    this.#range = { first: 0, end: LIST_LIMIT_MAX };
    this.#isNew = true;
    await this.open();
  }

  /** Opens the stream anew and reads the rows in sight; the old rows stay until the new ones are there. */
  async open(): Promise<void> {
    const turn = ++this.#turn;
    clearTimeout(this.#timer);
    try {
      const opened = await this.#api.signals.open({ filters: this.filters });
      const wanted = pagesOf(
        { ...this.#range, end: Math.min(this.#range.end, opened.total) },
        LIST_LIMIT_MAX,
      );
      const pages = await Promise.all(wanted.map((page) => this.#read(opened.queryId, page)));
      if (turn !== this.#turn) return;
      this.#pages = Object.fromEntries(wanted.map((page, at) => [page, pages[at] ?? []]));
      this.opened = opened;
      this.error = null;
      if (this.#isNew) this.answered += 1;
      this.#isNew = false;
    } catch (error) {
      if (turn === this.#turn) this.#fail(error);
      return;
    }
    await this.#fill();
    if (this.shown !== null) await this.show(this.shown.row.id);
  }

  /** The rows in sight: reads the pages that are not here yet. */
  async need(range: Range): Promise<void> {
    this.#range = range;
    await this.#fill();
  }

  /** What is told of one signal beside the list; nothing is told of one that is gone. */
  async show(id: string | null): Promise<void> {
    const showing = ++this.#showing;
    const detail = id === null ? null : await this.#api.signals.get({ id }).catch(() => null);
    if (showing === this.#showing) this.shown = detail;
  }

  /** @returns what takes it back, and how many there were */
  markSeen(ids: readonly string[] | null): Promise<{ undo: string | null; marked: number }> {
    return this.#api.signals.markSeen({ ids: ids === null ? null : [...ids] });
  }

  async #fill(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (await this.#fillOnce());
    } catch (error) {
      // The oldest of many open lists is forgotten: open it anew.
      if (error instanceof AppFailure && error.appError.kind === 'not-found') void this.open();
      else this.#fail(error);
    } finally {
      this.#isReading = false;
    }
  }
  /** @returns whether something was read, so that more may be missing now. */
  async #fillOnce(): Promise<boolean> {
    const { opened } = this;
    if (opened === null) return false;
    const { first, end } = this.#range;
    const wanted = pagesOf({ first, end: Math.min(end, opened.total) }, LIST_LIMIT_MAX);
    const missing = wanted.filter((page) => !(page in this.#pages));
    if (missing.length === 0) return false;
    const read = await Promise.all(missing.map((page) => this.#read(opened.queryId, page)));
    // Another list was opened meanwhile.
    if (opened !== this.opened) return true;
    const [near = 0] = wanted;
    const kept = Object.entries(this.#pages).filter(([page]) => Math.abs(Number(page) - near) <= KEPT_AROUND);
    const found = missing.map((page, at) => [page, read[at] ?? []] as const);
    this.#pages = { ...Object.fromEntries(kept), ...Object.fromEntries(found) };
    return true;
  }
  async #read(queryId: string, page: number): Promise<readonly SignalRow[]> {
    const request = { queryId, offset: page * LIST_LIMIT_MAX, limit: LIST_LIMIT_MAX };
    return (await this.#api.signals.rows(request)).rows;
  }
  #fail(error: unknown): void {
    this.error = error instanceof AppFailure ? error.appError : { kind: 'internal', ref: 'renderer' };
  }
}

/** What the keys mean on a row; an event without a company has none. */
const triageRow = (row: SignalRow | null): TriageRow | null =>
  row === null || row.company === null
    ? null
    : { companyId: row.company.companyId, name: row.company.name, newsAtMs: row.atMs };

/** The stream stays whole while it is gone through: what is put away is greyed, and news of it shows it again. */
export const signalsTriage = (app: App, signals: Signals): Triage =>
  app.keep(
    'signals-triage',
    () =>
      new Triage(app, {
        total: () => signals.opened?.total ?? 0,
        row: (index) => triageRow(signals.row(index)),
        active: () => signals.active,
        leavesOut: () => false,
        // Hundreds of rows that are only looked through have no progress.
        progress: () => null,
      }),
  );
export { triageRow };
