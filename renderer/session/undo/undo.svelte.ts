import type { Api } from '../../../shared/contract/index.ts';
import { dayTimeText } from '../../lib/format.ts';
import { undo as words } from './strings.ts';
import type { Toasts } from '../toasts.svelte.ts';

interface Step {
  readonly message: string;
  readonly token: string;
  readonly after: () => unknown;
}

/** As many steps as the core stores. */
const STEPS_MAX = 100;
const OLDER_LIMIT = 50;

/**
 * The user's changes, newest last, each with the core's undo token. `offer` shows a toast with Undo; the key `z` undoes the
 * newest change even after its toast is gone, then the changes of earlier sessions.
 */
export class Undo {
  #steps = $state.raw<readonly Step[]>([]);
  /** Changes in progress; each may still offer its undo. */
  #pendingChanges = $state.raw<ReadonlyArray<Promise<unknown>>>([]);
  /** Tokens that were used already, successfully or not. */
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
   * Reports a finished change. @param token `undo` of the change's reply; null, for no change, shows no Undo button
   * @param after runs after undo and redo, to refresh state that has no `onChanged`
   */
  offer(message: string, token: string | null, after: () => unknown = () => undefined): void {
    if (token === null) {
      this.#toasts.show(message);
      return;
    }
    const step: Step = { message, token, after };
    this.#steps = [...this.#steps.slice(1 - STEPS_MAX), step];
    this.#toasts.show(message, { undo: () => this.#undoChange(step) });
  }

  /** Makes `z` wait for a change that the screen already shows; otherwise `z` would undo the step before it. */
  async track<T>(change: Promise<T>): Promise<T> {
    this.#pendingChanges = [...this.#pendingChanges, change];
    try {
      return await change;
    } finally {
      this.#pendingChanges = this.#pendingChanges.filter((each) => each !== change);
    }
  }

  /** Resolves once every change in progress has offered its undo or failed. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#pendingChanges);
  }

  /** Undoes the newest change, for the key `z`. */
  async undoLast(): Promise<void> {
    await this.settled();
    try {
      const step = this.#steps.at(-1) ?? (await this.#olderStep());
      if (step === null) this.#toasts.show(words.nothing);
      else await this.#undoChange(step);
    } catch (error) {
      this.#reportError(error);
    }
  }
  /** For a change of the workspace, whose tokens are different. */
  reset(): void {
    this.#steps = [];
    this.#usedTokens = [];
  }

  /** The newest change of an earlier session. */
  async #olderStep(): Promise<Step | null> {
    const [{ steps }, { changeKindStrings: changeNames }] = await Promise.all([
      this.#api.marks.undoable({ limit: OLDER_LIMIT }),
      import('./change-kind-strings.ts'),
    ]);
    const newest = steps.find(
      ({ undo, what, takesBack }) =>
        !takesBack && changeNames[what] !== null && !this.#usedTokens.includes(undo),
    );
    // A change that was made during the request is newer.
    const newer = this.#steps.at(-1);
    if (newer !== undefined || newest === undefined) return newer ?? null;
    const message = words.older(changeNames[newest.what] ?? '', dayTimeText(newest.atMs));
    const step: Step = { message, token: newest.undo, after: () => undefined };
    this.#steps = [step];
    return step;
  }

  async #undoChange(step: Step): Promise<void> {
    // Its workspace was left, or the step is undone already.
    if (!this.#steps.includes(step)) return;
    this.#steps = this.#steps.filter((each) => each !== step);
    this.#usedTokens = [...this.#usedTokens.slice(1 - STEPS_MAX), step.token];
    const token = await this.#run(step.token, step.after);
    if (token === undefined) return;
    this.#toasts.show(words.undone(step.message), {
      action: token === null ? null : { label: words.again, run: () => this.#redo({ ...step, token }) },
    });
  }
  async #redo({ message, token, after }: Step): Promise<void> {
    const next = await this.#run(token, after);
    if (next !== undefined) this.offer(message, next, after);
  }
  /** @returns the token that reverts this undo; undefined after a failure, which is reported here */
  async #run(token: string, after: () => unknown): Promise<string | null | undefined> {
    try {
      const { undo } = await this.#api.marks.undo({ token });
      await after();
      return undo;
    } catch (error) {
      this.#reportError(error);
      return undefined;
    }
  }
}
