import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, IN_FULL } from './accessibility.ts';
import { callCore } from '../../support/browser/call-core.ts';
import { region, results } from './locators.ts';
import { toasts } from './toasts.ts';
import { leaveTooltips } from './tooltips.ts';

/*
 * Steps of a journey through the main features. The steps find controls by accessible name only, so they work
 * both in the loopback shell and in Electron.
 */

export interface FetchedContacts {
  readonly company: string;
  readonly emails: readonly string[];
}
/** The label of a pressed button and the price that it showed. */
export interface Paid {
  readonly button: string;
  readonly price: string;
}

export const NOTE = 'Ask about the second site. Budget closes in March.';
export const LIST = 'Warm intros';

const main = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });

export async function goTo(
  page: Page,
  screen: 'Today' | 'Search' | 'Library' | 'Signals' | 'Quota' | 'Settings',
): Promise<void> {
  await main(page).getByRole('link', { name: screen }).click();
  await expect(main(page).getByRole('link', { name: screen })).toHaveAttribute('aria-current', 'page');
}

/**
 * Opens an empty demo and goes to a screen. If `screen` is null, stays on the first screen, which is Today or
 * the screen of a deep link. The demo that the first run offers contains data, which would affect counts and
 * prices, so an empty demo is opened instead.
 */
export async function exploreDemo(page: Page, screen: 'Today' | 'Search' | null = 'Search'): Promise<void> {
  await expect(page.getByRole('button', { name: 'Explore the demo' })).toBeVisible();
  await openEmptyDemo(page);
  await request(page, 'market.skip');
  await expect(main(page)).toBeVisible();
  if (screen !== null) await goTo(page, screen);
}

export const openEmptyDemo = (page: Page): Promise<unknown> => request(page, 'workspaces.exploreDemo');

/** Sends a request through the preload bridge in Electron, and through the socket in a browser. */
async function request(page: Page, channel: string): Promise<unknown> {
  if (!(await page.evaluate(() => 'roundwatch' in window))) return callCore(page, channel);
  return page.evaluate((name) => {
    const bridge = Reflect.get(window, 'roundwatch') as {
      request(channel: string, input: unknown): Promise<unknown>;
    };
    return bridge.request(name, {});
  }, channel);
}

/** Skips the market questions that follow the first run. */
export async function skipMarket(page: Page): Promise<void> {
  const skip = page.getByRole('button', { name: 'Skip', exact: true });
  await expect(skip.or(main(page))).toBeVisible();
  if (await skip.isVisible()) await skip.click();
}

export interface Account {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The passphrase for the contacts, which is needed if there is no keychain. */
  readonly passphrase?: string;
}

export async function connectAccount(page: Page, account: Account): Promise<Paid[]> {
  await expect(page.getByRole('heading', { name: 'Connect your account', exact: true })).toBeVisible();
  await page.getByLabel('Base URL').fill(account.baseUrl);
  await page.getByRole('textbox', { name: 'API key' }).fill(account.apiKey);
  if (account.passphrase !== undefined) {
    await page.getByText('Encrypt with a passphrase', { exact: true }).click();
    await page.getByLabel('Passphrase', { exact: true }).fill(account.passphrase);
    await page.getByLabel('Repeat the passphrase').fill(account.passphrase);
  }
  const paid = await pay(page.getByRole('button', { name: /^Connect\b/ }));
  await skipMarket(page);
  await expect(main(page)).toBeVisible();
  await goTo(page, 'Search');
  return [paid];
}

/** Presses a button that shows a price, and returns its label and price. */
export async function pay(button: Locator): Promise<Paid> {
  await expect(button).toBeEnabled();
  await expect(button).toContainText(/\d (request|record|compan|page turn)/);
  const [label = '', price = ''] = (await button.innerText()).split('·').map((part) => part.trim());
  // If the page has shifted, the pointer may be over another button, whose tooltip covers this button.
  await leaveTooltips(button.page());
  await button.click();
  return { button: label.replace(/\s+/g, ' '), price: price.replace(/\s+/g, ' ') };
}

export async function search30DaysUs(page: Page): Promise<Paid[]> {
  await goTo(page, 'Search');
  await page.getByText('30 days', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Countries' }).fill('united st');
  await page.getByRole('option', { name: 'United States', exact: false }).first().click();
  const paid = await pay(page.getByRole('button', { name: /^Run search/ }));
  await expect(results(page).getByRole('row').nth(10)).toBeVisible();
  const pane = page.getByRole('region', { name: 'Search results' });
  await expect(pane.getByText(/\d+ (matches|rounds)/).first()).toBeVisible();
  return [paid];
}

/**
 * Expects that a new account sent only the requests of one search and of `fetchContacts`. `fetchContacts`
 * sent the last `fetchedCount` requests: one or more for company details, and then one for contacts.
 */
export function expectFirstRequests(calls: readonly { readonly path: string }[], fetchedCount: number): void {
  const paths = calls.map(({ path }) => path.replace('/api/v1', '').replace(/cmp_\w+/, '{id}'));
  const companies = Array.from({ length: fetchedCount - 1 }, () => '/companies/{id}');
  expect(paths).toEqual(['/stats', '/filters', '/fundings', ...companies, '/companies/{id}/contacts']);
}

/** Searches the last 30 days for companies that are hiring. */
export async function searchHiring(page: Page): Promise<Paid[]> {
  await goTo(page, 'Search');
  await page.getByText('30 days', { exact: true }).click();
  await page.getByRole('switch', { name: 'Only companies that are hiring' }).click();
  const first = results(page).getByRole('row').nth(1);
  const before = (await first.count()) > 0 ? await first.innerText() : null;
  const paid = await pay(page.getByRole('button', { name: /^Run search/ }));
  if (before !== null) await expect(first).not.toHaveText(before, { useInnerText: true });
  await expect(results(page).getByRole('row').nth(10)).toBeVisible();
  return [paid];
}

/**
 * Opens the results one after another and fetches each company's profile until a company has contacts. Then
 * fetches these contacts.
 */
export async function fetchContacts(page: Page): Promise<{ paid: Paid[]; found: FetchedContacts }> {
  const paid: Paid[] = [];
  for (let row = 1; row < 8; row += 1) {
    await results(page).getByRole('row').nth(row).click();
    await expect(region(page, 'Overview')).toBeVisible();
    paid.push(await pay(region(page, 'Overview').getByRole('button', { name: /^Fetch profile/ })));
    await expect(region(page, 'Overview').getByRole('button', { name: /^Refresh/ })).toBeVisible();
    if ((await region(page, 'Contacts').getByRole('listitem').count()) === 0) continue;
    paid.push(await pay(region(page, 'Contacts').getByRole('button', { name: /^Fetch contacts/ })));
    await expect(
      region(page, 'Contacts')
        .getByText(/@.+\.example/)
        .first(),
    ).toBeVisible();
    return { paid, found: await readContacts(page) };
  }
  throw new Error('none of the first results has contacts');
}

async function readContacts(page: Page): Promise<FetchedContacts> {
  const company = await page
    .getByRole('complementary')
    .or(page.getByRole('main'))
    .getByRole('heading', { level: 2 })
    .last()
    .innerText();
  const emails = await region(page, 'Contacts')
    .getByText(/@.+\.example/)
    .allInnerTexts();
  return { company, emails };
}

/**
 * Clicks the copy button of the first email address, and returns the address. The caller checks the
 * clipboard.
 */
export async function copyFirstEmail(page: Page): Promise<string> {
  const email = await region(page, 'Contacts')
    .getByText(/@.+\.example/)
    .first()
    .innerText();
  await region(page, 'Contacts')
    .getByRole('button', { name: /^Copy e-mail address of/ })
    .first()
    .click();
  await expect(page.getByText(`${email} copied`)).toBeVisible();
  return email;
}

export async function saveToList(page: Page, name: string): Promise<void> {
  const save = page.getByRole('button', { name: /^Save( to a list)?$/ });
  await save.click();
  await page.getByPlaceholder('New list').fill(name);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(toasts(page).filter({ hasText: `saved to ${name}` })).toBeVisible();
  // Waits until the popover has closed and returned focus to the button. Otherwise, a field that the test
  // focuses next without a click could lose focus and save its text too early.
  await expect(page.getByRole('dialog', { name: 'Save to a list' })).toHaveCount(0);
  await expect(save).toBeFocused();
}

export async function writeNote(page: Page, text: string): Promise<void> {
  await region(page, 'Notes')
    .getByRole('button', { name: /^Write/ })
    .click();
  await page.getByRole('textbox', { name: /^Note on/ }).fill(text);
  await expect(region(page, 'Notes').getByText(/^Saved/)).toBeVisible();
}

/**
 * Expects the library to show the company with its contacts, the age of the contacts, its note and its list.
 */
export async function expectStoredData(page: Page, { company, emails }: FetchedContacts): Promise<void> {
  await goTo(page, 'Library');
  await page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: /Search/ }))
    .first()
    .fill(company);
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: company }).first();
  await row.click();
  for (const email of emails) await expect(region(page, 'Contacts').getByText(email)).toBeVisible();
  await expect(region(page, 'Contacts')).toContainText(/just now|\d+ (s|min|m|h|d)\b/);
  await expect(region(page, 'Notes')).toContainText(NOTE);
  await page.getByRole('button', { name: /^Save( to a list)?$/ }).click();
  await expect(page.getByRole('checkbox', { name: LIST, exact: true })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Returns every string in a `companies.people` reply that identifies a contact. */
export function personalTexts(reply: unknown): string[] {
  const people: unknown = Reflect.get(Object(Reflect.get(Object(reply), 'value')), 'people');
  if (!Array.isArray(people) || people.length === 0) throw new Error('no contacts');
  return people.flatMap((person: unknown) =>
    ['name', 'email', 'linkedinUrl']
      .map((field): unknown => Reflect.get(Object(person), field))
      .filter((text): text is string => typeof text === 'string'),
  );
}

export { expectAccessible };

/** Checks the accessibility of the screen. Full runs check both themes and save a screenshot of each. */
export async function expectBothThemesAccessible(page: Page, name: string): Promise<void> {
  if (!IN_FULL) return expectAccessible(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, { coloursOnly: colorScheme === 'dark' });
    await page.screenshot({ path: `test-results/${name}-${colorScheme}.png` });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
