import { expect, type Locator, type Page } from '@playwright/test';
import type { SimulatorProcess } from '../../support/simulator/simulator-process.ts';
import { leaveTooltips } from '../support/tooltips.ts';

/* Helpers for the Search screen. They find elements only by their accessible names. */

export const resultsPane = (page: Page): Locator => page.getByRole('region', { name: 'Search results' });
export const filters = (page: Page): Locator => page.getByRole('form', { name: 'Filters' });
export const plan = (page: Page): Locator => page.getByRole('group', { name: 'Matches and library results' });
/** The info button. Its description contains the number of stored matches and the missing days. */
export const aboutMatches = (page: Page): Locator =>
  plan(page).getByRole('button', { name: 'About these matches' });
/** Opens the menu beside the number of matches, and returns its items with this name. */
export async function searchAction(page: Page, name: RegExp): Promise<Locator> {
  await leaveTooltips(page);
  await plan(page).getByRole('button', { name: 'More search actions' }).click();
  return page.getByRole('menuitem', { name });
}
export const runButton = (page: Page): Locator => page.getByRole('button', { name: /^Run search/ });

/** Types into a filter and selects the option with this name. */
export async function choose(page: Page, field: string, option: string, typed = option): Promise<void> {
  const box = page.getByRole('combobox', { name: field, exact: true });
  await box.fill(typed);
  const offered = page
    .getByRole('listbox', { name: field, exact: true })
    .getByRole('option', { name: option, exact: true });
  // The list scrolls into view as it opens, so the click may miss the option. The click is then repeated.
  await expect(async () => {
    await offered.click({ timeout: 3_000 });
    await expect(box).toHaveValue('', { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await box.press('Escape');
}

export async function chooseList(page: Page, list: 'Rounds' | 'Companies'): Promise<void> {
  const radio = page.getByRole('radiogroup', { name: 'What to search' }).getByRole('radio', { name: list });
  if (!(await radio.isChecked())) await radio.locator('..').click();
  await expect(radio).toBeChecked();
}

export async function setDates(page: Page, start: string, end: string): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Announced' }).getByText('Dates', { exact: true }).click();
  await page.getByRole('textbox', { name: 'First day' }).fill(start);
  await page.getByRole('textbox', { name: 'Last day' }).fill(end);
}

/** Clears the filters, unless none is set. */
export async function clearFilters(page: Page): Promise<void> {
  const button = filters(page).getByRole('button', { name: 'Clear filters' });
  if ((await button.getAttribute('aria-disabled')) === null) await button.click();
  await expect(button).toHaveAttribute('aria-disabled', 'true');
}

export async function openMore(page: Page): Promise<void> {
  const opener = page.getByRole('button', { name: 'Text, investors, technologies, size, tags' });
  if ((await opener.getAttribute('aria-expanded')) !== 'true') await opener.click();
}

/** Runs the search, and returns the request that the service received. */
export async function run(page: Page, service: SimulatorProcess) {
  const before = (await service.transcript()).length;
  const button = runButton(page);
  await expect(button).toBeEnabled();
  await expect(button).toContainText(/\d (request|record|page turn)/);
  // A tooltip with a price may cover the button.
  await leaveTooltips(page);
  await button.click();
  await expect.poll(async () => (await service.transcript()).length).toBe(before + 1);
  await expect(button).not.toHaveAttribute('aria-busy', 'true');
  const call = (await service.transcript()).at(-1);
  if (call === undefined) throw new Error('the service received no request');
  return call;
}
