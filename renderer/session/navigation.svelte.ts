import type { NoticeTarget } from '../../shared/model/settings/notifications.ts';

export const SCREENS = ['today', 'search', 'library', 'signals', 'quota', 'settings'] as const;
export type ScreenName = (typeof SCREENS)[number];

/**
 * The current screen, and the company that is open beside its list or in full. Kept in memory only.
 * Back closes the full company, then the company beside the list, then returns to the previous screen.
 */
export class Navigation {
  screen = $state<ScreenName>('today');
  companyId = $state<string | null>(null);
  full = $state(false);
  /** What the next screen opens or scrolls to; the screen resets it. */
  pendingTarget = $state<'allowances' | 'weights' | 'shortcuts' | 'people' | null>(null);
  /** Companies that the user can open with one key, most likely first. They may be loaded ahead of time. */
  nearbyCompanyIds = $state.raw<readonly string[]>([]);
  #activeRow = -1;
  #history: ScreenName[] = [];

  go(screen: ScreenName): void {
    if (screen !== this.screen) this.#history = [...this.#history.slice(-20), this.screen];
    this.screen = screen;
    this.companyId = null;
    this.full = false;
  }
  /** Opens a company in full or beside the current list. */
  openCompany(id: string, full = false): void {
    this.companyId = id;
    this.full = full;
  }
  /** Opens the target of a notification. */
  openTarget(target: NoticeTarget): void {
    if (target.kind === 'company') this.openCompany(target.companyId, true);
    else this.go(target.kind);
  }
  /**
   * Reports the active row of a list. A key opens that row, or its neighbours while a company is open beside the list.
   * @returns its removal, for an `$effect`
   */
  setActiveRow(index: number, companyAt: (index: number) => string | null): () => void {
    const direction = index >= this.#activeRow ? 1 : -1;
    this.#activeRow = index;
    // The user usually continues in the same direction, faster than a company loads; so the row after the next is included.
    const opens =
      this.companyId === null ? [index] : [index + direction, index + 2 * direction, index - direction];
    this.nearbyCompanyIds = opens.flatMap((at) => companyAt(at) ?? []);
    return () => (this.nearbyCompanyIds = []);
  }
  closeCompany(): void {
    this.companyId = null;
    this.full = false;
  }
  /** @returns false if there is no previous screen */
  back(): boolean {
    if (this.full) this.full = false;
    else if (this.companyId !== null) this.companyId = null;
    else {
      const screen = this.#history.pop();
      if (screen === undefined) return false;
      this.screen = screen;
    }
    return true;
  }
  reset(): void {
    this.#history = [];
    this.pendingTarget = null;
    this.screen = 'today';
    this.closeCompany();
  }
}
