import { expect, type Locator, type Page } from '@playwright/test';

/** The visible tooltips with prices and hints. bits-ui gives them no role, so they are found by attribute. */
export const tooltips = (page: Page): Locator => page.locator('[data-tooltip-content]');

/** Moves the pointer away and waits until no tooltip is open. */
export async function leaveTooltips(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await expect(tooltips(page)).toHaveCount(0);
}
