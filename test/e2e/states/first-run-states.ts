import { expect } from '@playwright/test';
import type { ScreenHost } from '../../support/browser/screen-host.ts';
import * as journey from '../support/journey.ts';
import { MAIN_PICTURES, press, type Walk } from './screen-state.ts';

/* States of the screens that appear before a workspace exists. */

const submit = async ({ page, service }: ScreenHost, apiKey = service.liveKey): Promise<void> => {
  await page.getByLabel('Base URL').fill(service.baseUrl);
  await page.getByRole('textbox', { name: 'API key' }).fill(apiKey);
  await press(page, /^Connect\b/);
};
const reload = async ({ page }: ScreenHost): Promise<void> => void (await page.reload());

export const firstRun: Walk = {
  name: 'the first run',
  states: [
    {
      name: 'first-run',
      reach: async () => undefined,
      text: /The key is stored in the test keychain/,
      pictures: MAIN_PICTURES,
    },
    {
      name: 'first-run-wrong',
      reach: ({ page }) => press(page, /^Connect\b/),
      text: 'Paste the base URL from the dashboard.',
    },
    {
      name: 'first-run-keyring-locked',
      reach: async (host) => {
        host.keychain.become('locked');
        await reload(host);
      },
      text: 'the test keychain is locked.',
    },
    {
      name: 'first-run-keyring-silent',
      reach: async (host) => {
        host.keychain.become('timeout');
        await reload(host);
      },
      text: 'the test keychain isn’t responding.',
      leave: async (host) => {
        host.keychain.become('ready');
        await reload(host);
      },
    },
    {
      name: 'first-run-key-refused',
      reach: (host) => submit(host, 'fsk_live_unknown'),
      text: 'The service rejected the API key.',
    },
    {
      name: 'first-run-plan-lapsed',
      reach: async (host) => {
        host.service.setPlanLapsed(true);
        await submit(host);
      },
      text: 'Your plan doesn’t include API access.',
      leave: async ({ service }) => service.setPlanLapsed(false),
    },
    {
      name: 'first-run-offline',
      reach: async (host) => {
        await host.service.setOnline(false);
        await submit(host);
      },
      text: 'Can’t reach the service.',
      leave: async ({ service }) => service.setOnline(true),
    },
    {
      name: 'first-run-market',
      reach: (host) => submit(host),
      text: 'Your market',
      pictures: MAIN_PICTURES,
      leave: async ({ page }) => {
        await journey.skipMarket(page);
        await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      },
    },
    {
      name: 'app-stopped',
      reach: (host) => host.stop(),
      text: 'Can’t reach Roundwatch.',
    },
  ],
};
