import type { PowerMonitor } from 'electron';
import type { Dispose, Logger, UserPresence } from '../../core/ports.ts';

/** The part of Electron's `powerMonitor` that reports sleep. */
type Power = Pick<PowerMonitor, 'on' | 'off'>;

interface PowerListeners {
  readonly onWake: () => void;
  /** Called when the computer shuts down. macOS and Linux delay the shutdown until the app has quit. */
  readonly onShutdown: () => void;
}

/** Logs when the computer goes to sleep, wakes up or shuts down, and calls the listeners. */
export function watchPowerEvents(power: Power, log: Logger, listeners: PowerListeners): Dispose {
  const sleep = (): void => log.info('suspended');
  const wake = (): void => {
    log.info('resumed');
    listeners.onWake();
  };
  const shutDown = (event?: { preventDefault(): void }): void => {
    log.info('shutting-down');
    event?.preventDefault();
    listeners.onShutdown();
  };
  power.on('suspend', sleep);
  power.on('resume', wake);
  power.on('shutdown', shutDown);
  return () => {
    power.off('suspend', sleep);
    power.off('resume', wake);
    power.off('shutdown', shutDown);
  };
}

/**
 * Reports when the user is away. Measures the idle time of the whole computer. The app's page is no reliable
 * source, because a compromised page could fake activity.
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
