import type { Api } from '../../../shared/contract/index.ts';
import type {
  Onboarding as OnboardingState,
  OnboardingStep,
} from '../../../shared/model/settings/onboarding.ts';
import type { PlanRunItem } from '../../../shared/model/plan.ts';
import type { UndoStep } from '../../../shared/model/user-data.ts';
import type { App } from '../../session/app.svelte.ts';

/**
 * Number of undo steps to check for a written note. The note's step may not be the newest, because later
 * edits of the note extend its first step.
 */
const NEWEST_CHANGES = 20;

/** The first steps for a new user, in display order. */
export const STEPS: readonly OnboardingStep[] = ['move', 'save', 'note', 'fetch', 'palette', 'quota'];

/**
 * Returns the state of the first steps in the open workspace. If the workspace offers no first steps,
 * `complete` has no effect.
 */
export const onboardingOf = (app: App): Onboarding => app.stateFor('onboarding', () => new Onboarding(app));

/** Returns whether the user's most recent request fetched a profile. */
export const hasFetchedProfile = ({
  lastReceipt,
  lastReceiptKind,
}: Pick<App, 'lastReceipt' | 'lastReceiptKind'>): boolean =>
  lastReceipt?.outcome === 'spent' && lastReceiptKind === 'profile';

/** Returns whether the request fetched a profile. A refresh counts, because it fetches the profile again. */
const isFetchedProfile = ({ kind, step }: PlanRunItem): boolean =>
  (kind === 'profile' || kind === 'refresh') && step === 'done';

/**
 * The state of the first steps, which introduce the app. The user completes a step by performing it: opening
 * companies, saving one to a list, writing a note, fetching a profile with a button or an approved plan,
 * running a command from the palette and opening Quota.
 */
export class Onboarding {
  #state = $state.raw<OnboardingState | null>(null);
  /** The first step that is not completed; null if all are completed. */
  readonly current: OnboardingStep | null = $derived(
    STEPS.find((step) => !this.#state?.done.includes(step)) ?? null,
  );
  /** Number of list entries that already existed when the app was opened. A new demo contains some. */
  #savedBefore: number | null = null;
  /** The notes that already existed when the app was opened. A new demo already contains some notes. */
  #writtenBefore: readonly string[] | null = null;
  readonly #api: Api;
  readonly #unsubscribes: readonly (() => void)[];

  constructor(app: App) {
    const { api } = app;
    this.#api = api;
    this.#unsubscribes = [
      api.notes.onChanged(() => void this.#checkNotes()),
      api.watchlists.onChanged(() => void this.#checkLists()),
      api.plan.onChanged(() => void this.#checkPlan()),
    ];
    void this.#update(api.onboarding.get({})).then(() =>
      Promise.all([this.#checkLists(), this.#checkNotes()]),
    );
    this.#observe(app);
  }
  dispose(): void {
    for (const stop of this.#unsubscribes) stop();
  }

  get isOffered(): boolean {
    return this.#state?.offered === true;
  }
  get isShown(): boolean {
    return this.isOffered && this.#state?.hidden === false;
  }
  get count(): number {
    return this.#state?.done.length ?? 0;
  }
  /** Whether the user hid the first steps before completing all of them. */
  get canResume(): boolean {
    return this.isOffered && !this.isShown && this.current !== null;
  }
  isDone(step: OnboardingStep): boolean {
    return this.#state?.done.includes(step) === true;
  }

  async complete(step: OnboardingStep): Promise<void> {
    if (this.isOffered && !this.isDone(step)) await this.#update(this.#api.onboarding.did({ step }));
  }
  /**
   * Hides or shows the first steps.
   *
   * @throws AppFailure if the choice cannot be saved
   */
  async setHidden(hidden: boolean): Promise<void> {
    this.#state = await this.#api.onboarding.setHidden({ hidden });
  }

  /**
   * Completes steps as the user acts. To complete the step `move`, the user must open two companies beside a
   * list, one after the other.
   */
  #observe(app: App): void {
    let previousId: string | null = null;
    $effect(() => {
      const { companyId, screen, full } = app.navigation;
      if (screen === 'quota') void this.complete('quota');
      if (companyId === null || full) return;
      if (previousId !== null && previousId !== companyId) void this.complete('move');
      previousId = companyId;
    });
    $effect(() => {
      if (hasFetchedProfile(app)) void this.complete('fetch');
    });
  }
  async #checkLists(): Promise<void> {
    if (!this.isOffered || this.isDone('save')) return;
    const found = await this.#api.watchlists.list({}).catch(() => null);
    if (found === null) return;
    const saved = found.watchlists.reduce((sum, { count }) => sum + count, 0);
    const [newest] = (await this.#newestChanges(1)) ?? [];
    // A company that an assistant or an undo saved does not complete the step.
    if (newest?.assistant !== undefined || newest?.isUndo === true) this.#savedBefore = saved;
    this.#savedBefore ??= saved;
    if (saved > this.#savedBefore) await this.complete('save');
  }
  /**
   * Completes the step `note` once the user has written a note. Notes that an assistant or an undo saved do
   * not count.
   */
  async #checkNotes(): Promise<void> {
    if (!this.isOffered || this.isDone('note')) return;
    const isOwn = ({ what, isUndo, assistant }: UndoStep): boolean =>
      (what === 'note-written' || what === 'note-restored') && !isUndo && assistant === undefined;
    const changes = await this.#newestChanges(NEWEST_CHANGES);
    if (changes === null) return;
    const written = changes.filter(isOwn).map(({ undo, atMs }) => `${undo} ${atMs}`);
    const before = (this.#writtenBefore ??= written);
    if (written.some((each) => !before.includes(each))) await this.complete('note');
  }
  /** Returns null if the changes cannot be read. */
  async #newestChanges(limit: number): Promise<readonly UndoStep[] | null> {
    return (await this.#api.marks.undoable({ limit }).catch(() => null))?.steps ?? null;
  }
  /** Completes the step `fetch` once a plan that the user has approved has fetched a profile. */
  async #checkPlan(): Promise<void> {
    if (!this.isOffered || this.isDone('fetch')) return;
    const found = await this.#api.plan.run({}).catch(() => null);
    const run = found?.run ?? null;
    if (run?.by === 'seller' && run.items.some(isFetchedProfile)) await this.complete('fetch');
  }
  /** Updates the state. Errors are ignored, because the first steps are optional. */
  async #update(reply: Promise<OnboardingState>): Promise<void> {
    const state = await reply.catch(() => null);
    if (state !== null) this.#state = state;
  }
}
