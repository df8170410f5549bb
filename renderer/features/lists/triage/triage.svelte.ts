import type { TriageMark, TriageTally } from '../../../../shared/model/triage.ts';
import { companiesText, dayText, untilText } from './snooze-times.ts';
import { safeName } from '../../../lib/safe-text.ts';
import { triage as strings } from './strings.ts';
import type { App } from '../../../session/app.svelte.ts';
import { snoozeRequestOf } from './snooze-request.svelte.ts';
import { TriageMarks } from './triage-marks.svelte.ts';
import { triageTargetsOf } from './triage-targets.ts';

/** Returns the triage marks of the open workspace. All lists share them. */
export const triageMarks = (app: App): TriageMarks =>
  app.stateFor('triage-marks', () => new TriageMarks(app.api));

/** A row of a list with triage. It stands for a company or for news about a company. */
export interface TriageRow {
  readonly companyId: string;
  /** The name as received from the service, not sanitised; null if the list does not contain the company. */
  readonly name: string | null;
  /**
   * The time of the row's news, in Unix ms by the service's clock. A company marked as done reappears if this
   * news is newer than the mark. Undefined for rows of a list of companies.
   */
  readonly newsAtMs?: number | null;
}

export interface TriageProgress {
  /**
   * Number of done and snoozed companies (see `isDoneOrSnoozed`). On Today, also includes companies that were
   * contacted today.
   */
  readonly handled: number;
  /**
   * Number of companies that are on at least one of the user's lists but are not handled. Counted only in
   * search results, where a saved company counts as finished; 0 elsewhere.
   */
  readonly saved: number;
  readonly total: number;
}
/** Number of companies in a list that were handled or saved, by kind. Each company counts once. */
interface TriageParts extends HandledParts {
  readonly saved: number;
  /** Companies that were contacted today and are neither done nor snoozed. 0 in every list except Today. */
  readonly contacted?: number;
}
/** How companies were handled. Each company counts once. */
export interface HandledParts {
  readonly done: number;
  readonly snoozed: number;
}
/** The companies that were listed on Today since the day began. */
export interface HandledToday extends HandledParts {
  /** Companies that the user contacted today, whether they are done, snoozed or neither. */
  readonly contacted: number;
  /** Companies that are neither done, snoozed nor contacted today. */
  readonly left: number;
  readonly total: number;
}
interface Counted extends TriageProgress {
  /** Null if the list does not report them. */
  readonly parts: TriageParts | null;
}

/** Access to a screen's list by position. Each function returns the current value. */
interface TriageList {
  readonly total: () => number;
  /** Returns a row; null if it does not exist or is not loaded. */
  readonly row: (index: number) => TriageRow | null;
  /** Returns the active row; -1 if there is none. */
  readonly active: () => number;
  /**
   * Returns whether done and snoozed companies are removed from the list. Otherwise, they are shown in grey.
   */
  readonly hidesHandled: () => boolean;
  /**
   * Returns how many of today's companies were handled in each way, and how many are left. Includes companies
   * that have left the list since. Only Today has this function.
   */
  readonly today?: () => HandledToday;
  /**
   * Returns a promise that resolves once the list no longer contains the companies that were just marked.
   * Only a list that hides done and snoozed companies needs this function.
   */
  readonly whenUpdated?: () => Promise<unknown>;
  readonly selection?: { readonly rows: readonly TriageRow[]; clear(): void };
  /**
   * Returns the progress to show, or null to show none. If this function is missing, the done and snoozed
   * rows are counted. It is not called while the list hides these rows, or if there is a `today` function.
   */
  readonly progress?: () => {
    readonly done: number;
    readonly snoozed: number;
    readonly total: number;
  } | null;
  /**
   * Returns whether a company is on one of the user's lists. In a list with this function, a saved company
   * counts as finished: it is skipped when the next company becomes active, and the progress bar includes it.
   */
  readonly isSaved?: (companyId: string) => boolean;
  /**
   * Returns whether a company was contacted today. Such companies are skipped when the next company becomes
   * active. Only Today provides this function.
   */
  readonly isContacted?: (companyId: string) => boolean;
  /** Returns the company to which the active row belongs if the row is a task or a follow-up. */
  readonly companyOfTask?: () => string | null;
}

/** Maximum number of rows that are searched to find a company. */
const SEARCHED_ROWS = 500;
const EMPTY_TALLY: TriageTally = { done: 0, snoozed: 0, saved: 0, noted: 0, tasks: 0, followUps: 0 };

/**
 * Triage of one list. A command applies to the selected companies; without a selection, to the company that
 * is open beside the list; if none is open, to the active row. After one company is marked as done or
 * snoozed, the next company becomes active. Each change is one undo step.
 */
export class Triage {
  readonly marks: TriageMarks;
  /**
   * How many changes of each kind the user has made since starting to triage the list. Loaded once all
   * companies are done or snoozed.
   */
  tally = $state.raw<TriageTally>(EMPTY_TALLY);
  /** Whether the user has closed the summary at the end of the list. */
  isEndClosed = $state(false);
  /**
   * Ids of the companies that the user marked as done or snoozed in this list. Includes companies that the
   * list no longer shows.
   */
  #handled = $state.raw<readonly string[]>([]);
  #sinceMs: number | null = null;
  /**
   * Ids of companies with a change in progress. If the user presses the same key again before the change is
   * visible, the second key press must not revert it.
   */
  #pendingIds: readonly string[] = [];
  /**
   * Makes the row at `index` active. If a company is open beside the list, opens the row's company instead.
   * If `index` is -1, makes no row active and closes the company.
   */
  #goTo: (index: number) => void = () => undefined;
  readonly #app: App;
  readonly #list: TriageList;

  constructor(app: App, list: TriageList) {
    this.#app = app;
    this.#list = list;
    this.marks = triageMarks(app);
    void this.#begin();
  }

  /**
   * Registers this list as the list on screen, and `goTo` as the function that makes a row active.
   *
   * @returns a function that removes the registration, for an `$effect`
   */
  attach(goTo: (index: number) => void): () => void {
    this.#goTo = goTo;
    const release = triageTargetsOf(this.#app).attach(
      () => this.targets,
      (companyId) => (this.today !== null && this.#indexOf(companyId) >= 0 ? strings.staysOnToday : null),
    );
    return () => {
      release();
      if (this.#goTo === goTo) this.#goTo = () => undefined;
    };
  }
  /** Moves the focus to the list, at its active row. */
  focusActive(): void {
    const active = this.#list.active();
    if (active >= 0) this.#goTo(active);
  }
  /** Resets the list's triage. Call it when the list's companies are replaced. */
  restart(): void {
    this.#handled = [];
    this.tally = EMPTY_TALLY;
    this.isEndClosed = false;
    this.#sinceMs = null;
    void this.#begin();
  }

  /** The companies to which a command applies. */
  get targets(): readonly TriageRow[] {
    const { selection, row, active } = this.#list;
    if (selection !== undefined && selection.rows.length > 0) return selection.rows;
    const activeRow = active() < 0 ? null : row(active());
    const { companyId } = this.#app.navigation;
    // The company open beside the list takes precedence over the active row, even if the list does not
    // contain it.
    if (companyId !== null && companyId !== activeRow?.companyId) return [this.#rowOf(companyId)];
    return activeRow === null ? [] : [activeRow];
  }
  /**
   * The company that a command opens, such as the command that saves it to a list. On Today, this may be the
   * company of a task.
   */
  get companyToOpen(): string | null {
    return this.targets[0]?.companyId ?? this.#list.companyOfTask?.() ?? null;
  }
  /** Whether a saved company counts as finished in this list. */
  get savingCounts(): boolean {
    return this.#list.isSaved !== undefined;
  }
  /** Whether all targets are done or snoozed. If so, the key for "done" removes their marks instead. */
  get areAllHandled(): boolean {
    const { targets } = this;
    return targets.length > 0 && targets.every((row) => this.isHandled(row));
  }
  isHandled({ companyId, newsAtMs }: TriageRow): boolean {
    return this.marks.isHandled(companyId, this.#app.clock, newsAtMs ?? null);
  }
  /**
   * Returns the triage state of a row, such as `done` or `snoozed until Mon 18 May`; null if the company is
   * neither done nor snoozed.
   */
  markText(row: TriageRow): string | null {
    const mark = this.marks.markOf(row.companyId);
    if (mark === null || !this.isHandled(row)) return null;
    return mark.state === 'done'
      ? strings.mark.done
      : strings.mark.snoozed(untilText(mark.untilMs, this.#app.clock.nowMs));
  }

  /** How the companies of the day were handled; null in every list except Today. */
  readonly today: HandledToday | null = $derived.by(() => this.#list.today?.() ?? null);
  readonly #counted: Counted | null = $derived.by(() => {
    const { progress, total, row, hidesHandled } = this.#list;
    const { today } = this;
    if (today !== null) {
      const contacted = today.total - today.left - handledIn(today);
      return countedOf({ ...today, contacted, saved: 0 }, today.total);
    }
    if (hidesHandled()) {
      const handled = this.#handled.map((companyId) => ({ companyId, name: null }));
      const parts = this.#partsOf(handled.filter((each) => this.isHandled(each)));
      return countedOf(parts, handledIn(parts) + parts.saved + total());
    }
    if (progress !== undefined) {
      const counted = progress();
      return counted && countedOf({ ...counted, saved: 0 }, counted.total);
    }
    const count = total();
    const rows = Array.from({ length: count }, (_, at) => row(at)).filter((each) => each !== null);
    return countedOf(this.#partsOf(rows), count);
  });
  readonly progress: TriageProgress | null = $derived(
    this.#counted && {
      handled: this.#counted.handled,
      saved: this.#counted.saved,
      total: this.#counted.total,
    },
  );
  /** How many companies were handled in each way; null if unknown. */
  readonly parts: TriageParts | null = $derived(this.#counted?.parts ?? null);
  /** The same as text, such as `4 done, 1 snoozed`. */
  readonly partsText: string | null = $derived(this.parts === null ? null : strings.parts(this.parts));
  readonly progressText: string | null = $derived.by(() => {
    if (this.progress === null) return null;
    const { handled, saved, total } = this.progress;
    return this.today === null
      ? strings.progressText({ handled, saved, total }, this.partsText)
      : strings.leftText(this.today.left, total);
  });
  /**
   * True if all companies in the list are done, snoozed or saved, and at least one of them was marked as done
   * or snoozed in this list. On Today, true if no company is left. There, companies handled in any list
   * count, and so do companies contacted today.
   */
  readonly isFinished = $derived.by(() => {
    const { progress, today } = this;
    if (progress === null) return false;
    if (today !== null) return today.left === 0;
    return this.#handled.length > 0 && progress.handled + progress.saved === progress.total;
  });

  async done(): Promise<void> {
    const rows = this.#targetsForKey();
    if (rows.length === 0) return;
    const setAtMs = this.#app.clock.nowMs;
    await this.#markWhilePending(rows, { state: 'done', setAtMs }, async (companyIds) => {
      const { undo } = await this.#app.api.triage.setDone({ companyIds });
      const companies = await this.#textOf(rows);
      const { already, done } = strings.toasts;
      const note = await this.#planNote(companyIds);
      this.#app.undo.offer(undo === null ? already(companies) : done(companies), undo, undefined, note);
    });
  }
  /**
   * Snoozes companies.
   *
   * @param rows the companies; by default, the current targets. The snooze dialog passes its own companies,
   *   because the active row may have changed since the dialog was opened.
   */
  async snooze(untilMs: number, rows: readonly TriageRow[] = this.targets): Promise<void> {
    if (rows.length === 0) return;
    const { nowMs: setAtMs } = this.#app.clock;
    await this.#markWhilePending(rows, { state: 'snoozed', setAtMs, untilMs }, async (companyIds) => {
      const { undo } = await this.#app.api.triage.snooze({ companyIds, untilMs });
      const companies = await this.#textOf(rows);
      const note = await this.#planNote(companyIds);
      // Names the date even for tomorrow, so the user can check it against the words that they typed.
      const message = strings.toasts.snoozed(companies, dayText(untilMs));
      this.#app.undo.offer(message, undo, undefined, note);
    });
  }
  async openSnoozeDialog(): Promise<void> {
    const rows = this.targets;
    if (rows.length === 0) return;
    const companies = await this.#textOf(rows);
    snoozeRequestOf(this.#app).open(companies, (untilMs) => this.snooze(untilMs, rows));
  }
  async putBack(): Promise<void> {
    const rows = this.#targetsForKey();
    if (rows.length === 0) return;
    const companyIds = idsOf(rows);
    await this.#whilePending(companyIds, async () => {
      await this.#app.change(async () => {
        const { undo } = await this.#app.api.triage.putBack({ companyIds });
        this.marks.apply(companyIds, null);
        this.#app.undo.offer(strings.toasts.back(await this.#textOf(rows)), undo);
      });
      this.#list.selection?.clear();
    });
  }

  /**
   * Returns a message that the running plan will skip its waiting requests for these companies; null if there
   * are none.
   */
  async #planNote(companyIds: readonly string[]): Promise<string | null> {
    if (this.#app.progress.of('plan') === null) return null;
    const read = await this.#app.api.plan.run({}).catch(() => null);
    const isLeft = read?.run?.items.some(
      ({ step, companyId }) => step === 'waiting' && companyId !== null && companyIds.includes(companyId),
    );
    return isLeft === true ? strings.toasts.planSkips(companyIds.length) : null;
  }

  async #whilePending(companyIds: readonly string[], work: () => Promise<void>): Promise<void> {
    this.#pendingIds = [...this.#pendingIds, ...companyIds];
    try {
      await work();
    } finally {
      this.#pendingIds = this.#pendingIds.filter((id) => !companyIds.includes(id));
    }
  }

  /**
   * Returns the name of a single company, or a count such as `3 companies` for several. If the list does not
   * contain the name, reads it from the core.
   */
  async #textOf(rows: readonly TriageRow[]): Promise<string> {
    const [first] = rows;
    if (first === undefined || rows.length > 1) return companiesText(rows.map(({ companyId }) => companyId));
    const name = first.name ?? (await this.#nameOf(first.companyId));
    return name === null ? strings.this : safeName(name);
  }
  async #nameOf(id: string): Promise<string | null> {
    const view = await this.#app.api.companies.get({ id }).catch(() => null);
    return view?.row.name ?? null;
  }

  #rowOf(companyId: string): TriageRow {
    const at = this.#indexOf(companyId);
    return (at < 0 ? null : this.#list.row(at)) ?? { companyId, name: null };
  }
  /** Returns a company's position; -1 if the company is not found. Checks the active row first. */
  #indexOf(companyId: string): number {
    const { total, row, active } = this.#list;
    if (active() >= 0 && row(active())?.companyId === companyId) return active();
    for (let at = 0; at < Math.min(total(), SEARCHED_ROWS); at += 1)
      if (row(at)?.companyId === companyId) return at;
    return -1;
  }

  /**
   * Returns the position from which to look for the next company. A contacted company moves to the end of
   * Today. In this case, the search starts from the active row, which took the company's place.
   */
  #searchStart(companyId: string): number {
    const hasMoved = this.#list.isContacted?.(companyId) === true && this.#list.active() >= 0;
    return hasMoved ? this.#list.active() : this.#indexOf(companyId);
  }

  /**
   * Returns the companies to which a key press applies. If a change to any of them is still in progress,
   * returns none, because a second key press would revert that change.
   */
  #targetsForKey(): readonly TriageRow[] {
    const { targets } = this;
    return targets.some(({ companyId }) => this.#pendingIds.includes(companyId)) ? [] : targets;
  }
  #markWhilePending(
    rows: readonly TriageRow[],
    mark: TriageMark,
    change: (companyIds: string[]) => Promise<void>,
  ): Promise<void> {
    return this.#whilePending(idsOf(rows), () => this.#applyMark(rows, mark, change));
  }
  async #applyMark(
    rows: readonly TriageRow[],
    mark: TriageMark,
    change: (companyIds: string[]) => Promise<void>,
  ): Promise<void> {
    const companyIds = idsOf(rows);
    const [first = ''] = companyIds;
    const isBulk = (this.#list.selection?.rows.length ?? 0) > 0;
    const from = this.#searchStart(first);
    // The next company becomes active before the change is saved, so the next key press applies to that
    // company.
    const endUnsaved = isBulk ? () => undefined : this.marks.showUnsaved(companyIds, mark);
    if (!isBulk) this.#goToNext(from);
    const movedTo = this.#activeId();
    const isSaved = await this.#app.changeInOrder(async () => {
      await change(companyIds);
      this.marks.apply(companyIds, mark);
    });
    endUnsaved();
    if (!isSaved) {
      if (!isBulk && this.#activeId() === movedTo) this.#goToCompany(first);
      return;
    }
    this.#handled = [...this.#handled.filter((id) => !companyIds.includes(id)), ...companyIds];
    this.isEndClosed = false;
    this.#list.selection?.clear();
    if (this.#list.hidesHandled()) await this.#list.whenUpdated?.();
    if (isBulk) this.#focusAfterBulk(from);
    await this.readTally();
  }
  #activeId(): string | null {
    const at = this.#list.active();
    return at < 0 ? null : (this.#list.row(at)?.companyId ?? null);
  }
  #goToCompany(companyId: string): void {
    const at = this.#indexOf(companyId);
    if (at >= 0) this.#goTo(at);
  }
  /**
   * Moves focus to a row when the selection is cleared. The bulk bar then disappears, and the focus would
   * otherwise be lost.
   */
  #focusAfterBulk(from: number): void {
    const { total, active } = this.#list;
    if (total() > 0 && from >= 0) this.#goTo(Math.min(active() < 0 ? from : active(), total() - 1));
  }
  /**
   * After a company has been marked, activates the next row whose company is not handled. The search goes
   * down from `from`. In a list that hides handled companies, it then goes up from `from`; otherwise, it
   * continues at the top. If there is no such row, the active row stays the same, except on Today. There, no
   * row is active afterwards, so the next press of the key does not reach the tasks. If `from` is -1, the
   * list does not contain the marked company, and the search starts at the active row.
   */
  #goToNext(from: number): void {
    const { total, row, active, hidesHandled } = this.#list;
    const goTo = this.#goTo;
    const count = total();
    if (count === 0 && this.today !== null) return goTo(-1);
    const start = from < 0 ? active() : from;
    if (count === 0 || start < 0) return;
    const below = count - Math.min(start, count);
    for (let step = 0; step < count; step += 1) {
      const isAbove = step >= below;
      const at = hidesHandled() && isAbove ? count - 1 - step : (start + step) % count;
      const each = row(at);
      // A row that is not loaded may be done or snoozed. Below `start`, the search selects such a row anyway.
      // Above `start`, the search stops at such a row without selecting it.
      if (each === null) return isAbove ? undefined : goTo(at);
      if (!this.#isJudged(each) && this.#list.isContacted?.(each.companyId) !== true) return goTo(at);
    }
    if (this.today !== null) goTo(-1);
  }
  #isJudged(row: TriageRow): boolean {
    return this.isHandled(row) || this.#list.isSaved?.(row.companyId) === true;
  }
  #partsOf(rows: readonly TriageRow[]): TriageParts {
    const parts = { saved: 0, done: 0, snoozed: 0 };
    for (const row of rows) {
      if (this.isHandled(row)) parts[this.marks.markOf(row.companyId)?.state ?? 'done'] += 1;
      else if (this.#isJudged(row)) parts.saved += 1;
    }
    return parts;
  }

  async #begin(): Promise<void> {
    const begun = await this.#app.api.triage.tally({ sinceMs: null }).catch(() => null);
    this.#sinceMs ??= begun?.atMs ?? null;
  }
  /** Reads how many changes the user has made since triage began, for the summary at the end of the list. */
  async readTally(): Promise<void> {
    if (this.#sinceMs === null || !this.isFinished) return;
    const read = await this.#app.api.triage.tally({ sinceMs: this.#sinceMs }).catch(() => null);
    if (read !== null) this.tally = read.tally;
  }
}

const idsOf = (rows: readonly TriageRow[]): string[] => [...new Set(rows.map(({ companyId }) => companyId))];
const handledIn = ({ done, snoozed }: HandledParts): number => done + snoozed;
const countedOf = ({ saved, done, snoozed, contacted = 0 }: TriageParts, total: number): Counted | null => {
  const parts = { saved, done, snoozed, contacted };
  return total === 0 ? null : { handled: handledIn(parts) + contacted, saved, total, parts };
};
