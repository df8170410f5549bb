import { copyFileSync, readdirSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { AppError } from '../../../shared/app-error.ts';
import type { ScreenHost } from '../../support/browser/screen-host.ts';
import * as journey from '../support/journey.ts';
import {
  MAIN,
  ONE,
  connect,
  go,
  grid,
  PASSPHRASE,
  press,
  type ScreenState,
  type Walk,
} from './screen-state.ts';
import { region } from '../support/locators.ts';

/* Account states caused by this laptop: its keyring, its disk and its files. */

const keyring = async (host: ScreenHost, state: 'ready' | 'locked' | 'unavailable'): Promise<void> => {
  host.keychain.become(state);
  await host.restart();
  await expect(host.page.getByRole('navigation', { name: 'Main' })).toBeVisible();
};
/** Creates a list while the disk is full. */
const writeAList = async ({ page }: ScreenHost): Promise<void> => {
  await go(page, 'Library');
  await grid(page).getByRole('row').nth(1).click();
  await press(page, /^Save( to a list)?$/);
  await page.getByPlaceholder('New list').fill('Warm intros');
  await press(page, 'Create');
  await page.keyboard.press('Escape');
};
const fill = async (host: ScreenHost): Promise<void> => {
  await connect(host);
  await journey.search30DaysUs(host.page);
};
const full: AppError = { kind: 'storage', reason: 'full', file: 'yours' };

export const machine: Walk = {
  name: 'the keyring and the disk of an account',
  states: [
    { name: 'search-full', reach: fill, says: /match ·/, keeps: MAIN },
    {
      name: 'disk-full',
      reach: async (host) => {
        host.answer('watchlists.create', full);
        await writeAList(host);
      },
      says: 'The disk is full.',
      leave: async (host) => {
        host.answer('watchlists.create', null);
        await host.restart();
      },
    },
    {
      name: 'disk-almost-full',
      reach: async (host) => {
        host.change('backups.status', (status) => ({ ...status, isRoomLow: true }));
        await host.page.reload();
        await go(host.page, 'Library');
      },
      says: 'The disk is almost full.',
      leave: async (host) => host.change('backups.status', null),
    },
    {
      name: 'keyring-locked',
      reach: (host) => keyring(host, 'locked'),
      says: 'The keyring is locked.',
      keeps: ONE,
    },
    {
      name: 'company-people-locked',
      reach: async ({ page }) => {
        await go(page, 'Library');
        await grid(page).getByRole('row').nth(1).click();
        await expect(region(page, 'People')).toBeVisible();
      },
      says: 'The keyring is locked.',
    },
    {
      name: 'settings-keyring-locked',
      reach: ({ page }) => go(page, 'Settings'),
      says: 'The keyring is locked.',
    },
    {
      name: 'keyring-silent',
      reach: (host) => keyring(host, 'unavailable'),
      says: 'The keyring does not answer.',
      leave: (host) => keyring(host, 'ready'),
    },
    {
      name: 'key-absent',
      reach: async (host) => {
        await host.core().handlers.keys.clearApiKey({});
        await go(host.page, 'Search');
      },
      says: 'No API key is stored.',
    },
    {
      name: 'people-key-gone',
      reach: async (host) => {
        const gone = [...host.keychain.entries.keys()].filter((account) => account.includes('people-key'));
        for (const account of gone) await host.keychain.delete(account);
        await host.restart();
      },
      says: 'The key of people is gone.',
    },
    {
      name: 'settings-people-key-gone',
      reach: ({ page }) => go(page, 'Settings'),
      says: 'their key is not in it',
    },
    {
      name: 'give-up-people',
      reach: ({ page }) => press(page, 'Begin anew…'),
      says: 'What they cost is not given back',
    },
  ],
};

export const passphrase: Walk = {
  name: 'people under a passphrase',
  options: { hasKeychain: false },
  states: [
    {
      name: 'people-locked',
      reach: async (host) => {
        await connect(host, { mode: 'passphrase', passphrase: PASSPHRASE });
        await journey.search30DaysUs(host.page);
        await host.restart();
      },
      says: 'People are locked.',
    },
    {
      name: 'settings-people-locked',
      reach: ({ page }) => go(page, 'Settings'),
      says: 'People are locked.',
    },
  ],
};

const folderOf = ({ dataDir }: ScreenHost): string => {
  const workspaces = join(dataDir, 'workspaces');
  return join(workspaces, readdirSync(workspaces)[0] ?? '');
};
const spoil = (host: ScreenHost, file: string): Promise<void> =>
  host.restart(() => writeFileSync(join(folderOf(host), file), 'not a database'));
/** Simulates a file that cannot be opened. */
const shut = (state: 'full' | 'read-only' | 'locked' | 'too-new', remedy: string) => (host: ScreenHost) => {
  host.answer('workspaces.open', { kind: 'storage', reason: 'busy', file: 'yours' });
  host.change('workspaces.list', (value) => ({ ...value, activeId: null }));
  host.change('backups.status', (value) => ({
    ...value,
    isOpen: false,
    workspaceId: folderOf(host).split('/').at(-1),
    files: ['yours', 'ledger', 'cache'].map((file) => ({
      file,
      setAside: null,
      ...(file === 'yours' ? { state, remedy } : { state: 'ok', remedy: null }),
    })),
  }));
  return host.page.reload().then(() => undefined);
};
const closed = (name: string, reach: ScreenState['reach'], says: string): ScreenState => ({
  name,
  reach,
  says,
  leave: async (host) => {
    for (const channel of ['workspaces.list', 'backups.status']) host.change(channel, null);
    host.answer('workspaces.open', null);
    await host.page.reload();
  },
});

/** The workspace record and its copy. */
const RECORDS = ['workspace.json', 'workspace.copy.json'];

export const files: Walk = {
  name: 'files that do not open',
  states: [
    {
      name: 'library-began-anew',
      reach: async (host) => {
        await fill(host);
        await spoil(host, 'cache.db');
        await go(host.page, 'Library');
      },
      says: 'The library was damaged and began anew.',
    },
    closed('files-full', shut('full', 'free-space'), 'Free some space on this disk'),
    closed('files-read-only', shut('read-only', 'permissions'), 'Let your account write the folder'),
    closed('files-locked', shut('locked', 'close-other'), 'Close the other program or window'),
    closed('files-newer', shut('too-new', 'update'), 'Update Roundwatch.'),
    closed(
      'files-elsewhere',
      async (host) => {
        await shut('locked', 'close-other')(host);
        host.answer('workspaces.open', {
          kind: 'conflict',
          reason: 'workspace-open-elsewhere',
        });
        await host.page.reload();
      },
      'One window at a time writes a workspace.',
    ),
    {
      name: 'ledger-gone',
      reach: (host) =>
        host.restart(() => renameSync(join(folderOf(host), 'ledger.db'), join(folderOf(host), 'elsewhere'))),
      says: 'Begin a new ledger',
      leave: (host) =>
        host.restart(() => renameSync(join(folderOf(host), 'elsewhere'), join(folderOf(host), 'ledger.db'))),
    },
    {
      name: 'record-lost',
      reach: async (host) => {
        const { handlers } = host.core();
        await handlers.notes.save({ companyId: 'c', body: 'Called in May.', baseRevision: 0 });
        await host.restart(() => {
          for (const name of RECORDS) {
            copyFileSync(join(folderOf(host), name), join(folderOf(host), `kept-${name}`));
            truncateSync(join(folderOf(host), name), 40);
          }
        });
      },
      says: 'A workspace was found that cannot be opened.',
      leave: (host) =>
        host.restart(() => {
          for (const name of RECORDS)
            renameSync(join(folderOf(host), `kept-${name}`), join(folderOf(host), name));
        }),
    },
    {
      name: 'words-damaged',
      reach: async (host) => {
        const { handlers } = host.core();
        const { revision: baseRevision } = await handlers.notes.get({ companyId: 'c' });
        await handlers.notes.save({ companyId: 'c', body: 'Called in May.', baseRevision });
        await handlers.backups.make({});
        await spoil(host, 'yours.db');
      },
      says: 'Restore your words',
      keeps: ONE,
    },
  ],
};
