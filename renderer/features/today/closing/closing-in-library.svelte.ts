import type { Api } from '../../../../shared/contract/index.ts';
import type { LibraryFilters } from '../../../../shared/model/library.ts';
import { CLOSING_FILTER_DAYS } from '../../../../shared/model/closing-days.ts';
import { windowDaysLeft } from '../../../../shared/window-days-left.ts';
import { MINUTE_MS } from '../../../../shared/durations.ts';
import { NO_FILTERS } from '../../../lib/no-filters.ts';
import type { App } from '../../../session/app.svelte.ts';
import type { TodayLine } from '../today-lines.ts';

/**
 * Selects the companies in the library whose contact window closes soon, whether they are on a list or not.
 * Companies that are done or snoozed are excluded.
 */
export const CLOSING_FILTERS: LibraryFilters = { ...NO_FILTERS, windows: ['closing'], triage: ['todo'] };

/** How many companies in the library have a contact window that closes within `CLOSING_FILTER_DAYS`. */
export class ClosingInLibrary {
  total = $state<number | null>(null);
  #countedAtMs = -Infinity;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }
  /** Counts the companies again if the count is older than a minute. Searches only the library. */
  async count(nowMs: number): Promise<void> {
    if (nowMs - this.#countedAtMs < MINUTE_MS && nowMs >= this.#countedAtMs) return;
    this.#countedAtMs = nowMs;
    const question = { text: '', filters: CLOSING_FILTERS };
    const found = await this.#api.library.find(question).catch(() => null);
    if (found !== null) this.total = found.total;
  }
}

export const closingInLibraryOf = (app: App): ClosingInLibrary =>
  app.stateFor('closing-in-library', () => new ClosingInLibrary(app.api));

/**
 * Returns how many of the companies on Today also match `CLOSING_FILTERS`. Today links to the library only if
 * the library contains further matches.
 */
export const closingOnToday = (lines: readonly TodayLine[], nowMs: number): number =>
  lines.filter(
    (line) =>
      line.kind === 'company' &&
      line.company.row.window.closesAtMs !== null &&
      windowDaysLeft(line.company.row.window.closesAtMs, nowMs) <= CLOSING_FILTER_DAYS,
  ).length;
