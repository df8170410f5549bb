import type { Api } from '../../../shared/contract/index.ts';
import { dayTimeText } from '../../lib/format.ts';
import { undo as words } from './strings.ts';
import type { Toasts } from '../toasts.svelte.ts';

interface Step {
  readonly words: string;
  readonly token: string;
  readonly after: () => unknown;
}

/** As many steps as the core stores. */
const KEPT = 100;
const OLDER = 50;

/**
 * The user's changes, newest last, each with the core's undo token. `offer` shows a toast with Undo; the key `z` undoes the
 * newest change even after its toast is gone, then the changes of earlier sessions.
 */
export class Undo {
  #steps = $state.raw<readonly Step[]>([]);
  /** Changes in progress; each may still offer its undo. */
  #underWay = $state.raw<ReadonlyArray<Promise<unknown>>>([]);
  /** Tokens that were used already, successfully or not. */
  #tried: readonly string[] = [];
  readonly #api: Api;
  readonly #toasts: Toasts;
  readonly #complain: (error: unknown) => void;

  constructor(api: Api, toasts: Toasts, complain: (error: unknown) => void) {
    this.#api = api;
    this.#toasts = toasts;
    this.#complain = complain;
  }

  /**
   * Reports a finished change. @param token `undo` of the change's reply; null, for no change, shows no Undo button
   * @param after runs after undo and redo, to refresh state that has no `onChanged`
   */
  offer(said: string, token: string | null, after: () => unknown = () => undefined): void {
    if (token === null) {
      this.#toasts.say(said);
      return;
    }
    const step: Step = { words: said, token, after };
    this.#steps = [...this.#steps.slice(1 - KEPT), step];
    this.#toasts.say(said, { undo: () => this.#undoChange(step) });
  }

  /** Makes `z` wait for a change that the screen already shows; otherwise `z` would undo the step before it. */
  async during<T>(change: Promise<T>): Promise<T> {
    this.#underWay = [...this.#underWay, change];
    try {
      return await change;
    } finally {
      this.#underWay = this.#underWay.filter((each) => each !== change);
    }
  }

  /** Resolves once every change in progress has offered its undo or failed. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  /** Undoes the newest change, for the key `z`. */
  async last(): Promise<void> {
    await this.settled();
    try {
      const step = this.#steps.at(-1) ?? (await this.#older());
      if (step === null) this.#toasts.say(words.nothing);
      else await this.#undoChange(step);
    } catch (error) {
      this.#complain(error);
    }
  }
  /** For a change of the workspace, whose tokens are different. */
  forget(): void {
    this.#steps = [];
    this.#tried = [];
  }

  /** The newest change of an earlier session. */
  async #older(): Promise<Step | null> {
    const [{ steps }, { changeKindStrings: deeds }] = await Promise.all([
      this.#api.marks.undoable({ limit: OLDER }),
      import('./change-kind-strings.ts'),
    ]);
    const newest = steps.find(
      ({ undo, what, takesBack }) => !takesBack && deeds[what] !== null && !this.#tried.includes(undo),
    );
    // A change that was made during the request is newer.
    const own = this.#steps.at(-1);
    if (own !== undefined || newest === undefined) return own ?? null;
    const said = words.older(deeds[newest.what] ?? '', dayTimeText(newest.atMs));
    const step: Step = { words: said, token: newest.undo, after: () => undefined };
    this.#steps = [step];
    return step;
  }

  async #undoChange(step: Step): Promise<void> {
    // Its workspace was left, or the step is undone already.
    if (!this.#steps.includes(step)) return;
    this.#steps = this.#steps.filter((each) => each !== step);
    this.#tried = [...this.#tried.slice(1 - KEPT), step.token];
    const token = await this.#run(step.token, step.after);
    if (token === undefined) return;
    this.#toasts.say(words.undone(step.words), {
      action: token === null ? null : { label: words.again, run: () => this.#doAgain({ ...step, token }) },
    });
  }
  async #doAgain({ words: said, token, after }: Step): Promise<void> {
    const next = await this.#run(token, after);
    if (next !== undefined) this.offer(said, next, after);
  }
  /** @returns the token that reverts this undo; undefined after a failure, which is reported here */
  async #run(token: string, after: () => unknown): Promise<string | null | undefined> {
    try {
      const { undo } = await this.#api.marks.undo({ token });
      await after();
      return undo;
    } catch (error) {
      this.#complain(error);
      return undefined;
    }
  }
}
