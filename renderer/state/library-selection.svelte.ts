import type { LibraryRow } from '../../shared/model/company.ts';
import { LIST_LIMIT_MAX } from '../../shared/model/limits.ts';
import type { Library } from './library.svelte.ts';

/** As many companies as one change may name; more cannot be selected, so that every change is one undo. */
export const SELECTED_MAX = LIST_LIMIT_MAX;

/** The companies chosen for one change of all of them. */
export class LibrarySelection {
  ids = $state.raw<readonly string[]>([]);
  /** More was asked for than one change may name. */
  full = $state(false);
  /** From here Shift reaches. */
  #anchor = -1;
  readonly #library: Library;

  constructor(library: Library) {
    this.#library = library;
  }

  get size(): number {
    return this.ids.length;
  }
  has(companyId: string): boolean {
    return this.ids.includes(companyId);
  }
  /** Chooses the company on this row, or chooses it no more. */
  toggle(index: number): void {
    const row = this.#library.row(index);
    if (row === null) return;
    this.#anchor = index;
    if (this.has(row.companyId)) {
      this.ids = this.ids.filter((id) => id !== row.companyId);
      this.full = false;
    } else this.#take([row]);
  }
  /** Everything between the row chosen last and this one. */
  async extend(index: number): Promise<void> {
    const from = this.#anchor < 0 ? index : this.#anchor;
    if (this.#anchor < 0) this.#anchor = index;
    const first = Math.min(from, index);
    const end = Math.max(from, index) + 1;
    // The end that is near the anchor is kept where there are too many.
    const range =
      index >= from
        ? { first, end: Math.min(end, first + SELECTED_MAX) }
        : { first: Math.max(first, end - SELECTED_MAX), end };
    this.#take(await this.#library.rowsIn(range));
    if (end - first > SELECTED_MAX) this.full = true;
  }
  /** All that was found, or as many of the first as one change may name. */
  async all(): Promise<void> {
    const total = this.#library.opened?.total ?? 0;
    const rows = await this.#library.rowsIn({ first: 0, end: Math.min(total, SELECTED_MAX) });
    this.ids = rows.map(({ companyId }) => companyId);
    this.full = total > SELECTED_MAX;
  }
  clear(): void {
    this.ids = [];
    this.full = false;
    this.#anchor = -1;
  }

  #take(rows: readonly LibraryRow[]): void {
    const fresh = rows.map(({ companyId }) => companyId).filter((id) => !this.has(id));
    const room = SELECTED_MAX - this.ids.length;
    this.full = fresh.length > room;
    this.ids = [...this.ids, ...fresh.slice(0, room)];
  }
}
