import { SvelteMap } from 'svelte/reactivity';
import type { Api } from '../../../../shared/contract/index.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';
import type { TriageMark, TriageMarks as ToldMarks } from '../../../../shared/model/triage.ts';
import { isDoneOrSnoozed } from '../../../../shared/triage-marks.ts';

/**
 * What is done or snoozed of the companies that lists show: one for the whole workspace (`triageMarks(app)`), so that every
 * list tells the same. A list says whom it shows (`need`); reading a mark is as cheap as a map, and only rows whose mark
 * changed are drawn again.
 */
export class TriageMarks {
  readonly #marks = new SvelteMap<string, TriageMark>();
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- what was asked for; nothing is drawn from it
  readonly #asked = new Set<string>();
  readonly #api: Api;
  readonly #stops: readonly (() => void)[];

  constructor(api: Api) {
    this.#api = api;
    this.#stops = [
      api.marks.onChanged(({ companyIds }) => {
        const known = companyIds ?? [...this.#asked];
        void this.read(known.filter((id) => this.#asked.has(id)));
      }),
      // The demo's clock was moved: a snooze may be over.
      api.demo.onChanged(() => void this.read([...this.#asked])),
    ];
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
  }

  /** The mark of a company that was asked for; null for none. */
  of(companyId: string): TriageMark | null {
    return this.#marks.get(companyId) ?? null;
  }
  /** Whether a list leaves it out, or shows it greyed. @param newsAtMs when what is listed came; null: a list of companies */
  isAway(companyId: string, nowMs: number, newsAtMs: number | null = null): boolean {
    return isDoneOrSnoozed(this.of(companyId), nowMs, newsAtMs);
  }
  /** These are shown: reads those that were not asked for yet. Resolves once all of them are known. */
  async need(companyIds: readonly string[]): Promise<void> {
    const fresh = companyIds.filter((id) => !this.#asked.has(id));
    if (fresh.length === 0) return;
    for (const id of fresh) this.#asked.add(id);
    await this.read(fresh);
  }
  /** What the core told along with a list: these companies are shown, and of them these are put away. */
  learn(companyIds: readonly string[], told: ToldMarks): void {
    for (const id of companyIds) {
      this.#asked.add(id);
      this.#put(id, told.find(({ companyId }) => companyId === id)?.mark ?? null);
    }
  }
  /** Reads them again, whoever asked. What cannot be read now stays as it was. */
  async read(companyIds: readonly string[]): Promise<void> {
    const ids = companyIds.filter((id, at) => companyIds.indexOf(id) === at);
    for (let at = 0; at < ids.length; at += LIST_LIMIT_MAX) {
      const some = ids.slice(at, at + LIST_LIMIT_MAX);
      const found = await this.#api.triage.of({ companyIds: some }).catch(() => null);
      if (found === null) {
        // Asked for again by whoever shows them next.
        for (const id of some) if (this.of(id) === null) this.#asked.delete(id);
        continue;
      }
      for (const id of some)
        this.#put(id, found.marks.find(({ companyId }) => companyId === id)?.mark ?? null);
    }
  }
  /** What a change will come to, before the core tells: nothing waits. */
  expect(companyIds: readonly string[], mark: TriageMark | null): void {
    for (const id of companyIds) {
      this.#asked.add(id);
      this.#put(id, mark);
    }
  }

  #put(companyId: string, mark: TriageMark | null): void {
    if (mark === null) this.#marks.delete(companyId);
    else if (JSON.stringify(this.#marks.get(companyId)) !== JSON.stringify(mark))
      this.#marks.set(companyId, mark);
  }
}
