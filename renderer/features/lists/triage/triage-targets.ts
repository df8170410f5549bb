import type { App } from '../../../session/app.svelte.ts';

interface Target {
  readonly companyId: string;
  /** The name as received from the service, not sanitised; null if the list does not contain the company. */
  readonly name: string | null;
}

/** The companies to which the commands of the list on screen apply. The frame's row menu reads them here. */
class TriageTargets {
  #read: (() => readonly Target[]) | null = null;

  /**
   * Registers the list on screen.
   *
   * @returns a function that removes the registration, for an `$effect`
   */
  attach(read: () => readonly Target[]): () => void {
    this.#read = read;
    return () => {
      if (this.#read === read) this.#read = null;
    };
  }
  /** Returns the companies without duplicates. */
  read(): readonly Target[] {
    return [...new Map((this.#read?.() ?? []).map((row) => [row.companyId, row])).values()];
  }
}

export const triageTargetsOf = (app: App): TriageTargets =>
  app.stateFor('triage-targets', () => new TriageTargets());
