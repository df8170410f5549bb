export const SCREENS = ['search', 'library', 'quota', 'settings'] as const;
export type ScreenName = (typeof SCREENS)[number];

/**
 * Where the seller is, in memory only: a screen, and a company over it, beside the list or in full.
 * Back closes the full company, then the one beside the list, then returns to the screen before.
 */
export class Navigation {
  screen = $state<ScreenName>('search');
  companyId = $state<string | null>(null);
  full = $state(false);
  /** What a screen opens by itself when it is gone to; it takes it back. */
  wants = $state<'allowances' | 'weights' | null>(null);
  #before: ScreenName[] = [];

  go(screen: ScreenName): void {
    if (screen !== this.screen) this.#before = [...this.#before.slice(-20), this.screen];
    this.screen = screen;
    this.companyId = null;
    this.full = false;
  }
  /** Opens a company beside the list that is shown, or in full. */
  openCompany(id: string, full = false): void {
    this.companyId = id;
    this.full = full;
  }
  closeCompany(): void {
    this.companyId = null;
    this.full = false;
  }
  /** @returns false where there is nothing to go back to. */
  back(): boolean {
    if (this.full) this.full = false;
    else if (this.companyId !== null) this.companyId = null;
    else {
      const screen = this.#before.pop();
      if (screen === undefined) return false;
      this.screen = screen;
    }
    return true;
  }
  reset(): void {
    this.#before = [];
    this.wants = null;
    this.screen = 'search';
    this.closeCompany();
  }
}
