import { describe, expect, it } from 'vitest';
import { notificationProblem, watchNotifier } from '../../../electron/core/notifications/watched-notifier.ts';
import type { NoticeResult, Notifier } from '../../../electron/core/ports.ts';
import { createMapSettings } from '../../support/app/test-app.ts';

/**
 * Creates a system that reports the chosen result for each notification. If the chosen result is null, the
 * system rejects the notification.
 */
function createWorld(settings = createMapSettings()) {
  let next: NoticeResult | null = { isShown: true };
  let isWindowless = false;
  const events: string[] = [];
  const system: Notifier = {
    supported: () => true,
    show: (_notice, _onClick, onResult) => {
      if (next !== null) onResult?.(next);
      return next !== null;
    },
  };
  const start = (): Notifier =>
    watchNotifier(system, {
      settings,
      isWindowless: () => isWindowless,
      onChanged: () => events.push('changed'),
      onNotShown: () => events.push('told'),
    });
  let notifier = start();
  return {
    show: (result: NoticeResult | null) => {
      next = result;
      notifier.show({ title: 'a', body: 'b' }, () => undefined);
      return events.splice(0);
    },
    closeWindow: () => (isWindowless = true),
    openWindow: () => (isWindowless = false),
    restart: () => (notifier = start()),
    problem: () => notificationProblem(settings),
  };
}
const failed = (reason: string | null): NoticeResult => ({ isShown: false, reason });

describe('a system that does not show notifications', () => {
  it('is reported once, with its reason, until it shows one again', () => {
    const world = createWorld();
    expect(world.show({ isShown: true })).toEqual([]);
    expect(world.problem()).toBeNull();
    expect(world.show(failed('turned off'))).toEqual(['changed', 'told']);
    expect(world.problem()).toEqual({ reason: 'turned off' });
    expect(world.show(failed('turned off'))).toEqual([]);
    world.restart();
    expect(world.problem()).toEqual({ reason: 'turned off' });
    expect(world.show(failed(null))).toEqual(['changed']);
    expect(world.problem()).toEqual({ reason: null });
    expect(world.show({ isShown: true })).toEqual(['changed']);
    expect(world.problem()).toBeNull();
    expect(world.show(failed('turned off'))).toEqual(['changed', 'told']);
  });

  it('is reported in the next window if none was open', () => {
    const world = createWorld();
    world.closeWindow();
    expect(world.show(failed(null))).toEqual(['changed']);
    world.openWindow();
    expect(world.show(failed(null))).toEqual(['told']);
  });

  it('is reported if it does not accept the notification, and its text is cut', () => {
    const world = createWorld();
    expect(world.show(null)).toEqual(['changed', 'told']);
    expect(world.problem()).toEqual({ reason: null });
    world.show(failed('x'.repeat(5_000)));
    expect(world.problem()?.reason).toHaveLength(200);
  });

  it('is forgotten if the stored problem cannot be read', () => {
    const settings = createMapSettings();
    settings.set('notification-problem', { problem: { reason: 7 } });
    expect(notificationProblem(settings)).toBeNull();
  });
});
