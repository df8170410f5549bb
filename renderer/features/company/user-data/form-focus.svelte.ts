import type { Draft } from '../../../session/company-drafts.svelte.ts';

/** Tracks which form of a panel should take the focus, by entry id; a new entry has the company's id. */
export class FormFocus {
  #request = $state.raw<{ readonly id: string } | null>(null);

  /** Create in a component. @param adding the draft of a new entry */
  constructor(companyId: () => string, adding: () => Draft<object> | undefined) {
    // Also handles a draft whose form never appeared, because the company was left first.
    $effect(() => {
      const own = adding();
      return () => own?.close();
    });
    // Do not focus again on return: the key that opened the company would be typed into the form.
    $effect(() => {
      companyId();
      return () => (this.#request = null);
    });
  }
  request(id: string): void {
    this.#request = { id };
  }
  /** A new object for each focus request of this form; null if there is none. */
  of(id: string): object | null {
    return this.#request?.id === id ? this.#request : null;
  }
}
