import type { Api } from '../../../shared/contract/index.ts';
import { dayTimeText } from '../../lib/format.ts';
import { safeName } from '../../lib/safe-text.ts';
import { undo as strings } from './strings.ts';
import type { Toasts } from '../toasts.svelte.ts';

interface Step {
  readonly message: string;
  readonly token: string;
  readonly after: () => unknown;
}
/** A change that is not in the core's journal. It cannot be redone. */
interface OwnStep {
  /** The message after the undo. */
  readonly undone: string;
  readonly revert: () => Promise<unknown>;
}

/** Maximum number of undo steps. The core has the same limit. */
const STEPS_MAX = 100;
const OLDER_LIMIT = 50;

/**
 * The user's changes, newest last, each with an undo token from the core. `offer` shows a toast with Undo.
 * `z` undoes the newest change, even after its toast has disappeared. If no changes from this session are
 * left, `z` undoes those from earlier sessions, one at a time.
 */
export class Undo {
  #steps = $state.raw<ReadonlyArray<Step | OwnStep>>([]);
  /** Changes in progress, which may still call `offer`. */
  #pendingChanges = $state.raw<ReadonlyArray<Promise<unknown>>>([]);
  /**
   * The changes that were undone, each with the token that the core returned for the undo. `redoLast` uses
   * the messages of these changes.
   */
  #undone = $state.raw<ReadonlyArray<readonly [token: string, step: Step]>>([]);
  /**
   * A new object each time a workspace is opened. If the user switches workspaces during a redo, the redo
   * sees a different object and has no effect in the new workspace.
   */
  #session = {};
  /** Tokens that have already been used, whether or not the undo succeeded. */
  #usedTokens: readonly string[] = [];
  readonly #api: Api;
  readonly #toasts: Toasts;
  readonly #reportError: (error: unknown) => void;

  constructor(api: Api, toasts: Toasts, reportError: (error: unknown) => void) {
    this.#api = api;
    this.#toasts = toasts;
    this.#reportError = reportError;
  }

  /**
   * Shows a toast for a finished change.
   *
   * @param token the `undo` token from the core's reply; null if nothing changed (the toast then has no Undo
   * button)
   * @param after runs after each undo or redo, to refresh state that has no `onChanged` event
   * @param note a sentence that follows the message in this toast, but not in the toasts of an undo or redo
   */
  offer(
    message: string,
    token: string | null,
    after: () => unknown = () => undefined,
    note: string | null = null,
  ): void {
    if (token === null) this.#toasts.show(message);
    else this.#addStep({ message, token, after }, note === null ? message : `${message}. ${note}`);
  }
  /** Offers to undo a change that is not in the core's journal. The step's `revert` undoes the change. */
  offerOwn(message: string, step: OwnStep): void {
    this.#addStep(step, message);
  }
  #addStep(step: Step | OwnStep, text: string): void {
    this.#steps = [...this.#steps.slice(1 - STEPS_MAX), step];
    this.#toasts.show(text, { undo: () => this.#undoChange(step) });
  }

  /**
   * Registers a change that is still being saved. If the user presses `z`, the undo waits until the change is
   * saved. The screen may already show the change. Without waiting, `z` would undo an earlier change.
   */
  async track<T>(change: Promise<T>): Promise<T> {
    this.#pendingChanges = [...this.#pendingChanges, change];
    try {
      return await change;
    } finally {
      this.#pendingChanges = this.#pendingChanges.filter((each) => each !== change);
    }
  }

  /** Resolves once every change in progress has called `offer` or failed. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#pendingChanges);
  }

  /** Undoes the newest change, for the key `z`. */
  async undoLast(): Promise<void> {
    await this.settled();
    try {
      const step = this.#steps.at(-1) ?? (await this.#olderStep());
      if (step === null) this.#toasts.show(strings.nothing);
      else await this.#undoChange(step);
    } catch (error) {
      this.#reportError(error);
    }
  }
  /**
   * Redoes the change that was undone last, even if it was undone in an earlier session. The core refuses to
   * redo it if the user has made another change since.
   */
  async redoLast(): Promise<void> {
    await this.settled();
    const session = this.#session;
    try {
      const [{ redone }, { changeKindStrings: changeNames }] = await Promise.all([
        this.#api.marks.redo({}),
        import('./change-kind-strings.ts'),
      ]);
      if (session !== this.#session) return;
      if (redone === null) {
        this.#toasts.show(strings.nothingToRedo);
        return;
      }
      const known = this.#undone.find(([token]) => token === redone.undone)?.[1];
      const message = known?.message ?? changeNames[redone.what] ?? strings.seen;
      await this.#offerRedone({ message, after: known?.after ?? (() => undefined) }, redone.undo);
    } catch (error) {
      this.#reportError(error);
    }
  }
  /** Drops all steps. Called when the user switches workspaces, because each workspace has its own tokens. */
  reset(): void {
    this.#steps = [];
    this.#usedTokens = [];
    this.#undone = [];
    this.#session = {};
  }

  /** Returns the newest change from an earlier session; null if there is none. */
  async #olderStep(): Promise<Step | OwnStep | null> {
    const [{ steps }, { changeKindStrings: changeNames }] = await Promise.all([
      this.#api.marks.undoable({ limit: OLDER_LIMIT }),
      import('./change-kind-strings.ts'),
    ]);
    const newest = steps.find(
      ({ undo, what, isUndo }) => !isUndo && changeNames[what] !== null && !this.#usedTokens.includes(undo),
    );
    const change = await this.#withCompany(newest ? (changeNames[newest.what] ?? '') : '', newest?.companyId);
    // If the user made a change while the steps were loading, that change is newer than all of them.
    const newer = this.#steps.at(-1);
    if (newer !== undefined || newest === undefined) return newer ?? null;
    const { assistant } = newest;
    const named = assistant === undefined ? change : strings.by(change, safeName(assistant));
    const message = strings.older(named, dayTimeText(newest.atMs));
    const step: Step = { message, token: newest.undo, after: () => undefined };
    this.#steps = [step];
    return step;
  }

  /** Adds the name of the changed company to a message that does not contain it. */
  async #withCompany(message: string, id: string | null | undefined): Promise<string> {
    const view = id == null ? null : await this.#api.companies.get({ id }).catch(() => null);
    const name = view === null ? null : safeName(view.row.name);
    return name === null || message.includes(name) ? message : strings.of(message, name);
  }
  /** Returns the company that an undo changed; null if it changed none or several. */
  async #companyOf(token: string): Promise<string | null> {
    const undoable = await this.#api.marks.undoable({ limit: OLDER_LIMIT }).catch(() => null);
    return undoable?.steps.find(({ undo }) => undo === token)?.companyId ?? null;
  }

  async #undoChange(step: Step | OwnStep): Promise<void> {
    // Does nothing if the user has left the workspace or the step was already undone.
    if (!this.#steps.includes(step)) return;
    this.#steps = this.#steps.filter((each) => each !== step);
    if ('revert' in step) await this.#revert(step);
    else await this.#undoStep(step);
  }
  async #revert({ undone, revert }: OwnStep): Promise<void> {
    try {
      await revert();
      this.#toasts.clearNotice();
      this.#toasts.show(undone);
    } catch (error) {
      this.#reportError(error);
    }
  }
  async #undoStep(step: Step): Promise<void> {
    this.#usedTokens = [...this.#usedTokens.slice(1 - STEPS_MAX), step.token];
    const token = await this.#run(step.token, step.after);
    if (token === undefined) return;
    if (token !== null) this.#undone = [...this.#undone.slice(1 - STEPS_MAX), [token, step]];
    const company = token === null ? null : await this.#companyOf(token);
    this.#toasts.show(strings.undone(await this.#withCompany(step.message, company)), {
      action:
        token === null
          ? null
          : { label: strings.redo, keys: 'Mod+Shift+Z', run: () => this.#redo({ ...step, token }) },
    });
  }
  async #redo({ message, token, after }: Step): Promise<void> {
    const next = await this.#run(token, () => undefined);
    if (next !== undefined) await this.#offerRedone({ message, after }, next);
  }
  async #offerRedone({ message, after }: Omit<Step, 'token'>, token: string | null): Promise<void> {
    await after();
    if (token !== null) this.#addStep({ message, token, after }, strings.redone(message));
  }
  /**
   * Reverts a change and reports any error to the user.
   *
   * @returns the token that undoes this undo, or undefined after an error
   */
  async #run(token: string, after: () => unknown): Promise<string | null | undefined> {
    try {
      const { undo } = await this.#api.marks.undo({ token });
      this.#toasts.clearNotice();
      await after();
      return undo;
    } catch (error) {
      this.#reportError(error);
      return undefined;
    }
  }
}
