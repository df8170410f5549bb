import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import {
  createElectronNotifier,
  type SystemNotifications,
} from '../../../electron/shells/electron-notifier.ts';

/** As much of Electron's class as is used. */
function system(breaks = false) {
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

describe('notifications of the system', () => {
  it('are shown without a sound, and a click brings the window to the front once', () => {
    const { made, notifications } = system();
    const heard: string[] = [];
    const notifier = createElectronNotifier(notifications, () => heard.push('front'));
    expect(notifier.supported()).toBe(true);
    expect(notifier.show({ title: 'a', body: 'b' }, () => heard.push('clicked'))).toBe(true);
    expect(made[0]).toMatchObject({ isShown: true, options: { title: 'a', body: 'b', silent: true } });
    made[0]?.emit('click');
    made[0]?.emit('click');
    expect(heard).toEqual(['front', 'clicked']);
  });

  it('that the system cannot make are not shown, and nothing is thrown', () => {
    const notifier = createElectronNotifier(system(true).notifications, () => undefined);
    expect(notifier.supported()).toBe(false);
    expect(notifier.show({ title: 'a', body: 'b' }, () => undefined)).toBe(false);
  });
});
