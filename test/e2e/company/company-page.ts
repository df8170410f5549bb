import { expect, type BrowserContext, type Page } from '@playwright/test';
import type { Call, SimulatorProcess } from '../../support/simulator/simulator-process.ts';
import { region } from '../support/locators.ts';

/** The pages and mail links that the app opened. */
export interface Opened {
  readonly pages: { readonly url: string; readonly referer: string | undefined }[];
  mails(): Promise<string[]>;
}

/**
 * Records the pages and mail links that the app opens. Replaces every external page with an empty page, and
 * catches mail links so no mail program starts.
 */
export async function recordOpened(context: BrowserContext, page: Page): Promise<Opened> {
  const pages: { url: string; referer: string | undefined }[] = [];
  await context.route(/^https:/, (route) => {
    pages.push({ url: route.request().url(), referer: route.request().headers()['referer'] });
    return route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' });
  });
  await page.evaluate(() => {
    const links: string[] = [];
    Reflect.set(window, 'mailLinks', links);
    document.addEventListener(
      'click',
      (event) => {
        const anchor = event.target instanceof Element ? event.target.closest('a[href^="mailto:"]') : null;
        if (anchor === null) return;
        event.preventDefault();
        links.push(anchor.getAttribute('href') ?? '');
      },
      { capture: true },
    );
  });
  return {
    pages,
    mails: () => page.evaluate(() => [...(Reflect.get(window, 'mailLinks') as string[])]),
  };
}

/** Runs `work` and returns the requests that the service received while it ran. */
export async function callsDuring(service: SimulatorProcess, work: () => Promise<unknown>): Promise<Call[]> {
  const before = (await service.transcript()).length;
  await work();
  return (await service.transcript()).slice(before);
}

/** Returns the text of each timeline entry, newest first. */
export const timelineOf = async (page: Page): Promise<string[]> => {
  const items = region(page, 'Timeline').getByRole('listitem');
  await expect(items.first()).toBeVisible();
  return items.allInnerTexts();
};
export const expectTimelineEntry = (page: Page, text: string | RegExp): Promise<void> =>
  expect(region(page, 'Timeline').getByRole('listitem').filter({ hasText: text }).first()).toBeVisible();

export async function openInFull(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open full page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(region(page, 'Timeline')).toBeVisible();
}
