import type { Clock, Dispose } from '../ports.ts';
import type { ConnectionState } from '../workspace/connection-state.ts';
import type { WaitReason } from './job-states.ts';
import { MINUTE_MS } from '../../../shared/durations.ts';

/* Detects when waiting jobs can resume. */

/**
 * Delays, in ms, between attempts while there is no network. After the last delay is reached, it is used for
 * all further attempts.
 */
const PAUSES_MS = [15_000, 30_000, 60_000, 120_000, 300_000, 600_000];
/** Interval at which the state of the connection is checked. A check sends no request. */
const CHECK_EVERY_MS = 5_000;
/**
 * The delays grow with each attempt. If the last attempt was longer ago than this, the delays start again
 * with the shortest one.
 */
const STEADY_MS = 600_000;
/** Minimum delay, even if the service allows the next attempt sooner. */
const SOONEST_MS = 1_000;

const DISK_SPACE_CHECK_EVERY_MS = MINUTE_MS;

interface ResumeCondition {
  /**
   * Called when a job has to wait. If the service stated when the next request may be sent, `forMs` is the
   * time until then.
   */
  readonly wait: (forMs?: number) => void;
  readonly dispose: Dispose;
}

interface NetworkCondition extends ResumeCondition {
  /** Must be called when a job is done. The next wait then begins with the shortest delay again. */
  readonly succeeded: () => void;
}

/**
 * Resumes jobs as soon as another request shows that the network is back, or after a delay that grows with
 * each attempt. An attempt without a network costs nothing.
 */
function waitForNetwork(
  clock: Clock,
  connection: Pick<ConnectionState, 'current'>,
  resume: () => void,
): NetworkCondition {
  let stop: Dispose = () => undefined;
  let pauses = 0;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  /** Monotonic time of the next attempt; null if no attempt is planned. */
  let nextAtMs: number | null = null;
  /**
   * Resumes at `untilMs`, or earlier if the connection state changes from offline to online. If the
   * connection was online all the time, the service itself may be the problem, so an earlier attempt would
   * not help.
   */
  const check = (untilMs: number, wasOut: boolean): void => {
    nextAtMs = untilMs;
    stop = clock.after(Math.min(CHECK_EVERY_MS, untilMs - clock.monotonicMs()), () => {
      const isOut = connection.current().state !== 'online';
      const isBack = wasOut && !isOut;
      if (!isBack && clock.monotonicMs() < untilMs) return check(untilMs, wasOut || isOut);
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
      // Several jobs may fail before the next attempt. Only the first of these failures increases the delay.
      if (nextAtMs !== null && nextAtMs <= untilMs) return;
      if (nextAtMs === null) pauses += 1;
      stop();
      check(untilMs, false);
    },
    succeeded: () => {
      pauses = 0;
    },
    dispose: () => stop(),
  };
}

/** Resumes jobs at the time that the service stated. */
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

/** Resumes jobs when the disk has space again. */
function waitForRoom(clock: Clock, hasRoom: () => boolean, resume: () => void): ResumeCondition {
  let stop: Dispose = () => undefined;
  const wait = (): void => {
    stop();
    stop = clock.after(DISK_SPACE_CHECK_EVERY_MS, () => (hasRoom() ? resume() : wait()));
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
  /**
   * For each reason to wait, what resumes the jobs. Key changes and approvals resume jobs directly, so `key`
   * and `price` have no condition.
   */
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
