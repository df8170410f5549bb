import type { PowerMonitor } from 'electron';
import type { Dispose, Logger } from '../../core/ports.ts';

/** The part of Electron's `powerMonitor` that the app uses. */
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
