import { expect, type Locator, type Page } from '@playwright/test';
import type { ScreenHost, ScreenHostOptions } from '../../support/browser/screen-host.ts';
import { region } from '../support/locators.ts';

/** A theme, and the window width unless it is the large window. */
export type PictureKind = 'light' | 'dark' | 'light-1024' | 'dark-1024';
export const MAIN_PICTURES: readonly PictureKind[] = ['light', 'dark', 'light-1024'];
export const LIGHT_PICTURE: readonly PictureKind[] = ['light'];

/** One state of one screen: how to reach it from the previous state, and the text that proves it. */
export interface ScreenState {
  /** Screenshot name: the screen, then its state. */
  readonly name: string;
  /** Uses the simulator, the keychain, the host or the page's own controls. */
  readonly reach: (host: ScreenHost) => Promise<void>;
  /** Text that is visible in this state. */
  readonly text: string | RegExp;
  /** Returns to where the next state starts. */
  readonly leave?: (host: ScreenHost) => Promise<void>;
  /** Screenshots that the repository stores and compares with every change. */
  readonly pictures?: readonly PictureKind[];
}
/** Consecutive states that share one host. */
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
  screen: 'Today' | 'Search' | 'Library' | 'Signals' | 'Quota' | 'Settings',
): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: screen });
  await link.click();
  await expect(link).toHaveAttribute('aria-current', 'page');
}
export const grid = (page: Page): Locator => page.getByRole('grid').first();

/** Connects to the host's service through the core. */
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
  await host.page.reload();
  await expect(host.page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

/** Runs a search of the last 30 days and opens its first company. */
export async function openFirstResult({ page }: ScreenHost): Promise<void> {
  await go(page, 'Search');
  await page.getByRole('grid', { name: 'Results' }).getByRole('row').nth(1).click();
  await expect(region(page, 'Overview')).toBeVisible();
}

/** Delays the next matching response until the request is cancelled. */
export const delayResponse = ({ service }: ScreenHost, match: string): void =>
  service.addFaults([{ match, action: { kind: 'delay', ms: 20_000 } }]);

/** The status bar entry for requests in flight or waiting. */
export const inQueue = (page: Page): Locator =>
  page.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name: /under way|waiting/ });

/** Cancels the waiting request through the UI, which also closes the list of waiting requests. */
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
