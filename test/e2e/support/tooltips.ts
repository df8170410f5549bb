import { expect, type Locator, type Page } from '@playwright/test';

/** The visible tooltips with prices and hints. They are found by attribute, because bits-ui sets no role. */
export const tooltips = (page: Page): Locator => page.locator('[data-tooltip-content]');

/** Moves the pointer away and waits until no tooltip is open. */
export async function leaveTooltips(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await expect(tooltips(page)).toHaveCount(0);
}
