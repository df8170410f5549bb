import { describe, expect, it } from 'vitest';
import { createWindowClosing } from '../../../../electron/shells/electron/window-closing.ts';
import { settled } from '../../../support/app/fake-clock.ts';

/**
 * Sets up a fake window that calls `onClose` before it closes, as Electron's windows do. If `facts.refuses`
 * is true, unsaved text keeps the window open.
 */
function setUp({ keepsListening = true, hasTray = true } = {}) {
  const facts = { keepsListening, hasTray, refuses: false };
  const events: string[] = [];
  const closing = createWindowClosing({
    keepsListening: () => facts.keepsListening,
    showTray: () => {
      events.push('tray asked');
      return Promise.resolve(facts.hasTray);
    },
    onMinimised: () => events.push('explained'),
  });
  const window = {
    isDestroyed: () => events.includes('closed'),
    minimize: () => void events.push('minimised'),
    close: () => {
      let isPrevented = false;
      closing.onClose({ preventDefault: () => (isPrevented = true) }, window);
      if (isPrevented) return;
      if (facts.refuses) closing.keepOpen();
      else events.push('closed');
    },
  };
  return { closing, window, events, facts };
}

describe('closing the main window', () => {
  it('quits the app without the setting', async () => {
    const { closing, window, events } = setUp({ keepsListening: false });
    window.close();
    await settled();
    expect([events, closing.staysOpen()]).toEqual([['closed'], false]);
  });

  it('keeps the app running with the setting, once the tray icon is shown', async () => {
    const { closing, window, events } = setUp();
    window.close();
    expect(events).toEqual(['tray asked']);
    await settled();
    expect([events, closing.staysOpen()]).toEqual([['tray asked', 'closed'], true]);
  });

  it('minimises the window where no tray could open it again', async () => {
    const { closing, window, events, facts } = setUp({ hasTray: false });
    window.close();
    await settled();
    expect([events, closing.staysOpen()]).toEqual([['tray asked', 'minimised', 'explained'], false]);
    facts.hasTray = true;
    window.close();
    await settled();
    expect([events.at(-1), closing.staysOpen()]).toEqual(['closed', true]);
  });

  it('asks for the tray again after the user kept the window because of unsaved text', async () => {
    const { window, events, facts } = setUp();
    facts.refuses = true;
    window.close();
    await settled();
    facts.refuses = false;
    facts.hasTray = false;
    window.close();
    await settled();
    expect(events).toEqual(['tray asked', 'tray asked', 'minimised', 'explained']);
  });

  it('happens at once when the app quits, and waits again if unsaved text cancels the quit', async () => {
    const { closing, window, events, facts } = setUp();
    facts.refuses = true;
    closing.quit();
    window.close();
    expect(events).toEqual([]);
    facts.refuses = false;
    window.close();
    await settled();
    expect(events).toEqual(['tray asked', 'closed']);
    closing.quit();
    expect(closing.staysOpen()).toBe(false);
  });

  it('ends the app if the setting was turned off after the start without a window', () => {
    const { closing, facts } = setUp();
    closing.startHidden();
    expect(closing.staysOpen()).toBe(true);
    facts.keepsListening = false;
    expect(closing.staysOpen()).toBe(false);
  });
});
