import type { AppError } from '../../../shared/app-error.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { FitRange } from '../../../shared/model/library-values.ts';
import { localDate } from '../../../shared/local-date.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import type { DueFollowUp } from '../../../shared/model/settings/follow-ups.ts';
import type { Task } from '../../../shared/model/user-data.ts';
import { sectionOf, type TodaySection } from '../../../shared/today-sections.ts';
import { LatestRequest } from '../../lib/latest-request.ts';
import { problemOf } from '../../lib/to-app-error.ts';
import {
  companyOfLine,
  companiesClosing,
  companiesFound,
  companiesIn,
  companiesWithNews,
  countFits,
  otherUnseenTexts,
  sortedByFit,
  todayLines,
  withCompanies,
  withFitIn,
  type TodayCompany,
  type TodayLine,
  type TodayLists,
  type TodaySort,
} from './today-lines.ts';
import { ActiveRow } from '../lists/active-row.svelte.ts';
import type { App } from '../../session/app.svelte.ts';
import { Triage, triageMarks, type HandledToday, type TriageRow } from '../lists/triage/triage.svelte.ts';
import { RefreshWhileShown } from '../../session/refresh-while-shown.ts';
import { signalChanges } from '../lists/signal-changes.ts';

const UNSEEN = { text: '', from: null, unseen: true, icp: null } as const;
const NOTHING: Readonly<Record<TodaySection, number>> = {
  followUps: 0,
  ready: 0,
  news: 0,
  caughtUp: 0,
  closing: 0,
  contacted: 0,
  tasks: 0,
};

interface LeavingTask {
  readonly id: string;
  /** Whether the change to the task has been saved. */
  readonly isSaved: boolean;
}

/**
 * The state of the Today screen: due follow-ups, companies to write to, unseen signals, companies from today's
 * catch-up, closing contact windows and due tasks. All data is stored locally.
 */
export class Today {
  /** Whether any load has succeeded so far. */
  isLoaded = $state(false);
  error = $state.raw<AppError | null>(null);
  /**
   * The sort order of companies with news. Contact windows are always sorted by their end, and tasks by their
   * due date and time.
   */
  sort = $state<TodaySort>('fit');
  /** The fit range to which the companies are limited; null to show all companies. Tasks are always shown. */
  fitRange = $state<FitRange | null>(null);
  /** The current date by the core's clock, such as `2026-06-10`. */
  day = $state('');
  /** Number of unseen signals, including those without a company. */
  unseen = $state(0);
  /** The company of each loaded unseen signal; null for a signal without a company. */
  #unseenCompanies = $state.raw<readonly (string | null)[]>([]);
  #news = $state.raw<readonly TodayCompany[]>([]);
  #caughtUp = $state.raw<readonly TodayCompany[]>([]);
  #closing = $state.raw<readonly TodayCompany[]>([]);
  #ready = $state.raw<readonly TodayCompany[]>([]);
  #contacted = $state.raw<readonly TodayCompany[]>([]);
  #unloaded = $state.raw(NOTHING);
  #loadedFollowUps = $state.raw<readonly DueFollowUp[]>([]);
  #loadedTasks = $state.raw<readonly Task[]>([]);
  /**
   * Tasks that are hidden because they are being completed or snoozed. After the change is saved, a task
   * stays hidden until the list has been loaded again.
   */
  #leaving = $state.raw<readonly LeavingTask[]>([]);
  /** Ids of all companies that have appeared in the loaded lists since the day began. */
  #listedIds = $state.raw<readonly string[]>([]);
  /** Ids of the companies contacted today, whether they are listed or already handled. */
  #contactedIds = $state.raw<readonly string[]>([]);
  readonly #app: App;
  readonly #api: Api;
  readonly #refresher: RefreshWhileShown;
  readonly #marks;
  readonly #active = new ActiveRow(() => this.lines.map(lineKey), kindOfKey);
  /** The company for which `activateCompany` was called most recently. */
  #activatedId: string | null = null;
  readonly #latest = new LatestRequest();

  readonly followUps: readonly DueFollowUp[] = $derived(
    this.#loadedFollowUps.filter(({ taskIds }) => !taskIds.some((id) => this.#isLeaving(id))),
  );
  /** The due tasks, without follow-ups. */
  readonly tasks: readonly Task[] = $derived(this.#loadedTasks.filter(({ id }) => !this.#isLeaving(id)));
  /** The entries to list, without companies that are done or snoozed. */
  readonly #lists: TodayLists = $derived.by(() => ({
    followUps: this.followUps,
    ready: this.#ready.filter((each) => !this.#isHandled(each)),
    news: this.#inOrder(this.#news).filter((each) => !this.#isHandled(each)),
    caughtUp: this.#caughtUp.filter((each) => !this.#isHandled(each)),
    closing: this.#closing.filter((each) => !this.#isHandled(each)),
    contacted: this.#contacted.filter((each) => !this.#isHandled(each)),
    tasks: this.tasks,
    unloaded: this.#unloaded,
  }));
  readonly #allLines: readonly TodayLine[] = $derived(todayLines(this.#lists));
  readonly #allCompanies: readonly TodayCompany[] = $derived(companiesIn(this.#allLines));
  readonly lines: readonly TodayLine[] = $derived(
    this.fitRange === null ? this.#allLines : todayLines(withFitIn(this.#lists, this.fitRange)),
  );
  readonly companies: readonly TodayCompany[] = $derived(companiesIn(this.lines));
  /**
   * Texts that say where to find the unseen signals that the signals section does not list. Empty while
   * filtering by fit.
   */
  readonly otherUnseen: readonly string[] = $derived(
    this.fitRange === null ? otherUnseenTexts(this.#unseenCompanies, this.lines) : [],
  );
  readonly fits = $derived(countFits(this.#allCompanies));

  /** Ids of all companies that were listed today, including those that are no longer listed. */
  readonly #listedToday: readonly string[] = $derived(withCompanies(this.#listedIds, this.#allCompanies));
  /**
   * How the companies that were listed today were handled, and how many are left. Companies that left the
   * list for another reason, such as an import or a changed market, are not counted.
   */
  readonly progress: HandledToday = $derived.by(() => {
    const handled = this.#handledToday();
    const done = handled.filter((id) => this.#marks.markOf(id)?.state === 'done').length;
    const total = handled.length + this.companies.length;
    const listed = this.companies.filter(({ contacts }) => contacts === 'contacted').length;
    const contacted = listed + handled.filter((id) => this.#contactedIds.includes(id)).length;
    return { done, snoozed: handled.length - done, contacted, left: this.companies.length - listed, total };
  });
  /** Whether the user has handled a company on Today since the day began, whichever fit range is shown. */
  readonly hasStarted: boolean = $derived(
    this.#handledToday().length > 0 || this.#allCompanies.some(({ contacts }) => contacts === 'contacted'),
  );

  constructor(app: App) {
    this.#app = app;
    this.#api = app.api;
    this.#marks = triageMarks(app);
    const { api } = app;
    const changes = [...signalChanges(api), api.watchlists.onChanged, api.tasks.onChanged];
    this.#refresher = new RefreshWhileShown(changes, () => this.refresh());
  }
  /**
   * Registers a screen that shows this state.
   *
   * @returns a function that ends the registration, for an `$effect`
   */
  addScreen(): () => void {
    return this.#refresher.addScreen();
  }
  dispose(): void {
    this.#refresher.dispose();
  }

  /** Returns the line that J or K activates, which is `by` lines from the active line. */
  lineToMoveTo(by: number): number {
    if (this.active < 0) return this.startLine;
    // If the open company has left the list or was contacted, J opens the company that took its place.
    const { companyId } = this.#app.navigation;
    const isOpen = companyId === null || companyOfLine(this.line(this.active)) === companyId;
    return this.active + (isOpen || by < 0 ? by : by - 1);
  }
  /** The index of the active line; -1 if there is none. */
  get active(): number {
    return this.#active.index;
  }
  set active(line: number) {
    this.#active.index = line;
  }
  line(index: number): TodayLine | null {
    return this.lines[index] ?? null;
  }
  /**
   * Returns the index of a company's line in `lines`; -1 if there is none.
   * @param company the position of the company among the company lines only
   */
  lineOf(company: number): number {
    return this.lines.findIndex((line) => line.kind === 'company' && line.index === company);
  }
  /** The active company's position, counting only company lines; -1 if none is active. */
  get activeCompany(): number {
    const line = this.line(this.active);
    return line?.kind === 'company' ? line.index : -1;
  }
  /**
   * Makes a company's row active. Does nothing if the company has no row, or if its row is already active. The
   * active row does not follow a company to “Contacted today”, because the user continues with the company
   * that is next in the list.
   */
  activateCompany(companyId: string): void {
    const wasActivated = this.#activatedId === companyId;
    this.#activatedId = companyId;
    if (wasActivated && this.isContacted(companyId)) return;
    const activeId = companyOfLine(this.line(this.active));
    const index = this.lines.findIndex((each) => each.kind !== 'task' && companyOfLine(each) === companyId);
    if (activeId !== companyId && index >= 0) this.active = index;
  }
  /**
   * The line that J activates if no line is active: the first line or, if no company is left to handle, the
   * first follow-up or task.
   */
  get startLine(): number {
    const other = this.lines.findIndex(({ kind }) => kind === 'follow-up' || kind === 'task');
    return this.progress.left === 0 && other >= 0 ? other : 0;
  }
  get activeTask(): Task | null {
    const line = this.line(this.active);
    return line?.kind === 'task' ? line.task : null;
  }

  get activeFollowUp(): DueFollowUp | null {
    const line = this.line(this.active);
    return line?.kind === 'follow-up' ? line.followUp : null;
  }
  /**
   * The index of the follow-up line whose details are shown: the active follow-up or, if no line is active,
   * the first follow-up. -1 if there is none.
   */
  get openFollowUp(): number {
    if (this.active < 0) return this.lines.findIndex(({ kind }) => kind === 'follow-up');
    return this.activeFollowUp === null ? -1 : this.active;
  }

  /** The numbers of rows that are not companies. */
  get otherRows(): { readonly followUps: number; readonly tasks: number } {
    return { followUps: this.followUps.length, tasks: this.tasks.length };
  }
  /** Returns whether a listed company was contacted today. */
  isContacted(companyId: string): boolean {
    return this.companies.some(
      ({ row, contacts }) => row.companyId === companyId && contacts === 'contacted',
    );
  }

  #isLeaving(taskId: string): boolean {
    return this.#leaving.some(({ id }) => id === taskId);
  }
  /**
   * Hides tasks, and the follow-ups that they belong to, before a change to them is saved.
   *
   * @returns a function to call after the attempt to save the change
   */
  hideTasks(taskIds: readonly string[]): (isSaved: boolean) => void {
    const replace = (leaving: readonly LeavingTask[]): void => {
      this.#leaving = [...this.#leaving.filter(({ id }) => !taskIds.includes(id)), ...leaving];
    };
    replace(taskIds.map((id) => ({ id, isSaved: false })));
    return (isSaved) => replace(isSaved ? taskIds.map((id) => ({ id, isSaved })) : []);
  }

  async refresh(): Promise<void> {
    this.#refresher.markFresh();
    const page = { offset: 0, limit: LIST_LIMIT_MAX };
    const changesBefore = this.#marks.changesSoFar();
    const savedBefore = this.#leaving.flatMap(({ id, isSaved }) => (isSaved ? [id] : []));
    await this.#latest.run(
      () =>
        Promise.all([
          this.#api.signals.open({ filters: UNSEEN, rowsFrom: 0 }),
          this.#api.plan.caughtUp(page),
          this.#api.plan.closing(page),
          this.#api.tasks.due({ ...page, until: null, followUps: false }),
          this.#api.followUps.due(page),
        ]),
      ([opened, caught, closing, due, followUps]) => {
        const news = companiesWithNews(opened.rows ?? []);
        const closingCompanies = companiesClosing(closing);
        const caughtUp = companiesFound(caught);
        const marks = [...(opened.marks ?? []), ...caught.marks, ...closing.marks, ...closing.handled];
        const listedIds = [...news, ...caughtUp, ...closingCompanies].map(({ row }) => row.companyId);
        const handledIds = closing.handled.map(({ companyId }) => companyId);
        this.#marks.store([...listedIds, ...handledIds], marks, changesBefore);
        this.#news = news;
        this.#unseenCompanies = (opened.rows ?? []).map(({ company }) => company?.companyId ?? null);
        this.#caughtUp = sortedByFit(caughtUp);
        const inSection = (section: ReturnType<typeof sectionOf>): TodayCompany[] =>
          closingCompanies.filter((each) => sectionOf(each) === section);
        this.#ready = sortedByFit(inSection('ready'));
        this.#closing = inSection('closing');
        this.#contacted = inSection('contacted');
        this.#contactedIds = [...this.#contacted.map(({ row }) => row.companyId), ...closing.contacted];
        this.#loadedTasks = due.tasks;
        this.#loadedFollowUps = followUps.followUps;
        this.#leaving = this.#leaving.filter(({ id }) => !savedBefore.includes(id));
        if (this.day !== due.today) this.#listedIds = [];
        this.day = due.today;
        // After a reload, only these marks show which companies the user has handled today.
        const markedIds = marks.flatMap(({ companyId, mark }) =>
          localDate(mark.setAtMs) === localDate(this.#app.clock.nowMs) ? [companyId] : [],
        );
        this.unseen = opened.total;
        this.#unloaded = {
          followUps: followUps.total - followUps.followUps.length,
          ready: 0,
          news: opened.total - (opened.rows ?? []).length,
          caughtUp: caught.total - caught.rows.length,
          closing: closing.total - closing.rows.length,
          contacted: 0,
          tasks: due.total - due.tasks.length,
        };
        this.#listedIds = [
          ...this.#listedToday,
          ...markedIds.filter((id) => !this.#listedToday.includes(id)),
        ];
        this.error = null;
        this.isLoaded = true;
      },
      (error) => (this.error = problemOf(error)),
    );
  }

  #inOrder(companies: readonly TodayCompany[]): readonly TodayCompany[] {
    return this.sort === 'fit' ? sortedByFit(companies) : companies;
  }
  /** Returns the ids of the companies that were listed today and are now done or snoozed. */
  #handledToday(): readonly string[] {
    const listed = this.#allCompanies.map(({ row }) => row.companyId);
    const { clock } = this.#app;
    return this.#listedToday.filter((id) => !listed.includes(id) && this.#marks.isHandled(id, clock));
  }
  #isHandled({ row, newsAtMs }: TodayCompany): boolean {
    return this.#marks.isHandled(row.companyId, this.#app.clock, newsAtMs);
  }
}

/**
 * Returns the key of a line. The key begins with the line's kind. Returns null for a heading, because a
 * heading cannot be active.
 */
function lineKey(line: TodayLine): string | null {
  if (line.kind === 'heading') return null;
  if (line.kind === 'follow-up') return `follow-up ${line.followUp.entryId}`;
  if (line.kind === 'task') return `task ${line.task.id}`;
  const { contacts, row } = line.company;
  return `${contacts === 'contacted' ? 'contacted' : 'company'} ${row.companyId}`;
}
const kindOfKey = (key: string): string => key.slice(0, key.indexOf(' '));

export const todayOf = (app: App): Today => app.stateFor('today', () => new Today(app));

const triageRow = ({ row, newsAtMs }: TodayCompany): TriageRow => ({
  companyId: row.companyId,
  name: row.name,
  ...(newsAtMs === null ? {} : { newsAtMs }),
});

/**
 * Returns the triage state of Today. When a company is done or snoozed, it is removed from the list, and the
 * next company becomes active.
 */
export const todayTriage = (app: App, today: Today): Triage =>
  app.stateFor(
    'today-triage',
    () =>
      new Triage(app, {
        total: () => today.companies.length,
        row: (index) => {
          const company = today.companies[index];
          return company === undefined ? null : triageRow(company);
        },
        active: () => today.activeCompany,
        hidesHandled: () => true,
        today: () => today.progress,
        isContacted: (companyId) => today.isContacted(companyId),
        companyOfTask: () => companyOfLine(today.line(today.active)),
      }),
  );
