import type { TriageMark, TriageTally } from '../../../../shared/model/triage.ts';
import { untilText, companiesText } from './snooze-times.ts';
import { safeName } from '../../../lib/safe-text.ts';
import { triage as words } from './strings.ts';
import type { App } from '../../../session/app.svelte.ts';
import { snoozeAsk } from './snooze-request.svelte.ts';
import { TriageMarks } from './triage-marks.svelte.ts';

/** The marks of the open workspace, shared by every list. */
export const triageMarks = (app: App): TriageMarks =>
  app.keep('triage-marks', () => new TriageMarks(app.api));

/** A company as a list shows it. */
export interface TriageRow {
  readonly companyId: string;
  /** As the service wrote it; made safe here. */
  readonly name: string;
  /** When what is listed came, server time, ms: news after a company was marked done shows it again. Absent in lists of companies. */
  readonly newsAtMs?: number | null;
}

export interface TriageProgress {
  readonly handled: number;
  readonly total: number;
}

/** What a list screen hands over. Positions are its own; all of it is read when it is needed. */
export interface TriageList {
  readonly total: () => number;
  /** Null for a row that is not here (yet). */
  readonly row: (index: number) => TriageRow | null;
  /** The row that the keyboard is on; -1 for none. */
  readonly active: () => number;
  /** True: what is put away goes from the list, and the next row takes its place. False: it stays, greyed. */
  readonly leavesOut: () => boolean;
  /** Resolves once the list stands without what was just put away; only for lists that leave it out. */
  readonly settled?: () => Promise<unknown>;
  /** The companies chosen for one change of all of them. */
  readonly selection?: { readonly rows: readonly TriageRow[]; clear(): void };
  /** How far a list is that stays whole, where it knows better than its rows do; null where there is nothing to go through. */
  readonly progress?: () => TriageProgress | null;
}

/** As far as a row is looked for by its company. */
const LOOKED_THROUGH = 500;
const NOBODY: TriageTally = { done: 0, snoozed: 0, saved: 0, noted: 0, tasks: 0 };

/**
 * Going through one list. The keys mean what is selected, else the company beside the list, else the row that the keyboard
 * is on; what is put away makes the next one come. Everything is one change with one undo.
 */
export class Triage {
  readonly marks: TriageMarks;
  /** What was done since the list was begun, as it stands now; read when the end is reached. */
  tally = $state.raw<TriageTally>(NOBODY);
  /** The end was seen and closed. */
  isEndClosed = $state(false);
  /** Companies put away here, also where the list does not show them any more. */
  #handled = $state.raw<readonly string[]>([]);
  #sinceMs: number | null = null;
  /** Companies whose change is on its way: until the list shows it, nobody can mean to take it back. */
  #underWay: readonly string[] = [];
  /** The keyboard goes there, and the company beside the list follows where one is open. */
  #goTo: (index: number) => void = () => undefined;
  readonly #app: App;
  readonly #list: TriageList;

  constructor(app: App, list: TriageList) {
    this.#app = app;
    this.#list = list;
    this.marks = triageMarks(app);
    void this.#begin();
  }

  /** For the screen that draws the list: how the keyboard moves in it. @returns what takes it back, for an `$effect` */
  attach(goTo: (index: number) => void): () => void {
    this.#goTo = goTo;
    return () => {
      if (this.#goTo === goTo) this.#goTo = () => undefined;
    };
  }
  /** Another list: nothing of it was gone through. */
  restart(): void {
    this.#handled = [];
    this.tally = NOBODY;
    this.isEndClosed = false;
    this.#sinceMs = null;
    void this.#begin();
  }

  /** What the keys mean now. */
  get targets(): readonly TriageRow[] {
    const { selection, row, active } = this.#list;
    if (selection !== undefined && selection.rows.length > 0) return selection.rows;
    const on = active() < 0 ? null : row(active());
    const { companyId } = this.#app.navigation;
    // Who stands beside the list is who is meant, also where the keyboard is on another row or the list has no such row.
    if (companyId !== null && companyId !== on?.companyId) return [this.#rowOf(companyId)];
    return on === null ? [] : [on];
  }
  /** All of the targets are put away already: the key that puts away brings back. */
  get areAway(): boolean {
    const { targets } = this;
    return targets.length > 0 && targets.every((row) => this.isAway(row));
  }
  isAway({ companyId, newsAtMs }: TriageRow): boolean {
    return this.marks.isAway(companyId, this.#app.clock.nowMs, newsAtMs ?? null);
  }
  /** `Done`, `snoozed until Monday`, for the row; null where it is still to do. */
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
  /** Nothing is left of a list that was gone through here. */
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
  /** `rows`: whom it was asked about; meanwhile the list may have moved under the keyboard. */
  async snooze(untilMs: number, rows: readonly TriageRow[] = this.targets): Promise<void> {
    if (rows.length === 0) return;
    const { nowMs: setAtMs } = this.#app.clock;
    const said = words.said.snoozed(whomOf(rows), untilText(untilMs, setAtMs));
    await this.#put(rows, { state: 'snoozed', setAtMs, untilMs }, async (companyIds) => {
      const { undo } = await this.#app.api.triage.snooze({ companyIds, untilMs });
      this.#app.undo.offer(said, undo);
    });
  }
  /** Asks until when, then snoozes. */
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
  /** Where a company stands in the list, the row of the keyboard first; -1: nowhere near. */
  #indexOf(companyId: string): number {
    const { total, row, active } = this.#list;
    if (active() >= 0 && row(active())?.companyId === companyId) return active();
    for (let at = 0; at < Math.min(total(), LOOKED_THROUGH); at += 1)
      if (row(at)?.companyId === companyId) return at;
    return -1;
  }

  /** What a key means that puts away or brings back: pressed again before the list moved on, it would take back the first press. */
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
  /** To the next one that is still to do, below first; where everything is done the keyboard stays. */
  async #moveOn(from: number, isMany: boolean): Promise<void> {
    const { total, row, leavesOut } = this.#list;
    const goTo = this.#goTo;
    const count = total();
    if (count === 0 || from < 0 || isMany) return;
    if (leavesOut()) return goTo(Math.min(from, count - 1));
    for (let step = 1; step < count; step += 1) {
      const at = (from + step) % count;
      const each = row(at);
      // Out of sight and not read yet: nobody knows, so it is the next one.
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
