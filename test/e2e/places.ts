import type { Locator, Page } from '@playwright/test';

/* Where things stand on every screen, by accessible names only. */

/** The list of a search or of the library. */
export const results = (page: Page): Locator => page.getByRole('grid', { name: 'Results' });

/** A panel, or a section of the settings. */
export const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
