import type { LibraryFilters, LibrarySort } from '../../shared/model/library.ts';
import type { NoticeTarget } from '../../shared/model/settings/notifications.ts';

export const SCREENS = ['today', 'search', 'library', 'signals', 'insights', 'quota', 'settings'] as const;
/**
 * Some screens are not in the rail. `ours`, which imports companies and marks them as "Already yours", opens
 * from Settings. `month-end`, the plan for the rest of the month, opens from Today. `review`, the review of a
 * month, opens from Insights.
 */
export type ScreenName = (typeof SCREENS)[number] | 'ours' | 'import' | 'month-end' | 'review';

/** The list on the current screen. The company that is open may differ from the company in the active row. */
interface ActiveList {
  readonly index: number;
  readonly companyAt: (index: number) => string | null;
  /** Makes a row active, even while a company at full size covers the list. */
  readonly activate: (index: number) => void;
}

/**
 * Maximum number of rows to skip in the search for the next company. Skipped rows are headings, tasks and
 * further rows of the same company.
 */
const SKIPPED_ROWS = 50;

/** The current screen, and the company that is open beside a list or at full size. Kept in memory only. */
export class Navigation {
  screen = $state<ScreenName>('today');
  /** The screen before the current one. */
  from = $state<ScreenName>('today');
  companyId = $state<string | null>(null);
  full = $state(false);
  /**
   * The part that the next screen must scroll to or open. The screen then resets this property to null. In
   * `section:…`, the text is the title of a section in Settings.
   */
  pendingTarget = $state<
    | 'allowances'
    | 'archive'
    | 'assistants'
    | 'backups'
    | 'receipts'
    | 'market'
    | 'weights'
    | 'buyer-roles'
    | 'shortcuts'
    | 'people'
    | `section:${string}`
    | null
  >(null);
  /** The filters to apply when the Library opens. The Library then resets this property to null. */
  pendingFilters = $state.raw<LibraryFilters | null>(null);
  /** The sort order to apply with `pendingFilters`; null to leave the order unchanged. */
  pendingSort: LibrarySort | null = null;
  /** Companies that the user can open with one key press, most likely first. Their data may be preloaded. */
  nearbyCompanyIds = $state.raw<readonly string[]>([]);
  /** The company from which the user went to Settings; null if the user came from elsewhere. */
  returnTo = $state.raw<{
    readonly screen: ScreenName;
    readonly companyId: string;
    readonly full: boolean;
  } | null>(null);
  #activeRow = -1;
  #list = $state.raw<ActiveList | null>(null);

  /** The id of the open company or, if none is open, of the active row's company; null if there is neither. */
  get currentCompanyId(): string | null {
    return this.companyId ?? this.nearbyCompanyIds[0] ?? null;
  }

  go(screen: ScreenName): void {
    this.returnTo = null;
    if (screen !== this.screen) this.from = this.screen;
    this.screen = screen;
    this.companyId = null;
    this.full = false;
  }
  /** Opens a part of Settings from a company. `returnToCompany` can then reopen that company. */
  goToSettings(target: NonNullable<Navigation['pendingTarget']>): void {
    const { screen, companyId, full } = this;
    this.go('settings');
    this.pendingTarget = target;
    if (companyId !== null) this.returnTo = { screen, companyId, full };
  }
  /** Reopens the company from which the user went to Settings. Does nothing if there is none. */
  returnToCompany(): void {
    const { returnTo } = this;
    if (returnTo === null) return;
    this.go(returnTo.screen);
    this.openCompany(returnTo.companyId, returnTo.full);
  }
  /**
   * Opens the Library with these filters only.
   *
   * @param sort the sort order; null leaves the order unchanged
   */
  showInLibrary(filters: LibraryFilters, sort: LibrarySort | null = null): void {
    this.pendingFilters = filters;
    this.pendingSort = sort;
    this.go('library');
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
   * Reports the active row of a list. The row determines which companies the next key press can open. If no
   * company is open, this is the row's own company; otherwise, these are the companies in the neighbouring
   * rows.
   *
   * @param activate makes another row active
   * @returns a function that removes the list, for an `$effect`
   */
  setActiveRow(
    index: number,
    companyAt: ActiveList['companyAt'],
    activate: ActiveList['activate'] = () => undefined,
  ): () => void {
    this.#list = { index, companyAt, activate };
    const direction = index >= this.#activeRow ? 1 : -1;
    this.#activeRow = index;
    // Includes the row after the next one, because users usually continue in one direction and move on before
    // a company has loaded.
    const opens =
      this.companyId === null ? [index] : [index + direction, index + 2 * direction, index - direction];
    this.nearbyCompanyIds = opens.flatMap((at) => companyAt(at) ?? []);
    return () => {
      this.nearbyCompanyIds = [];
      this.#list = null;
    };
  }
  /**
   * Returns the next company (1) or the previous one (-1) in the list, and the index of its row. Returns null
   * if there is no such company, or if the active row does not belong to the open company.
   */
  neighbour(direction: 1 | -1): { readonly index: number; readonly companyId: string } | null {
    const [list, open] = [this.#list, this.companyId];
    if (list === null || open === null || list.companyAt(list.index) !== open) return null;
    for (let step = 1; step <= SKIPPED_ROWS; step += 1) {
      const index = list.index + direction * step;
      const companyId = index < 0 ? null : list.companyAt(index);
      if (companyId !== null && companyId !== open) return { index, companyId };
    }
    return null;
  }
  /** Opens the next or the previous company of the list in place of the open one. */
  openNeighbour(direction: 1 | -1): void {
    const found = this.neighbour(direction);
    if (found === null) return;
    this.#list?.activate(found.index);
    this.companyId = found.companyId;
  }
  closeCompany(): void {
    this.companyId = null;
    this.full = false;
  }
  /**
   * Handles the Escape key, which must never change the screen. Leaves full size if a company is shown at
   * full size; otherwise closes the company.
   */
  back(): void {
    if (this.full) this.full = false;
    else this.companyId = null;
  }
  reset(): void {
    this.returnTo = null;
    this.pendingTarget = null;
    this.pendingFilters = null;
    this.screen = 'today';
    this.closeCompany();
  }
}
