import type { Draft } from '../../../session/company-drafts.svelte.ts';

/**
 * Tracks which form of a panel should take the focus. A form is identified by the id of its entry, or by the
 * company's id for a new entry.
 */
export class FormFocus {
  #request = $state.raw<{ readonly id: string } | null>(null);

  /**
   * Must be called while a component is initialised.
   *
   * @param adding returns the draft of a new entry
   */
  constructor(companyId: () => string, adding: () => Draft<object> | undefined) {
    // Closes the draft of the previous company, even if its form never appeared because the user left too
    // soon.
    $effect(() => {
      const own = adding();
      return () => own?.close();
    });
    // Drops the request when the user leaves the company. If the form took the focus on return, the key that
    // opened the company would be typed into it.
    $effect(() => {
      companyId();
      return () => (this.#request = null);
    });
  }
  request(id: string): void {
    this.#request = { id };
  }
  /**
   * Returns the latest focus request for a form, a new object for each request. Returns null if there is
   * none.
   */
  of(id: string): object | null {
    return this.#request?.id === id ? this.#request : null;
  }
}
