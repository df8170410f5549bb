import { expect, type Page } from '@playwright/test';
import type { ScreenHost } from '../../support/browser/screen-host.ts';
import {
  ONE,
  callOff,
  connect,
  go,
  grid,
  inQueue,
  openFirstResult,
  press,
  slow,
  type Walk,
} from './screen-state.ts';
import { region } from '../support/locators.ts';

/* An account: states caused by the service, the network and the keychain. */

const DAY_MS = 86_400_000;
const ask30Days = async (page: Page): Promise<void> => {
  await go(page, 'Search');
  await page.getByText('30 days', { exact: true }).click();
  await press(page, /^Run search/);
};
const off = (host: ScreenHost): Promise<void> => host.service.setOnline(false);
/** Sends a request that shows the state of the service and is free when it fails. */
const refresh = async ({ page }: ScreenHost): Promise<void> => {
  await go(page, 'Quota');
  await page
    .getByRole('button', { name: /^Confirm/ })
    .first()
    .click();
};

export const search: Walk = {
  name: 'search over an account',
  states: [
    { name: 'today-first-day', reach: (host) => connect(host), says: 'Nothing here yet.' },
    {
      name: 'search-empty',
      reach: ({ page }) => go(page, 'Search'),
      says: 'Filter values were never loaded',
    },
    {
      name: 'search-loading',
      reach: async (host) => {
        slow(host, '/api/v1/fundings');
        await ask30Days(host.page);
        await expect(inQueue(host.page)).toBeVisible();
      },
      says: /Waiting for the service/,
      keeps: ONE,
      leave: callOff,
    },
    {
      name: 'search',
      reach: async ({ page }) => {
        await press(page, /^Run search/);
        await expect(grid(page).getByRole('row').nth(10)).toBeVisible();
      },
      says: /match ·/,
    },
    {
      name: 'search-not-json',
      reach: async ({ page, service }) => {
        service.addFaults([{ match: '/api/v1/fundings', action: { kind: 'html' } }]);
        await page.getByRole('switch', { name: 'Only hiring' }).click();
        await press(page, /^Run search/);
      },
      says: 'That is not the service’s answer.',
      leave: async ({ service }) => service.clearFaults(),
    },
    {
      name: 'search-offline',
      reach: async (host) => {
        await off(host);
        await press(host.page, /^Run search/);
      },
      says: 'Offline.',
      keeps: ONE,
    },
    { name: 'today-offline', reach: ({ page }) => go(page, 'Today'), says: 'Offline.' },
    { name: 'signals-offline', reach: ({ page }) => go(page, 'Signals'), says: 'Offline.' },
    { name: 'quota-offline', reach: ({ page }) => go(page, 'Quota'), says: 'Offline.' },
    {
      name: 'library-offline',
      reach: async ({ page }) => {
        await go(page, 'Library');
        await expect(grid(page).getByRole('row').nth(5)).toBeVisible();
      },
      says: 'Offline.',
    },
    {
      name: 'company-offline',
      reach: openFirstResult,
      says: 'Offline.',
      leave: async ({ page, service }) => {
        await service.setOnline(true);
        await page.keyboard.press('Escape');
      },
    },
  ],
};

export const minute: Walk = {
  name: 'a minute that is full',
  states: [
    {
      name: 'search-waits-for-the-minute',
      reach: async (host) => {
        await connect(host);
        const limit = { kind: 'limit', limitType: 'per_minute' } as const;
        host.service.addFaults([{ match: '/api/v1/fundings', action: limit }]);
        await ask30Days(host.page);
      },
      says: /1 waiting, next/,
    },
  ],
};

export const company: Walk = {
  name: 'a company of an account',
  states: [
    {
      name: 'company-never-fetched',
      reach: async (host) => {
        await connect(host);
        await ask30Days(host.page);
        await openFirstResult(host);
      },
      says: /Fetch profile/,
    },
    {
      name: 'company-loading',
      reach: async (host) => {
        slow(host, '/api/v1/companies');
        await region(host.page, 'Overview')
          .getByRole('button', { name: /^Fetch profile/ })
          .click();
        await expect(inQueue(host.page)).toBeVisible();
      },
      says: /Waiting for the service/,
      leave: callOff,
    },
    {
      name: 'company-gone',
      reach: async ({ page, service, core }) => {
        const { companyId } = await firstRow(core());
        service.setVanished(companyId, true);
        await region(page, 'Overview')
          .getByRole('button', { name: /^Fetch profile/ })
          .click();
      },
      says: /not there any more|does not know/,
      leave: async ({ page }) => void (await page.keyboard.press('Escape')),
    },
    {
      name: 'company-people-closed',
      reach: async ({ page }) => {
        await openFetched(page);
      },
      says: /Fetch contacts/,
    },
    {
      name: 'company-stale',
      reach: async (host) => {
        host.setClockOffset(40 * DAY_MS);
        host.service.advance(40 * DAY_MS);
        await host.restart();
        // Only a response reveals the service's time.
        await refresh(host);
        await go(host.page, 'Library');
        await grid(host.page).getByRole('row').nth(1).click();
        await expect(region(host.page, 'Overview')).toBeVisible();
      },
      says: /40 d/,
    },
  ],
};

/** Opens companies from the third row on until one has contacts. */
async function openFetched(page: Page): Promise<void> {
  for (let row = 3; row < 9; row += 1) {
    await page.getByRole('grid', { name: 'Results' }).getByRole('row').nth(row).click();
    await region(page, 'Overview')
      .getByRole('button', { name: /^Fetch profile/ })
      .click();
    await expect(region(page, 'Overview').getByRole('button', { name: /^Refresh/ })).toBeVisible();
    if ((await region(page, 'People').getByRole('listitem').count()) > 0) return;
  }
  throw new Error('none of these companies has people');
}

async function firstRow(core: ReturnType<ScreenHost['core']>): Promise<{ companyId: string }> {
  const { set } = await core.handlers.search.last({});
  const { rows } = await core.handlers.search.rows({ setId: set?.setId ?? '', offset: 0, limit: 1 });
  const [row] = rows;
  if (row === undefined) throw new Error('nothing was found');
  return row;
}

export const testKey: Walk = {
  name: 'a test key, and a service that says other things than it should',
  states: [
    {
      name: 'quota-test-key',
      reach: async (host) => {
        await connect(host, { mode: 'keychain' }, host.service.testKey);
        await go(host.page, 'Quota');
      },
      says: 'TEST KEY',
    },
    {
      name: 'settings-drift',
      reach: async ({ page, service }) => {
        service.setProfile({ name: 'hostile' });
        await ask30Days(page);
        await expect(page.getByRole('grid', { name: 'Results' })).toBeVisible();
        await go(page, 'Settings');
        await page.getByText('Differs from the documentation').first().scrollIntoViewIfNeeded();
      },
      says: 'Differs from the documentation',
    },
  ],
};

export const banners: Walk = {
  name: 'what the service and the clock do to an account',
  states: [
    {
      name: 'plan-lapsed',
      reach: async (host) => {
        await connect(host);
        await ask30Days(host.page);
        await expect(grid(host.page).getByRole('row').nth(10)).toBeVisible();
        host.service.setPlanLapsed(true);
        await refresh(host);
      },
      says: 'The plan does not include the API.',
      leave: async ({ service }) => service.setPlanLapsed(false),
    },
    {
      name: 'clock-wrong',
      reach: async (host) => {
        host.setClockOffset(7 * 60_000);
        await host.restart();
        await go(host.page, 'Library');
        await expect(grid(host.page).getByRole('row').nth(5)).toBeVisible();
      },
      says: /This clock is 7 min fast\./,
      keeps: ONE,
      leave: async (host) => {
        host.setClockOffset(0);
        await host.restart();
      },
    },
    {
      name: 'key-refused',
      reach: async (host) => {
        host.service.setKeyRevoked('live', true);
        await refresh(host);
      },
      says: 'The service refused the key.',
    },
  ],
};

export const usedUp: Walk = {
  name: 'an account of which nothing is left',
  states: [
    {
      name: 'quota-refused',
      reach: async (host) => {
        await connect(host);
        await ask30Days(host.page);
        await expect(grid(host.page).getByRole('row').nth(10)).toBeVisible();
        host.service.spend({ requests: 0, records: 3_000, pageTurns: 200, companies: 0 });
        await refresh(host);
        await go(host.page, 'Search');
        await host.page.getByRole('switch', { name: 'Only hiring' }).click();
        // Wait for the plan of this query, not the previous one.
        await expect(host.page.getByRole('button', { name: /^Count matches first/ })).toBeVisible();
      },
      says: 'No records left this month',
      keeps: ONE,
    },
    { name: 'quota-used-up', reach: ({ page }) => go(page, 'Quota'), says: 'Records this month' },
  ],
};
