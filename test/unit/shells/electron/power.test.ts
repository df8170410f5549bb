import { EventEmitter } from 'node:events';
import type { PowerMonitor } from 'electron';
import { expect, it } from 'vitest';
import { createUserPresence, watchPowerEvents } from '../../../../electron/shells/electron/power.ts';

it('reports waking, only logs sleep, and stops after disposal', () => {
  const power = new EventEmitter();
  const events: string[] = [];
  const write = (event: string): void => void events.push(event);
  const log = { info: write, warn: write, error: write };
  const stop = watchPowerEvents(power as unknown as PowerMonitor, log, {
    onWake: () => events.push('woke'),
    onShutdown: () => events.push('quit'),
  });
  power.emit('suspend');
  power.emit('resume');
  expect(events).toEqual(['suspended', 'resumed', 'woke']);
  stop();
  power.emit('resume');
  expect(events).toHaveLength(3);
});

it('delays a shutdown until the app has quit', () => {
  const power = new EventEmitter();
  const events: string[] = [];
  const write = (event: string): void => void events.push(event);
  const stop = watchPowerEvents(
    power as unknown as PowerMonitor,
    { info: write, warn: write, error: write },
    {
      onWake: () => events.push('woke'),
      onShutdown: () => events.push('quit'),
    },
  );
  power.emit('shutdown', { preventDefault: () => events.push('delayed') });
  expect(events).toEqual(['shutting-down', 'delayed', 'quit']);
  stop();
  power.emit('shutdown', { preventDefault: () => events.push('delayed') });
  expect(events).toHaveLength(3);
});

it('reports a locked screen, sleep and the idle time, and stops after disposal', () => {
  const power = Object.assign(new EventEmitter(), { getSystemIdleTime: () => 90 });
  const presence = createUserPresence(power as unknown as PowerMonitor);
  const causes: string[] = [];
  const stop = presence.watch((cause) => causes.push(cause));
  power.emit('lock-screen');
  power.emit('suspend');
  power.emit('resume');
  power.emit('unlock-screen');
  expect([causes, presence.idleMs()]).toEqual([['screen-lock', 'suspend'], 90_000]);
  stop();
  power.emit('lock-screen');
  power.emit('suspend');
  expect(causes).toHaveLength(2);
});
