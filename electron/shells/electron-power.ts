import type { PowerMonitor } from 'electron';
import type { Dispose, Logger } from '../core/ports.ts';

/** What is used of Electron's `powerMonitor`. */
type Power = Pick<PowerMonitor, 'on' | 'off'>;

/**
 * Follows sleep and waking. Nothing is asked of the network on waking: it is seldom there yet, and what is due is looked at
 * by whoever waits for its time.
 */
export function followPower(power: Power, log: Logger, woke: () => void): Dispose {
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
