import { expect } from '@playwright/test';
import type { ScreenHost } from '../../support/browser/screen-host.ts';
import * as journey from '../support/journey.ts';
import { MAIN, ONE, press, type Walk } from './screen-state.ts';

/* Screens before a workspace exists. */

const type = async ({ page, service }: ScreenHost, apiKey = service.liveKey): Promise<void> => {
  await page.getByLabel('Base URL').fill(service.baseUrl);
  await page.getByRole('textbox', { name: 'API key' }).fill(apiKey);
  await press(page, /^Connect\b/);
};
const again = async ({ page }: ScreenHost): Promise<void> => void (await page.reload());

export const door: Walk = {
  name: 'before there is a workspace',
  states: [
    { name: 'first-run', reach: async () => undefined, says: 'Kept in the test keychain', keeps: MAIN },
    {
      name: 'first-run-wrong',
      reach: ({ page }) => press(page, /^Connect\b/),
      says: 'Paste the base URL from the dashboard',
      leave: again,
    },
    {
      name: 'first-run-keyring-locked',
      reach: async (host) => {
        host.keychain.become('locked');
        await again(host);
      },
      says: 'the test keychain is locked.',
    },
    {
      name: 'first-run-keyring-silent',
      reach: async (host) => {
        host.keychain.become('timeout');
        await again(host);
      },
      says: 'the test keychain does not answer.',
      leave: async (host) => {
        host.keychain.become('ready');
        await again(host);
      },
    },
    {
      name: 'first-run-key-refused',
      reach: (host) => type(host, 'fsk_live_unknown'),
      says: 'The service refused the key.',
      leave: again,
    },
    {
      name: 'first-run-plan-lapsed',
      reach: async (host) => {
        host.service.setPlanLapsed(true);
        await type(host);
      },
      says: 'The plan does not include the API.',
      leave: async (host) => {
        host.service.setPlanLapsed(false);
        await again(host);
      },
    },
    {
      name: 'first-run-offline',
      reach: async (host) => {
        await host.service.setOnline(false);
        await type(host);
      },
      says: 'The service could not be reached.',
      leave: async (host) => {
        await host.service.setOnline(true);
        await again(host);
      },
    },
    {
      name: 'first-run-market',
      reach: (host) => type(host),
      says: 'Your market',
      keeps: MAIN,
      leave: async ({ page }) => {
        await journey.skipMarket(page);
        await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      },
    },
    {
      name: 'lost',
      reach: (host) => host.stop(),
      says: 'Roundwatch is not running.',
    },
  ],
};

export const noKeychain: Walk = {
  name: 'a machine without a keychain',
  options: { hasKeychain: false },
  states: [
    {
      name: 'first-run-no-keychain',
      reach: ({ page }) => page.getByText('Under a passphrase', { exact: true }).click(),
      says: 'No keychain on this machine.',
      keeps: ONE,
    },
  ],
};
