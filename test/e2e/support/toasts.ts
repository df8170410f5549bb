import { expect, type Locator, type Page } from '@playwright/test';

/** The visible toasts, except toasts that are fading out because another toast has replaced them. */
export const toasts = (page: Page): Locator => page.locator('[data-sonner-toast][data-removed="false"]');

/** Presses the undo button of the toast with this message. */
export const undoByToast = (page: Page, message: string | RegExp): Promise<void> =>
  toasts(page).filter({ hasText: message }).getByRole('button', { name: /^Undo/ }).click();

/** Closes all toasts. */
export async function closeToasts(page: Page): Promise<void> {
  // Moves the pointer away, because a toast under the pointer does not close.
  await page.mouse.move(0, 0);
  await expect(async () => {
    await toasts(page)
      .getByRole('button', { name: 'Close' })
      .evaluateAll((buttons) => {
        for (const button of buttons) if (button instanceof HTMLElement) button.click();
      });
    await expect(toasts(page)).toHaveCount(0, { timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
}
