import type { BuyerRoles, Department, Seniority } from '../../../../shared/model/buyer-roles.ts';
import { BUYER_ROLES_MAX, DEPARTMENTS, SENIORITIES } from '../../../../shared/model/limits.ts';

const isSeniority = (value: string): value is Seniority => SENIORITIES.some((each) => each === value);

/** One row of the form. The id only identifies the row on screen. */
interface RoleRow {
  readonly id: number;
  /** Null until the user has chosen one. */
  readonly department: Department | null;
  readonly seniorities: readonly Seniority[];
}

export class BuyerRolesForm {
  rows = $state.raw<readonly RoleRow[]>([]);
  keywords = $state.raw<readonly string[]>([]);
  #nextId = 1;

  /** Departments without a row, in the service's order. */
  readonly free = $derived(
    DEPARTMENTS.filter((each) => !this.rows.some(({ department }) => department === each)),
  );
  readonly isFull = $derived(this.rows.length >= Math.min(BUYER_ROLES_MAX, DEPARTMENTS.length));
  /** Whether a department has been chosen in each row. Otherwise, the form cannot be saved. */
  readonly isComplete = $derived(this.rows.every(({ department }) => department !== null));
  /** The buyer roles of the form, without rows that have no department yet. */
  readonly buyerRoles = $derived<BuyerRoles>({
    roles: this.rows.flatMap(({ department, seniorities }) =>
      department === null ? [] : [{ department, seniorities: [...seniorities] }],
    ),
    keywords: [...this.keywords],
  });

  #savedText = $state<string | null>(null);
  /** The buyer roles that the form was last filled with. */
  #followed: string | null = null;
  /** Whether the form differs from the buyer roles that it was filled with. */
  readonly isEdited = $derived(
    this.#savedText !== null && (!this.isComplete || this.#savedText !== JSON.stringify(this.buyerRoles)),
  );

  /** Fills the form if the saved buyer roles have changed since it was last filled. */
  follow(saved: BuyerRoles | null): void {
    if (JSON.stringify(saved) !== this.#followed) this.reset(saved);
  }
  /** Fills the form with the saved buyer roles. The form then has no unsaved changes. */
  reset(saved: BuyerRoles | null): void {
    this.#followed = JSON.stringify(saved);
    this.fill(saved);
    this.#savedText = JSON.stringify(this.buyerRoles);
  }
  /** Fills the form; null clears it. */
  fill(saved: BuyerRoles | null): void {
    this.rows = (saved?.roles ?? []).map((role) => ({ id: this.#nextId++, ...role }));
    this.keywords = saved?.keywords ?? [];
  }
  /**
   * Adds a row for any seniority. The department is empty, because a preset department could be saved by
   * mistake.
   *
   * @returns the id of the row; null if the form is full
   */
  add(): number | null {
    if (this.isFull) return null;
    const id = this.#nextId++;
    this.rows = [...this.rows, { id, department: null, seniorities: [] }];
    return id;
  }
  remove(id: number): void {
    this.rows = this.rows.filter((row) => row.id !== id);
  }
  setDepartment(id: number, department: Department): void {
    this.#change(id, (row) => ({ ...row, department }));
  }
  setSeniorities(id: number, chosen: readonly string[]): void {
    this.#change(id, (row) => ({ ...row, seniorities: chosen.filter(isSeniority) }));
  }
  #change(id: number, changed: (row: RoleRow) => RoleRow): void {
    this.rows = this.rows.map((row) => (row.id === id ? changed(row) : row));
  }
}
