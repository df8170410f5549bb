import type { NoticeTarget } from '../../shared/model/settings/notifications.ts';

export const SCREENS = ['today', 'search', 'library', 'signals', 'quota', 'settings'] as const;
export type ScreenName = (typeof SCREENS)[number];

/** The current screen, and the company that is open beside a list or at full size. Kept in memory only. */
export class Navigation {
  screen = $state<ScreenName>('today');
  companyId = $state<string | null>(null);
  full = $state(false);
  /**
   * The part that the next screen must open or scroll to. The screen then resets the value. `section:` names a
   * section of Settings by its title.
   */
  pendingTarget = $state<'allowances' | 'weights' | 'shortcuts' | 'people' | `section:${string}` | null>(
    null,
  );
  /** Companies that the user can open with one key press, most likely first. Their data may be preloaded. */
  nearbyCompanyIds = $state.raw<readonly string[]>([]);
  #activeRow = -1;

  go(screen: ScreenName): void {
    this.screen = screen;
    this.companyId = null;
    this.full = false;
  }
  /** Opens a company beside the current list or at full size. */
  openCompany(id: string, full = false): void {
    this.companyId = id;
    this.full = full;
  }
  /** Opens the company or screen that a notification refers to. */
  openTarget(target: NoticeTarget): void {
    if (target.kind === 'company') this.openCompany(target.companyId, true);
    else this.go(target.kind);
  }
  /**
   * Reports the active row of a list. From this row, one key press opens the row itself or, if a company is
   * already open beside the list, a neighbouring row.
   *
   * @returns a function that withdraws the report, for an `$effect`
   */
  setActiveRow(index: number, companyAt: (index: number) => string | null): () => void {
    const direction = index >= this.#activeRow ? 1 : -1;
    this.#activeRow = index;
    // Includes the second row ahead, because users usually keep moving in one direction, faster than a
    // company loads.
    const opens =
      this.companyId === null ? [index] : [index + direction, index + 2 * direction, index - direction];
    this.nearbyCompanyIds = opens.flatMap((at) => companyAt(at) ?? []);
    return () => (this.nearbyCompanyIds = []);
  }
  closeCompany(): void {
    this.companyId = null;
    this.full = false;
  }
  /** Leaves full size, or else closes the company. Never leaves the screen, because Escape calls this. */
  back(): void {
    if (this.full) this.full = false;
    else this.companyId = null;
  }
  reset(): void {
    this.pendingTarget = null;
    this.screen = 'today';
    this.closeCompany();
  }
}
