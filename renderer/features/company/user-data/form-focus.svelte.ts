import type { Draft } from '../../../session/company-drafts.svelte.ts';

/**
 * Tracks which of a panel's forms should receive the focus. A form's id is its entry's id, or the company's
 * id for a new entry.
 */
export class FormFocus {
  #request = $state.raw<{ readonly id: string } | null>(null);

  /**
   * Must be called during component initialisation.
   *
   * @param adding returns the draft of a new entry, if there is one
   */
  constructor(companyId: () => string, adding: () => Draft<object> | undefined) {
    // Closes the draft when the user leaves the company, even if its form has not been rendered yet.
    $effect(() => {
      const own = adding();
      return () => own?.close();
    });
    // Drops the focus request when the user leaves the company. Otherwise, returning by keyboard would focus
    // the form, and the next key press would be typed into it.
    $effect(() => {
      companyId();
      return () => (this.#request = null);
    });
  }
  request(id: string): void {
    this.#request = { id };
  }
  /**
   * Returns the latest focus request if it is for this form, otherwise null. Each request is a new object.
   */
  of(id: string): object | null {
    return this.#request?.id === id ? this.#request : null;
  }
}
