import type { App } from '../../../session/app.svelte.ts';

interface Target {
  readonly companyId: string;
  /** The name as received from the service, not sanitised; null if the list does not contain the company. */
  readonly name: string | null;
}

/**
 * The companies to which the commands of the list on screen apply. The frame's row menu reads the companies
 * from this object.
 */
class TriageTargets {
  #read: (() => readonly Target[]) | null = null;
  #savedNote: (companyId: string) => string | null = noNote;

  /**
   * Registers the list on screen.
   *
   * @param savedNote the function that the method `savedNote` calls
   * @returns a function that removes the registration, for an `$effect`
   */
  attach(
    read: () => readonly Target[],
    savedNote: (companyId: string) => string | null = noNote,
  ): () => void {
    this.#read = read;
    this.#savedNote = savedNote;
    return () => {
      if (this.#read !== read) return;
      this.#read = null;
      this.#savedNote = noNote;
    };
  }
  /**
   * Returns the text that the screen adds to the message after one of its companies has been saved to a list,
   * for example that the company stays on Today. Returns null if the screen adds nothing.
   */
  savedNote(companyId: string): string | null {
    return this.#savedNote(companyId);
  }
  /** Returns the companies without duplicates. */
  read(): readonly Target[] {
    return [...new Map((this.#read?.() ?? []).map((row) => [row.companyId, row])).values()];
  }
}

const noNote = (): null => null;

export const triageTargetsOf = (app: App): TriageTargets =>
  app.stateFor('triage-targets', () => new TriageTargets());
