import type { Locator, Page } from '@playwright/test';

/* Locators of the parts of every screen, by accessible names only. */

/** The results of a search or of the library. */
export const results = (page: Page): Locator => page.getByRole('grid', { name: 'Results' });

/** A panel, or a section of Settings. */
export const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
