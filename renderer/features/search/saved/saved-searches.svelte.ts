import type { Api } from '../../../../shared/contract/index.ts';
import type { SavedQuery, SavedSearch } from '../../../../shared/model/saved-search.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';
import { queryKey } from './saved-search-query.ts';
import { isNameTaken } from '../../../lib/is-name-taken.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';

/** A request to enter a name, for saving the current filters or for renaming a saved search. */
export type NameRequest =
  | { readonly kind: 'save'; readonly search: SavedQuery; readonly proposal: string }
  | { readonly kind: 'rename'; readonly saved: SavedSearch };

/** The user's saved searches. Every method that changes the searches returns an undo token. */
export class SavedSearches {
  all = $state.raw<readonly SavedSearch[]>([]);
  /** Whether the last read failed. If so, the previously read searches remain available. */
  failed = $state(false);
  /** The id of the saved search that was opened last. Changed filters can be saved to this search. */
  openId = $state<string | null>(null);
  /** The id of the saved search that has focus in the list; null if none has focus. */
  focusedId = $state<string | null>(null);
  /** Ids of the new rows of the saved search whose id is `newRowsOf`. */
  newRowIds = $state.raw<readonly string[]>([]);
  newRowsOf = $state<string | null>(null);
  nameRequest = $state.raw<NameRequest | null>(null);
  readonly opened = $derived(this.all.find(({ id }) => id === this.openId) ?? null);
  readonly #queryKeys = $derived(this.all.map(({ search }) => (search === null ? null : queryKey(search))));
  readonly #api: Api;
  readonly #stops: (() => void)[];
  readonly #latest = new LatestRequest();
  readonly #latestNewRows = new LatestRequest();

  constructor(api: Api) {
    this.#api = api;
    const refresh = (): void => void this.refresh();
    // Refreshes the list on every event that can change it. For example, prices depend on the budgets, new
    // rows on the stored companies, and relative dates on the demo's clock.
    this.#stops = [
      api.savedSearches.onChanged(refresh),
      api.quota.onChanged(refresh),
      api.demo.onChanged(refresh),
      api.companies.onChanged(refresh),
      // The rows of a company that is done or snoozed do not count as new.
      api.marks.onChanged(refresh),
    ];
    refresh();
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
  }
  async refresh(): Promise<void> {
    await this.#latest.run(
      () => this.#api.savedSearches.list({}),
      ({ searches }) => {
        this.all = searches;
        this.failed = false;
      },
      () => (this.failed = true),
    );
  }

  /**
   * Reads the ids of a saved search's new rows.
   *
   * @param saved null to clear the ids
   */
  async readNewRows(saved: Pick<SavedSearch, 'id' | 'fresh'> | null): Promise<void> {
    const isLatest = this.#latestNewRows.begin();
    const ids: string[] = [];
    while (saved !== null && ids.length < saved.fresh) {
      const page = { offset: ids.length, limit: LIST_LIMIT_MAX };
      const found = await this.#api.savedSearches.newRows({ id: saved.id, ...page }).catch(() => null);
      if (!isLatest()) return;
      if (found === null || found.rowIds.length === 0) break;
      ids.push(...found.rowIds);
    }
    this.newRowsOf = saved?.id ?? null;
    this.newRowIds = ids;
  }

  /** Returns the saved search with the same query; null if there is none. */
  searchWith(search: SavedQuery): SavedSearch | null {
    return this.all[this.#queryKeys.indexOf(queryKey(search))] ?? null;
  }
  isTaken(name: string, exceptId: string | null): boolean {
    return isNameTaken(this.all, name, exceptId);
  }

  async create(name: string, search: SavedQuery) {
    const created = await this.#api.savedSearches.create({ name, search });
    this.openId = created.id;
    await this.refresh();
    return created;
  }
  async rename(id: string, name: string): Promise<string | null> {
    const { undo } = await this.#api.savedSearches.rename({ id, name });
    await this.refresh();
    return undo;
  }
  async replace(id: string, search: SavedQuery): Promise<string | null> {
    const { undo } = await this.#api.savedSearches.replace({ id, search });
    this.openId = id;
    await this.refresh();
    return undo;
  }
  async move(id: string, by: -1 | 1): Promise<string | null> {
    const { undo } = await this.#api.savedSearches.move({ id, by });
    await this.refresh();
    return undo;
  }
  async remove(id: string): Promise<string | null> {
    const { undo } = await this.#api.savedSearches.remove({ id });
    await this.refresh();
    return undo;
  }
  async markSeen(id: string): Promise<string | null> {
    const { undo } = await this.#api.savedSearches.markSeen({ id });
    await this.refresh();
    return undo;
  }
}
