import type { AppError } from '../../../../shared/app-error.ts';
import type { Api } from '../../../../shared/contract/index.ts';
import type { LibraryRow } from '../../../../shared/model/company.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';
import type { StatusId } from '../../../../shared/model/user-data.ts';
import type { StatusesAndTags } from '../../lists/status-and-tags.svelte.ts';
import type { Library } from '../library.svelte.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';
import { problemOf } from '../../../lib/to-app-error.ts';

/** The status of a column's companies; `none` for the column of companies without a status. */
export type ColumnId = StatusId | 'none';

export interface BoardColumn {
  readonly id: ColumnId;
  readonly total: number;
  /** The rows loaded so far, from the top of the column. */
  readonly rows: readonly LibraryRow[];
}

/**
 * The library's companies in columns: first the companies without a status, then a column for each status.
 * Each column has its own query and initially loads only the first rows.
 */
export class LibraryBoard {
  columns = $state.raw<readonly BoardColumn[] | null>(null);
  error = $state.raw<AppError | null>(null);
  readonly #api: Api;
  readonly #library: Library;
  readonly #marks: StatusesAndTags;
  readonly #latest = new LatestRequest();
  #movesInProgress = 0;
  #isReadPending = false;

  constructor(api: Api, library: Library, marks: StatusesAndTags) {
    this.#api = api;
    this.#library = library;
    this.#marks = marks;
  }

  /**
   * Reads the columns for the library's current text and filters. While a move is being saved, postpones the
   * read. Otherwise, its counts would be outdated, and it could remove the moved card from its new column, so
   * the card would lose focus.
   */
  async read(): Promise<void> {
    this.#isReadPending = this.#movesInProgress > 0;
    if (this.#isReadPending) return;
    const counts = this.#library.counted?.counts.statuses ?? [];
    const { statuses: filtered } = this.#library.filters;
    const ids: readonly ColumnId[] = ['none', ...this.#marks.statuses.map(({ id }) => id)];
    const shown = ids.filter((id) => filtered.length === 0 || filtered.includes(id));
    const readColumn = async (id: ColumnId): Promise<BoardColumn> => {
      const total = counts.find(({ value }) => value === id)?.count ?? 0;
      const loaded = this.columns?.find((column) => column.id === id)?.rows.length ?? 0;
      return total === 0 ? { id, total, rows: [] } : this.#queryColumn(id, Math.max(loaded, LIST_LIMIT_MAX));
    };
    await this.#latest.run(
      () => Promise.all(shown.map((id) => readColumn(id))),
      (columns) => {
        this.columns = columns;
        this.error = null;
      },
      (error) => this.#fail(error),
    );
  }

  async more(id: ColumnId): Promise<void> {
    const isLatest = this.#latest.follow();
    const loaded = this.columns?.find((column) => column.id === id)?.rows.length ?? 0;
    try {
      const column = await this.#queryColumn(id, loaded + LIST_LIMIT_MAX);
      if (isLatest()) this.#replaceColumn(column);
    } catch (error) {
      if (isLatest()) this.#fail(error);
    }
  }

  /**
   * Moves a company's card to another column, then saves the company's new status.
   *
   * @returns the undo token
   */
  async move(row: LibraryRow, to: ColumnId): Promise<string | null> {
    const { status: _, ...withoutStatus } = row;
    const moved = to === 'none' ? withoutStatus : { ...row, status: this.#marks.statusName(to) };
    this.#latest.cancel();
    this.#movesInProgress += 1;
    for (const column of this.columns ?? []) {
      const rows = column.rows.filter(({ companyId }) => companyId !== row.companyId);
      const removed = rows.length < column.rows.length ? 1 : 0;
      if (column.id === to)
        this.#replaceColumn({
          id: to,
          total: column.total + 1 - removed,
          rows: [moved, ...rows],
        });
      else if (removed > 0) this.#replaceColumn({ ...column, rows, total: column.total - 1 });
    }
    try {
      const statusId = to === 'none' ? null : to;
      return (await this.#api.marks.setStatus({ companyIds: [row.companyId], statusId })).undo;
    } finally {
      const { opened } = this.#library;
      await this.#library.open();
      this.#movesInProgress -= 1;
      // If a newer query has superseded this one, `this.#library.opened` is unchanged. The columns are then
      // read later, when the counts of the newer query arrive.
      if (this.#isReadPending && this.#library.opened !== opened) void this.read();
    }
  }

  #replaceColumn(next: BoardColumn): void {
    this.columns = (this.columns ?? []).map((column) => (column.id === next.id ? next : column));
  }
  async #queryColumn(id: ColumnId, upTo: number): Promise<BoardColumn> {
    const { text, filters, sort } = this.#library.question;
    const opened = await this.#api.library.open({ text, sort, filters: { ...filters, statuses: [id] } });
    const end = Math.min(upTo, opened.total);
    let rows: readonly LibraryRow[] = [];
    for (let offset = 0; offset < end; offset += LIST_LIMIT_MAX) {
      const page = { queryId: opened.queryId, offset, limit: LIST_LIMIT_MAX };
      rows = [...rows, ...(await this.#api.library.rows(page)).rows];
    }
    return { id, total: opened.total, rows };
  }
  #fail(error: unknown): void {
    this.error = problemOf(error);
  }
}
