import { expect, test, type Locator, type Page } from '@playwright/test';
import { openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { startSimulatorHere, type SimulatorProcess } from '../../support/simulator/simulator-process.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';
import { callsDuring, expectTimelineEntry } from './company-page.ts';
import { fetchPanel, openRow, PANELS } from './company-panels.ts';
import { pressShortcut, pressTabs, TABS } from '../support/keyboard.ts';
import { region } from '../support/locators.ts';
import { leaveTooltips } from '../support/tooltips.ts';

/*
 * The company panels that have their own endpoint, each with its own price, age and states. In some tests,
 * the service has no data for a panel, or no longer has it. The tests read the service's transcript.
 */
let app: LoopbackApp;
let service: SimulatorProcess;
const data = tempDir();
const DAY = 86_400_000;
test.beforeAll(async ({ browser }) => {
  service = await startSimulatorHere(['--companies', '600', '--seed', '3']);
  app = await openLoopback(browser, data.path);
  await journey.connectAccount(app.page, {
    baseUrl: service.baseUrl,
    apiKey: service.liveKey,
    passphrase: 'a long enough passphrase',
  });
  await app.page.setViewportSize({ width: 1440, height: 900 });
  await journey.searchHiring(app.page);
});
test.afterAll(async () => {
  await app.close();
  await service.stop();
  data.remove();
});
test.describe.configure({ mode: 'serial', timeout: 90_000 });

/** Returns the requests after the first `count`, each as a path segment and a status, such as `news 404`. */
async function requestsSince(count: number): Promise<string[]> {
  const entries = await service.transcript();
  return entries.slice(count).map(({ path, status }) => `${path.split('/').at(-1) ?? ''} ${status}`);
}
const callsSoFar = async (): Promise<number> => (await service.transcript()).length;
const missing = (code?: string) => ({
  match: '/companies/',
  action: {
    kind: 'status',
    status: 404,
    shape: 'json',
    body: { error: 'Nothing found', ...(code && { code }) },
  },
});

test('a company without a profile offers it with contacts and rounds, and the other parts on demand', async () => {
  const { page } = app;
  await page.getByRole('grid', { name: 'Results' }).getByRole('row').nth(1).click();
  const article = page.getByRole('article');
  await expect(region(page, 'Why do I have this?')).toBeVisible();
  const offers = article.getByRole('button').filter({ hasText: /\d+ (record|request|page turn)/ });
  await expect(offers).toHaveText([
    /Fetch profile\s+1 record/,
    /Fetch contacts\s+about \d+ records/,
    /Fetch all\s+about \d+, rarely over \d+ records/,
  ]);
  await expect(region(page, 'Rounds')).toContainText('Investors not fetched');
  await expect(region(page, 'News')).toHaveCount(0);
  await article.getByRole('button', { name: 'Choose what to fetch' }).click();
  await expect(region(page, 'News')).toBeVisible();
  await expect(offers).not.toHaveCount(3);
});

test('a price button that disappears with the focus leaves no warning', async () => {
  const { page } = app;
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await page.getByRole('grid', { name: 'Results' }).getByRole('row').nth(3).click();
  const button = region(page, 'Contacts').getByRole('button', { name: /^Fetch contacts/ });
  await button.hover();
  await expect(page.getByText('Runs out first')).toBeVisible();
  await button.click();
  await expect(region(page, 'Contacts')).toContainText('@');
  await expect(button).toHaveCount(0);
  expect(warnings).toEqual([]);
});

test('a panel never fetched is one line with name, state and price', async () => {
  const { page } = app;
  await openRow(page, 1);
  const before = await callsSoFar();
  for (const { name } of PANELS.filter((each) => each.name !== 'Rounds')) {
    await expect(region(page, name)).toContainText('not fetched');
    await expect(
      region(page, name)
        .getByRole('button', { name: /^Fetch/ })
        .first(),
    ).toContainText(/\d+ record/);
    const cheaper = region(page, name).getByRole('button', { name: /^Fetch profile instead/ });
    // If the profile contains a panel's data and costs fewer records, the panel offers to fetch the profile
    // instead.
    if (name === 'Highlights') await expect(cheaper).toContainText('1 record');
    else expect((await region(page, name).boundingBox())?.height).toBeLessThan(60);
  }
  expect(await callsSoFar()).toBe(before);
});

test('each panel’s button fetches it at the shown price and shows the result', async () => {
  const { page } = app;
  for (const { name, path } of PANELS) {
    const before = await callsSoFar();
    await fetchPanel(page, name);
    await expect.poll(() => requestsSince(before)).toEqual([expect.stringMatching(`^${path} (200|404)$`)]);
    await expect(region(page, name).getByRole('alert')).toHaveCount(0);
    await expect(region(page, name)).not.toContainText('not fetched');
    await expect(region(page, name)).toContainText(/just now/);
    await expect(region(page, name).getByRole('button', { name: /^(Refresh|Check again)/ })).toContainText(
      /\d+ (record|page turn)/,
    );
  }
  await expect(region(page, 'Rounds').getByText('lead', { exact: true }).first()).toBeVisible();
  await expect(region(page, 'Open roles').getByRole('listitem').first()).toContainText(/first seen/);
});

test('no line of investors begins with a comma, at any width', async () => {
  const { page } = app;
  const investors = region(page, 'Rounds').locator('.investor.glued');
  expect(await investors.count()).toBeGreaterThan(2);
  /**
   * Finds the widths of the cell at which the line breaks between an investor's name and the comma after it.
   */
  const split = await investors.evaluateAll((all) =>
    Array.from({ length: 80 }, (_, at) => 200 + at * 4).filter((width) => {
      const cells = new Set(all.map((each) => each.parentElement));
      for (const cell of cells) if (cell) cell.style.cssText = `display: block; width: ${width}px`;
      const isSplit = all.some((each) => each.getClientRects().length > 1);
      for (const cell of cells) if (cell) cell.style.cssText = '';
      return isSplit;
    }),
  );
  expect(split).toEqual([]);
});

test('chips filter roles without a request, by keyboard as well', async () => {
  const { page } = app;
  const roles = region(page, 'Open roles');
  const departments = roles.getByRole('group', { name: 'Departments' });
  for (let row = 2; (await departments.count()) === 0; row += 1) {
    await openRow(page, row);
    await fetchPanel(page, 'Open roles');
  }
  const before = await callsSoFar();
  const all = await roles.getByRole('listitem').count();
  const chip = departments.getByRole('button').last();
  const name = (await chip.innerText()).replace(/\s*\d+$/, '');
  await chip.focus();
  await page.keyboard.press('Space');
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  const roleCount = roles.getByRole('status').first();
  // The chip is shown as pressed immediately, but the filtered roles arrive later. Waits for these roles.
  await expect(roles.getByRole('listitem').filter({ hasNotText: name })).toHaveCount(0);
  await expect(roleCount).toContainText(/^\d+ of \d+ roles? match(es)?$/);
  await expect(roles.getByRole('listitem')).toHaveCount(Number.parseInt(await roleCount.innerText(), 10));
  for (const item of await roles.getByRole('listitem').all()) await expect(item).toContainText(name);
  await page.keyboard.press('Space');
  await expect(chip).toHaveAttribute('aria-pressed', 'false');
  await expect(roles.getByRole('listitem')).toHaveCount(all);
  expect(await callsSoFar()).toBe(before);
});

test('open roles are fetched by department at the price of each page size', async () => {
  const { page } = app;
  const roles = region(page, 'Open roles');
  await roles.getByRole('button', { name: 'Fetch roles by department, seniority or title' }).click();
  await roles.getByLabel('Department', { exact: true }).selectOption('it');
  await expect(roles).toContainText('The first request shows how many roles match.');
  await expect(roles.getByRole('button', { name: /^Fetch the first 50 roles/ })).toContainText(
    'up to 50 records',
  );
  const press = roles.getByRole('button', { name: /^Fetch the first 10 roles/ });
  // The button shows the cost for the budget that would run out first. With only ten records per page, this
  // may be the budget for page turns.
  await expect(press).toContainText(/up to 10 records|1 page turn/);
  const before = await callsSoFar();
  await press.click();
  await expect(roles).toContainText(/\d+ roles? match(es)?, counted just now\./);
  const calls = (await service.transcript()).slice(before);
  expect(calls.map(({ query }) => query)).toEqual(['department=it&page=1&per_page=10']);
  await expect(roles).toContainText(
    /cheapest · all matching roles: \d+ requests?, \d+ records?, \d+ page turns?/,
  );
  // Removes the filter for the department of the fetched roles, because the next tests need the unfiltered
  // list.
  await roles.getByRole('button', { name: /^Engineering/, pressed: true }).click();
  await roles.getByRole('button', { name: 'Fetch roles by department, seniority or title' }).click();
});

test('a technology’s description shows on focus and is available to screen readers', async () => {
  const { page } = app;
  const tech = region(page, 'Tech stack');
  for (let row = 1; (await tech.getByRole('definition').getByRole('button').count()) === 0; row += 1) {
    await openRow(page, row);
    const press = tech.getByRole('button', { name: /^Fetch/ });
    if ((await press.count()) > 0) await fetchPanel(page, 'Tech stack');
  }
  const technology = tech.getByRole('definition').getByRole('button').first();
  await expect(technology).toHaveAccessibleDescription(/\w{3,}/);
  await technology.focus();
  const descriptionId = await technology.getAttribute('aria-describedby');
  const words = await page.locator(`[id="${descriptionId ?? ''}"]`).textContent();
  await expect(page.locator('.float').getByText(words ?? '')).toBeVisible();
});

test('full prices show on focus, with `i` and on hover, and to screen readers, never unrequested', async () => {
  const { page } = app;
  // Each step uses a button in a different panel. Otherwise, an earlier step would already have shown the
  // button's price.
  const [byFocus, byPointer, pressed] = ['News', 'Tech stack', 'Open roles'].map((name) =>
    region(page, name)
      .getByRole('button', { name: /^(Fetch|Refresh|Ask)/ })
      .first(),
  ) as [Locator, Locator, Locator];
  const tip = page.locator('.float').filter({ hasText: 'Left afterwards' });
  await page.mouse.move(0, 0);
  await byFocus.focus();
  await expect(tip).toBeVisible();
  await expect(byFocus).toHaveAccessibleDescription(/Left afterwards/);
  await page.keyboard.press('i');
  await expect(tip).toHaveCount(0);
  await page.keyboard.press('i');
  await expect(tip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tip).toHaveCount(0);
  await expect(byFocus).toBeFocused();
  await byPointer.hover();
  await expect(tip).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(tip).toHaveCount(0);
  // A click on the button sends the request immediately, and the price details stay closed.
  const before = await callsSoFar();
  await pressed.click();
  await expect.poll(callsSoFar).toBe(before + 1);
  await expect(tip).toHaveCount(0);
});

test('a failing panel reports the error, keeps its data and leaves other panels alone', async () => {
  const { page } = app;
  const roles = region(page, 'Open roles');
  for (let row = 1; (await roles.getByRole('listitem').count()) === 0; row += 1) await openRow(page, row);
  await service.control('faults', {
    clear: true,
    faults: [{ match: '/companies/', action: { kind: 'status', status: 500, shape: 'html' }, times: 5 }],
  });
  const before = await roles.getByRole('listitem').count();
  await roles
    .getByRole('button', { name: /^Refresh/ })
    .first()
    .click();
  await expect(roles.getByRole('alert')).toContainText('The service is having problems', {
    timeout: 30_000,
  });
  await expect(roles.getByRole('listitem')).toHaveCount(before);
  for (const { name } of PANELS.filter((each) => each.name !== 'Open roles'))
    await expect(region(page, name).getByRole('alert')).toHaveCount(0);
  await journey.expectAccessible(page);
  await service.control('faults', { clear: true, faults: [] });
  await service.control('clock', { advanceMs: 120_000 });
});

test('each kind of missing data has its own message', async () => {
  const { page } = app;
  await openRow(page, 12);
  await service.control('faults', {
    clear: true,
    faults: [missing('HIGHLIGHTS_NOT_FOUND'), missing('NEWS_NOT_FOUND'), missing()],
  });
  for (const [name, sentence] of [
    ['Highlights', 'The service lists no highlights. Checked just now. Worth checking again from '],
    ['News', 'The service lists no news. Checked just now.'],
    [
      'Tech stack',
      'The service has no tech stack for this company. The website may be down or not yet analysed. Checked just now. Worth checking again from ',
    ],
  ] as const) {
    await fetchPanel(page, name);
    await expect(region(page, name)).toContainText(sentence);
    await expect(region(page, name).getByRole('alert')).toHaveCount(0);
    await expect(region(page, name).getByRole('button', { name: /^Check again/ })).toBeVisible();
  }
  await expect(region(page, 'Open roles')).toContainText('not fetched');
});

test('the palette fetches a panel and shows its price', async () => {
  const { page } = app;
  await openRow(page, 11);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Commands' }).fill('fetch news');
  const news = page.getByRole('option', { name: /Fetch news/ });
  await expect(news).toContainText(/\d+ record/);
  const before = await callsSoFar();
  // A quick Enter must not spend anything, because a stored item that matches the text may still be found. The page
  // itself presses Enter, because Playwright could be too slow.
  await page.getByRole('combobox', { name: 'Commands' }).evaluate(async (input: HTMLInputElement) => {
    input.value = 'fetch new';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  });
  await expect(news).toHaveAttribute('aria-selected', 'true');
  expect(await requestsSince(before)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect.poll(() => requestsSince(before)).toEqual([expect.stringMatching(/^news (200|404)$/)]);
});

const people = () => region(app.page, 'Contacts');
const emails = () => people().getByText(/@.+\.example/);
const fetchContacts = () => people().getByRole('button', { name: /^Fetch contacts/ });

test('closed contacts cost nothing, and are fetched after a reveal in the dashboard', async () => {
  const { page } = app;
  await service.control('faults', { clear: true, faults: [] });
  // Looks for a company whose profile contains contacts.
  let row = 0;
  do {
    row += 1;
    await openRow(page, row);
    await region(page, 'Overview')
      .getByRole('button', { name: /^Fetch profile/ })
      .click();
    await expect(region(page, 'Overview').getByRole('button', { name: /^Refresh/ })).toBeVisible();
  } while ((await people().getByRole('listitem').count()) === 0);
  const profile = (await service.transcript()).at(-1)?.path ?? '';
  const companyId = decodeURIComponent(profile.split('/').at(-1) ?? '');
  await service.control('clock', { advanceMs: 45 * DAY });

  const why = region(page, 'Why do I have this?');
  const closed = await callsDuring(service, async () => {
    // While the price is out of view, the keys only go to its button.
    await why.scrollIntoViewIfNeeded();
    await expect(fetchContacts()).not.toBeInViewport();
    await pressShortcut(page, 'f', 'c');
    await expect(fetchContacts()).toBeFocused();
    await expect(fetchContacts()).toBeInViewport();
    await expect(people()).not.toContainText('Reveal them in its dashboard');
    await page.keyboard.press('Enter');
    await expect(people()).toContainText('Reveal them in its dashboard, then try again');
  });
  expect(closed.map(({ status, charged }) => [status, charged.requests, charged.records])).toEqual([
    [404, 0, 0],
  ]);
  // The service's own hint appears below the app's message.
  await expect(people().locator('.hint')).toHaveText(/\w{3,}/);
  await expectTimelineEntry(page, 'Contacts not available, no charge');
  await journey.expectBothThemesAccessible(page, 'company-closed');

  await service.control('reveal', { companyId });
  const revealed = await callsDuring(service, async () => {
    await fetchContacts().scrollIntoViewIfNeeded();
    await pressShortcut(page, 'f', 'c');
    await expect(emails().first()).toBeVisible();
  });
  expect(revealed.map(({ status }) => status)).toEqual([200]);
  expect(revealed[0]?.charged.records).toBeGreaterThan(0);
  await expect(people()).not.toContainText('does not release these contacts now');
});

test('a company that the service no longer knows reports it and keeps its data', async () => {
  const { page } = app;
  const name = await page.getByRole('article').getByRole('heading', { level: 2 }).first().innerText();
  const path = (await service.transcript()).at(-1)?.path ?? '';
  const companyId = decodeURIComponent(path.split('/').at(-2) ?? '');
  await service.control('companies/vanish', { companyId });
  const notFoundCalls = await callsDuring(service, async () => {
    await region(page, 'Overview')
      .getByRole('button', { name: /^Refresh/ })
      .click();
    await expect(page.getByText(/^The service no longer lists this company/)).toBeVisible();
  });
  expect(notFoundCalls.map(({ status, charged }) => [status, charged.records])).toEqual([[404, 0]]);
  await expect(emails().first()).toBeVisible();
  await expectTimelineEntry(page, 'No longer listed by the service');
  await service.control('companies/return', { companyId });
  await expect(page.getByRole('article')).toContainText(name);
});

test('by keyboard alone a company is found in the palette, opened, and given a task and a note', async () => {
  const { page } = app;
  const name = await page.getByRole('article').getByRole('heading', { level: 2 }).first().innerText();
  // The pointer may still rest on a button whose price details are open. Escape would then close the details
  // instead of the company.
  await leaveTooltips(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('article')).toHaveCount(0);
  const calls = await callsDuring(service, async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Commands' })).toBeFocused();
    await page.keyboard.type(name.slice(0, 12).toLowerCase());
    await expect(page.getByRole('option', { name, exact: false }).first()).toBeVisible();
    while (
      !(await page.getByRole('dialog').getByRole('option', { selected: true }).innerText()).includes(name)
    )
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.keyboard.press('t');
    await expect(page.getByRole('textbox', { name: 'Task', exact: true })).toBeFocused();
    await page.keyboard.type('Ask for the buying process');
    await page.keyboard.press('Enter');
    await expectTimelineEntry(page, 'Task added: Ask for the buying process');
    await page.keyboard.press('n');
    await expect(page.getByRole('textbox', { name: /^Note on/ })).toBeFocused();
    // The note is saved while it is being written, and again at the end.
    await page.keyboard.type('Spoke with ');
    await expectTimelineEntry(page, 'Note added');
    await page.keyboard.type('their office.');
    await expect(region(page, 'Notes').getByRole('status')).toHaveText(/^Saved /);
    await expectTimelineEntry(page, 'Note added');
    await page.keyboard.press('Escape');
    await page.keyboard.press('s');
    await page.getByPlaceholder('New list').focus();
    await expect(page.getByPlaceholder('New list')).toBeFocused();
    await page.keyboard.type('By hand');
    await page.keyboard.press('Enter');
    await expectTimelineEntry(page, 'Saved to By hand');
    // The field for the new list closes automatically after saving, so Escape returns to the list of results.
    await expect(page.getByPlaceholder('New list')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  });
  // No step above sent a request to the service.
  expect(calls).toEqual([]);
  const before = (await service.transcript()).length;
  await page
    .getByRole('button', { name: /^(?:Fetch|Refresh) profile/ })
    .first()
    .press('Enter');
  await expect
    .poll(async () => (await service.transcript()).slice(before).map(({ charged }) => charged.records))
    .toEqual([1]);
});

test('Settings test the connection and report differing responses', async () => {
  const { page } = app;
  const action = [
    { kind: 'patch', set: { mood: 'fine' } },
    { kind: 'headers', headers: { Deprecation: 'Fri, 1 Jan 2027', Sunset: 'Fri, 31 Dec 2027' } },
  ];
  await service.control('faults', { clear: true, faults: [{ match: '/companies/', action }] });
  await openRow(page, 10);
  await fetchPanel(page, 'Rounds');
  await journey.goTo(page, 'Settings');
  const settings = region(page, 'Service');
  await expect(settings).toContainText('not tested yet');
  const test = settings.getByRole('button', { name: /^Test connection/ });
  await expect(test).toContainText('1 request');
  await test.click();
  await expect(settings).toContainText(/healthy checked just now/);
  await expect(
    region(page, 'Diagnostics').getByRole('table', { name: 'Differences from the documentation' }),
  ).toContainText(/All rounds\s*mood\s*not documented/);
  await expect(settings).toContainText('may stop working: Fri, 31 Dec 2027');
});

test('the Tab key reaches every button of the full view', async () => {
  const { page } = app;
  await journey.goTo(page, 'Search');
  await openRow(page, 1);
  await page.getByRole('button', { name: 'Open full page' }).click();
  await expect(region(page, 'Rounds').getByRole('table')).toBeVisible();
  // The keys `j` and `k` and two buttons move to the next and previous companies in the list of results.
  const heading = page.getByRole('heading', { level: 1 });
  const first = await heading.innerText();
  await page.keyboard.press('j');
  await expect(heading).not.toHaveText(first);
  await page.getByRole('button', { name: 'Previous company' }).click();
  await expect(heading).toHaveText(first);
  await expect(page.getByRole('button', { name: 'Previous company' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expect(region(page, 'Rounds').getByRole('table')).toBeVisible();
  await reachAll(page);
  expect(app.pageErrors).toEqual([]);
});

/** Expects that the Tab key reaches every button on the company page, including buttons that appear late. */
async function reachAll(page: Page): Promise<void> {
  const buttons = page.getByRole('article').getByRole('button');
  await page.evaluate(() => {
    const reached = new Set<EventTarget | null>();
    Reflect.set(window, 'reached', reached);
    addEventListener('focusin', ({ target }) => reached.add(target));
  });
  await buttons.first().focus();
  const missed = (): Promise<string[]> =>
    buttons.evaluateAll((all) =>
      all
        .filter((each) => !(Reflect.get(window, 'reached') as Set<unknown>).has(each))
        .map((each) => each.textContent.trim()),
    );
  // Some buttons appear late, possibly before the focused element, so Tab may have to go through the page
  // twice. Each round includes the page's links and fields, fewer than 40 in total.
  for (let presses = 0; (await missed()).length > 0; presses += TABS) {
    if (presses > 2 * ((await buttons.count()) + 40)) break;
    await pressTabs(page);
  }
  expect(await missed()).toEqual([]);
}
