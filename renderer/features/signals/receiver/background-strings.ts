import type { BackgroundPlace } from '../../../../shared/model/settings/background.ts';

export const backgroundStrings = {
  step: 'Keep listening',
  why: 'Each event is sent only once. Events sent while Roundwatch is closed are lost.',
  offer: 'Roundwatch can keep listening when the window is closed.',
  stays: {
    'menu-bar': 'Roundwatch stays in the menu bar.',
    tray: 'Roundwatch stays in the system tray.',
    minimised: 'This desktop has no system tray, so closing the window minimises Roundwatch instead.',
  } satisfies Record<BackgroundPlace, string>,
  onlyOpen: (name: string) => `Only the open workspace (${name}) receives events.`,
  onlyOpenAny: 'Only the open workspace receives events.',
  alsoAtLogin: 'Also start at login, without a window',
  sessionKey:
    'The key is stored only until you quit Roundwatch. To listen after a restart, save a key in the keychain (step 3).',
  keep: 'Keep listening',
  notNow: 'Not now',
  on: 'Roundwatch keeps listening when the window is closed.',
  onAtLogin: 'Roundwatch keeps listening when the window is closed, and starts at login.',
  off: 'The receiver stops when you close the window.',
  change: 'Change in Settings',
  desktopOnly: 'Only the desktop app can keep listening when the window is closed.',
  keepSwitch: 'Keep listening when the window is closed',
  atLogin: 'Start at login',
  atLoginHint: {
    hidden: 'Starts without a window.',
    window: 'Opens the window. To start without a window, also turn on the setting above.',
  },
  inBackground: 'In the background',
  does: {
    stored: 'Events are stored without any requests being sent',
    reminders: 'Reminders and the daily digest still appear',
    plans: 'Only approved plans and your plan rules send requests',
  },
} as const;
