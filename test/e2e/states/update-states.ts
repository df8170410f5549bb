import type { UpdatePhase, UpdateStatus } from '../../../shared/model/settings/updates.ts';
import type { ScreenHost } from '../../support/browser/screen-host.ts';
import type { ScreenState } from './screen-state.ts';

/*
 * The states that About shows for updates in the desktop app. They are simulated, because the app in a
 * browser cannot check for updates.
 */

const NOTES = [
  'Search is twice as fast.',
  '',
  '<img src="x" onerror="alert(1)"> and [a link](javascript:alert(1)) are shown as they are.',
].join('\n');
const RELEASED_AT_MS = Date.UTC(2026, 1, 27, 8);
const UPDATE = { version: '1.4.0', releasedAtMs: RELEASED_AT_MS, notes: NOTES, bytes: 84_200_000 };

function showUpdates(host: ScreenHost, phase: UpdatePhase, change: Partial<UpdateStatus> = {}): void {
  const status: UpdateStatus = {
    support: 'ready',
    channel: 'stable',
    host: 'updates.roundwatch.example',
    homepage: 'https://roundwatch.example/',
    hasInstaller: true,
    scheduled: false,
    checkedAtMs: Date.UTC(2026, 2, 3, 8, 1),
    phase,
    ...change,
  };
  host.change('updates.status', () => status);
  host.push('updates.onChanged');
}

const state = (
  name: string,
  text: ScreenState['text'],
  phase: UpdatePhase,
  change?: Partial<UpdateStatus>,
): ScreenState => ({
  name,
  text,
  reach: (host) => Promise.resolve(showUpdates(host, phase, change)),
});

/** States of the About screen. Each state replaces the previous one while About stays open. */
export const updateStates: readonly ScreenState[] = [
  state('update-no-feed', /Get new versions from/, { kind: 'idle' }, { support: 'no-feed' }),
  state('update-current', /Up to date/, { kind: 'current' }),
  {
    ...state('update-available', 'Version 1.4.0 is available', { kind: 'available', update: UPDATE }),
    reach: async (host) => {
      showUpdates(host, { kind: 'available', update: UPDATE });
      await host.page.getByText('What’s new in 1.4.0').click();
    },
  },
  state('update-downloading', 'Downloading version 1.4.0', {
    kind: 'downloading',
    update: UPDATE,
    receivedBytes: 31_000_000,
  }),
  state('update-ready', /is ready to install/, {
    kind: 'ready',
    update: UPDATE,
    file: 'Roundwatch-1.4.0-x64.deb',
  }),
  state('update-refused', 'Update rejected', { kind: 'failed', problem: 'checksum', update: UPDATE }),
];
