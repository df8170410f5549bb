import type { Draft } from '../../../session/company-drafts.svelte.ts';

/** Whose form of a company's panel was asked for last, not merely left open: of an entry, or the company of a new one. */
export class AskedForm {
  #asked = $state.raw<{ readonly id: string } | null>(null);

  /** For a panel, in which it is made. @param adding the draft of a new entry */
  constructor(companyId: () => string, adding: () => Draft<object> | undefined) {
    // Also one whose form never came, because its company was left before the panel was read.
    $effect(() => {
      const own = adding();
      return () => own?.close();
    });
    // Whoever comes back did not ask for it again: the key that brought him would be written into it.
    $effect(() => {
      companyId();
      return () => (this.#asked = null);
    });
  }
  ask(id: string): void {
    this.#asked = { id };
  }
  /** Another thing each time that this one is asked for; null: it was not. */
  of(id: string): object | null {
    return this.#asked?.id === id ? this.#asked : null;
  }
}
