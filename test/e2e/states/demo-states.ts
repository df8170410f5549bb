import { expect } from '@playwright/test';
import type { ScreenHost } from '../../support/browser/screen-host.ts';
import * as journey from '../support/journey.ts';
import { fetchPanel, PANELS } from '../company/company-panels.ts';
import { MAIN, ONE, go, grid, press, type Walk } from './screen-state.ts';
import { region } from '../support/locators.ts';
import { closeToasts } from '../support/toasts.ts';

/* The demo in use. */

const toastsGone = ({ page }: ScreenHost): Promise<void> => closeToasts(page);

export const demo: Walk = {
  name: 'the demo',
  states: [
    {
      name: 'today-empty',
      reach: async (host) => {
        await host.page.getByRole('button', { name: 'Explore the demo' }).click();
        await journey.skipMarket(host.page);
        await toastsGone(host);
      },
      says: 'Nothing here yet.',
      keeps: ONE,
    },
    { name: 'demo-search-empty', reach: ({ page }) => go(page, 'Search'), says: 'This is the demo.' },
    {
      name: 'demo-company',
      reach: async (host) => {
        const { page } = host;
        await journey.searchHiring(page);
        await journey.fetchContacts(page);
        await journey.saveToList(page, journey.LIST);
        await journey.writeNote(page, journey.NOTE);
        for (const { name } of PANELS) await fetchPanel(page, name);
        await region(page, 'Overview').scrollIntoViewIfNeeded();
        await toastsGone(host);
      },
      says: journey.NOTE,
      keeps: MAIN,
    },
    {
      name: 'demo-company-full',
      reach: ({ page }) => press(page, 'Open in full'),
      says: journey.NOTE,
      keeps: MAIN,
      leave: async ({ page }) => {
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
      },
    },
    {
      name: 'library',
      reach: async ({ page }) => {
        await go(page, 'Library');
        await expect(grid(page).getByRole('row').nth(5)).toBeVisible();
      },
      says: journey.LIST,
      keeps: MAIN,
    },
    {
      name: 'library-none',
      reach: ({ page }) => page.getByRole('searchbox').or(page.getByRole('textbox')).first().fill('zzzzqq'),
      says: /Nothing here matches/,
      leave: ({ page }) => page.getByRole('searchbox').or(page.getByRole('textbox')).first().fill(''),
    },
    {
      name: 'library-selected',
      reach: async ({ page }) => {
        await grid(page).getByRole('row').nth(2).getByRole('checkbox').click();
        await grid(page).getByRole('row').nth(4).getByRole('checkbox').click();
      },
      says: /2 of \d+ selected/,
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      name: 'library-board',
      reach: ({ page }) => page.getByRole('radio', { name: 'Board' }).locator('..').click(),
      says: 'No company here has a status.',
      leave: ({ page }) => page.getByRole('radio', { name: 'List' }).locator('..').click(),
    },
    { name: 'today', reach: ({ page }) => go(page, 'Today'), says: 'Today’s plan', keeps: MAIN },
    { name: 'signals', reach: ({ page }) => go(page, 'Signals'), says: 'Nothing heard yet.', keeps: MAIN },
    { name: 'quota', reach: ({ page }) => go(page, 'Quota'), says: 'Records this month', keeps: MAIN },
    { name: 'settings', reach: ({ page }) => go(page, 'Settings'), says: 'Workspaces', keeps: MAIN },
    {
      name: 'settings-templates',
      reach: ({ page }) => region(page, 'Message templates').scrollIntoViewIfNeeded(),
      says: 'Message templates',
      keeps: ONE,
    },
    {
      name: 'palette',
      reach: async ({ page }) => {
        await go(page, 'Library');
        await page.keyboard.press('Control+k');
      },
      says: 'Go to Search',
      keeps: ONE,
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      name: 'shortcuts',
      reach: ({ page }) => page.keyboard.press('?'),
      says: 'Every command is also in the palette.',
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      name: 'demo-controls',
      reach: ({ page }) => press(page, 'Demo controls'),
      says: 'Move the clock',
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      name: 'service-stopped',
      reach: async (host) => {
        await host.core().handlers.demo.setService({ running: false });
      },
      says: 'The simulated service is stopped.',
    },
  ],
};
