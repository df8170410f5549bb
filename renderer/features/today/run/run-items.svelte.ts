import type { Api } from '../../../../shared/contract/index.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';
import type { PlanRun, PlanRunItem } from '../../../../shared/model/plan.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';

/**
 * Loads all requests of a run that has ended. If there are many, the run itself contains only some of them.
 */
export class RunItems {
  #loaded = $state.raw<{ readonly runId: string; readonly items: readonly PlanRunItem[] } | null>(null);
  readonly #api: Api;
  readonly #latest = new LatestRequest();

  constructor(api: Api) {
    this.#api = api;
  }
  dispose(): void {
    this.#latest.cancel();
  }

  /**
   * Returns all requests of a run. Until all of them are loaded, returns the requests that are part of the
   * run object.
   */
  of({ id, items }: Pick<PlanRun, 'id' | 'items'>): readonly PlanRunItem[] {
    return this.#loaded?.runId === id ? this.#loaded.items : items;
  }
  /** Loads all requests of an ended run if the run itself contains only some of them. */
  async load({ id, state, total, items }: Pick<PlanRun, 'id' | 'state' | 'total' | 'items'>): Promise<void> {
    if (state !== 'over' || total <= items.length || this.#loaded?.runId === id) return;
    await this.#latest.run(
      () => this.#all(id),
      (loaded) => (this.#loaded = { runId: id, items: loaded }),
    );
  }
  async #all(id: string): Promise<PlanRunItem[]> {
    const loaded: PlanRunItem[] = [];
    for (let offset = 0; ; offset += LIST_LIMIT_MAX) {
      const { items, total } = await this.#api.plan.runItems({ id, offset, limit: LIST_LIMIT_MAX });
      loaded.push(...items);
      if (offset + LIST_LIMIT_MAX >= total) return loaded;
    }
  }
}
