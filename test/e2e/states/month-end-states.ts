import { expect, type Locator, type Page } from '@playwright/test';
import { callCore } from '../../support/browser/call-core.ts';
import { goTo } from '../support/journey.ts';
import { region } from '../support/locators.ts';
import { tooltips } from '../support/tooltips.ts';
import { LIGHT_PICTURE, MAIN_PICTURES, type ScreenState } from './screen-state.ts';
import { pressShortcut } from '../support/keyboard.ts';

/** The plan button in the line at the top of Today. The dock has a plan button too. */
const planButton = (page: Page): Locator =>
  region(page, 'Month end').getByRole('button', { name: /^Plan the rest of March/ });
const approveButton = (page: Page): Locator =>
  region(page, 'Month end').getByRole('button', { name: /^Approve plan/ });

/**
 * States of the demo shortly before the monthly reset. They are reached in the same app, after the states of
 * the demo's first view.
 */
export const monthEndStates: readonly ScreenState[] = [
  {
    name: 'today-month-end',
    reach: async ({ core, page }) => {
      const { demo, savedSearches } = core().handlers;
      await page.keyboard.press('Escape');
      // The app calculates the usual pace once the first request of the past week is three days old. After
      // the jump in time, the search below is that first request.
      await demo.travel({ days: 18 });
      const [saved] = (await savedSearches.list({})).searches;
      const { question } = await savedSearches.open({ id: saved?.id ?? '' });
      const accepted = saved?.price?.cost ?? { requests: 0, records: 0, pageTurns: 0, companies: 0 };
      await callCore(page, 'search.run', { question, accepted, screen: 'search' });
      // Wednesday 25 March, five working days before the reset.
      await demo.travel({ days: 4 });
      await expect(planButton(page)).toBeVisible();
      // The Today screen offers no separate plan for the day.
      await expect(page.getByRole('button', { name: /^Approve plan/ })).toHaveCount(0);
    },
    text: 'Included in the plan for the rest of March.',
    pictures: LIGHT_PICTURE,
    themes: ['light'],
  },
  {
    name: 'month-end',
    reach: async ({ core, page }) => {
      // On Today, the key that approves a plan neither opens the plan for the rest of the month nor approves it.
      await page.keyboard.press('a');
      await page.keyboard.press('a');
      await expect(planButton(page)).toBeVisible();
      await pressShortcut(page, 'g', 'm');
      await expect(approveButton(page)).toBeEnabled();
      expect((await core().handlers.plan.run({})).run).toBeNull();
      await goTo(page, 'Today');
      // After the first click, the button that approves the plan appears under the pointer. The second click
      // must not approve the plan.
      await planButton(page).dblclick();
      await expect(approveButton(page)).toBeEnabled();
      await expect(tooltips(page)).toHaveCount(0);
      await expect(page.getByText('Records per day with the plan')).toBeVisible();
      expect((await core().handlers.plan.run({})).run).toBeNull();
    },
    text: 'What expires',
    pictures: MAIN_PICTURES,
  },
  {
    name: 'month-end-approved',
    reach: async ({ core, page }) => {
      await expect(approveButton(page)).toBeEnabled();
      await page.keyboard.press('a');
      await expect(page.getByText('The plan is approved.')).toBeVisible();
      await core().handlers.plan.pause({});
    },
    text: 'The plan is approved.',
  },
];
