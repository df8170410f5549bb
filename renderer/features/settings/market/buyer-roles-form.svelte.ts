import type { BuyerRoles, Department, Seniority } from '../../../../shared/model/buyer-roles.ts';
import { BUYER_ROLES_MAX, DEPARTMENTS, SENIORITIES } from '../../../../shared/model/limits.ts';

const isSeniority = (value: string): value is Seniority => SENIORITIES.some((each) => each === value);

/** One row of the form. The id only identifies the row on screen. */
interface RoleRow {
  readonly id: number;
  readonly department: Department;
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
  readonly isFull = $derived(this.free.length === 0 || this.rows.length >= BUYER_ROLES_MAX);
  readonly buyerRoles = $derived<BuyerRoles>({
    roles: this.rows.map(({ department, seniorities }) => ({ department, seniorities: [...seniorities] })),
    keywords: [...this.keywords],
  });

  #savedText = $state<string | null>(null);
  /** The buyer roles that the form was last filled with. */
  #followed: string | null = null;
  /** Whether the form differs from the buyer roles that it was filled with. */
  readonly isEdited = $derived(
    this.#savedText !== null && this.#savedText !== JSON.stringify(this.buyerRoles),
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
  /** Adds a row for the first free department, at any seniority. Returns the row's id; null if none is free. */
  add(): number | null {
    const [department] = this.free;
    if (department === undefined || this.isFull) return null;
    const id = this.#nextId++;
    this.rows = [...this.rows, { id, department, seniorities: [] }];
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
