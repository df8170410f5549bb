import { expect, test, type Locator } from '@playwright/test';
import { libraryContract } from '../../../shared/contract/library.ts';
import type { Insights } from '../../../shared/model/insights/insights.ts';
import { statusIdSchema } from '../../../shared/model/user-data.ts';
import { openScreenHost, type ScreenHost } from '../../support/browser/screen-host.ts';
import { readPixels } from '../../support/browser/small-png.ts';
import { settled } from '../support/accessibility.ts';
import { go } from '../states/screen-state.ts';
import { region, results } from '../support/locators.ts';

/* The layout of Insights, Outcomes and the monthly review, in the filled demo on a fixed date. */
let host: ScreenHost;
test.beforeAll(async ({ browser }) => {
  host = await openScreenHost(browser);
  await host.page.getByRole('button', { name: 'Explore the demo' }).click();
  await host.page.getByRole('navigation', { name: 'Main' }).waitFor();
});
test.afterAll(() => host.close());
// Runs all tests of this file in one process, with one demo.
test.describe.configure({ mode: 'default' });

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly height: number;
}
/** Returns the boxes of the text inside the elements. An element's own box can be wider than its text. */
const textBoxes = (locator: Locator): Promise<Box[]> =>
  locator.evaluateAll((elements) =>
    elements.map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const { left, right, top, height } = range.getBoundingClientRect();
      return { left, right, top, height };
    }),
  );
const isCut = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element.scrollWidth > element.clientWidth + 1);

/**
 * Replaces the stages in the insights with five others, so the weekly chart has its maximum number of
 * columns.
 */
function withFiveStages(value: object): object {
  const { weeks, ...others } = value as Insights;
  const [stage] = weeks.stages;
  if (stage === undefined) throw new Error('the demo has no stage');
  const stages = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ ...stage, value: name, label: `Stage ${name}` }));
  return { ...others, weeks: { ...weeks, stages } };
}

test('the dates of the weeks stay in their columns and apart from each other', async () => {
  const { page } = host;
  const weeks = region(page, 'Rounds per week by stage');
  const middles: number[] = [];
  for (const change of [withFiveStages, null]) {
    host.change('insights.get', change);
    await go(page, 'Insights');
    for (const [period, count] of [
      ['3 months', 13],
      ['12 months', 52],
      ['4 weeks', 4],
    ] as const) {
      await page.getByText(period, { exact: true }).click();
      // The chart of the period before stays until the reply arrives.
      await expect(weeks.locator('.chart-plot').first().locator('.slot')).toHaveCount(count);
      for (const width of [1440, 1024]) {
        await page.setViewportSize({ width, height: 900 });
        await settled(page);
        if (change !== null) await expect(weeks.locator('.axis')).toHaveCount(6);
        const columns = await textBoxes(weeks.locator('.chart-plot'));
        for (const [at, { left, right }] of columns.entries()) {
          const all = await textBoxes(weeks.locator('.axis').nth(at).locator('span'));
          const dates = all.filter(({ height }) => height > 0);
          middles.push(dates.length - 2);
          const about = `${period} at ${width}, column ${at + 1}`;
          expect(new Set(dates.map(({ top }) => top)).size, about).toBe(1);
          expect(dates[0]?.left, about).toBeGreaterThanOrEqual(left - 1);
          expect(dates.at(-1)?.right, about).toBeLessThanOrEqual(right + 1);
          for (const [date, next] of dates.slice(1).entries())
            expect(next.left - (dates[date]?.right ?? 0), about).toBeGreaterThan(7);
        }
      }
    }
  }
  // If a column is wide, the week in its middle also has a date.
  expect(new Set(middles)).toEqual(new Set([0, 1]));
  host.change('insights.get', null);
});

test('the text of the button below the note on investors starts where the note starts', async () => {
  const { page } = host;
  const withoutInvestors = (value: object): object => ({
    ...value,
    investors: { known: 0, investors: [], similar: null },
  });
  host.change('insights.get', withoutInvestors);
  await go(page, 'Insights');
  // The period changes, so the figures are loaded again.
  for (const period of ['4 weeks', '3 months']) await page.getByText(period, { exact: true }).click();
  const panel = region(page, 'Most active investors');
  await expect(panel.getByText(/^No investors known yet for/)).toBeVisible();
  const [note] = await textBoxes(panel.getByText(/^No investors known yet for/));
  const [button] = await textBoxes(panel.getByRole('button', { name: 'Show these companies in Library' }));
  expect(button?.left).toBeDefined();
  expect(button?.left).toBe(note?.left);
  host.change('insights.get', null);
});

async function showOutcomes(): Promise<void> {
  await go(host.page, 'Insights');
  await host.page.getByRole('radio', { name: 'Outcomes' }).locator('..').click();
}
async function contactCompany(): Promise<void> {
  const { library, marks } = host.core().handlers;
  const { rows } = await library.find(libraryContract.find.input.parse({ rowsFrom: 0 }));
  const companyIds = (rows ?? []).slice(0, 1).map(({ companyId }) => companyId);
  await marks.setStatus({ companyIds, statusId: statusIdSchema.parse('contacted') });
}

test('Outcomes without a contacted company states what to do next, and opens the companies', async () => {
  const { page } = host;
  await showOutcomes();
  const funnel = region(page, 'From found to won');
  await expect(funnel.getByText('No outcomes yet')).toBeVisible();
  await expect(funnel.getByRole('group')).toHaveCount(0);
  await funnel.getByRole('button', { name: 'Show companies with contacts' }).click();
  await expect(results(page)).toHaveAttribute('aria-rowcount', '2');
  await contactCompany();
  await showOutcomes();
  await expect(funnel.getByRole('group')).toBeVisible();
  await expect(funnel.getByText('No outcomes yet')).toHaveCount(0);
});

test('Outcomes shows its names whole, its notes on one line, and no line below the table', async () => {
  const { page } = host;
  await contactCompany();
  await showOutcomes();
  const compare = region(page, 'Comparison');
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await settled(page);
    expect(await isCut(compare.getByRole('rowheader', { name: 'Found another way' }))).toBe(false);
    for (const panel of [region(page, 'From found to won'), compare])
      for (const { height } of await textBoxes(panel.locator('p.small'))) expect(height).toBeLessThan(24);
    const { width: pixels, height, colours } = readPixels(await compare.locator('.scroll').screenshot());
    const lastRow = colours.slice((height - 1) * pixels);
    expect(new Set(lastRow).size, `colours in the last row at ${width}`).toBe(1);
  }
});

test('a month without activity leads on to a search', async () => {
  const { page } = host;
  host.change('reviews.get', (review) => ({ ...review, hasData: false, later: null }));
  await go(page, 'Insights');
  await page.getByRole('button', { name: 'Monthly review' }).click();
  await expect(page.getByText(/^No activity in /)).toBeVisible();
  await page.getByRole('region', { name: 'Monthly review' }).getByRole('button', { name: 'Search' }).click();
  const main = page.getByRole('navigation', { name: 'Main' });
  await expect(main.getByRole('link', { name: 'Search' })).toHaveAttribute('aria-current', 'page');
  host.change('reviews.get', null);
});

test('the monthly review shows the names of its bars whole', async () => {
  const { page } = host;
  await host.core().handlers.demo.travel({ days: 30 });
  await go(page, 'Insights');
  await page.getByRole('button', { name: 'Monthly review' }).click();
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    const name = page.getByRole('rowheader', { name: 'Searches and catch-ups' });
    await expect(name).toBeVisible();
    expect(await isCut(name)).toBe(false);
  }
});
