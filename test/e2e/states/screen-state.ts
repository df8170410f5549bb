import { expect, type Locator, type Page } from '@playwright/test';
import type { ScreenHost, ScreenHostOptions } from '../../support/browser/screen-host.ts';
import { region } from '../support/locators.ts';

/** A screenshot's theme, followed by the window width if the window is small. */
export type PictureKind = 'light' | 'dark' | 'light-1024' | 'dark-1024';
export const MAIN_PICTURES: readonly PictureKind[] = ['light', 'dark', 'light-1024'];
export const LIGHT_PICTURE: readonly PictureKind[] = ['light'];

/**
 * A state of a screen, with the steps that lead to it from the previous state, and text that only this state
 * shows.
 */
export interface ScreenState {
  /** The name of the state and its screenshots, such as `quota-used-up`. */
  readonly name: string;
  /** Brings the host from the previous state into this state. */
  readonly reach: (host: ScreenHost) => Promise<void>;
  /** Text that must be visible in this state. */
  readonly text: string | RegExp;
  /** Leaves the state. Needed only if the next state cannot start from this one. */
  readonly leave?: (host: ScreenHost) => Promise<void>;
  /** The screenshots stored in the repository, for `npm run screenshots -- --compare`. */
  readonly pictures?: readonly PictureKind[];
  /**
   * The themes in which `npm test` checks this state with axe, if the state has screenshots. The default is
   * both themes. A theme is omitted if another state with the same components is checked in that theme.
   */
  readonly themes?: readonly ('light' | 'dark')[];
}
/** States that are visited one after the other on the same host. */
export interface Walk {
  readonly name: string;
  readonly options?: ScreenHostOptions;
  readonly states: readonly ScreenState[];
}

export const PASSPHRASE = 'correct horse battery';

export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).first().click();
export async function go(
  page: Page,
  screen: 'Today' | 'Search' | 'Library' | 'Signals' | 'Insights' | 'Quota' | 'Settings',
): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: screen });
  await link.click();
  await expect(link).toHaveAttribute('aria-current', 'page');
}
export const grid = (page: Page): Locator => page.getByRole('grid').first();

/** Connects an account to the host's service without using the screens, and loads the app. */
export async function connect(
  host: ScreenHost,
  people: { mode: 'keychain' | 'none' } | { mode: 'passphrase'; passphrase: string } = { mode: 'keychain' },
  apiKey = host.service.liveKey,
): Promise<void> {
  const { handlers } = host.core();
  const { cost: accepted } = await handlers.workspaces.connectPrice({});
  await handlers.workspaces.connect({
    baseUrl: host.service.baseUrl,
    apiKey,
    accepted,
    screen: 'first-run',
    place: people.mode === 'keychain' ? 'keychain' : 'session',
    people,
  });
  await host.load();
  await expect(host.page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

/** Goes to Search and opens the first company of the results. */
export async function openFirstResult({ page }: ScreenHost): Promise<void> {
  await go(page, 'Search');
  await page.getByRole('grid', { name: 'Results' }).getByRole('row').nth(1).click();
  await expect(region(page, 'Overview')).toBeVisible();
}

/**
 * Delays the response to the next request whose path contains `match` by 20 s, so the running request
 * can be shown and cancelled.
 */
export const delayResponse = ({ service }: ScreenHost, match: string): void =>
  service.addFaults([{ match, action: { kind: 'delay', ms: 20_000 } }]);

/** Returns the button in the status bar that shows requests in flight or waiting. */
export const inQueue = (page: Page): Locator =>
  page.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name: /running|waiting/ });

/**
 * Clears the service's faults, cancels the request in the status bar's list, and waits until the list has
 * closed.
 */
export async function cancelWaiting({ page, service }: ScreenHost): Promise<void> {
  service.clearFaults();
  await inQueue(page).click();
  await page
    .getByRole('button', { name: /^Cancel/ })
    .first()
    .click();
  await expect(inQueue(page)).toHaveCount(0);
  await expect(page.locator('[data-bits-floating-content-wrapper]')).toHaveCount(0);
}
