import { expect } from '@playwright/test';
import type { ScreenHost } from '../../support/browser/screen-host.ts';
import * as journey from '../support/journey.ts';
import { fetchPanel, PANELS } from '../company/company-panels.ts';
import { monthEndStates } from './month-end-states.ts';
import { MAIN_PICTURES, LIGHT_PICTURE, go, grid, press, type Walk } from './screen-state.ts';
import { updateStates } from './update-states.ts';
import { region } from '../support/locators.ts';
import { closeToasts } from '../support/toasts.ts';

const toastsRemoved = ({ page }: ScreenHost): Promise<void> => closeToasts(page);

/** The demo as it looks when it is first opened. It contains a seller's data from the past week. */
export const demoMorning: Walk = {
  name: 'the first view of the demo',
  states: [
    {
      name: 'demo-morning',
      reach: async ({ page }) => {
        await press(page, 'Explore the demo');
        await expect(page.getByRole('grid', { name: 'Today’s list' }).getByRole('row').nth(8)).toBeVisible();
      },
      text: 'New signals',
      pictures: MAIN_PICTURES,
    },
    {
      name: 'demo-morning-plan',
      reach: ({ page }) => press(page, 'Review requests'),
      text: 'Nothing is fetched until you approve the plan',
      pictures: LIGHT_PICTURE,
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      name: 'demo-morning-company',
      reach: async ({ page }) => {
        await page.getByRole('grid', { name: 'Today’s list' }).getByRole('row').nth(1).click();
        await expect(page.getByRole('article')).toBeVisible();
      },
      text: 'Ready to write to',
      pictures: MAIN_PICTURES,
    },
    ...monthEndStates,
    {
      name: 'review',
      reach: async (host) => {
        await go(host.page, 'Insights');
        await press(host.page, 'Monthly review');
        await expect(host.page.getByRole('heading', { name: 'What to change in March' })).toBeVisible();
        await toastsRemoved(host);
      },
      text: 'You spent',
      pictures: MAIN_PICTURES,
    },
    {
      name: 'review-note',
      reach: ({ page }) => press(page, 'Open note'),
      text: 'Your note',
    },
  ],
};

export const demo: Walk = {
  name: 'the demo',
  states: [
    {
      name: 'today-empty',
      reach: async (host) => {
        await host.core().handlers.workspaces.exploreDemo({});
        await toastsRemoved(host);
      },
      text: 'Nothing here yet.',
      pictures: LIGHT_PICTURE,
      themes: ['light'],
    },
    { name: 'demo-search-empty', reach: ({ page }) => go(page, 'Search'), text: 'This is the demo.' },
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
        await toastsRemoved(host);
      },
      text: journey.NOTE,
      pictures: MAIN_PICTURES,
    },
    {
      name: 'demo-company-lists',
      reach: ({ page }) => press(page, 'Save to a list'),
      text: 'Save to a list',
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      name: 'demo-company-full',
      reach: ({ page }) => press(page, 'Open full page'),
      text: journey.NOTE,
      pictures: MAIN_PICTURES,
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
      text: journey.LIST,
      pictures: MAIN_PICTURES,
    },
    {
      name: 'library-none',
      reach: ({ page }) => page.getByRole('searchbox').or(page.getByRole('textbox')).first().fill('zzzzqq'),
      text: /No companies match/,
      leave: ({ page }) => page.getByRole('searchbox').or(page.getByRole('textbox')).first().fill(''),
    },
    {
      name: 'library-selected',
      reach: async ({ page }) => {
        await grid(page).getByRole('row').nth(2).getByRole('checkbox').click();
        await grid(page).getByRole('row').nth(4).getByRole('checkbox').click();
      },
      text: /2 of \d+ selected/,
    },
    {
      name: 'library-save-with-reason',
      reach: async ({ page }) => {
        await press(page, 'Save to a list');
        await page.getByRole('menuitem', { name: 'Save with a reason…' }).click();
      },
      text: /selected companies gets this reason/,
      leave: async ({ page }) => {
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
      },
    },
    {
      name: 'library-board',
      reach: ({ page }) => page.getByRole('radio', { name: 'Board' }).locator('..').click(),
      text: 'No status',
      leave: ({ page }) => page.getByRole('radio', { name: 'List' }).locator('..').click(),
    },
    { name: 'today', reach: ({ page }) => go(page, 'Today'), text: 'Today’s plan', pictures: MAIN_PICTURES },
    {
      name: 'signals',
      reach: ({ page }) => go(page, 'Signals'),
      text: 'No signals yet.',
      pictures: MAIN_PICTURES,
    },
    {
      name: 'insights',
      reach: ({ page }) => go(page, 'Insights'),
      text: 'Rounds per week by stage',
      pictures: MAIN_PICTURES,
    },
    {
      name: 'insights-table',
      reach: ({ page }) => press(page, 'Amounts by stage, as a table'),
      text: 'Lower quartile',
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      name: 'insights-outcomes',
      reach: ({ page }) => page.getByRole('radio', { name: 'Outcomes' }).locator('..').click(),
      text: 'From found to won',
      // No screenshot of a large window is needed: in that size, `insights-suggestions` shows the same panels
      // with more figures.
      pictures: ['light-1024'],
      leave: ({ page }) => page.getByRole('radio', { name: 'Market' }).locator('..').click(),
    },
    {
      name: 'review-none',
      reach: ({ page }) => press(page, 'Monthly review'),
      text: 'No activity in February 2026.',
    },
    {
      name: 'quota',
      reach: ({ page }) => go(page, 'Quota'),
      text: 'Records this month',
      pictures: MAIN_PICTURES,
    },
    {
      name: 'settings',
      reach: ({ page }) => go(page, 'Settings'),
      text: 'Workspaces',
      pictures: MAIN_PICTURES,
    },
    {
      name: 'settings-templates',
      reach: ({ page }) => region(page, 'Message templates').scrollIntoViewIfNeeded(),
      text: 'Message templates',
      themes: [],
    },
    {
      name: 'palette',
      reach: async ({ page }) => {
        await go(page, 'Library');
        await page.keyboard.press('Control+k');
      },
      text: 'Go to Search',
      pictures: LIGHT_PICTURE,
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      name: 'shortcuts',
      reach: ({ page }) => page.keyboard.press('?'),
      text: 'You can also find every command in the command palette.',
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      name: 'help-guide',
      reach: async ({ page }) => {
        await page.keyboard.press('Control+k');
        await page.keyboard.type('open the guide');
        await page.keyboard.press('Enter');
      },
      text: 'Work through a list',
      pictures: LIGHT_PICTURE,
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      name: 'about',
      reach: async ({ page }) => {
        await page.keyboard.press('Control+k');
        await page.keyboard.type('about roundwatch');
        await page.keyboard.press('Enter');
      },
      text: 'Only the desktop app can check for updates.',
    },
    ...updateStates,
    {
      name: 'demo-controls',
      reach: async (host) => {
        host.change('updates.status', null);
        await host.page.keyboard.press('Escape');
        await press(host.page, 'Demo controls');
      },
      text: 'Skip ahead',
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      name: 'service-stopped',
      reach: async (host) => {
        await host.core().handlers.demo.setService({ running: false });
      },
      text: 'The simulated service is off.',
    },
  ],
};
