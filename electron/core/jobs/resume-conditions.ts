import type { Clock, Dispose } from '../ports.ts';
import type { ConnectionState } from '../workspace/connection-state.ts';
import type { WaitReason } from './job-states.ts';

/* The conditions under which waiting jobs resume, shared by all kinds of jobs. */

/** Delays in ms before a job without a network is sent again; the last one repeats. */
const PAUSES_MS = [15_000, 30_000, 60_000, 120_000, 300_000, 600_000];
/** Interval in ms of checking whether another request succeeded; makes no requests itself. */
const LOOK_MS = 5_000;
/** After being online for this long, in ms, the delays start over. */
const STEADY_MS = 600_000;
/** Minimum delay in ms before a time that the service named. */
const SOONEST_MS = 1_000;

/** Interval in ms of checking for disk space. */
const ROOM_LOOK_MS = 60_000;

interface ResumeCondition {
  /** Called when a job has to wait. `forMs`: the delay that the service named. */
  readonly wait: (forMs?: number) => void;
  readonly dispose: Dispose;
}

interface NetworkCondition extends ResumeCondition {
  /** Called when a job is done. The delays start over. */
  readonly succeeded: () => void;
}

/**
 * Resumes once the network is back: when any other request succeeds, otherwise by retrying with growing delays. An
 * unsent request is free.
 */
function waitForNetwork(
  clock: Clock,
  connection: Pick<ConnectionState, 'current'>,
  resume: () => void,
): NetworkCondition {
  let stop: Dispose = () => undefined;
  let pauses = 0;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  /** Monotonic time of the next attempt; null if none is planned. */
  let nextAtMs: number | null = null;
  /** While the service is only throttled it may count as online throughout, so the online state proves nothing. */
  const look = (untilMs: number, wasOut: boolean): void => {
    nextAtMs = untilMs;
    stop = clock.after(Math.min(LOOK_MS, untilMs - clock.monotonicMs()), () => {
      const isOut = connection.current().state !== 'online';
      const isBack = wasOut && !isOut;
      if (!isBack && clock.monotonicMs() < untilMs) return look(untilMs, wasOut || isOut);
      triedAtMs = clock.monotonicMs();
      nextAtMs = null;
      resume();
    });
  };
  return {
    wait: (forMs) => {
      const nowMs = clock.monotonicMs();
      if (nextAtMs === null && nowMs - triedAtMs > STEADY_MS) pauses = 0;
      const pauseMs = PAUSES_MS[Math.min(pauses, PAUSES_MS.length - 1)] ?? 0;
      const untilMs = nowMs + (forMs === undefined ? pauseMs : Math.max(SOONEST_MS, forMs));
      // Several jobs that fail before the next attempt do not lengthen the delay.
      if (nextAtMs !== null && nextAtMs <= untilMs) return;
      if (nextAtMs === null) pauses += 1;
      stop();
      look(untilMs, false);
    },
    succeeded: () => {
      pauses = 0;
    },
    dispose: () => stop(),
  };
}

/** Resumes at the time that the service named. */
function waitForTurn(clock: Clock, resume: () => void): ResumeCondition {
  let stop: Dispose = () => undefined;
  return {
    wait: (forMs = 0) => {
      stop();
      stop = clock.after(Math.max(SOONEST_MS, forMs), resume);
    },
    dispose: () => stop(),
  };
}

/** Resumes once the disk has room again. */
function waitForRoom(clock: Clock, hasRoom: () => boolean, resume: () => void): ResumeCondition {
  let stop: Dispose = () => undefined;
  const wait = (): void => {
    stop();
    stop = clock.after(ROOM_LOOK_MS, () => (hasRoom() ? resume() : wait()));
  };
  return { wait, dispose: () => stop() };
}

export interface ResumeConditions {
  wait(reason: WaitReason, forMs?: number): void;
  succeeded(): void;
  readonly dispose: Dispose;
}

interface ConditionParts {
  readonly clock: Clock;
  readonly connection: Pick<ConnectionState, 'current'>;
  readonly hasRoom: () => boolean;
  readonly resume: (reason: WaitReason) => void;
}

export function createResumeConditions(parts: ConditionParts): ResumeConditions {
  const { clock, connection, hasRoom, resume } = parts;
  const network = waitForNetwork(clock, connection, () => resume('network'));
  const turn = waitForTurn(clock, () => resume('turn'));
  const storage = waitForRoom(clock, hasRoom, () => resume('storage'));
  const never: ResumeCondition = { wait: () => undefined, dispose: () => undefined };
  /** The app is notified of keys and approvals, so nothing is polled. */
  const byReason: Readonly<Record<WaitReason, ResumeCondition>> = {
    network,
    turn,
    storage,
    key: never,
    price: never,
  };
  return {
    wait: (reason, forMs) => byReason[reason].wait(forMs),
    succeeded: network.succeeded,
    dispose: () => Object.values(byReason).forEach((condition) => condition.dispose()),
  };
}
