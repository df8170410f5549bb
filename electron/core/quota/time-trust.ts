import type { ClockPair } from '../database/queries/ledger/account-state.ts';
import type { Clock } from '../ports.ts';
import type { TimeTrust } from '../service-api/governor-port.ts';
import type { ServerClock } from './server-clock.ts';
import { DAY_MS } from '../../../shared/durations.ts';

interface TimeTrustParts {
  readonly serverClock: ServerClock;
  readonly clock: Clock;
  /** The server time and this computer's time at the end of the last run. */
  readonly last: ClockPair | null;
  /** Whether this is the demo, whose service runs inside this app and uses this computer's clock. */
  readonly isServiceInApp: boolean;
}

/**
 * Returns a function that decides whether the date can be trusted. The date is trusted if the server time is
 * certain in this run, this computer's clock agrees with it to within a day, and there was no jump. A jump is
 * a correction of the server time by more than a day in this run, or a server time that is more than a day
 * earlier than in the last run. If the last run ended more than a day ago, a jump is also assumed unless both
 * clocks have since advanced by the same time, to within a day.
 */
export function createTimeTrust(parts: TimeTrustParts): () => TimeTrust {
  return parts.isServiceInApp ? trustInDemo(parts) : trustService(parts);
}

function trustService({ serverClock, clock, last }: TimeTrustParts): () => TimeTrust {
  /**
   * How much server time passed between the end of the last run and the first moment of this run at which the
   * server time was certain.
   */
  let elapsedMs: number | null = null;
  const hasJumped = (serviceMs: number, laptopMs: number): boolean => {
    if (serverClock.hasJumped()) return true;
    if (last === null) return false;
    elapsedMs ??= serviceMs - last.serverMs;
    const differenceMs = serviceMs - last.serverMs - (laptopMs - last.wallMs);
    return elapsedMs < -DAY_MS || (elapsedMs > DAY_MS && Math.abs(differenceMs) > DAY_MS);
  };
  return () => {
    const laptopMs = Math.round(clock.nowMs());
    const lastMs = last?.serverMs ?? null;
    if (!serverClock.isCertain())
      return { isTrusted: false, why: 'unconfirmed', laptopMs, serviceMs: null, lastMs };
    const serviceMs = serverClock.nowMs();
    const isJump = hasJumped(serviceMs, laptopMs);
    const isDifferent = Math.abs(serviceMs - laptopMs) > DAY_MS;
    return isDifferent || isJump
      ? { isTrusted: false, why: isDifferent ? 'differs' : 'jumped', laptopMs, serviceMs, lastMs }
      : { isTrusted: true, safeMs: Math.min(serviceMs, laptopMs) - DAY_MS };
  };
}

/**
 * Does not trust the date if the computer was off for more than a day, because the demo's service uses this
 * computer's clock and cannot confirm the date. When the user moves the demo's clock, its wall time and its
 * monotonic time move together, so this does not count as a jump.
 */
function trustInDemo({ clock, last }: TimeTrustParts): () => TimeTrust {
  const startMs = clock.nowMs() - clock.monotonicMs();
  const wasOffLong = last !== null && Math.abs(clock.nowMs() - last.serverMs) > DAY_MS;
  return () => {
    const laptopMs = Math.round(clock.nowMs());
    const hasJumped = Math.abs(laptopMs - clock.monotonicMs() - startMs) > DAY_MS;
    return wasOffLong || hasJumped
      ? { isTrusted: false, why: 'jumped', laptopMs, serviceMs: null, lastMs: last?.serverMs ?? null }
      : { isTrusted: true, safeMs: laptopMs - DAY_MS };
  };
}

/**
 * Returns the latest possible current time, provided that at least one clock is correct. This is the latest
 * of the server time, the other possible server times and this computer's time.
 */
export const latestPossibleMs = (serverClock: ServerClock, clock: Clock): number =>
  Math.max(serverClock.nowMs(), Math.round(clock.nowMs()), ...serverClock.otherTimesMs());
