import { EventEmitter } from 'node:events';
import type { PowerMonitor } from 'electron';
import { expect, it } from 'vitest';
import { watchPowerEvents } from '../../../../electron/shells/electron/power.ts';

it('reports waking, only logs sleep, and stops after disposal', () => {
  const power = new EventEmitter();
  const events: string[] = [];
  const write = (event: string): void => void events.push(event);
  const log = { info: write, warn: write, error: write };
  const stop = watchPowerEvents(power as unknown as PowerMonitor, log, () => events.push('woke'));
  power.emit('suspend');
  power.emit('resume');
  expect(events).toEqual(['suspended', 'resumed', 'woke']);
  stop();
  power.emit('resume');
  expect(events).toHaveLength(3);
});
