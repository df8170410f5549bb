import type { Draft } from '../../../session/company-drafts.svelte.ts';

/**
 * Tracks which of a panel's forms should receive focus. The form of an existing entry has the entry's id; the
 * form for a new entry has the company's id.
 */
export class FormFocus {
  #request = $state.raw<{ readonly id: string } | null>(null);

  /**
   * Must be called during component initialisation.
   *
   * @param adding returns the draft of a new entry, if there is one
   */
  constructor(companyId: () => string, adding: () => Draft<object> | undefined) {
    // When the user leaves the company, closes the draft of a new entry. This works even if the draft's form
    // has not been rendered yet.
    $effect(() => {
      const own = adding();
      return () => own?.close();
    });
    // When the user leaves the company, the focus request is dropped. Otherwise, returning to the company by
    // keyboard would focus the form, and the next shortcut would be typed into it.
    $effect(() => {
      companyId();
      return () => (this.#request = null);
    });
  }
  request(id: string): void {
    this.#request = { id };
  }
  /**
   * Returns the latest focus request if it is for this form; otherwise null. Each request is a new object, so
   * a second request for the same form also moves the focus.
   */
  of(id: string): object | null {
    return this.#request?.id === id ? this.#request : null;
  }
}
