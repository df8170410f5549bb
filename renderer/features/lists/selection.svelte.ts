import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import type { Range } from '../../lib/virtual-rows.ts';

/** Maximum number of companies that one change, and therefore one undo step, can contain. */
export const SELECTED_MAX = LIST_LIMIT_MAX;

interface SelectedRow {
  readonly companyId: string;
  readonly name: string;
}
/** A list whose rows can be selected by position. */
interface SelectionRows {
  total(): number;
  /** Returns a row; null if the row is not loaded. */
  row(index: number): SelectedRow | null;
  /** Returns the rows of a range. Loads them if necessary. */
  rowsIn(range: Range): Promise<readonly SelectedRow[]>;
}

/** The companies that the user has selected for a bulk change. */
export class Selection {
  rows = $state.raw<readonly SelectedRow[]>([]);
  /** Whether the user has tried to select more companies than allowed. */
  isFull = $state(false);
  readonly ids = $derived(this.rows.map(({ companyId }) => companyId));
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- recreated with the selection, never mutated
  readonly #idSet = $derived(new Set(this.ids));
  /** The index of the row at which a selection with Shift starts; -1 if there is none. */
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
  toggle(index: number): void {
    const row = this.#list.row(index);
    if (row === null) return;
    this.#anchor = index;
    if (this.has(row.companyId)) {
      this.rows = this.rows.filter(({ companyId }) => companyId !== row.companyId);
      this.isFull = false;
    } else this.#add([row]);
  }
  /** Selects all rows between the last toggled row and this one, inclusive. */
  async extend(index: number): Promise<void> {
    const from = this.#anchor < 0 ? index : this.#anchor;
    if (this.#anchor < 0) this.#anchor = index;
    const first = Math.min(from, index);
    const end = Math.max(from, index) + 1;
    // If the range has too many rows, only the rows closest to the last toggled row are selected.
    const range =
      index >= from
        ? { first, end: Math.min(end, first + SELECTED_MAX) }
        : { first: Math.max(first, end - SELECTED_MAX), end };
    this.#add(await this.#list.rowsIn(range));
    if (end - first > SELECTED_MAX) this.isFull = true;
  }
  /** Selects all rows in the list, up to the allowed maximum. */
  async selectAll(): Promise<void> {
    const total = this.#list.total();
    const rows = await this.#list.rowsIn({ first: 0, end: Math.min(total, SELECTED_MAX) });
    this.rows = [];
    this.#add(rows);
    this.isFull = total > SELECTED_MAX;
  }
  /** Deselects all companies except these. */
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

  /**
   * Adds the companies of these rows. Adds each company only once, even if several rows are rounds of the
   * same company.
   */
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
