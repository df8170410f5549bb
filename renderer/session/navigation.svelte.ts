import type { NoticeTarget } from '../../shared/model/settings/notifications.ts';

export const SCREENS = ['today', 'search', 'library', 'signals', 'quota', 'settings'] as const;
export type ScreenName = (typeof SCREENS)[number];

/**
 * Where the seller is, in memory only: a screen, and a company over it, beside the list or in full.
 * Back closes the full company, then the one beside the list, then returns to the screen before.
 */
export class Navigation {
  screen = $state<ScreenName>('today');
  companyId = $state<string | null>(null);
  full = $state(false);
  /** What a screen opens by itself when it is gone to; it takes it back. */
  wants = $state<'allowances' | 'weights' | 'shortcuts' | 'people' | null>(null);
  /** The companies that a key opens from the row the keyboard is on, the likeliest first: they may be read ahead. */
  near = $state.raw<readonly string[]>([]);
  #stoodOn = -1;
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
  /** What a notification was about. */
  show(target: NoticeTarget): void {
    if (target.kind === 'company') this.openCompany(target.companyId, true);
    else this.go(target.kind);
  }
  /**
   * For lists: the keyboard is on this row of theirs. What a key opens is that row, or, from the company beside, the next one.
   * @returns what ends it, for an `$effect`
   */
  standOn(index: number, companyAt: (index: number) => string | null): () => void {
    const on = index >= this.#stoodOn ? 1 : -1;
    this.#stoodOn = index;
    // Whoever goes on goes on the same way, and comes to the second before the answers that the first one asks for.
    const opens = this.companyId === null ? [index] : [index + on, index + 2 * on, index - on];
    this.near = opens.flatMap((at) => companyAt(at) ?? []);
    return () => (this.near = []);
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
    this.screen = 'today';
    this.closeCompany();
  }
}
