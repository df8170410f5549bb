import { afterPaint } from '../../../lib/after-paint.ts';

/**
 * How long a plan and its price must be on the screen before they can be approved, in ms. The button on Today
 * that opens the plan is where the plan's own button then appears, and both have the same key. A double click
 * or a second press of the key takes at most about half a second, and must not spend records for a plan that
 * the user has not seen.
 */
export const APPROVAL_DELAY_MS = 700;

/** Determines whether a plan was on the screen long enough to be approved. */
export class ApprovalDelay {
  #seen = $state<string | null>(null);

  /**
   * Starts the delay after the next paint.
   *
   * @param shown identifies the plan with its price; null if none is shown
   * @returns a function that ends the approval, for an `$effect`
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
