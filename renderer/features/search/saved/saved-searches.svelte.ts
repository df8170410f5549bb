import type { Api } from '../../../../shared/contract/index.ts';
import type { SavedQuery, SavedSearch } from '../../../../shared/model/saved-search.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';
import { tokenOf } from './saved-search-query.ts';
import { isNameTaken } from '../../../lib/is-name-taken.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';

/** A name is asked for: of what the filters say, or anew for a search that is kept. */
export type Naming =
  | { readonly kind: 'save'; readonly search: SavedQuery; readonly proposal: string }
  | { readonly kind: 'rename'; readonly saved: SavedSearch };

/** Searches over rounds and companies under names of the seller's. Every change replies with the token that takes it back. */
export class SavedSearches {
  all = $state.raw<readonly SavedSearch[]>([]);
  /** They could not be read; what was read before still stands. */
  failed = $state(false);
  /** The one that was opened last: what the filters say since may be saved as its change. */
  openId = $state<string | null>(null);
  /** The one that the keyboard is on in their list. */
  focusedId = $state<string | null>(null);
  /** The rows that are new in the search `freshOf`; read for the one that is shown. */
  freshIds = $state.raw<readonly string[]>([]);
  freshOf = $state<string | null>(null);
  naming = $state.raw<Naming | null>(null);
  readonly opened = $derived(this.all.find(({ id }) => id === this.openId) ?? null);
  readonly #tokens = $derived(this.all.map(({ search }) => (search === null ? null : tokenOf(search))));
  readonly #api: Api;
  readonly #stops: (() => void)[];
  readonly #latest = new LatestRequest();
  readonly #latestNewRows = new LatestRequest();

  constructor(api: Api) {
    this.#api = api;
    const again = (): void => void this.refresh();
    // Prices follow the budgets, what is new the rows that come and go, the dates of the demo its clock.
    this.#stops = [
      api.savedSearches.onChanged(again),
      api.quota.onChanged(again),
      api.demo.onChanged(again),
      api.companies.onChanged(again),
      // Who was put away is not counted as new.
      api.marks.onChanged(again),
    ];
    again();
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

  /** Which rows are new in this search; null: of none it is shown. */
  async readFresh(saved: Pick<SavedSearch, 'id' | 'fresh'> | null): Promise<void> {
    const isLatest = this.#latestNewRows.begin();
    const ids: string[] = [];
    while (saved !== null && ids.length < saved.fresh) {
      const page = { offset: ids.length, limit: LIST_LIMIT_MAX };
      const found = await this.#api.savedSearches.newRows({ id: saved.id, ...page }).catch(() => null);
      if (!isLatest()) return;
      if (found === null || found.rowIds.length === 0) break;
      ids.push(...found.rowIds);
    }
    this.freshOf = saved?.id ?? null;
    this.freshIds = ids;
  }

  /** The search that asks just this. */
  asking(search: SavedQuery): SavedSearch | null {
    return this.all[this.#tokens.indexOf(tokenOf(search))] ?? null;
  }
  isTaken(name: string, exceptId: string | null): boolean {
    return isNameTaken(this.all, name, exceptId);
  }

  async create(name: string, search: SavedQuery) {
    const made = await this.#api.savedSearches.create({ name, search });
    this.openId = made.id;
    await this.refresh();
    return made;
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
