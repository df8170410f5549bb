import type { Locator, Page } from '@playwright/test';

/* Locators by accessible names for parts that several screens have. */

/** The list of results on Search or Library. */
export const results = (page: Page): Locator => page.getByRole('grid', { name: 'Results' });

/** A panel of a company, or a section of Settings. */
export const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
