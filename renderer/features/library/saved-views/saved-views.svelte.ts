import type { Api } from '../../../../shared/contract/index.ts';
import type { SavedFilter } from '../../../../shared/model/saved-filter.ts';
import { isNameTaken } from '../../../lib/is-name-taken.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';
import { questionKey, type Question } from './saved-view-query.ts';

/** The saved views of the library. Every method that changes the views returns an undo token. */
export class SavedViewsState {
  all = $state.raw<readonly SavedFilter[]>([]);
  /** Whether the last read failed. If so, `all` still contains the views from an earlier read. */
  failed = $state(false);
  /**
   * The key that identifies the filters of each saved view. These keys are cached, because the current
   * filters are compared with all saved views at each key press.
   */
  readonly #questionKeys = $derived(
    this.all.map(({ question }) => (question === null ? null : questionKey(question))),
  );
  readonly #api: Api;
  readonly #stops: (() => void)[];
  readonly #latest = new LatestRequest();

  constructor(api: Api) {
    this.#api = api;
    const refresh = (): void => void this.refresh();
    // A saved view may filter by lists and tags, so the views are read again when a list or tag is deleted or
    // restored.
    this.#stops = [
      api.savedFilters.onChanged(refresh),
      api.watchlists.onChanged(refresh),
      api.marks.onChanged(refresh),
    ];
    refresh();
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
  }
  async refresh(): Promise<void> {
    await this.#latest.run(
      () => this.#api.savedFilters.list({}),
      ({ filters }) => {
        this.all = filters;
        this.failed = false;
      },
      () => (this.failed = true),
    );
  }

  /** Returns the view with the same text, filters and sort order; null if there is none. */
  viewWith(question: Question): SavedFilter | null {
    return this.all[this.#questionKeys.indexOf(questionKey(question))] ?? null;
  }
  isTaken(name: string, exceptId: string | null): boolean {
    return isNameTaken(this.all, name, exceptId);
  }

  async create(name: string, question: Question): Promise<string | null> {
    const { undo } = await this.#api.savedFilters.create({ name, question });
    await this.refresh();
    return undo;
  }
  async rename(id: string, name: string): Promise<string | null> {
    const { undo } = await this.#api.savedFilters.rename({ id, name });
    await this.refresh();
    return undo;
  }
  async replace(id: string, question: Question): Promise<string | null> {
    const { undo } = await this.#api.savedFilters.replace({ id, question });
    await this.refresh();
    return undo;
  }
  async remove(id: string): Promise<string | null> {
    const { undo } = await this.#api.savedFilters.remove({ id });
    await this.refresh();
    return undo;
  }
}
