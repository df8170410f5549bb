import type { App } from '../../../session/app.svelte.ts';

interface SnoozeQuestion {
  /** Whom it is about: `Lumenfold`, `3 companies`. */
  readonly what: string;
  readonly run: (untilMs: number) => Promise<void>;
}

/** Until when somebody is snoozed: asked by any list, answered in one dialog of the frame. */
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

/** The one question of the open workspace. */
export const snoozeAsk = (app: App): SnoozeAsk => app.keep('snooze-ask', () => new SnoozeAsk());
