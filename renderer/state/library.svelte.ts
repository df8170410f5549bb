import type { AppError } from '../../shared/app-error.ts';
import { AppFailure } from '../../shared/app-failure.ts';
import type { Api } from '../../shared/contract.ts';
import type { LibraryHas, LibraryRow } from '../../shared/model/company.ts';
import { LIST_LIMIT_MAX } from '../../shared/model/limits.ts';
import { pagesOf, type Range } from '../lib/virtual.ts';

type Opened = Awaited<ReturnType<Api['library']['open']>>;
type Pages = Readonly<Record<number, readonly LibraryRow[]>>;
export type LibrarySort = 'announced' | 'fetched' | 'name';

const CHANGE_DELAY_MS = 120;

/** Everything fetched, searched as it is typed. Rows come by position; an answer to an older question is dropped. */
export class Library {
  text = $state('');
  watchlistId = $state<string | null>(null);
  has = $state<LibraryHas | null>(null);
  sort = $state<LibrarySort>('fetched');
  opened = $state.raw<Opened | null>(null);
  error = $state.raw<AppError | null>(null);
  /** The row that the keyboard is on. */
  active = $state(-1);
  #pages = $state.raw<Pages>({});
  readonly #api: Api;
  readonly #stops: (() => void)[];
  #asked: readonly number[] = [];
  #range: Range = { first: 0, end: LIST_LIMIT_MAX };
  #turn = 0;
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

  /** Another question: text, list or order. The list starts at its top again. */
  async ask(change: {
    text?: string;
    watchlistId?: string | null;
    has?: LibraryHas | null;
    sort?: LibrarySort;
  }): Promise<void> {
    if (change.text !== undefined) this.text = change.text;
    if (change.watchlistId !== undefined) this.watchlistId = change.watchlistId;
    if (change.has !== undefined) this.has = change.has;
    if (change.sort !== undefined) this.sort = change.sort;
    this.active = -1;
    this.#range = { first: 0, end: LIST_LIMIT_MAX };
    await this.open();
  }

  /** Opens the list anew and reads the rows in sight; the old rows stay until the new ones are there. */
  async open(): Promise<void> {
    const turn = ++this.#turn;
    try {
      const { text, watchlistId, has, sort } = this;
      const opened = await this.#api.library.open({ text: text.slice(0, 200), watchlistId, has, sort });
      if (turn !== this.#turn) return;
      const wanted = pagesOf(
        { first: this.#range.first, end: Math.min(this.#range.end, opened.total) },
        LIST_LIMIT_MAX,
      );
      const pages = await Promise.all(wanted.map((page) => this.#read(opened.queryId, page)));
      if (turn !== this.#turn) return;
      this.#asked = wanted;
      this.#pages = Object.fromEntries(wanted.map((page, at) => [page, pages[at] ?? []]));
      this.opened = opened;
      this.error = null;
    } catch (error) {
      if (turn === this.#turn) this.#fail(error);
    }
  }

  /** The rows in sight: reads the pages that are not here yet. */
  async need(range: Range): Promise<void> {
    this.#range = range;
    const { opened } = this;
    if (opened === null) return;
    const turn = this.#turn;
    const missing = pagesOf(range, LIST_LIMIT_MAX).filter((page) => !this.#asked.includes(page));
    for (const page of missing) {
      this.#asked = [...this.#asked, page];
      try {
        const rows = await this.#read(opened.queryId, page);
        if (turn !== this.#turn) return;
        this.#pages = { ...this.#pages, [page]: rows };
      } catch (error) {
        if (turn !== this.#turn) return;
        this.#asked = this.#asked.filter((each) => each !== page);
        // The oldest of many open lists is forgotten: open it anew.
        if (error instanceof AppFailure && error.appError.kind === 'not-found') return this.open();
        this.#fail(error);
      }
    }
  }

  async #read(queryId: string, page: number): Promise<readonly LibraryRow[]> {
    const request = { queryId, offset: page * LIST_LIMIT_MAX, limit: LIST_LIMIT_MAX };
    return (await this.#api.library.rows(request)).rows;
  }
  #fail(error: unknown): void {
    this.error = error instanceof AppFailure ? error.appError : { kind: 'internal', ref: 'renderer' };
  }
}
