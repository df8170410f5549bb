import type { PowerMonitor } from 'electron';
import type { Dispose, Logger } from '../../core/ports.ts';

/** The used part of Electron's `powerMonitor`. */
type Power = Pick<PowerMonitor, 'on' | 'off'>;

/**
 * Observes sleep and wake. Waking causes no requests, as the network is rarely ready; scheduled work checks its
 * own due time.
 */
export function watchPowerEvents(power: Power, log: Logger, woke: () => void): Dispose {
  const sleep = (): void => log.info('suspended');
  const wake = (): void => {
    log.info('resumed');
    woke();
  };
  power.on('suspend', sleep);
  power.on('resume', wake);
  return () => {
    power.off('suspend', sleep);
    power.off('resume', wake);
  };
}
