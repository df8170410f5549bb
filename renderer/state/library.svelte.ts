import type { AppError } from '../../shared/app-error.ts';
import { AppFailure } from '../../shared/app-failure.ts';
import type { Api } from '../../shared/contract.ts';
import type { LibraryRow } from '../../shared/model/company.ts';
import type { LibraryFilters, LibrarySort } from '../../shared/model/library.ts';
import { LIST_LIMIT_MAX } from '../../shared/model/limits.ts';
import { NO_FILTERS, onlyList } from '../lib/library-filters.ts';
import { linesOf } from '../lib/library-groups.ts';
import { pagesOf, type Range } from '../lib/virtual.ts';
import { Selection } from './selection.svelte.ts';

type Opened = Omit<Awaited<ReturnType<Api['library']['open']>>, 'rows'>;
type Pages = Readonly<Record<number, readonly LibraryRow[]>>;
interface Question {
  readonly text: string;
  readonly filters: LibraryFilters;
  readonly sort: LibrarySort;
}

export type LibraryView = 'list' | 'board';

const CHANGE_DELAY_MS = 120;
const TEXT_MAX = 200;
/** Pages on either side of what is in sight that stay when the list has been scrolled far. */
const KEPT_AROUND = 10;

/** Everything fetched, searched as it is typed. Rows come by position; an answer to an older question is dropped. */
export class Library {
  text = $state('');
  filters = $state.raw<LibraryFilters>(NO_FILTERS);
  sort = $state<LibrarySort>('relevance');
  view = $state<LibraryView>('list');
  opened = $state.raw<Opened | null>(null);
  error = $state.raw<AppError | null>(null);
  /** The row that the keyboard is on. */
  active = $state(-1);
  /** Questions that were answered; not counted is the same question asked again. */
  answered = $state(0);
  readonly selection = new Selection({
    total: () => this.opened?.total ?? 0,
    row: (index) => this.row(index),
    rowsIn: (range) => this.rowsIn(range),
  });
  /** Rows and, ordered by amount, the currencies they are in: amounts of two currencies are never compared. */
  readonly lines = $derived(linesOf(this.opened?.total ?? 0, this.opened?.currencies ?? []));
  readonly sortedBy = $derived(this.opened?.sortedBy ?? this.sort);
  #pages = $state.raw<Pages>({});
  readonly #api: Api;
  readonly #stops: (() => void)[];
  #range: Range = { first: 0, end: LIST_LIMIT_MAX };
  #turn = 0;
  #isReading = false;
  #isNew = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: Api) {
    this.#api = api;
    const later = (): void => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.open(), CHANGE_DELAY_MS);
    };
    this.#stops = [api.library.onChanged(later), api.demo.onChanged(later)];
    void this.open();
  }
  dispose(): void {
    clearTimeout(this.#timer);
    for (const stop of this.#stops) stop();
  }

  row(index: number): LibraryRow | null {
    return this.#pages[Math.floor(index / LIST_LIMIT_MAX)]?.[index % LIST_LIMIT_MAX] ?? null;
  }
  /** What is asked now, as the contract wants it. */
  get question(): Question {
    return { text: this.text.slice(0, TEXT_MAX), filters: this.filters, sort: this.sort };
  }
  /** What is selected is seen in the list alone. */
  show(view: LibraryView): void {
    this.view = view;
    this.selection.clear();
  }
  /** The list that is looked at and nothing else. */
  get listId(): string | null {
    return this.text.trim() === '' ? onlyList(this.filters) : null;
  }

  /** Another question: text, filters or order. The list starts at its top again. */
  async ask(change: Partial<Question>): Promise<void> {
    if (change.text !== undefined) this.text = change.text;
    if (change.filters !== undefined) this.filters = change.filters;
    if (change.sort !== undefined) this.sort = change.sort;
    // What is selected has to be among what is found.
    if (change.text !== undefined || change.filters !== undefined) this.selection.clear();
    this.active = -1;
    this.#range = { first: 0, end: LIST_LIMIT_MAX };
    this.#isNew = true;
    await this.open();
  }

  /** Opens the list anew and reads the rows in sight; the old rows stay until the new ones are there. */
  async open(): Promise<void> {
    const turn = ++this.#turn;
    clearTimeout(this.#timer);
    try {
      const [page = 0] = pagesOf(this.#range, LIST_LIMIT_MAX);
      const asked = { ...this.question, rowsFrom: page * LIST_LIMIT_MAX };
      const { rows, ...opened } = await this.#api.library.open(asked);
      if (turn !== this.#turn) return;
      const wanted = pagesOf(
        { first: this.#range.first, end: Math.min(this.#range.end, opened.total) },
        LIST_LIMIT_MAX,
      );
      const pages = await Promise.all(
        wanted.map(async (each) => (each === page && rows ? rows : this.#read(opened.queryId, each))),
      );
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
    // The list may have been scrolled meanwhile.
    await this.#fill();
  }

  /** The rows in sight: reads the pages that are not here yet. What is scrolled past while a page is read is not asked for. */
  async need(range: Range): Promise<void> {
    this.#range = range;
    await this.#fill();
  }
  /** Rows wherever they are, for a selection that reaches out of sight. */
  async rowsIn({ first, end }: Range): Promise<readonly LibraryRow[]> {
    const { opened } = this;
    if (opened === null) return [];
    const pages = await Promise.all(
      pagesOf({ first, end }, LIST_LIMIT_MAX).map(async (page) => {
        const rows = this.#pages[page] ?? (await this.#read(opened.queryId, page));
        return rows.filter(
          (_, at) => page * LIST_LIMIT_MAX + at >= first && page * LIST_LIMIT_MAX + at < end,
        );
      }),
    );
    return pages.flat();
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
    try {
      const read = await Promise.all(missing.map((page) => this.#read(opened.queryId, page)));
      // Another list was opened meanwhile.
      if (opened !== this.opened) return true;
      const found = missing.map((page, at) => [page, read[at] ?? []] as const);
      this.#pages = { ...this.#kept(), ...Object.fromEntries(found) };
    } catch (error) {
      if (opened === this.opened) throw error;
    }
    return true;
  }
  /** The pages near what is in sight, and the one that the keyboard is on. */
  #kept(): Pages {
    const [page = 0] = pagesOf(this.#range, LIST_LIMIT_MAX);
    const isKept = (at: number): boolean =>
      Math.abs(at - page) <= KEPT_AROUND || at === Math.floor(this.active / LIST_LIMIT_MAX);
    return Object.fromEntries(Object.entries(this.#pages).filter(([at]) => isKept(Number(at))));
  }

  async #read(queryId: string, page: number): Promise<readonly LibraryRow[]> {
    const request = { queryId, offset: page * LIST_LIMIT_MAX, limit: LIST_LIMIT_MAX };
    return (await this.#api.library.rows(request)).rows;
  }
  #fail(error: unknown): void {
    this.error = error instanceof AppFailure ? error.appError : { kind: 'internal', ref: 'renderer' };
  }
}
