import { SvelteMap } from 'svelte/reactivity';
import type { Api } from '../../../../shared/contract/index.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';
import type { TriageMark, TriageMarks as ReadMarks } from '../../../../shared/model/triage.ts';
import { isDoneOrSnoozed } from '../../../../shared/triage-marks.ts';

/** Minimum time, in ms, between two requests for the marks of rows that scroll into view. */
const PAUSE_MS = 100;

/**
 * The triage marks (done or snoozed) of the companies in lists. All lists of a workspace share one instance
 * (`triageMarks(app)`). A list requests marks with `load`. A changed mark rerenders only the rows of its
 * company.
 */
export class TriageMarks {
  readonly #marks = new SvelteMap<string, TriageMark>();
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is rendered from it
  readonly #requestedIds = new Set<string>();
  /** Ids that have been requested, but not read yet. */
  readonly #waitingIds: string[] = [];
  #pause: ReturnType<typeof setTimeout> | undefined;
  readonly #api: Api;
  readonly #stops: readonly (() => void)[];

  constructor(api: Api) {
    this.#api = api;
    this.#stops = [
      api.marks.onChanged(({ companyIds }) => {
        const known = companyIds ?? [...this.#requestedIds];
        void this.read(known.filter((id) => this.#requestedIds.has(id)));
      }),
      // Moving the demo's clock may end a snooze.
      api.demo.onChanged(() => void this.read([...this.#requestedIds])),
    ];
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
    clearTimeout(this.#pause);
  }

  /** Returns a company's mark; null if there is none or it is not loaded. */
  markOf(companyId: string): TriageMark | null {
    return this.#marks.get(companyId) ?? null;
  }
  /**
   * Returns whether a company is done or snoozed.
   *
   * @param newsAtMs the time of the row's news, in Unix ms by the service's clock; null in a list of
   * companies
   */
  isHandled(companyId: string, nowMs: number, newsAtMs: number | null = null): boolean {
    return isDoneOrSnoozed(this.markOf(companyId), nowMs, newsAtMs);
  }
  /**
   * Reads the companies' marks, except those that have already been requested. While the user scrolls, marks
   * are requested together, because one request per frame would slow down scrolling.
   */
  load(companyIds: readonly string[]): void {
    const newIds = companyIds.filter((id) => !this.#requestedIds.has(id));
    if (newIds.length === 0) return;
    for (const id of newIds) this.#requestedIds.add(id);
    this.#waitingIds.push(...newIds);
    if (this.#pause === undefined) this.#readWaiting();
  }
  #readWaiting(): void {
    const ids = this.#waitingIds.splice(0);
    this.#pause = ids.length === 0 ? undefined : setTimeout(() => this.#readWaiting(), PAUSE_MS);
    void this.read(ids);
  }
  /** Stores marks that the core returned together with a list. */
  store(companyIds: readonly string[], marks: ReadMarks): void {
    for (const id of companyIds) {
      this.#requestedIds.add(id);
      this.#put(id, marks.find(({ companyId }) => companyId === id)?.mark ?? null);
    }
  }
  /** Reads marks again. If reading fails, the marks remain unchanged. */
  async read(companyIds: readonly string[]): Promise<void> {
    const ids = companyIds.filter((id, at) => companyIds.indexOf(id) === at);
    for (let at = 0; at < ids.length; at += LIST_LIMIT_MAX) {
      const some = ids.slice(at, at + LIST_LIMIT_MAX);
      const found = await this.#api.triage.of({ companyIds: some }).catch(() => null);
      if (found === null) {
        // `load` skips ids that have already been requested. After a failure, those without a mark must be
        // requested again.
        for (const id of some) if (this.markOf(id) === null) this.#requestedIds.delete(id);
        continue;
      }
      for (const id of some)
        this.#put(id, found.marks.find(({ companyId }) => companyId === id)?.mark ?? null);
    }
  }
  /** Applies a change immediately, before the core reports it. */
  apply(companyIds: readonly string[], mark: TriageMark | null): void {
    for (const id of companyIds) {
      this.#requestedIds.add(id);
      this.#put(id, mark);
    }
  }

  #put(companyId: string, mark: TriageMark | null): void {
    if (mark === null) this.#marks.delete(companyId);
    else if (JSON.stringify(this.#marks.get(companyId)) !== JSON.stringify(mark))
      this.#marks.set(companyId, mark);
  }
}
