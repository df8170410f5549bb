import { EventEmitter } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  createElectronNotifier,
  type SystemNotifications,
} from '../../../../electron/shells/electron/notifier.ts';

/**
 * Creates a fake of Electron's Notification class. If `breaks` is true, the fake supports no notifications.
 */
function createSystem(breaks = false) {
  const made: (EventEmitter & { options: unknown; isShown: boolean })[] = [];
  class Shown extends EventEmitter {
    static isSupported = (): boolean => !breaks;
    isShown = false;
    readonly options: unknown;
    constructor(options: unknown) {
      super();
      if (breaks) throw new Error('no server');
      this.options = options;
      made.push(this);
    }
    show(): void {
      this.isShown = true;
    }
  }
  return { made, notifications: Shown as unknown as SystemNotifications };
}

const ignore = (): void => undefined;

describe('system notifications', () => {
  afterEach(() => void vi.useRealTimers());

  it('are silent, and the first click brings the window to the front', () => {
    const { made, notifications } = createSystem();
    const events: string[] = [];
    const notifier = createElectronNotifier(notifications, 'linux', () => events.push('front'));
    expect(notifier.supported()).toBe(true);
    expect(notifier.show({ title: 'a', body: 'b' }, () => events.push('clicked'), ignore)).toBe(true);
    expect(made[0]).toMatchObject({ isShown: true, options: { title: 'a', body: 'b', silent: true } });
    made[0]?.emit('click');
    made[0]?.emit('click');
    expect(events).toEqual(['front', 'clicked']);
  });

  it.each([
    ['linux', 'R&amp;D at &lt;Acme&gt; &amp;lt;'],
    ['darwin', 'R&D at <Acme> &lt;'],
    ['win32', 'R&D at <Acme> &lt;'],
  ] as const)('escape their body for %s', (platform, body) => {
    const { made, notifications } = createSystem();
    const notifier = createElectronNotifier(notifications, platform, () => undefined);
    notifier.show({ title: 'R&D', body: 'R&D at <Acme> &lt;' }, ignore, ignore);
    expect(made[0]?.options).toMatchObject({ title: 'R&D', body });
  });

  it('return false if the system does not support them', () => {
    const notifier = createElectronNotifier(createSystem(true).notifications, 'linux', () => undefined);
    expect(notifier.supported()).toBe(false);
    expect(notifier.show({ title: 'a', body: 'b' }, ignore, ignore)).toBe(false);
  });

  it('report once whether the system showed them, why not, and silence as well', () => {
    vi.useFakeTimers();
    const { made, notifications } = createSystem();
    const notifier = createElectronNotifier(notifications, 'win32', ignore);
    const results: unknown[] = [];
    for (const title of ['shown', 'failed', 'silent'])
      notifier.show({ title, body: '' }, ignore, (result) => results.push({ title, ...result }));
    made[0]?.emit('show');
    made[1]?.emit('failed', {}, 'turned off in the settings');
    vi.advanceTimersByTime(60_000);
    made[2]?.emit('show');
    expect(results).toEqual([
      { title: 'shown', isShown: true },
      { title: 'failed', isShown: false, reason: 'turned off in the settings' },
      { title: 'silent', isShown: false, reason: null },
    ]);
  });
});
