import { SvelteMap } from 'svelte/reactivity';
import type { Api } from '../../../../shared/contract/index.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';
import type { WhyNow } from '../../../../shared/model/why-now.ts';
import type { App } from '../../../session/app.svelte.ts';
import { whyNowLine } from './why-now-text.ts';

/**
 * Maximum number of companies whose facts are cached. Beyond that, the facts that were loaded first are
 * dropped.
 */
const KEPT_MAX = 4_000;

/**
 * The why-now lines of the companies in lists. All lists of a workspace share one instance (`whyNowLines`). A
 * list requests the lines of its visible rows with `load`, so a list that does not show them costs nothing.
 */
export class WhyNowLines {
  readonly #facts = new SvelteMap<string, WhyNow | null>();
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is rendered from it
  readonly #requestedIds = new Set<string>();
  /** Changes when the facts may have changed. */
  #version = $state(0);
  readonly #api: Api;
  readonly #stops: readonly (() => void)[];

  constructor(api: Api) {
    this.#api = api;
    const outdate = (): void => {
      this.#requestedIds.clear();
      this.#version += 1;
    };
    this.#stops = [
      api.library.onChanged(outdate),
      // The lines count open roles in the departments of the buyer roles. A change to the market may change
      // the buyer roles.
      api.market.onChanged(outdate),
      // A contact window may close when the demo's clock is moved.
      api.demo.onChanged(outdate),
    ];
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
  }

  /** Returns a company's line, which is empty if nothing is known; null if it is not loaded. */
  lineOf(companyId: string, nowMs: number, choice?: { readonly window: boolean }): string | null {
    const facts = this.#facts.get(companyId);
    return facts === undefined ? null : whyNowLine(facts, nowMs, choice);
  }
  /**
   * Reads the facts of the visible companies, except facts that are up to date. Must be called in an effect:
   * the effect runs again when the facts may have changed, and the call then reads them again.
   */
  async load(companyIds: readonly string[]): Promise<void> {
    const version = this.#version;
    const newIds = companyIds.filter(
      (id, at) => !this.#requestedIds.has(id) && companyIds.indexOf(id) === at,
    );
    if (newIds.length === 0) return;
    for (const id of newIds) this.#requestedIds.add(id);
    for (let at = 0; at < newIds.length; at += LIST_LIMIT_MAX) {
      const page = newIds.slice(at, at + LIST_LIMIT_MAX);
      const found = await this.#api.library.whyNow({ ids: page }).catch(() => null);
      // The facts were requested again in the meantime, so this reply is outdated.
      if (version !== this.#version) return;
      if (found !== null) this.#store(page, found.companies);
      else for (const id of page) this.#requestedIds.delete(id);
    }
    this.#dropOldest(companyIds);
  }

  #store(ids: readonly string[], companies: readonly WhyNow[]): void {
    for (const id of ids) this.#facts.set(id, companies.find(({ companyId }) => companyId === id) ?? null);
  }
  #dropOldest(visibleIds: readonly string[]): void {
    for (const id of [...this.#facts.keys()]) {
      if (this.#facts.size <= KEPT_MAX) return;
      if (visibleIds.includes(id)) continue;
      this.#facts.delete(id);
      this.#requestedIds.delete(id);
    }
  }
}

export const whyNowLines = (app: App): WhyNowLines =>
  app.stateFor('why-now-lines', () => new WhyNowLines(app.api));
