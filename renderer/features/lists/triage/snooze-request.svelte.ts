import type { App } from '../../../session/app.svelte.ts';

interface SnoozeQuestion {
  /** The companies to snooze, such as `Lumenfold` or `3 companies`. */
  readonly companies: string;
  readonly run: (untilMs: number) => Promise<void>;
}

/**
 * Asks the user how long to snooze companies. Any list can ask; the dialog belongs to the frame around the
 * screens.
 */
export class SnoozeRequestState {
  question = $state.raw<SnoozeQuestion | null>(null);

  open(companies: string, run: SnoozeQuestion['run']): void {
    this.question = { companies, run };
  }
  close(): void {
    this.question = null;
  }
  async answer(untilMs: number): Promise<void> {
    const { question } = this;
    this.question = null;
    await question?.run(untilMs);
  }
}

export const snoozeRequestOf = (app: App): SnoozeRequestState =>
  app.stateFor('snooze-ask', () => new SnoozeRequestState());
