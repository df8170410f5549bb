import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import type { Range } from '../../lib/virtual-rows.ts';

/** As many companies as one change may name; more cannot be selected, so that every change is one undo. */
export const SELECTED_MAX = LIST_LIMIT_MAX;

export interface SelectedRow {
  readonly companyId: string;
  readonly name: string;
}
/** The list that is selected from, by position. */
export interface SelectionRows {
  total(): number;
  /** Null for a row that is not here yet. */
  row(index: number): SelectedRow | null;
  /** Rows wherever they are, for a selection that reaches out of sight. */
  rowsIn(range: Range): Promise<readonly SelectedRow[]>;
}

/** The companies chosen for one change of all of them. */
export class Selection {
  rows = $state.raw<readonly SelectedRow[]>([]);
  /** More was asked for than one change may name. */
  full = $state(false);
  readonly ids = $derived(this.rows.map(({ companyId }) => companyId));
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- made anew with the selection, and never changed
  readonly #chosen = $derived(new Set(this.ids));
  /** From here Shift reaches. */
  #anchor = -1;
  readonly #list: SelectionRows;

  constructor(list: SelectionRows) {
    this.#list = list;
  }

  get size(): number {
    return this.rows.length;
  }
  has(companyId: string): boolean {
    return this.#chosen.has(companyId);
  }
  /** Chooses the company on this row, or chooses it no more. */
  toggle(index: number): void {
    const row = this.#list.row(index);
    if (row === null) return;
    this.#anchor = index;
    if (this.has(row.companyId)) {
      this.rows = this.rows.filter(({ companyId }) => companyId !== row.companyId);
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
    this.#take(await this.#list.rowsIn(range));
    if (end - first > SELECTED_MAX) this.full = true;
  }
  /** All that was found, or as many of the first as one change may name. */
  async all(): Promise<void> {
    const total = this.#list.total();
    const rows = await this.#list.rowsIn({ first: 0, end: Math.min(total, SELECTED_MAX) });
    this.rows = [];
    this.#take(rows);
    this.full = total > SELECTED_MAX;
  }
  /** Who is not among these is chosen no more. */
  keep(found: readonly SelectedRow[]): void {
    const kept = this.rows.filter(({ companyId }) => found.some((row) => row.companyId === companyId));
    if (kept.length < this.rows.length) this.rows = kept;
    if (kept.length === 0) this.clear();
  }
  clear(): void {
    this.rows = [];
    this.full = false;
    this.#anchor = -1;
  }

  /** A list of rounds may hold a company more than once. */
  #take(rows: readonly SelectedRow[]): void {
    const fresh = rows.filter(
      ({ companyId }, at) =>
        !this.has(companyId) && rows.findIndex((each) => each.companyId === companyId) === at,
    );
    const room = SELECTED_MAX - this.rows.length;
    this.full = fresh.length > room;
    const taken = fresh.slice(0, room);
    this.rows = [...this.rows, ...taken.map(({ companyId, name }) => ({ companyId, name }))];
  }
}
