import { expect, type Page } from '@playwright/test';
import type { ScreenHost } from '../../support/browser/screen-host.ts';
import {
  LIGHT_PICTURE,
  cancelWaiting,
  connect,
  go,
  grid,
  inQueue,
  openFirstResult,
  press,
  delayResponse,
  type ScreenState,
  type Walk,
} from './screen-state.ts';
import { region } from '../support/locators.ts';

/* Account states that are caused by the service, the network or the keychain. */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const search30Days = async (page: Page): Promise<void> => {
  await go(page, 'Search');
  await page.getByText('30 days', { exact: true }).click();
  await press(page, /^Run search/);
};
const goOffline = (host: ScreenHost): Promise<void> => host.service.setOnline(false);
/**
 * Fetches the account's usage, so the app notices the service's state. A failed request costs nothing.
 */
const fetchUsage = async ({ page }: ScreenHost): Promise<void> => {
  await go(page, 'Quota');
  await page
    .getByRole('button', { name: /^Confirm/ })
    .first()
    .click();
};

export const search: Walk = {
  name: 'search in an account',
  options: { startsBlank: true },
  states: [
    { name: 'today-first-day', reach: (host) => connect(host), text: 'Nothing here yet.' },
    {
      name: 'insights-empty',
      reach: ({ page }) => go(page, 'Insights'),
      text: 'Search for rounds to see your market here.',
      pictures: LIGHT_PICTURE,
      themes: ['light'],
    },
    {
      name: 'search-empty',
      reach: ({ page }) => go(page, 'Search'),
      text: 'Funding rounds appear here. Choose filters, then run a search.',
    },
    {
      name: 'search-loading',
      reach: async (host) => {
        delayResponse(host, '/api/v1/fundings');
        await search30Days(host.page);
        await expect(inQueue(host.page)).toBeVisible();
      },
      text: /Fetching up to \d+ results/,
      pictures: LIGHT_PICTURE,
      themes: ['light'],
      leave: cancelWaiting,
    },
    {
      name: 'search',
      reach: async ({ page }) => {
        await press(page, /^Run search/);
        await expect(grid(page).getByRole('row').nth(10)).toBeVisible();
      },
      text: /of \d+ matches/,
    },
    {
      name: 'search-not-json',
      reach: async ({ page, service }) => {
        service.addFaults([{ match: '/api/v1/fundings', action: { kind: 'html' } }]);
        await page.getByRole('switch', { name: 'Only companies that are hiring' }).click();
        await press(page, /^Run search/);
      },
      text: 'The response didn’t come from the service.',
      leave: async ({ service }) => service.clearFaults(),
    },
    {
      name: 'search-offline',
      reach: async (host) => {
        await goOffline(host);
        await press(host.page, /^Run search/);
      },
      text: 'You’re offline.',
    },
    { name: 'today-offline', reach: ({ page }) => go(page, 'Today'), text: 'You’re offline.' },
    { name: 'signals-offline', reach: ({ page }) => go(page, 'Signals'), text: 'You’re offline.' },
    { name: 'quota-offline', reach: ({ page }) => go(page, 'Quota'), text: 'You’re offline.' },
    {
      name: 'library-offline',
      reach: async ({ page }) => {
        await go(page, 'Library');
        await expect(grid(page).getByRole('row').nth(5)).toBeVisible();
      },
      text: 'You’re offline.',
    },
    {
      name: 'company-offline',
      reach: openFirstResult,
      text: 'You’re offline.',
      leave: async ({ page, service }) => {
        await service.setOnline(true);
        await page.keyboard.press('Escape');
      },
    },
  ],
};

export const company: Walk = {
  name: 'a company of an account',
  options: { startsBlank: true },
  states: [
    {
      name: 'company-never-fetched',
      reach: async (host) => {
        await connect(host);
        await search30Days(host.page);
        await openFirstResult(host);
      },
      text: /Fetch profile/,
    },
    {
      name: 'company-loading',
      reach: async (host) => {
        delayResponse(host, '/api/v1/companies');
        await region(host.page, 'Overview')
          .getByRole('button', { name: /^Fetch profile/ })
          .click();
        await expect(inQueue(host.page)).toBeVisible();
      },
      text: /^Fetching /,
      leave: cancelWaiting,
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
      text: /no longer lists this company/,
      leave: async ({ page }) => void (await page.keyboard.press('Escape')),
    },
    {
      name: 'company-contacts-closed',
      reach: async ({ page }) => {
        await openCompanyWithContacts(page);
      },
      text: /Fetch contacts/,
    },
    {
      name: 'company-stale',
      reach: async (host) => {
        // Adds a minute, because the first responses arrive some seconds after the host starts.
        const laterMs = 40 * DAY_MS + MINUTE_MS;
        host.setClockOffset(laterMs);
        host.service.advance(laterMs);
        await host.restart();
        // After a restart, the app has no service time until it receives a response.
        await fetchUsage(host);
        await go(host.page, 'Library');
        await grid(host.page).getByRole('row').nth(1).click();
        await expect(region(host.page, 'Overview')).toBeVisible();
      },
      text: /40 d/,
    },
    {
      name: 'search-waits-for-the-minute',
      reach: async (host) => {
        const limit = { kind: 'limit', limitType: 'per_minute' } as const;
        host.service.addFaults([{ match: '/api/v1/fundings', action: limit }]);
        await search30Days(host.page);
      },
      text: /1 request waiting for .+, next at/,
    },
  ],
};

/** Opens companies, starting with the third row, and fetches their profiles, until a company has contacts. */
async function openCompanyWithContacts(page: Page): Promise<void> {
  for (let row = 3; row < 9; row += 1) {
    await page.getByRole('grid', { name: 'Results' }).getByRole('row').nth(row).click();
    await region(page, 'Overview')
      .getByRole('button', { name: /^Fetch profile/ })
      .click();
    await expect(region(page, 'Overview').getByRole('button', { name: /^Refresh/ })).toBeVisible();
    if ((await region(page, 'Contacts').getByRole('listitem').count()) > 0) return;
  }
  throw new Error('none of these companies has contacts');
}

async function firstRow(core: ReturnType<ScreenHost['core']>): Promise<{ companyId: string }> {
  const { set } = await core.handlers.search.last({});
  const { rows } = await core.handlers.search.rows({ setId: set?.setId ?? '', offset: 0, limit: 1 });
  const [row] = rows;
  if (row === undefined) throw new Error('the search found no rows');
  return row;
}

export const testKey: Walk = {
  name: 'a test key, and a service that differs from its documentation',
  options: { startsBlank: true },
  states: [
    {
      name: 'quota-test-key',
      reach: async (host) => {
        await connect(host, { mode: 'keychain' }, host.service.testKey);
        await go(host.page, 'Quota');
      },
      text: 'TEST KEY',
    },
    {
      name: 'settings-drift',
      reach: async ({ page, service }) => {
        service.setProfile({ name: 'hostile' });
        await search30Days(page);
        await expect(page.getByRole('grid', { name: 'Results' })).toBeVisible();
        await go(page, 'Settings');
        await page.getByText('Differences from the documentation').first().scrollIntoViewIfNeeded();
      },
      text: 'Differences from the documentation',
    },
  ],
};

export const banners: Walk = {
  name: 'banners of an account',
  options: { startsBlank: true },
  states: [
    {
      name: 'plan-lapsed',
      reach: async (host) => {
        await connect(host);
        await search30Days(host.page);
        await expect(grid(host.page).getByRole('row').nth(10)).toBeVisible();
        host.service.setPlanLapsed(true);
        await fetchUsage(host);
      },
      text: 'Your plan doesn’t include API access.',
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
      text: /This computer’s clock is 7 min fast\./,
      pictures: LIGHT_PICTURE,
      leave: async (host) => {
        host.setClockOffset(0);
        await host.restart();
      },
    },
    {
      name: 'key-refused',
      reach: async (host) => {
        host.service.setKeyRevoked('live', true);
        await fetchUsage(host);
      },
      text: 'The service rejected your API key.',
    },
  ],
};

/**
 * The states of an account whose budgets are used up. The first state must be reached before the others,
 * because it connects a new account.
 */
export const usedUpStates: readonly ScreenState[] = [
  {
    name: 'quota-refused',
    reach: async (host) => {
      await connect(host);
      await search30Days(host.page);
      await expect(grid(host.page).getByRole('row').nth(10)).toBeVisible();
      host.service.spend({ requests: 0, records: 3_000, pageTurns: 200, companies: 0 });
      await fetchUsage(host);
      await go(host.page, 'Search');
      await host.page.getByRole('switch', { name: 'Only companies that are hiring' }).click();
      // At first, the screen still shows the price of the previous query. Once this button appears, the
      // screen shows the new price.
      await expect(host.page.getByRole('button', { name: /^Count matches/ })).toBeVisible();
    },
    text: 'No records left this month',
    pictures: LIGHT_PICTURE,
    themes: ['light'],
  },
  { name: 'quota-used-up', reach: ({ page }) => go(page, 'Quota'), text: 'Records this month' },
];
