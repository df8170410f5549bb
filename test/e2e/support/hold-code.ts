import type { Page } from '@playwright/test';

/** The page's requests for a file of code that loads on demand. They get no response until the release. */
export interface HeldCode {
  readonly requestCount: () => number;
  readonly release: () => void;
}

/** Holds the page's requests for a file from now on. `name` is the file's name without its hash, as in `RowMenu`. */
export async function holdCode(page: Page, name: string): Promise<HeldCode> {
  let requestCount = 0;
  let release = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**/${name}-*.js`, async (route) => {
    requestCount += 1;
    await isReleased;
    await route.continue();
  });
  return { requestCount: () => requestCount, release: () => release() };
}
