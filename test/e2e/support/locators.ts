import type { Locator, Page } from '@playwright/test';

/* Locators, by accessible name, for elements that several screens share. */

/** The results list on Search or Library. */
export const results = (page: Page): Locator => page.getByRole('grid', { name: 'Results' });

/** A panel of the company page or of Insights, or a section of Settings. */
export const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
