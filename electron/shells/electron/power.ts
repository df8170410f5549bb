import type { PowerMonitor } from 'electron';
import type { Dispose, Logger, UserPresence } from '../../core/ports.ts';

/** The part of Electron's `powerMonitor` that reports sleep. */
type Power = Pick<PowerMonitor, 'on' | 'off'>;

/** Logs when the computer goes to sleep and when it wakes up; on waking, also calls `onWake`. */
export function watchPowerEvents(power: Power, log: Logger, onWake: () => void): Dispose {
  const sleep = (): void => log.info('suspended');
  const wake = (): void => {
    log.info('resumed');
    onWake();
  };
  power.on('suspend', sleep);
  power.on('resume', wake);
  return () => {
    power.off('suspend', sleep);
    power.off('resume', wake);
  };
}

/**
 * Reports when the user is away. Uses the idle time of the whole computer, because a compromised page could
 * fake activity within the app.
 */
export const createUserPresence = (
  power: Pick<PowerMonitor, 'on' | 'off' | 'getSystemIdleTime'>,
): UserPresence => ({
  watch: (onAway) => {
    const screenLocked = (): void => onAway('screen-lock');
    const suspended = (): void => onAway('suspend');
    power.on('lock-screen', screenLocked);
    power.on('suspend', suspended);
    return () => {
      power.off('lock-screen', screenLocked);
      power.off('suspend', suspended);
    };
  },
  idleMs: () => power.getSystemIdleTime() * 1_000,
});
