import { EventEmitter } from 'node:events';
import type { PowerMonitor } from 'electron';
import { expect, test } from 'vitest';
import { followPower } from '../../../electron/shells/electron-power.ts';

test('waking is told, sleep is only logged, and nothing after the end', () => {
  const power = new EventEmitter();
  const told: string[] = [];
  const write = (event: string): void => void told.push(event);
  const log = { info: write, warn: write, error: write };
  // Of Electron's object only its events are used.
  const stop = followPower(power as unknown as PowerMonitor, log, () => told.push('woke'));
  power.emit('suspend');
  power.emit('resume');
  expect(told).toEqual(['suspended', 'resumed', 'woke']);
  stop();
  power.emit('resume');
  expect(told).toHaveLength(3);
});
