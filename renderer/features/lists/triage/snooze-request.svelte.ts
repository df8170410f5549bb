import type { App } from '../../../session/app.svelte.ts';

interface SnoozeQuestion {
  /** `Lumenfold`, `3 companies` */
  readonly what: string;
  readonly run: (untilMs: number) => Promise<void>;
}

/** The question how long to snooze: opened by any list, answered in a dialog of the frame. */
export class SnoozeAsk {
  asked = $state.raw<SnoozeQuestion | null>(null);

  ask(what: string, run: SnoozeQuestion['run']): void {
    this.asked = { what, run };
  }
  close(): void {
    this.asked = null;
  }
  async answer(untilMs: number): Promise<void> {
    const { asked } = this;
    this.asked = null;
    await asked?.run(untilMs);
  }
}

export const snoozeAsk = (app: App): SnoozeAsk => app.stateFor('snooze-ask', () => new SnoozeAsk());
