import { z } from 'zod';
import type { Clock, Dispose, SettingsStore } from '../ports.ts';

const KEY = 'receiver-pauses';

/** The times at which paused receivers resume, by workspace id. */
const pausesSchema = z.record(z.string(), z.number()).catch({});

interface ReceiverPauseOptions {
  readonly settings: SettingsStore;
  readonly workspaceId: string;
  /** The computer's clock, which determines the end of a pause even in the demo. */
  readonly clock: Pick<Clock, 'nowMs' | 'after'>;
  readonly resume: () => void;
}

/** A pause of the receiver that ends by itself, even if the app is restarted during the pause. */
export interface ReceiverPause {
  /** Returns when the receiver resumes, by the computer's clock; null if no pause is in progress. */
  resumesAtMs(): number | null;
  /**
   * Schedules the receiver to resume after `lengthMs`. If `lengthMs` is null, cancels the scheduled resume.
   */
  set(lengthMs: number | null): void;
  /** Continues a pause that began before the workspace was opened. */
  restore(): void;
  dispose(): void;
}

export function createReceiverPause({
  settings,
  workspaceId,
  clock,
  resume,
}: ReceiverPauseOptions): ReceiverPause {
  let stop: Dispose = () => undefined;
  const read = (): Record<string, number> => pausesSchema.parse(settings.get(KEY) ?? {});
  const resumesAtMs = (): number | null => read()[workspaceId] ?? null;
  const store = (atMs: number | null): void => {
    const others = Object.entries(read()).filter(([id]) => id !== workspaceId);
    settings.set(KEY, Object.fromEntries(atMs === null ? others : [...others, [workspaceId, atMs]]));
  };
  const schedule = (atMs: number): void => {
    stop();
    stop = clock.after(Math.max(0, atMs - clock.nowMs()), resume);
  };
  return {
    resumesAtMs,
    set: (lengthMs) => {
      stop();
      if (lengthMs === null) {
        if (resumesAtMs() !== null) store(null);
        return;
      }
      const atMs = clock.nowMs() + lengthMs;
      store(atMs);
      schedule(atMs);
    },
    restore: () => {
      const atMs = resumesAtMs();
      if (atMs !== null) schedule(atMs);
    },
    dispose: () => stop(),
  };
}
