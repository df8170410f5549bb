import { afterPaint } from '../../lib/after-paint.ts';

/**
 * How long, in ms, a request and its price must be on screen before a key can approve it. The approve button
 * appears where the button that opened the plan was, and the next plan appears where an approved one was. A
 * double click or double key press, which takes at most about half a second, must not approve a plan that the
 * user has not seen. The same applies to a search whose filters the same key has just filled in.
 */
export const APPROVAL_DELAY_MS = 700;

/** Determines whether a plan or a search has been on screen long enough to be approved. */
export class ApprovalDelay {
  #seen = $state<string | null>(null);

  /**
   * Starts the delay after the next paint.
   *
   * @param shown identifies the plan or the search with its price; null if none is shown
   * @returns a cleanup function for an `$effect`. After it is called, nothing can be approved until a new
   * delay has passed
   */
  start(shown: string | null): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const cancel = afterPaint(() => {
      timer = setTimeout(() => (this.#seen = shown), APPROVAL_DELAY_MS);
    });
    return () => {
      cancel();
      clearTimeout(timer);
      this.#seen = null;
    };
  }
  isOver(shown: string | null): boolean {
    return shown !== null && this.#seen === shown;
  }
}
