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
  /** Marks that are shown, but not saved yet. They take precedence over the marks that the core returns. */
  readonly #unsaved = new SvelteMap<string, { readonly mark: TriageMark | null }>();
  /**
   * The number of changes so far. For each company, `#changedAt` contains this number as it was at the
   * company's last change.
   */
  #changes = 0;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is rendered from it
  readonly #changedAt = new Map<string, number>();
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
    const unsaved = this.#unsaved.get(companyId);
    return unsaved === undefined ? (this.#marks.get(companyId) ?? null) : unsaved.mark;
  }
  /**
   * Returns whether a company is done or snoozed. Reads `clock` only for a snoozed company: a list that reads
   * the clock is computed and drawn again every minute.
   *
   * @param newsAtMs the time of the row's news, in Unix ms by the service's clock; null in a list of
   * companies
   */
  isHandled(companyId: string, clock: { readonly nowMs: number }, newsAtMs: number | null = null): boolean {
    const mark = this.markOf(companyId);
    return isDoneOrSnoozed(mark, mark?.state === 'snoozed' ? clock.nowMs : 0, newsAtMs);
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
  /**
   * Returns the number of changes so far. Call it when requesting a list, and pass the number to `store`
   * together with the list's marks.
   */
  changesSoFar(): number {
    return this.#changes;
  }
  /**
   * Stores marks that the core returned together with a list.
   * @param changesBefore the number of changes when the list was requested. Skips marks that the user has
   * changed since then, because the list may be older than the change
   */
  store(companyIds: readonly string[], marks: ReadMarks, changesBefore: number): void {
    for (const id of companyIds) {
      this.#requestedIds.add(id);
      if ((this.#changedAt.get(id) ?? 0) > changesBefore) continue;
      this.#put(id, marks.find(({ companyId }) => companyId === id)?.mark ?? null);
    }
  }
  /** Reads marks again. If reading fails, the marks remain unchanged. */
  async read(companyIds: readonly string[]): Promise<void> {
    const ids = companyIds.filter((id, at) => companyIds.indexOf(id) === at);
    for (let at = 0; at < ids.length; at += LIST_LIMIT_MAX) {
      const some = ids.slice(at, at + LIST_LIMIT_MAX);
      const changesBefore = this.#changes;
      const found = await this.#api.triage.of({ companyIds: some }).catch(() => null);
      if (found === null) {
        // `load` skips ids that it has already requested. After a failure, it must be able to request the ids
        // without a mark again.
        for (const id of some) if (this.markOf(id) === null) this.#requestedIds.delete(id);
        continue;
      }
      this.store(some, found.marks, changesBefore);
    }
  }
  /** Applies a saved change immediately, before the core reports it. */
  apply(companyIds: readonly string[], mark: TriageMark | null): void {
    for (const id of companyIds) {
      this.#requestedIds.add(id);
      this.#noteChange(id);
      this.#put(id, mark);
    }
  }
  /**
   * Shows a change before it is saved.
   *
   * @returns a function that shows the saved mark again
   */
  showUnsaved(companyIds: readonly string[], mark: TriageMark | null): () => void {
    const shown = { mark };
    for (const id of companyIds) this.#unsaved.set(id, shown);
    return () => {
      for (const id of companyIds) if (this.#unsaved.get(id) === shown) this.#unsaved.delete(id);
    };
  }

  #noteChange(companyId: string): void {
    this.#changes += 1;
    this.#changedAt.set(companyId, this.#changes);
  }
  #put(companyId: string, mark: TriageMark | null): void {
    if (mark === null) this.#marks.delete(companyId);
    else if (JSON.stringify(this.#marks.get(companyId)) !== JSON.stringify(mark))
      this.#marks.set(companyId, mark);
  }
}
