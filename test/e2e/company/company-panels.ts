import { expect, type Page } from '@playwright/test';
import { region } from '../support/locators.ts';
import { leaveTooltips } from '../support/tooltips.ts';

/** The panels that have their own endpoint, each with the last segment of the endpoint's path. */
export const PANELS = [
  { name: 'Rounds', path: 'fundings' },
  { name: 'Open roles', path: 'open-roles' },
  { name: 'Highlights', path: 'highlights' },
  { name: 'News', path: 'news' },
  { name: 'Tech stack', path: 'tech-stack' },
] as const;
export type PanelTitle = (typeof PANELS)[number]['name'];

/** Opens the company in the given row of the results, counting from 1. */
export async function openRow(page: Page, row: number): Promise<void> {
  const line = page.getByRole('grid', { name: 'Results' }).getByRole('row').nth(row);
  const name = (await line.locator('bdi').first().innerText()).trim();
  await line.click();
  await expect(line).toHaveAttribute('aria-selected', 'true');
  // The panels still show the previous company until the name appears in the heading.
  await expect(page.getByRole('article').getByRole('heading', { name, exact: true, level: 2 })).toBeVisible();
  await expect(page.locator('article.company .behind')).toHaveCount(0);
  await showParts(page);
  await expect(region(page, 'Tech stack').getByRole('button').first()).toBeVisible();
}

/** If the profile has not been fetched, presses the button that shows the separate panels. */
export async function showParts(page: Page): Promise<void> {
  const press = region(page, 'Overview').getByRole('button', { name: 'Choose what to fetch' });
  if (await press.isVisible()) await press.click();
}

/** Presses `j` (next row) or `k` (previous row), and waits until this row's company is shown. */
export async function stepRow(page: Page, key: 'j' | 'k'): Promise<void> {
  const rows = page.getByRole('grid', { name: 'Results' }).getByRole('row');
  const names = await rows.evaluateAll((all) =>
    all.map((row) => row.querySelector('bdi')?.textContent.trim() ?? ''),
  );
  const article = page.getByRole('article');
  const from = (await article.getByRole('heading', { level: 2 }).innerText()).trim();
  const at = names.indexOf(from);
  const to = names[at + (key === 'j' ? 1 : -1)] ?? '';
  await page.keyboard.press(key);
  await expect(article.getByRole('heading', { name: to, exact: true, level: 2 })).toBeVisible();
}

/** Presses a panel's fetch button, which must show a price, and waits for the response. */
export async function fetchPanel(page: Page, name: PanelTitle): Promise<void> {
  const press = region(page, name)
    .getByRole('button', { name: /^(Fetch|Refresh|Check again)/ })
    .first();
  await expect(press).toContainText(/\d+ (request|record|compan|page turn)/);
  // The page may have shifted, so the pointer may now be over another button. That button's tooltip would
  // cover the fetch button.
  await leaveTooltips(page);
  await press.click();
  await expect(region(page, name).getByText(/^Fetching /)).toHaveCount(0);
  await expect(region(page, name).getByRole('button', { name: /^(Refresh|Check again)/ })).toBeVisible();
}
