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
    // Closes the previous company's draft, even if the user left before its form appeared.
    $effect(() => {
      const own = adding();
      return () => own?.close();
    });
    // Drops the request when the user leaves the company. Otherwise, when the user returns with a key, the
    // form would take the focus and the key would be typed into it.
    $effect(() => {
      companyId();
      return () => (this.#request = null);
    });
  }
  request(id: string): void {
    this.#request = { id };
  }
  /** Returns the latest focus request for a form, or null. Each request is a new object. */
  of(id: string): object | null {
    return this.#request?.id === id ? this.#request : null;
  }
}
