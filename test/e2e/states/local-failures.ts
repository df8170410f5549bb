import { copyFileSync, readdirSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { AppError } from '../../../shared/app-error.ts';
import type { DeletionQuestion } from '../../../shared/contract/privacy.ts';
import type { ScreenHost } from '../../support/browser/screen-host.ts';
import { openRow } from '../company/company-panels.ts';
import { usedUpStates } from './account-states.ts';
import * as journey from '../support/journey.ts';
import {
  MAIN_PICTURES,
  LIGHT_PICTURE,
  connect,
  go,
  grid,
  PASSPHRASE,
  press,
  type ScreenState,
  type Walk,
} from './screen-state.ts';
import { region } from '../support/locators.ts';

/* Account states that are caused by the laptop's keyring, disk or files. */

const setKeyring = async (host: ScreenHost, state: 'ready' | 'locked' | 'unavailable'): Promise<void> => {
  host.keychain.become(state);
  await host.restart();
  await expect(host.page.getByRole('navigation', { name: 'Main' })).toBeVisible();
};
/** Tries to create a list. This fails while the disk is full. */
const createList = async ({ page }: ScreenHost): Promise<void> => {
  await go(page, 'Library');
  // Waits until the company is fully open. If it finished opening after the next button is pressed, it would
  // close that button's popover.
  await openRow(page, 1);
  await press(page, /^Save( to a list)?$/);
  await page.getByPlaceholder('New list').fill('Warm intros');
  await press(page, 'Create');
  await page.keyboard.press('Escape');
};
const connectAndSearch = async (host: ScreenHost): Promise<void> => {
  await connect(host);
  await journey.search30DaysUs(host.page);
};
const EXPIRED_CONTACTS: DeletionQuestion = {
  why: 'differs',
  people: 27,
  companies: 9,
  events: 0,
  months: 12,
  atMs: Date.UTC(2028, 0, 5),
  laptopMs: Date.UTC(2028, 0, 5),
  serviceMs: Date.UTC(2026, 10, 26),
  lastMs: null,
};
const DISK_FULL: AppError = { kind: 'storage', reason: 'full', file: 'yours' };

export const keyringAndDisk: Walk = {
  name: 'the keyring and the disk of an account',
  options: { startsBlank: true },
  states: [
    { name: 'search-full', reach: connectAndSearch, text: /of [\d,]+ matches/, pictures: MAIN_PICTURES },
    {
      name: 'disk-full',
      reach: async (host) => {
        host.answer('watchlists.create', DISK_FULL);
        await createList(host);
      },
      text: 'The disk is full.',
      leave: async (host) => host.answer('watchlists.create', null),
    },
    {
      name: 'disk-almost-full',
      reach: async (host) => {
        host.change('backups.status', (status) => ({ ...status, isRoomLow: true }));
        await host.page.reload();
        await go(host.page, 'Library');
      },
      text: 'The disk is almost full.',
      leave: async (host) => host.change('backups.status', null),
    },
    {
      name: 'opened-read-only',
      reach: async (host) => {
        host.change('backups.status', (status) => ({ ...status, readOnly: 'read-only' as const }));
        host.push('backups.onChanged');
      },
      text: 'This workspace’s folder is read-only, so nothing can be saved.',
      leave: async (host) => host.change('backups.status', null),
    },
    {
      name: 'notes-older-than-before',
      reach: async (host) => {
        const files = [{ file: 'yours', state: 'older', remedy: null, setAside: null }];
        host.change('backups.status', (status) => ({ ...status, files }));
        host.push('backups.onChanged');
      },
      text: 'Roundwatch opened an older version of your notes and lists.',
      leave: async (host) => host.change('backups.status', null),
    },
    {
      name: 'expired-contacts',
      reach: async (host) => {
        host.change('privacy.deletionQuestion', () => ({ question: EXPIRED_CONTACTS }));
        await host.page.reload();
        await go(host.page, 'Library');
      },
      text: 'Erase 27 contacts at 9 companies?',
    },
    {
      name: 'expired-contacts-dialog',
      reach: ({ page }) => press(page, 'Erase data…'),
      text: /still uncertain in 30 days, Roundwatch asks again/,
      leave: async (host) => {
        await host.page.keyboard.press('Escape');
        host.change('privacy.deletionQuestion', null);
      },
    },
    {
      name: 'keyring-locked',
      reach: (host) => setKeyring(host, 'locked'),
      text: 'Your system’s keychain is locked.',
      pictures: LIGHT_PICTURE,
    },
    {
      name: 'company-contacts-locked',
      reach: async ({ page }) => {
        await go(page, 'Library');
        await grid(page).getByRole('row').nth(1).click();
        await expect(region(page, 'Overview')).toBeVisible();
      },
      text: 'Your system’s keychain is locked.',
    },
    {
      name: 'settings-keyring-locked',
      reach: ({ page }) => go(page, 'Settings'),
      text: 'Your system’s keychain is locked.',
    },
    {
      name: 'keyring-silent',
      reach: (host) => setKeyring(host, 'unavailable'),
      text: 'Your system’s keychain isn’t responding.',
      leave: (host) => setKeyring(host, 'ready'),
    },
    {
      name: 'key-absent',
      reach: async (host) => {
        await host.core().handlers.keys.clearApiKey({});
        await go(host.page, 'Search');
      },
      text: 'No API key is stored.',
    },
    {
      name: 'contact-key-missing',
      reach: async (host) => {
        const contactKeys = [...host.keychain.entries.keys()].filter((account) =>
          account.includes('people-key'),
        );
        for (const account of contactKeys) await host.keychain.delete(account);
        await host.restart();
      },
      text: 'The contact key is missing.',
    },
    {
      name: 'settings-contact-key-missing',
      reach: ({ page }) => go(page, 'Settings'),
      text: 'the contact key is no longer in the keychain',
    },
    {
      name: 'remove-undecryptable-contacts',
      reach: ({ page }) => press(page, 'Remove unreadable contacts…'),
      text: 'Spent records aren’t refunded',
    },
  ],
};

export const passphrase: Walk = {
  name: 'a machine without a keychain',
  options: { hasKeychain: false },
  states: [
    {
      name: 'first-run-no-keychain',
      reach: ({ page }) => page.getByText('Encrypt with a passphrase', { exact: true }).click(),
      text: 'No keychain was found on this computer.',
      pictures: LIGHT_PICTURE,
      themes: ['light'],
    },
    {
      name: 'contacts-locked',
      reach: async (host) => {
        await connect(host, { mode: 'passphrase', passphrase: PASSPHRASE });
        await journey.search30DaysUs(host.page);
        await host.restart();
      },
      text: 'Contacts are locked.',
    },
    {
      name: 'settings-contacts-locked',
      reach: ({ page }) => go(page, 'Settings'),
      text: 'Contacts are locked.',
    },
    {
      name: 'tab-signed-out',
      reach: async ({ page }) => {
        await page.evaluate(() => sessionStorage.clear());
        await page.reload();
      },
      text: 'This tab isn’t signed in to Roundwatch.',
    },
  ],
};

const folderOf = ({ dataDir }: ScreenHost): string => {
  const workspaces = join(dataDir, 'workspaces');
  return join(workspaces, readdirSync(workspaces)[0] ?? '');
};
const damageFile = (host: ScreenHost, file: string): Promise<void> =>
  host.restart(() => writeFileSync(join(folderOf(host), file), 'not a database'));
/** Makes the core reply as if `yours.db` could not be opened, and reloads the page. */
const blockFile =
  (
    state: 'full' | 'read-only' | 'locked' | 'too-new',
    remedy: string,
    error: AppError = { kind: 'storage', reason: 'busy', file: 'yours' },
  ) =>
  (host: ScreenHost): Promise<void> => {
    host.answer('workspaces.open', error);
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
    return host.load();
  };
const blockedState = (name: string, reach: ScreenState['reach'], text: string): ScreenState => ({
  name,
  reach,
  text,
  // The next state loads the page again.
  leave: async (host) => {
    for (const channel of ['workspaces.list', 'backups.status']) host.change(channel, null);
    host.answer('workspaces.open', null);
  },
});

/** The file names of the workspace record and its copy. */
const RECORDS = ['workspace.json', 'workspace.copy.json'];

export const unreadableFiles: Walk = {
  name: 'used-up budgets, and files that do not open',
  options: { startsBlank: true },
  states: [
    ...usedUpStates,
    {
      name: 'library-rebuilt',
      reach: async (host) => {
        await damageFile(host, 'cache.db');
        await go(host.page, 'Library');
      },
      text: 'The library was damaged and has been replaced with an empty one.',
    },
    blockedState('files-full', blockFile('full', 'free-space'), 'Free up some disk space, then check again.'),
    blockedState(
      'files-read-only',
      blockFile('read-only', 'permissions'),
      'Give your user account write access to the folder',
    ),
    blockedState('files-locked', blockFile('locked', 'close-other'), 'Close the other program or window'),
    blockedState('files-newer', blockFile('too-new', 'update'), 'Update Roundwatch, then check again.'),
    blockedState(
      'files-elsewhere',
      blockFile('locked', 'close-other', { kind: 'conflict', reason: 'workspace-open-elsewhere' }),
      'A workspace can be open in only one window.',
    ),
    {
      name: 'ledger-missing',
      reach: (host) =>
        host.restart(() => renameSync(join(folderOf(host), 'ledger.db'), join(folderOf(host), 'elsewhere'))),
      text: 'New request history',
      leave: (host) =>
        host.restart(() => renameSync(join(folderOf(host), 'elsewhere'), join(folderOf(host), 'ledger.db'))),
    },
    {
      name: 'record-damaged',
      reach: async (host) => {
        const { handlers } = host.core();
        await handlers.notes.save({ companyId: 'c', body: 'Called in May.', baseRevision: 0 });
        await host.restart(() => {
          for (const name of RECORDS) {
            copyFileSync(join(folderOf(host), name), join(folderOf(host), `saved-${name}`));
            truncateSync(join(folderOf(host), name), 40);
          }
        });
      },
      text: 'A workspace can’t be opened.',
      leave: (host) =>
        host.restart(() => {
          for (const name of RECORDS)
            renameSync(join(folderOf(host), `saved-${name}`), join(folderOf(host), name));
        }),
    },
    {
      name: 'user-data-damaged',
      reach: async (host) => {
        const { handlers } = host.core();
        const { revision: baseRevision } = await handlers.notes.get({ companyId: 'c' });
        await handlers.notes.save({ companyId: 'c', body: 'Called in May.', baseRevision });
        await handlers.backups.make({});
        await damageFile(host, 'yours.db');
      },
      text: 'Backups of your data',
      pictures: LIGHT_PICTURE,
    },
  ],
};
