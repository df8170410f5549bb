import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSystemEnd } from '../../../../electron/shells/electron/system-end.ts';

describe('an end that the system demands', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function createWorld() {
    const events: string[] = [];
    const write = (event: string, fields?: object): void =>
      void events.push(`${event} ${JSON.stringify(fields)}`);
    const signals = new EventEmitter();
    const systemEnd = createSystemEnd({
      log: { info: write, warn: write, error: write },
      quit: () => events.push('quit'),
      exit: () => events.push('exit'),
    });
    const stop = systemEnd.listen(signals as unknown as NodeJS.Process);
    return { events, signals, systemEnd, stop };
  }

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'])('quits on %s, and the app asks nothing from then on', (signal) => {
    const { events, signals, systemEnd } = createWorld();
    expect(systemEnd.isEnding()).toBe(false);
    signals.emit(signal, signal);
    expect(events).toEqual([`ended-by-system {"cause":"${signal}"}`, 'quit']);
    expect(systemEnd.isEnding()).toBe(true);
  });

  it('exits after 2 s if a window does not close', () => {
    const { events, systemEnd } = createWorld();
    systemEnd.end('shutdown');
    vi.advanceTimersByTime(1_900);
    expect(events).not.toContain('exit');
    vi.advanceTimersByTime(200);
    expect(events).toContain('exit');
  });

  it('happens once, and signals are ignored after the listeners were removed', () => {
    const { events, signals, stop } = createWorld();
    signals.emit('SIGTERM', 'SIGTERM');
    signals.emit('SIGINT', 'SIGINT');
    expect(events.filter((event) => event === 'quit')).toHaveLength(1);
    stop();
    expect(signals.eventNames()).toEqual([]);
  });
});
