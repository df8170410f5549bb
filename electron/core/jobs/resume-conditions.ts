import type { Clock, Dispose } from '../ports.ts';
import type { ConnectionState } from '../workspace/connection-state.ts';

/** Delays in ms before a run without a network retries; the last one repeats. */
const PAUSES_MS = [15_000, 30_000, 60_000, 120_000, 300_000, 600_000];
/** Interval in ms of checking whether another request succeeded; makes no requests itself. */
const LOOK_MS = 5_000;
/** After being online for this long, in ms, the delays start over. */
const STEADY_MS = 600_000;

/** Interval in ms of checking for disk space. */
const ROOM_LOOK_MS = 60_000;

export interface ResumeConditions {
  /** Called when the condition is not met. */
  readonly wait: () => void;
  readonly dispose: Dispose;
}

/**
 * Resumes a run once the network is back: when any other request succeeds, otherwise by retrying with growing
 * delays. An unsent request is free.
 */
export function waitForNetwork(
  clock: Clock,
  connection: Pick<ConnectionState, 'current'>,
  resumeRun: () => void,
): ResumeConditions {
  let stop: Dispose = () => undefined;
  let pauses = 0;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  /** While the service is only throttled it may count as online throughout, so the online state proves nothing. */
  const look = (untilMs: number, wasOut: boolean): void => {
    stop = clock.after(LOOK_MS, () => {
      const isOut = connection.current().state !== 'online';
      const isBack = wasOut && !isOut;
      if (!isBack && clock.monotonicMs() < untilMs) return look(untilMs, wasOut || isOut);
      triedAtMs = clock.monotonicMs();
      resumeRun();
    });
  };
  return {
    wait: () => {
      stop();
      const nowMs = clock.monotonicMs();
      if (nowMs - triedAtMs > STEADY_MS) pauses = 0;
      look(nowMs + (PAUSES_MS[Math.min(pauses, PAUSES_MS.length - 1)] ?? 0), false);
      pauses += 1;
    },
    dispose: () => stop(),
  };
}

/** Resumes a run once the disk has room again. */
export function waitForRoom(clock: Clock, hasRoom: () => boolean, resumeRun: () => void): ResumeConditions {
  let stop: Dispose = () => undefined;
  const wait = (): void => {
    stop();
    stop = clock.after(ROOM_LOOK_MS, () => (hasRoom() ? resumeRun() : wait()));
  };
  return { wait, dispose: () => stop() };
}
