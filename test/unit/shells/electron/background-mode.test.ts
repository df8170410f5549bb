import type { Menu } from 'electron';
import { describe, expect, it } from 'vitest';
import {
  createBackgroundMode,
  type ElectronBackground,
  type TrayIcon,
} from '../../../../electron/shells/electron/background-mode.ts';
import { saveBackground } from '../../../../electron/core/handlers/background-settings.ts';
import { createFakeClock, settled } from '../../../support/app/fake-clock.ts';
import { createRecordingNotifier } from '../../../support/app/recording-notifier.ts';
import { createMapSettings, startTestApp } from '../../../support/app/test-app.ts';

/** Starts the background mode with the real core and a fake tray icon that records what it shows. */
async function setUp({ hasTray = true, platform = 'linux' as NodeJS.Platform } = {}) {
  const core = await startTestApp({ demo: true });
  const desktop = { hasTray, isAccepted: true, isWindowless: true };
  const icons: { tip: string; title: string; image: string; isDestroyed: boolean }[] = [];
  const settings = createMapSettings();
  const clock = createFakeClock(0);
  const notifier = createRecordingNotifier();
  const createTray = (): TrayIcon => {
    const icon = { tip: '', title: '', image: '', isDestroyed: false };
    icons.push(icon);
    return {
      show: (image) => void (icon.image = image),
      setToolTip: (tip) => void (icon.tip = tip),
      setContextMenu: () => undefined,
      setTitle: (title) => void (icon.title = title),
      destroy: () => void (icon.isDestroyed = true),
    };
  };
  const mode: ElectronBackground = createBackgroundMode({
    settings,
    clock,
    notifier,
    platform,
    hasTrayHost: () => Promise.resolve(desktop.hasTray),
    isTrayAccepted: () => Promise.resolve(desktop.isAccepted),
    isWindowless: () => desktop.isWindowless,
    loginStart: { isOn: () => false, set: () => undefined },
    createTray,
    buildMenu: () => ({}) as Menu,
    openWindow: () => undefined,
    quit: () => undefined,
  });
  core.port.subscribe((channel) => mode.onPublished(channel));
  return { core, mode, icons, settings, clock, notifier, desktop };
}

describe('the tray icon', () => {
  it('is shown while the setting is on, and never without it', async () => {
    const { core, mode, icons, settings } = await setUp();
    await mode.start(core.api);
    expect(icons).toEqual([]);
    saveBackground(settings, true);
    await mode.follow();
    await mode.follow();
    expect(icons).toMatchObject([{ tip: 'Roundwatch · Receiver not set up', isDestroyed: false }]);
    saveBackground(settings, false);
    await mode.follow();
    expect(icons).toMatchObject([{ isDestroyed: true }]);
    await core.dispose();
  });

  it('counts a new event soon after it was stored', async () => {
    const { core, mode, icons, settings, clock } = await setUp({ platform: 'darwin' });
    saveBackground(settings, true);
    await mode.start(core.api);
    expect(await mode.place()).toBe('menu-bar');
    const event = { trigger: { id: 't1', type: 'funding' }, company: { id: 'cmp_1', name: 'Vardekraft' } };
    await core.api.signals.paste({ text: JSON.stringify(event) });
    await expect
      .poll(async () => {
        await clock.advance(500);
        return icons[0];
      })
      .toMatchObject({
        tip: 'Roundwatch · Receiver not set up · 1 new in Signals',
        title: '1',
        image: 'unread',
      });
    await core.dispose();
  });

  it('shows no workspace’s figures once the workspace was left', async () => {
    const { core, mode, icons, settings, clock } = await setUp();
    saveBackground(settings, true);
    await mode.start(core.api);
    await core.api.workspaces.leave({});
    await expect
      .poll(async () => {
        await clock.advance(500);
        return icons[0]?.tip;
      })
      .toBe('Roundwatch');
    await core.dispose();
  });

  it('is not created where nothing would show it, but as soon as the desktop has a tray', async () => {
    const { core, mode, icons, settings, desktop } = await setUp({ hasTray: false });
    saveBackground(settings, true);
    await mode.start(core.api);
    expect([icons, await mode.showTray(), await mode.place()]).toEqual([[], false, 'minimised']);
    desktop.hasTray = true;
    expect([await mode.showTray(), icons.length, await mode.place()]).toEqual([true, 1, 'tray']);
    await core.dispose();
  });
});

it('counts an icon that the desktop refuses as no tray', async () => {
  const { core, mode, settings, desktop, clock } = await setUp();
  desktop.isAccepted = false;
  saveBackground(settings, true);
  const refused = mode.showTray();
  await clock.advance(1_000);
  expect(await refused).toBe(false);
  const acceptedLate = mode.showTray();
  await clock.advance(400);
  desktop.isAccepted = true;
  await clock.advance(200);
  expect(await acceptedLate).toBe(true);
  await core.dispose();
});

describe('after a start without a window', () => {
  it('waits for a tray that appears later', async () => {
    const { core, mode, icons, desktop, clock, notifier } = await setUp({ hasTray: false });
    let minimised = 0;
    const waited = mode.waitForTray(() => (minimised += 1));
    await clock.advance(4_000);
    desktop.hasTray = true;
    await clock.advance(2_000);
    await waited;
    expect([icons.length, minimised, notifier.shown]).toEqual([1, 0, []]);
    await core.dispose();
  });

  it('opens the window minimised if there is no tray after 18 s, and says so', async () => {
    const { core, mode, clock, notifier } = await setUp({ hasTray: false });
    let minimised = 0;
    const waited = mode.waitForTray(() => (minimised += 1));
    await clock.advance(17_000);
    expect(minimised).toBe(0);
    await clock.advance(1_000);
    await waited;
    expect([minimised, notifier.shown.map(({ title }) => title)]).toEqual([
      1,
      ['The window is minimised instead'],
    ]);
    await core.dispose();
  });

  it('waits no longer once the user has opened the window', async () => {
    const { core, mode, desktop, clock } = await setUp({ hasTray: false });
    let minimised = 0;
    const waited = mode.waitForTray(() => (minimised += 1));
    await settled();
    desktop.isWindowless = false;
    await clock.advance(20_000);
    await waited;
    expect(minimised).toBe(0);
    await core.dispose();
  });
});

it('explains once where the app is after its window was closed', async () => {
  const { core, mode, notifier } = await setUp();
  mode.explain('tray');
  mode.explain('tray');
  mode.explain('minimised');
  expect(notifier.shown.map(({ body }) => body)).toEqual([
    'Find it in the system tray. Quit there to stop.',
    expect.stringMatching(/^This desktop has no system tray/),
  ]);
  await core.dispose();
});
