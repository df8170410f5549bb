import { NOW_MS, type ScreenHost } from '../../support/browser/screen-host.ts';
import { region } from '../support/locators.ts';
import { closeToasts } from '../support/toasts.ts';
import { go, press, type PictureKind, type Walk } from './screen-state.ts';

/*
 * States of the settings that keep the receiver listening after the window is closed. The browser imitates
 * the desktop app.
 */

const PICTURES: readonly PictureKind[] = ['dark', 'light-1024'];
const PATH = `/hook/${'4a'.repeat(16)}`;

/** Makes the browser show the screens of the desktop app, with a test event already received. */
function inDesktopApp(host: ScreenHost, place: 'tray' | 'minimised'): void {
  host.change('settings.background', (value) => ({ ...value, place }));
  host.change('signals.receiver', (value) => ({
    ...value,
    enabled: true,
    state: 'listening',
    key: { state: 'ready', place: 'session', setAtMs: NOW_MS, rotating: false },
    path: PATH,
    publicUrl: `https://hooks.brightwater.example${PATH}`,
    tunnelHost: 'hooks.brightwater.example',
    receivedSinceChange: true,
    lastReceivedAtMs: NOW_MS,
    changedAtMs: NOW_MS,
  }));
  host.push('settings.onChanged');
  host.push('signals.onReceiver');
}

export const background: Walk = {
  name: 'listening without a window',
  states: [
    {
      name: 'signals-keep-listening',
      reach: async (host) => {
        await host.core().handlers.workspaces.exploreDemo({});
        await closeToasts(host.page);
        await go(host.page, 'Signals');
        inDesktopApp(host, 'tray');
        await press(host.page, 'Show setup and deliveries');
        await host.page.getByRole('button', { name: 'Not now' }).scrollIntoViewIfNeeded();
        await region(host.page, 'In the background').scrollIntoViewIfNeeded();
      },
      text: 'Events sent while Roundwatch is closed are lost.',
      pictures: PICTURES,
    },
    {
      name: 'signals-no-tray',
      reach: async (host) => inDesktopApp(host, 'minimised'),
      text: /This desktop has no system tray/,
    },
    {
      name: 'signals-keeps-listening',
      reach: async (host) => {
        host.change('settings.background', () => ({
          keepListening: true,
          isDecided: true,
          startsAtLogin: true,
          place: 'tray',
        }));
        host.push('settings.onChanged');
      },
      text: 'Roundwatch keeps listening when the window is closed, and starts at login.',
    },
    {
      name: 'settings-background',
      reach: async ({ page }) => {
        await press(page, 'Change in Settings');
        await region(page, 'Webhook receiver').scrollIntoViewIfNeeded();
      },
      text: 'Keep listening when the window is closed',
      pictures: PICTURES,
    },
    {
      name: 'settings-background-browser',
      reach: async (host) => {
        host.change('settings.background', null);
        host.push('settings.onChanged');
      },
      text: 'Only the desktop app can keep listening when the window is closed.',
    },
  ],
};
