import { EventEmitter } from 'node:events';
import type { PowerMonitor } from 'electron';
import { expect, test } from 'vitest';
import { watchPowerEvents } from '../../../../electron/shells/electron/power.ts';

test('waking is told, sleep is only logged, and nothing after the end', () => {
  const power = new EventEmitter();
  const told: string[] = [];
  const write = (event: string): void => void told.push(event);
  const log = { info: write, warn: write, error: write };
  // The product uses only the events of Electron's object.
  const stop = watchPowerEvents(power as unknown as PowerMonitor, log, () => told.push('woke'));
  power.emit('suspend');
  power.emit('resume');
  expect(told).toEqual(['suspended', 'resumed', 'woke']);
  stop();
  power.emit('resume');
  expect(told).toHaveLength(3);
});
