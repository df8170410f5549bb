import type { TriageMark, TriageTally } from '../../../../shared/model/triage.ts';
import { untilText, companiesText } from './snooze-times.ts';
import { safeName } from '../../../lib/safe-text.ts';
import { triage as words } from './strings.ts';
import type { App } from '../../../session/app.svelte.ts';
import { snoozeAsk } from './snooze-request.svelte.ts';
import { TriageMarks } from './triage-marks.svelte.ts';

/** The triage marks of the open workspace, shared by all lists. */
export const triageMarks = (app: App): TriageMarks =>
  app.stateFor('triage-marks', () => new TriageMarks(app.api));

/** A company in a list. */
export interface TriageRow {
  readonly companyId: string;
  /** The service's text, not made safe yet. */
  readonly name: string;
  /** Server time of the listed news: news after a company was marked done shows it again. Absent in lists of companies. */
  readonly newsAtMs?: number | null;
}

export interface TriageProgress {
  readonly handled: number;
  readonly total: number;
}

/** A screen's list, by position. The functions are called when a value is needed. */
export interface TriageList {
  readonly total: () => number;
  /** Null for a row that does not exist or is not loaded. */
  readonly row: (index: number) => TriageRow | null;
  /** The active row; -1 for none. */
  readonly active: () => number;
  /** Whether done and snoozed companies leave the list; otherwise they are greyed. */
  readonly leavesOut: () => boolean;
  /** Resolves once the list no longer contains the companies just handled; only for lists that hide them. */
  readonly settled?: () => Promise<unknown>;
  /** The selected companies. */
  readonly selection?: { readonly rows: readonly TriageRow[]; clear(): void };
  /** Progress of a list that does not hide companies, if it cannot be counted from its rows; null shows none. */
  readonly progress?: () => TriageProgress | null;
}

/** Rows that are searched for a company. */
const LOOKED_THROUGH = 500;
const NOBODY: TriageTally = { done: 0, snoozed: 0, saved: 0, noted: 0, tasks: 0 };

/**
 * Triage of one list. Its keys apply to the selected companies, else to the company beside the list, else to the active row.
 * After a company is marked done or snoozed, the next one becomes active. Every change has one undo step.
 */
export class Triage {
  readonly marks: TriageMarks;
  /** Counts since the start of the list, read when its end is reached. */
  tally = $state.raw<TriageTally>(NOBODY);
  /** The user closed the summary at the end. */
  isEndClosed = $state(false);
  /** Companies marked done or snoozed here, even if the list no longer shows them. */
  #handled = $state.raw<readonly string[]>([]);
  #sinceMs: number | null = null;
  /** Companies with a change in progress. Until the list shows it, a key must not revert it. */
  #underWay: readonly string[] = [];
  /** Makes a row active; an open company beside the list follows. */
  #goTo: (index: number) => void = () => undefined;
  readonly #app: App;
  readonly #list: TriageList;

  constructor(app: App, list: TriageList) {
    this.#app = app;
    this.#list = list;
    this.marks = triageMarks(app);
    void this.#begin();
  }

  /** Registers how the screen makes a row active. @returns its removal, for an `$effect` */
  attach(goTo: (index: number) => void): () => void {
    this.#goTo = goTo;
    return () => {
      if (this.#goTo === goTo) this.#goTo = () => undefined;
    };
  }
  /** Starts over for another list. */
  restart(): void {
    this.#handled = [];
    this.tally = NOBODY;
    this.isEndClosed = false;
    this.#sinceMs = null;
    void this.#begin();
  }

  /** The companies that the keys apply to. */
  get targets(): readonly TriageRow[] {
    const { selection, row, active } = this.#list;
    if (selection !== undefined && selection.rows.length > 0) return selection.rows;
    const on = active() < 0 ? null : row(active());
    const { companyId } = this.#app.navigation;
    // The company beside the list takes precedence over the active row, even if the list does not contain it.
    if (companyId !== null && companyId !== on?.companyId) return [this.#rowOf(companyId)];
    return on === null ? [] : [on];
  }
  /** Whether all targets are done or snoozed, so the key for done puts them back. */
  get areAway(): boolean {
    const { targets } = this;
    return targets.length > 0 && targets.every((row) => this.isAway(row));
  }
  isAway({ companyId, newsAtMs }: TriageRow): boolean {
    return this.marks.isAway(companyId, this.#app.clock.nowMs, newsAtMs ?? null);
  }
  /** `done`, `snoozed until Monday`; null if still to do. */
  markWords(row: TriageRow): string | null {
    const mark = this.marks.of(row.companyId);
    if (mark === null || !this.isAway(row)) return null;
    return mark.state === 'done'
      ? words.mark.done
      : words.mark.snoozed(untilText(mark.untilMs, this.#app.clock.nowMs));
  }

  readonly progress: TriageProgress | null = $derived.by(() => {
    const { progress, total, row, leavesOut } = this.#list;
    if (leavesOut()) {
      const gone = this.#handled.filter((id) => this.marks.isAway(id, this.#app.clock.nowMs)).length;
      return gone + total() === 0 ? null : { handled: gone, total: gone + total() };
    }
    if (progress !== undefined) return progress();
    const count = total();
    let handled = 0;
    for (let at = 0; at < count; at += 1) {
      const each = row(at);
      if (each !== null && this.isAway(each)) handled += 1;
    }
    return count === 0 ? null : { handled, total: count };
  });
  /** Whether all companies of the list are handled, at least one of them here. */
  readonly isOver = $derived(
    this.#handled.length > 0 && this.progress !== null && this.progress.handled === this.progress.total,
  );

  async done(): Promise<void> {
    const rows = this.#pressed();
    if (rows.length === 0) return;
    const what = whomOf(rows);
    const setAtMs = this.#app.clock.nowMs;
    await this.#put(rows, { state: 'done', setAtMs }, async (companyIds) => {
      const { undo } = await this.#app.api.triage.setDone({ companyIds });
      this.#app.undo.offer(undo === null ? words.said.already : words.said.done(what), undo);
    });
  }
  /** @param rows the targets when the dialog was opened; the active row may have changed since */
  async snooze(untilMs: number, rows: readonly TriageRow[] = this.targets): Promise<void> {
    if (rows.length === 0) return;
    const { nowMs: setAtMs } = this.#app.clock;
    const said = words.said.snoozed(whomOf(rows), untilText(untilMs, setAtMs));
    await this.#put(rows, { state: 'snoozed', setAtMs, untilMs }, async (companyIds) => {
      const { undo } = await this.#app.api.triage.snooze({ companyIds, untilMs });
      this.#app.undo.offer(said, undo);
    });
  }
  /** Opens the snooze dialog. */
  askSnooze(): void {
    const rows = this.targets;
    if (rows.length > 0) snoozeAsk(this.#app).ask(whomOf(rows), (untilMs) => this.snooze(untilMs, rows));
  }
  async putBack(): Promise<void> {
    const rows = this.#pressed();
    if (rows.length === 0) return;
    const companyIds = idsOf(rows);
    await this.#under(companyIds, async () => {
      await this.#app.change(async () => {
        const { undo } = await this.#app.api.triage.putBack({ companyIds });
        this.marks.expect(companyIds, null);
        this.#app.undo.offer(words.said.back(whomOf(rows)), undo);
      });
      this.#list.selection?.clear();
    });
  }

  async #under(companyIds: readonly string[], work: () => Promise<void>): Promise<void> {
    this.#underWay = [...this.#underWay, ...companyIds];
    try {
      await work();
    } finally {
      this.#underWay = this.#underWay.filter((id) => !companyIds.includes(id));
    }
  }

  #rowOf(companyId: string): TriageRow {
    const at = this.#indexOf(companyId);
    return (at < 0 ? null : this.#list.row(at)) ?? { companyId, name: words.this };
  }
  /** The position of a company, preferring the active row; -1 if not found. */
  #indexOf(companyId: string): number {
    const { total, row, active } = this.#list;
    if (active() >= 0 && row(active())?.companyId === companyId) return active();
    for (let at = 0; at < Math.min(total(), LOOKED_THROUGH); at += 1)
      if (row(at)?.companyId === companyId) return at;
    return -1;
  }

  /** The targets of a key press; none if a change of them is in progress, because a second press would revert the first. */
  #pressed(): readonly TriageRow[] {
    const { targets } = this;
    return targets.some(({ companyId }) => this.#underWay.includes(companyId)) ? [] : targets;
  }
  #put(
    rows: readonly TriageRow[],
    mark: TriageMark,
    change: (companyIds: string[]) => Promise<void>,
  ): Promise<void> {
    return this.#under(idsOf(rows), () => this.#putAway(rows, mark, change));
  }
  async #putAway(
    rows: readonly TriageRow[],
    mark: TriageMark,
    change: (companyIds: string[]) => Promise<void>,
  ): Promise<void> {
    const companyIds = idsOf(rows);
    const from = this.#indexOf(companyIds[0] ?? '');
    const isMany = (this.#list.selection?.rows.length ?? 0) > 0;
    const worked = await this.#app.change(async () => {
      await change(companyIds);
      this.marks.expect(companyIds, mark);
    });
    if (!worked) return;
    this.#handled = [...this.#handled.filter((id) => !companyIds.includes(id)), ...companyIds];
    this.isEndClosed = false;
    this.#list.selection?.clear();
    if (this.#list.leavesOut()) await this.#list.settled?.();
    await this.#moveOn(from, isMany);
    await this.#readTally();
  }
  /** Makes the next company that is still to do active, starting below; stays if there is none. */
  async #moveOn(from: number, isMany: boolean): Promise<void> {
    const { total, row, leavesOut } = this.#list;
    const goTo = this.#goTo;
    const count = total();
    if (count === 0 || from < 0 || isMany) return;
    if (leavesOut()) return goTo(Math.min(from, count - 1));
    for (let step = 1; step < count; step += 1) {
      const at = (from + step) % count;
      const each = row(at);
      // A row that is not loaded counts as still to do.
      if (each === null) return at > from ? goTo(at) : undefined;
      if (!this.isAway(each)) return goTo(at);
    }
  }

  async #begin(): Promise<void> {
    const begun = await this.#app.api.triage.tally({ sinceMs: null }).catch(() => null);
    this.#sinceMs ??= begun?.atMs ?? null;
  }
  async #readTally(): Promise<void> {
    if (this.#sinceMs === null || !this.isOver) return;
    const read = await this.#app.api.triage.tally({ sinceMs: this.#sinceMs }).catch(() => null);
    if (read !== null) this.tally = read.tally;
  }
}

const idsOf = (rows: readonly TriageRow[]): string[] => [...new Set(rows.map(({ companyId }) => companyId))];
const whomOf = (rows: readonly TriageRow[]): string => companiesText(rows.map(({ name }) => safeName(name)));
