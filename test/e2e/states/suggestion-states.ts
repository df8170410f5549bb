import { expect } from '@playwright/test';
import { libraryContract } from '../../../shared/contract/library.ts';
import { statusIdSchema } from '../../../shared/model/user-data.ts';
import { callCore } from '../../support/browser/call-core.ts';
import { region } from '../support/locators.ts';
import { closeToasts } from '../support/toasts.ts';
import { go, press, type ScreenState, type Walk } from './screen-state.ts';

/**
 * States in which Outcomes suggests changes. In this library, companies that fit the user's market replied
 * most often.
 */
const states: readonly ScreenState[] = [
  {
    name: 'insights-suggestions',
    reach: async ({ core, page }) => {
      const { library, marks, workspaces } = core().handlers;
      await workspaces.exploreDemo({ filled: true });
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      // Fetches companies outside the market, so there are enough companies for a comparison.
      await callCore(page, 'search.run', {
        question: {
          list: 'fundings',
          query: { fundingDateStart: '2026-02-10', fundingDateEnd: '2026-03-03', limit: 50, offset: 0 },
        },
        accepted: { requests: 1, records: 50, pageTurns: 1, companies: 0 },
        screen: 'search',
      });
      const byFit = (rowsFrom: number) =>
        library.find(libraryContract.find.input.parse({ sort: 'fit', rowsFrom }));
      const { total, rows: best } = await byFit(0);
      const { rows: worst } = await byFit(total - 26);
      const companyIds = [...(best ?? []).slice(0, 24), ...(worst ?? [])].map(({ companyId }) => companyId);
      expect(new Set(companyIds).size).toBe(50);
      const set = (from: number, to: number, status: string): unknown =>
        marks.setStatus({ companyIds: companyIds.slice(from, to), statusId: statusIdSchema.parse(status) });
      await set(0, 50, 'contacted');
      await set(0, 12, 'replied');
      await set(0, 6, 'won');
      await set(12, 50, 'lost');
      await go(page, 'Insights');
      await page.getByRole('radio', { name: 'Outcomes' }).locator('..').click();
      await expect(region(page, 'Increase the weight of country')).toBeVisible();
    },
    text: /^Companies in your market’s countries: /,
    // There is no picture of a small window, because the suggestions are below its visible area.
    pictures: ['light', 'dark'],
  },
  {
    name: 'insights-suggestion-applied',
    reach: ({ page }) => press(page, 'Apply: Increase the weight of country'),
    text: 'Applied: Increase the weight of country',
    leave: async ({ page }) => {
      await press(page, 'Undo');
      await expect(region(page, 'Increase the weight of country')).toBeVisible();
      await closeToasts(page);
    },
  },
];

export const suggestions: Walk = { name: 'suggested changes', states };
