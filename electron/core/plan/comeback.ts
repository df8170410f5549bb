import type { Clock, Dispose } from '../ports.ts';
import type { ConnectionState } from '../workspace/connection-state.ts';

/** How long a run that found no network waits before its next call tries again, ms; the last one stays. */
const PAUSES_MS = [15_000, 30_000, 60_000, 120_000, 300_000, 600_000];
/** Whether anything else got through meanwhile is looked at so often: that asks nobody, ms. */
const LOOK_MS = 5_000;
/** Who was online for so long begins with the shortest pause again, ms. */
const STEADY_MS = 600_000;

/** Whether the disk has room again is looked at so often, ms. */
const ROOM_LOOK_MS = 60_000;

export interface Comeback {
  /** What is waited for was not there just now. */
  readonly wait: () => void;
  readonly dispose: Dispose;
}

/**
 * Goes on with a run once the network is back: as soon as any other call got through, else by trying at growing pauses. A call that
 * cannot be sent costs nothing.
 */
export function waitForNetwork(
  clock: Clock,
  connection: Pick<ConnectionState, 'current'>,
  goOn: () => void,
): Comeback {
  let stop: Dispose = () => undefined;
  let pauses = 0;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  /** A service that only rests may count as reached all the time: that it is reached says nothing then. */
  const look = (untilMs: number, wasOut: boolean): void => {
    stop = clock.after(LOOK_MS, () => {
      const isOut = connection.current().state !== 'online';
      const isBack = wasOut && !isOut;
      if (!isBack && clock.monotonicMs() < untilMs) return look(untilMs, wasOut || isOut);
      triedAtMs = clock.monotonicMs();
      goOn();
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

/** Goes on with a run once the disk has room again. */
export function waitForRoom(clock: Clock, hasRoom: () => boolean, goOn: () => void): Comeback {
  let stop: Dispose = () => undefined;
  const wait = (): void => {
    stop();
    stop = clock.after(ROOM_LOOK_MS, () => (hasRoom() ? goOn() : wait()));
  };
  return { wait, dispose: () => stop() };
}
