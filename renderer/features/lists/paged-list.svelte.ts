import type { AppError } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { LatestRequest } from '../../lib/latest-request.ts';
import { problemOf } from '../../lib/to-app-error.ts';
import { pagesOf, type Range } from '../../lib/virtual-rows.ts';
import { RefreshWhileShown, type Subscribe } from '../../session/refresh-while-shown.ts';

/** A query that the core keeps open, so its rows can be read by position. */
interface OpenedList {
  readonly queryId: string;
  readonly total: number;
}
interface PageRequest {
  readonly queryId: string;
  readonly offset: number;
  readonly limit: number;
}
type Pages<Row> = Readonly<Record<number, readonly Row[]>>;

const FIRST: Range = { first: 0, end: LIST_LIMIT_MAX };
/** Number of pages that stay loaded on each side of the visible rows. */
const RETAINED_AROUND = 10;
/** Maximum number of pages on which the list looks for the active row after rows were inserted or removed. */
const SEARCHED_PAGES = 5;

/**
 * Returns whether an error means that the core has closed the query. The core keeps only the most recent
 * queries open.
 */
const isClosed = (error: unknown): boolean =>
  error instanceof AppFailure && error.appError.kind === 'not-found';

const pageOf = (index: number): number => Math.floor(index / LIST_LIMIT_MAX);

/** A list of any length that loads only rows near the visible ones. Replies to old queries are dropped. */
export abstract class PagedList<Opened extends OpenedList, Row> {
  opened = $state.raw<Opened | null>(null);
  error = $state.raw<AppError | null>(null);
  /** The position of the active row; -1 if there is none. */
  active = $state(-1);
  /** Number of times the list was opened with a new text, filter or sort order. Refreshes are not counted. */
  openedCount = $state(0);
  #pages = $state.raw<Pages<Row>>({});
  #range = FIRST;
  /** The last scroll direction: 1 for down, -1 for up, 0 before any scrolling. */
  #scrollDirection = 0;
  readonly #latest = new LatestRequest();
  #isReading = false;
  #isNewQuestion = false;
  #refresher: RefreshWhileShown | undefined;

  /** Opens a query in the core. The reply may already include the page of rows that starts at `rowsFrom`. */
  protected abstract openList(
    rowsFrom: number,
  ): Promise<{ readonly opened: Opened; readonly rows?: readonly Row[] | undefined }>;
  /** Loads additional data after the rows have been loaded. */
  protected loadDetails(_opened: Opened): Promise<void> {
    return Promise.resolve();
  }
  protected abstract readRows(page: PageRequest): Promise<{ readonly rows: readonly Row[] }>;
  /** Returns a key that identifies a row regardless of its position. */
  protected abstract keyOf(row: Row): string;

  /** Opens the list now and refreshes it whenever one of the subscriptions reports a change. */
  protected refreshOn(subscriptions: readonly Subscribe[]): void {
    this.#refresher = new RefreshWhileShown(subscriptions, () => this.open());
    this.#refresher.addScreen();
  }
  dispose(): void {
    this.#refresher?.dispose();
  }

  /** Returns a row; null if the row is not loaded. */
  row(index: number): Row | null {
    return this.#pages[pageOf(index)]?.[index % LIST_LIMIT_MAX] ?? null;
  }

  /** Opens the list with a new text, filter or sort order, and loads the rows at the top. */
  protected async openNewQuestion(): Promise<void> {
    this.active = -1;
    this.#range = FIRST;
    this.#scrollDirection = 0;
    this.#isNewQuestion = true;
    await this.open();
  }

  /**
   * Opens the query again and reads the visible rows. Until the new rows arrive, the previous rows stay on
   * screen.
   */
  async open(): Promise<void> {
    const isLatest = this.#latest.begin();
    this.#refresher?.markFresh();
    try {
      const [page = 0] = pagesOf(this.#range, LIST_LIMIT_MAX);
      const { opened, rows } = await this.openList(page * LIST_LIMIT_MAX);
      if (!isLatest()) return;
      const wanted = this.#visiblePages(opened);
      for (const each of this.#pagesNearActive(opened)) if (!wanted.includes(each)) wanted.push(each);
      const pages = await Promise.all(
        wanted.map(async (each) => (each === page && rows ? rows : this.#read(opened.queryId, each))),
      );
      if (!isLatest()) return;
      const keys = this.#isNewQuestion ? [] : this.#keysFromActive();
      this.#pages = Object.fromEntries(wanted.map((page, at) => [page, pages[at] ?? []]));
      this.#restoreActive(keys);
      this.opened = opened;
      this.error = null;
      if (this.#isNewQuestion) this.openedCount += 1;
      this.#isNewQuestion = false;
    } catch (error) {
      if (isLatest()) this.#fail(error);
      return;
    }
    // If the user scrolled during the read, `#fill` loads the rows that are now visible.
    await Promise.all([this.#loadDetailsOfOpened(), this.#fill()]);
  }

  /**
   * Loads the visible rows, followed by the next page in the scroll direction. Rows that the user has already
   * scrolled past are not loaded.
   */
  async loadRows(range: Range): Promise<void> {
    if (range.first !== this.#range.first) this.#scrollDirection = Math.sign(range.first - this.#range.first);
    this.#range = range;
    await this.#fill();
  }
  /** Returns the rows of a range. Loads them if necessary. */
  async rowsIn({ first, end }: Range): Promise<readonly Row[]> {
    const { opened } = this;
    if (opened === null) return [];
    const pages = await Promise.all(
      pagesOf({ first, end }, LIST_LIMIT_MAX).map(async (page) => {
        const rows = this.#pages[page] ?? (await this.#read(opened.queryId, page));
        const offset = page * LIST_LIMIT_MAX;
        return rows.filter((_, at) => offset + at >= first && offset + at < end);
      }),
    );
    return pages.flat();
  }

  async #loadDetailsOfOpened(): Promise<void> {
    const { opened } = this;
    if (opened === null) return;
    try {
      await this.loadDetails(opened);
    } catch (error) {
      // If the query was closed or replaced, the error is irrelevant.
      if (opened === this.opened && !isClosed(error)) this.#fail(error);
    }
  }

  /**
   * Returns the pages in which to look for the active row after a refresh. The row is between its old
   * position and the position to which it has moved if all added or removed rows are above it.
   */
  #pagesNearActive({ total }: Opened): readonly number[] {
    if (this.#isNewQuestion || this.row(this.active) === null) return [];
    const moved = Math.max(0, this.active + total - (this.opened?.total ?? total));
    const [first, last] = [Math.min(this.active, moved), Math.max(this.active, moved)];
    return pagesOf({ first, end: Math.min(last + 1, total) }, LIST_LIMIT_MAX).slice(-SEARCHED_PAGES);
  }
  /**
   * Returns the keys of the rows that may become active after a refresh, best candidate first: the active
   * row, the rows below it on its page, and the rows above it on its page. Empty if no row is active, or if
   * the active row is one that the screen has added below the paged rows.
   */
  #keysFromActive(): readonly string[] {
    if (this.active < 0 || this.active >= (this.opened?.total ?? 0)) return [];
    const keys = (this.#pages[pageOf(this.active)] ?? []).map((row) => this.keyOf(row));
    const at = this.active % LIST_LIMIT_MAX;
    return [...keys.slice(at), ...keys.slice(0, at).reverse()];
  }
  /** Activates the first row in `keys` that still exists. */
  #restoreActive(keys: readonly string[]): void {
    if (keys.length === 0) return;
    const places = Object.entries(this.#pages).flatMap(([page, found]) =>
      found.map((row, at) => ({ key: this.keyOf(row), at: Number(page) * LIST_LIMIT_MAX + at })),
    );
    const [first] = keys.flatMap((key) => places.find((place) => place.key === key) ?? []);
    // If none of the rows still exists, no row becomes active. This is better than activating a wrong row.
    this.active = first?.at ?? -1;
  }
  #visiblePages({ total }: Opened): number[] {
    const { first, end } = this.#range;
    return [...pagesOf({ first, end: Math.min(end, total) }, LIST_LIMIT_MAX)];
  }
  #missingPages(opened: Opened): readonly number[] {
    const visible = this.#visiblePages(opened);
    const isMissing = (page: number): boolean => !(page in this.#pages);
    const missing = visible.filter(isMissing);
    if (missing.length > 0 || this.#scrollDirection === 0) return missing;
    const next = (this.#scrollDirection > 0 ? visible.at(-1) : visible[0]) ?? 0;
    const last = Math.ceil(opened.total / LIST_LIMIT_MAX) - 1;
    return [next + this.#scrollDirection].filter((page) => page >= 0 && page <= last && isMissing(page));
  }
  async #fill(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (await this.#fillOnce());
    } catch (error) {
      // The core closes old queries when new ones are opened. If it has closed this list's query, the query
      // must be opened again.
      if (isClosed(error)) void this.open();
      else this.#fail(error);
    } finally {
      this.#isReading = false;
    }
  }
  /**
   * Loads the pages that are missing now.
   *
   * @returns whether the caller must check for missing pages again
   */
  async #fillOnce(): Promise<boolean> {
    const { opened } = this;
    if (opened === null) return false;
    const missing = this.#missingPages(opened);
    if (missing.length === 0) return false;
    try {
      const read = await Promise.all(missing.map((page) => this.#read(opened.queryId, page)));
      // If the query was replaced while the pages were loading, the pages are dropped.
      if (opened !== this.opened) return true;
      const found = missing.map((page, at) => [page, read[at] ?? []] as const);
      this.#pages = { ...this.#retainedPages(), ...Object.fromEntries(found) };
    } catch (error) {
      // Errors from a replaced query do not matter.
      if (opened === this.opened) throw error;
    }
    return true;
  }
  /** Returns the loaded pages near the visible rows, and the page of the active row. */
  #retainedPages(): Pages<Row> {
    const [page = 0] = pagesOf(this.#range, LIST_LIMIT_MAX);
    const isRetained = (at: number): boolean =>
      Math.abs(at - page) <= RETAINED_AROUND || at === pageOf(this.active);
    return Object.fromEntries(Object.entries(this.#pages).filter(([at]) => isRetained(Number(at))));
  }
  async #read(queryId: string, page: number): Promise<readonly Row[]> {
    return (await this.readRows({ queryId, offset: page * LIST_LIMIT_MAX, limit: LIST_LIMIT_MAX })).rows;
  }
  #fail(error: unknown): void {
    this.error = problemOf(error);
  }
}
