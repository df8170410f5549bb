import type { AppError } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { LatestRequest } from '../../lib/latest-request.ts';
import { problemOf } from '../../lib/to-app-error.ts';
import { pagesOf, type Range } from '../../lib/virtual-rows.ts';
import { WhileShown, type Changed } from '../../session/refresh-while-shown.ts';

/** A list that the core holds open: its rows are asked for by position. */
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
/** Pages on either side of what is in sight that stay when the list has been scrolled far. */
const KEPT_AROUND = 10;
/** Pages that are looked through for the keyboard's row when many come in above it, or leave. */
const FOLLOWED_PAGES = 5;

/** The core forgot the list: it holds the newest ones open. */
const isGone = (error: unknown): boolean =>
  error instanceof AppFailure && error.appError.kind === 'not-found';

const pageOf = (index: number): number => Math.floor(index / LIST_LIMIT_MAX);

/** A list of any length of which the rows in sight are here. An answer to an older question is dropped. */
export abstract class PagedList<Opened extends OpenedList, Row> {
  opened = $state.raw<Opened | null>(null);
  error = $state.raw<AppError | null>(null);
  /** The row that the keyboard is on. */
  active = $state(-1);
  /** Questions that were answered; not counted is the same question asked again. */
  answered = $state(0);
  #pages = $state.raw<Pages<Row>>({});
  #range = FIRST;
  /** Where the list is scrolled to: 1 down, -1 up, 0 before it was. */
  #way = 0;
  readonly #latest = new LatestRequest();
  #isReading = false;
  #isNew = false;
  #changes: WhileShown | undefined;

  /** Opens the list anew; the rows from `rowsFrom` on may come with it. */
  protected abstract openList(
    rowsFrom: number,
  ): Promise<{ readonly opened: Opened; readonly rows?: readonly Row[] | undefined }>;
  /** What is told of a list after its rows. */
  protected tellMore(_opened: Opened): Promise<void> {
    return Promise.resolve();
  }
  protected abstract readRows(page: PageRequest): Promise<{ readonly rows: readonly Row[] }>;
  /** What a row is known by, also at another place. */
  protected abstract keyOf(row: Row): string;

  /** Opens the list, and again whenever one of these changes. */
  protected follow(changes: readonly Changed[]): void {
    this.#changes = new WhileShown(changes, () => this.open());
    this.#changes.show();
  }
  dispose(): void {
    this.#changes?.dispose();
  }

  /** Null for a row that is not here yet. */
  row(index: number): Row | null {
    return this.#pages[pageOf(index)]?.[index % LIST_LIMIT_MAX] ?? null;
  }

  /** Another question than before: the list starts at its top again. */
  protected async openNew(): Promise<void> {
    this.active = -1;
    this.#range = FIRST;
    this.#way = 0;
    this.#isNew = true;
    await this.open();
  }

  /** Opens the list anew and reads the rows in sight; the old rows stay until the new ones are there. */
  async open(): Promise<void> {
    const isLatest = this.#latest.begin();
    this.#changes?.begin();
    try {
      const [page = 0] = pagesOf(this.#range, LIST_LIMIT_MAX);
      const { opened, rows } = await this.openList(page * LIST_LIMIT_MAX);
      if (!isLatest()) return;
      const wanted = this.#inSight(opened);
      for (const each of this.#whereActiveMayBe(opened)) if (!wanted.includes(each)) wanted.push(each);
      const pages = await Promise.all(
        wanted.map(async (each) => (each === page && rows ? rows : this.#read(opened.queryId, each))),
      );
      if (!isLatest()) return;
      const near = this.#isNew ? [] : this.#fromActiveOn();
      this.#pages = Object.fromEntries(wanted.map((page, at) => [page, pages[at] ?? []]));
      this.#standOn(near);
      this.opened = opened;
      this.error = null;
      if (this.#isNew) this.answered += 1;
      this.#isNew = false;
    } catch (error) {
      if (isLatest()) this.#fail(error);
      return;
    }
    // The list may have been scrolled meanwhile.
    await Promise.all([this.#more(), this.#fill()]);
  }

  /**
   * The rows in sight: reads the pages that are not here yet, then the next one on the way of whoever scrolls, so that a row is
   * filled once and never waits. What is scrolled past while a page is read is not asked for.
   */
  async need(range: Range): Promise<void> {
    if (range.first !== this.#range.first) this.#way = Math.sign(range.first - this.#range.first);
    this.#range = range;
    await this.#fill();
  }
  /** Rows wherever they are, also out of sight. */
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

  async #more(): Promise<void> {
    const { opened } = this;
    if (opened === null) return;
    try {
      await this.tellMore(opened);
    } catch (error) {
      // A list that is gone, or that nobody looks at any more, has nothing to tell.
      if (opened === this.opened && !isGone(error)) this.#fail(error);
    }
  }

  /** The pages from where the keyboard's row was to where as many rows more, or fewer, above it put it. */
  #whereActiveMayBe({ total }: Opened): readonly number[] {
    if (this.#isNew || this.row(this.active) === null) return [];
    const moved = Math.max(0, this.active + total - (this.opened?.total ?? total));
    const [first, last] = [Math.min(this.active, moved), Math.max(this.active, moved)];
    return pagesOf({ first, end: Math.min(last + 1, total) }, LIST_LIMIT_MAX).slice(-FOLLOWED_PAGES);
  }
  /** The row that the keyboard is on, those below it and then those above it, as far as they are here. */
  #fromActiveOn(): readonly string[] {
    if (this.active < 0) return [];
    const keys = (this.#pages[pageOf(this.active)] ?? []).map((row) => this.keyOf(row));
    const at = this.active % LIST_LIMIT_MAX;
    return [...keys.slice(at), ...keys.slice(0, at).reverse()];
  }
  /** Rows that came in above do not put the keyboard on a neighbour; where its row left, the next one takes its place. */
  #standOn(rows: readonly string[]): void {
    if (rows.length === 0) return;
    const places = Object.entries(this.#pages).flatMap(([page, found]) =>
      found.map((row, at) => ({ key: this.keyOf(row), at: Number(page) * LIST_LIMIT_MAX + at })),
    );
    const [first] = rows.flatMap((key) => places.find((place) => place.key === key) ?? []);
    // Too far away to be found: better on none than on another.
    this.active = first?.at ?? -1;
  }
  #inSight({ total }: Opened): number[] {
    const { first, end } = this.#range;
    return [...pagesOf({ first, end: Math.min(end, total) }, LIST_LIMIT_MAX)];
  }
  #missing(opened: Opened): readonly number[] {
    const inSight = this.#inSight(opened);
    const isMissing = (page: number): boolean => !(page in this.#pages);
    const missing = inSight.filter(isMissing);
    if (missing.length > 0 || this.#way === 0) return missing;
    const next = (this.#way > 0 ? inSight.at(-1) : inSight[0]) ?? 0;
    const last = Math.ceil(opened.total / LIST_LIMIT_MAX) - 1;
    return [next + this.#way].filter((page) => page >= 0 && page <= last && isMissing(page));
  }
  async #fill(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (await this.#fillOnce());
    } catch (error) {
      // The oldest of many open lists is forgotten: open it anew.
      if (isGone(error)) void this.open();
      else this.#fail(error);
    } finally {
      this.#isReading = false;
    }
  }
  /** @returns whether something was read, so that more may be missing now. */
  async #fillOnce(): Promise<boolean> {
    const { opened } = this;
    if (opened === null) return false;
    const missing = this.#missing(opened);
    if (missing.length === 0) return false;
    try {
      const read = await Promise.all(missing.map((page) => this.#read(opened.queryId, page)));
      // Another list was opened meanwhile.
      if (opened !== this.opened) return true;
      const found = missing.map((page, at) => [page, read[at] ?? []] as const);
      this.#pages = { ...this.#kept(), ...Object.fromEntries(found) };
    } catch (error) {
      // That a list which nobody looks at any more is gone is no failure of the one that is looked at.
      if (opened === this.opened) throw error;
    }
    return true;
  }
  /** The pages near what is in sight, and the one that the keyboard is on. */
  #kept(): Pages<Row> {
    const [page = 0] = pagesOf(this.#range, LIST_LIMIT_MAX);
    const isKept = (at: number): boolean => Math.abs(at - page) <= KEPT_AROUND || at === pageOf(this.active);
    return Object.fromEntries(Object.entries(this.#pages).filter(([at]) => isKept(Number(at))));
  }
  async #read(queryId: string, page: number): Promise<readonly Row[]> {
    return (await this.readRows({ queryId, offset: page * LIST_LIMIT_MAX, limit: LIST_LIMIT_MAX })).rows;
  }
  #fail(error: unknown): void {
    this.error = problemOf(error);
  }
}
