import { expect, type Locator, type Page } from '@playwright/test';

/** What is shown of prices and hints now. bits-ui gives a tooltip no role: what it says is told by its trigger's description. */
export const tooltips = (page: Page): Locator => page.locator('[data-tooltip-content]');

/** Takes the pointer away and waits until nothing is left open by it. */
export async function leaveTooltips(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await expect(tooltips(page)).toHaveCount(0);
}
