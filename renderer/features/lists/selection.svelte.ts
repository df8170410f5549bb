import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import type { Range } from '../../lib/virtual-rows.ts';

/** The most companies in one change; a larger selection would need several undo steps. */
export const SELECTED_MAX = LIST_LIMIT_MAX;

export interface SelectedRow {
  readonly companyId: string;
  readonly name: string;
}
/** The list of the selection, by position. */
export interface SelectionRows {
  total(): number;
  /** Null for a row that is not loaded. */
  row(index: number): SelectedRow | null;
  /** Rows of a range, loaded if necessary. */
  rowsIn(range: Range): Promise<readonly SelectedRow[]>;
}

/** The companies selected for a bulk change. */
export class Selection {
  rows = $state.raw<readonly SelectedRow[]>([]);
  /** Whether the user tried to select more than the maximum. */
  isFull = $state(false);
  readonly ids = $derived(this.rows.map(({ companyId }) => companyId));
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- recreated with the selection, never mutated
  readonly #idSet = $derived(new Set(this.ids));
  /** The start of a range selected with Shift. */
  #anchor = -1;
  readonly #list: SelectionRows;

  constructor(list: SelectionRows) {
    this.#list = list;
  }

  get size(): number {
    return this.rows.length;
  }
  has(companyId: string): boolean {
    return this.#idSet.has(companyId);
  }
  /** Selects or deselects the company of a row. */
  toggle(index: number): void {
    const row = this.#list.row(index);
    if (row === null) return;
    this.#anchor = index;
    if (this.has(row.companyId)) {
      this.rows = this.rows.filter(({ companyId }) => companyId !== row.companyId);
      this.isFull = false;
    } else this.#add([row]);
  }
  /** Selects the rows between the last toggled row and this one. */
  async extend(index: number): Promise<void> {
    const from = this.#anchor < 0 ? index : this.#anchor;
    if (this.#anchor < 0) this.#anchor = index;
    const first = Math.min(from, index);
    const end = Math.max(from, index) + 1;
    // A range that is too long loses the rows far from the anchor.
    const range =
      index >= from
        ? { first, end: Math.min(end, first + SELECTED_MAX) }
        : { first: Math.max(first, end - SELECTED_MAX), end };
    this.#add(await this.#list.rowsIn(range));
    if (end - first > SELECTED_MAX) this.isFull = true;
  }
  /** Selects all rows, up to the maximum. */
  async selectAll(): Promise<void> {
    const total = this.#list.total();
    const rows = await this.#list.rowsIn({ first: 0, end: Math.min(total, SELECTED_MAX) });
    this.rows = [];
    this.#add(rows);
    this.isFull = total > SELECTED_MAX;
  }
  /** Deselects companies that are not among these. */
  retain(found: readonly SelectedRow[]): void {
    const retained = this.rows.filter(({ companyId }) => found.some((row) => row.companyId === companyId));
    if (retained.length < this.rows.length) this.rows = retained;
    if (retained.length === 0) this.clear();
  }
  clear(): void {
    this.rows = [];
    this.isFull = false;
    this.#anchor = -1;
  }

  /** A list of rounds may hold a company more than once. */
  #add(rows: readonly SelectedRow[]): void {
    const added = rows.filter(
      ({ companyId }, at) =>
        !this.has(companyId) && rows.findIndex((each) => each.companyId === companyId) === at,
    );
    const room = SELECTED_MAX - this.rows.length;
    this.isFull = added.length > room;
    const fitting = added.slice(0, room);
    this.rows = [...this.rows, ...fitting.map(({ companyId, name }) => ({ companyId, name }))];
  }
}
