import type { AppError } from '../../../../shared/app-error.ts';
import type { Api } from '../../../../shared/contract/index.ts';
import type {
  Outcomes,
  OutcomeQuestion,
  OutcomeSuggestions,
  RoleOutcomes,
} from '../../../../shared/model/outcomes/outcomes.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';
import { problemOf } from '../../../lib/to-app-error.ts';
import { LoadWhileShown } from '../load-while-shown.ts';

/** The figures and filters of the Outcomes view. Kept while the workspace is open. */
export class OutcomesState {
  question = $state.raw<OutcomeQuestion>({ period: 'quarter', listId: null, by: 'search' });
  /**
   * Null until the first figures have loaded. After that, the previous figures are kept until new ones have
   * loaded.
   */
  figures = $state.raw<Outcomes | null>(null);
  /** The filters of `figures`. They differ from `question` until the new figures have loaded. */
  shown = $state.raw<OutcomeQuestion>(this.question);
  /**
   * Null until the results have loaded. A change of the contact key resets it to null until the results have
   * been reloaded.
   */
  roles = $state.raw<RoleOutcomes | null>(null);
  suggestions = $state.raw<OutcomeSuggestions | null>(null);
  error = $state.raw<AppError | null>(null);
  readonly #api: Api;
  readonly #stops: (() => void)[];
  readonly #latest = new LatestRequest();
  readonly #loader = new LoadWhileShown(() => this.load());

  constructor(api: Api) {
    this.#api = api;
    const stale = (): void => this.#loader.markStale();
    const { library, marks, contactLog, watchlists, savedSearches, market, demo } = api;
    this.#stops = [
      ...[library, marks, contactLog, watchlists, savedSearches, market, demo].map((of) =>
        of.onChanged(stale),
      ),
      api.keys.onChanged(() => {
        // If contacts have just been locked, nothing about them must stay on screen.
        this.roles = null;
        stale();
      }),
    ];
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
    this.#latest.cancel();
  }

  /** Keeps the figures up to date until the returned function is called. */
  show(): () => void {
    return this.#loader.show();
  }

  /** Changes filters and loads the figures. */
  async choose(change: Partial<OutcomeQuestion>): Promise<void> {
    this.question = { ...this.question, ...change };
    await this.load();
  }

  /** Loads the figures. */
  async load(): Promise<void> {
    this.#loader.begin();
    const isLatest = this.#latest.begin();
    const { question } = this;
    const { period, listId } = question;
    try {
      const figures = await this.#api.outcomes.get(question);
      if (!isLatest()) return;
      this.figures = figures;
      this.shown = question;
      this.error = null;
      const roles = await this.#api.outcomes.roles({ period, listId });
      // Discard the reply if anything changed during the request, because the contacts may have been locked.
      if (isLatest() && !this.#loader.isStale) this.roles = roles;
      const suggestions = await this.#api.outcomes.suggestions({});
      if (isLatest()) this.suggestions = suggestions;
    } catch (error) {
      if (isLatest()) this.error = problemOf(error);
    } finally {
      if (isLatest()) this.#loader.end(this.error !== null);
    }
  }
}
