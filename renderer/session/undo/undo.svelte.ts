import type { Api } from '../../../shared/contract/index.ts';
import { dayTimeText } from '../../lib/format.ts';
import { undo as words } from './strings.ts';
import type { Toasts } from '../toasts.svelte.ts';

interface Step {
  readonly words: string;
  readonly token: string;
  readonly after: () => unknown;
}

/** As many as the core remembers. */
const KEPT = 100;
/** As many are asked for at once. */
const OLDER = 50;

/**
 * What the seller changed, newest last, each with the core's token that takes it back. `offer` says it in a toast with Undo;
 * `z` takes back the newest, also when its toast has gone, and then those of earlier sessions that the core remembers.
 */
export class Undo {
  #steps = $state.raw<readonly Step[]>([]);
  /** Changes on their way, each of which may still offer its undo. */
  #underWay = $state.raw<ReadonlyArray<Promise<unknown>>>([]);
  /** What was taken back, or could not be: it is not tried again by itself. */
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
   * Says what was done. @param token the `undo` of the change's reply; null where nothing changed, then there is no button.
   * @param after runs once it was taken back or done again, for what no `onChanged` tells.
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

  /** @param change its end is waited for by `z`: what the screen shows already must not have the step before it taken back. */
  async during<T>(change: Promise<T>): Promise<T> {
    this.#underWay = [...this.#underWay, change];
    try {
      return await change;
    } finally {
      this.#underWay = this.#underWay.filter((each) => each !== change);
    }
  }

  /** Resolves once every change on its way has offered its undo, or failed. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  /** For the key `z`. */
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
  /** Another workspace: its tokens mean other changes. */
  forget(): void {
    this.#steps = [];
    this.#tried = [];
  }

  /** The newest change of an earlier session; null where none is left. */
  async #older(): Promise<Step | null> {
    const [{ steps }, { changeKindStrings: deeds }] = await Promise.all([
      this.#api.marks.undoable({ limit: OLDER }),
      import('./change-kind-strings.ts'),
    ]);
    const newest = steps.find(
      ({ undo, what, takesBack }) => !takesBack && deeds[what] !== null && !this.#tried.includes(undo),
    );
    // Something was changed meanwhile: it is the newest.
    const own = this.#steps.at(-1);
    if (own !== undefined || newest === undefined) return own ?? null;
    const said = words.older(deeds[newest.what] ?? '', dayTimeText(newest.atMs));
    const step: Step = { words: said, token: newest.undo, after: () => undefined };
    this.#steps = [step];
    return step;
  }

  async #undoChange(step: Step): Promise<void> {
    // Forgotten with its workspace, or taken back already.
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
  /** @returns the token that takes back what was done now; undefined where it failed, which was said. */
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
