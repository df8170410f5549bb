import type { App } from '../../../session/app.svelte.ts';

interface SnoozeQuestion {
  /** Describes the companies to snooze, such as `Lumenfold` or `3 companies`. */
  readonly companies: string;
  readonly run: (untilMs: number) => Promise<void>;
}

/**
 * The state of the dialog that asks the user how long to snooze companies. The frame renders the dialog, so
 * every list can open it.
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
