import { expect, test, type Locator, type Page } from '@playwright/test';
import { openScreenHost, type ScreenHost } from '../../support/browser/screen-host.ts';
import { FAMILY_COUNT, madeHostile } from '../../support/generators/hostile-text.ts';
import { fetchCompany, callAtPrice, searchPages } from '../../support/app/user-requests.ts';
import { eventOf } from '../../support/webhook/webhook-receiver.ts';
import { measure, number } from '../../security/support/figures.ts';
import { startBait, watchHostile, type Bait, type Seen } from './watch-hostile-text.ts';
import { connect, go, grid } from '../states/screen-state.ts';
import { IS_FULL } from '../../support/common/full-size.ts';
import { region } from '../support/locators.ts';

/*
 * Goal X1 of `npm run security`: no screen interprets hostile text. All text in responses is replaced with
 * hostile text before the core receives it, and the test visits every screen.
 */

test.describe.configure({ timeout: IS_FULL ? 900_000 : 120_000 });

/**
 * The number of result pages, with 50 rows each, and the number of complete companies that the test fetches.
 */
const [PAGES, COMPANIES] = IS_FULL ? [24, 5] : [3, 2];
/** Fetches result pages, all data of some companies and the filter options. */
async function fetchEverything(host: ScreenHost): Promise<readonly string[]> {
  const { handlers } = host.core();
  let passedMs = 0;
  // Moves the clocks of the service and the laptop forward by a minute. Otherwise, the requests of a full run
  // would exceed the per-minute limit.
  const minute = (): void => {
    if (!IS_FULL) return;
    host.service.advance(61_000);
    host.setClockOffset((passedMs += 61_000));
  };
  const ids = await searchPages(handlers, PAGES, minute);
  for (const id of ids.slice(0, COMPANIES)) {
    await fetchCompany(handlers, id);
    minute();
  }
  await handlers.search.refreshFilters(await callAtPrice(handlers, { endpoint: 'filters' }));
  return ids;
}

/** Scrolls through the whole list, so every row is drawn. */
async function scrollThrough(page: Page): Promise<void> {
  const list = grid(page);
  await expect(list.getByRole('row').nth(1)).toBeVisible();
  for (let at = 0; at < PAGES * 8; at += 1) {
    const isEnd = await list.evaluate((element) => {
      const scroller = [element, ...element.querySelectorAll('*')].find(
        (each) => each.scrollHeight > each.clientHeight + 4 && getComputedStyle(each).overflowY !== 'visible',
      );
      if (scroller === undefined) return true;
      scroller.scrollTop += scroller.clientHeight * 0.9;
      return scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 4;
    });
    await expect.poll(() => isDrawn(list), { intervals: [30] }).toBe(true);
    if (isEnd) return;
  }
}

/** Returns whether the middle row shows its text, and not the placeholder shown during fast scrolling. */
const isDrawn = (list: Locator): Promise<boolean> =>
  list.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const middle = top + Math.min(height, innerHeight - top) / 2;
    const row = document.elementFromPoint(left + width / 3, middle)?.closest('[role="row"]');
    return row !== null && row !== undefined && row.textContent.trim() !== '';
  });

async function throughEveryScreen(host: ScreenHost, ids: readonly string[]): Promise<void> {
  const { page } = host;
  await go(page, 'Today');
  await go(page, 'Search');
  await scrollThrough(page);
  await go(page, 'Signals');
  await expect(page.getByText(/hx\d+xh/).first()).toBeVisible();
  await page
    .getByText(/hx\d+xh/)
    .first()
    .click();
  await go(page, 'Library');
  await scrollThrough(page);
  await page.getByRole('radio', { name: 'Board' }).locator('..').click();
  await expect(
    page
      .getByText(/^No companies to show/)
      .or(page.locator('[data-company]'))
      .first(),
  ).toBeVisible();
  await page.getByRole('radio', { name: 'List' }).locator('..').click();
  for (const id of ids.slice(0, COMPANIES)) await throughCompany(host, id);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('hx');
  await expect(page.getByRole('listbox', { name: 'Commands' }).getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await go(page, 'Quota');
  await go(page, 'Settings');
  await expect(region(page, 'Message templates')).toBeVisible();
}

async function throughCompany({ page, core }: ScreenHost, id: string): Promise<void> {
  const { row } = await core().handlers.companies.get({ id });
  expect(row.companyId).toBe(id);
  core().follow({ companyId: id, find: null });
  await expect(
    region(page, 'Rounds')
      .getByText(/hx\d+xh/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  for (const name of ['Contacts', 'Rounds', 'Timeline', 'Highlights', 'News', 'Tech stack'])
    // The app renders a panel again when more of its data is loaded. If the panel's element is replaced
    // during scrolling, the scrolling fails and is repeated.
    await expect(() =>
      region(page, name)
        .first()
        .evaluate((panel) => panel.scrollIntoView(), null, { timeout: 1_000 }),
    ).toPass();
  await untilWhole(page);
  await page.keyboard.press('Escape');
}

/** Waits until the company page is complete, because its lower panels are drawn later. */
async function untilWhole(page: Page): Promise<void> {
  const texts = (): Promise<number> =>
    page.getByRole('article').evaluate((article) => article.textContent.match(/hx\d+xh/g)?.length ?? 0);
  let before = -1;
  await expect
    .poll(
      async () => {
        const now = await texts();
        const isWhole = now > 0 && now === before;
        before = now;
        return isWhole;
      },
      { intervals: [400] },
    )
    .toBe(true);
}

async function openHostile(host: ScreenHost, bait: Bait, next: () => number): Promise<readonly string[]> {
  await connect(host);
  const ids = await fetchEverything(host);
  for (let at = 0; at < 6; at += 1) {
    const event = madeHostile(
      JSON.stringify(eventOf({ id: `t${at}`, roundId: `fnd_${at}`, companyId: `cmp_${at}` })),
      { baitUrl: bait.url },
      next,
    );
    await host.core().handlers.signals.paste({ text: event ?? '' });
  }
  return ids;
}

const violations = ({ elements, unsafe, scripts, dialogs, requests }: Seen) => ({
  elements,
  unsafe,
  scripts,
  dialogs,
  requests,
});

test('the service’s text stays text, in every field on every screen', async ({ browser }) => {
  const bait = await startBait();
  let served = 0;
  const next = (): number => (served += 1);
  const host = await openScreenHost(browser, {
    rewrite: (body) => madeHostile(body, { baitUrl: bait.url }, next) ?? body,
  });
  const seen = await watchHostile(host.page, bait);
  const ids = await openHostile(host, bait, next);
  await host.page.reload();
  await throughEveryScreen(host, ids);
  const allFindings = await seen();
  expect(violations(allFindings)).toEqual({
    elements: [],
    unsafe: [],
    scripts: [],
    dialogs: [],
    requests: [],
  });
  expect(host.pageErrors).toEqual([]);
  expect(served).toBeGreaterThan(IS_FULL ? 10_000 : 1_200);
  expect(allFindings.shown.size).toBeGreaterThan(IS_FULL ? 1_000 : 150);
  measure('X1', {
    tried: `${number(served)} hostile texts of ${FAMILY_COUNT} kinds in the service's fields, ${number(allFindings.shown.size)} of them on a screen`,
    violations: '0 elements, 0 scripts, 0 requests, 0 dialogs',
  });
  await host.close();
  await bait.close();
});

/**
 * Planted defects. A careless view would render the markup in `text`. The check must report it under `in`, a
 * part of its findings.
 */
const careless: Readonly<Record<string, { readonly text: string; readonly in: keyof Seen }>> = {
  'html in a view': { text: `<img data-hostile=1 src=x onerror="window.hit=1">`, in: 'elements' },
  'a handler in a view': { text: `<b onpointerdown="window.hit=1">x</b>`, in: 'elements' },
  'a script link': { text: `<a href="javascript:window.hit=1//hx1xh">x</a>`, in: 'elements' },
  'a picture from elsewhere': { text: `<img src="https://far.example/hx2xh.png">`, in: 'scripts' },
  'a style from elsewhere': { text: `<p style="background:url(https://far.example/x)">x</p>`, in: 'scripts' },
  'text that turns round': { text: '\u202egnp.exe', in: 'unsafe' },
};

test('the page can create no policy that turns text into markup, and planted views that do are found', async ({
  browser,
}) => {
  const bait = await startBait();
  const host = await openScreenHost(browser);
  await expect(host.page.getByRole('heading').first()).toBeVisible();
  const tried = await host.page.evaluate(() => {
    const factory = Reflect.get(window, 'trustedTypes') as {
      createPolicy(name: string, rules: object): unknown;
    };
    const attempt = (work: () => unknown): string => {
      try {
        work();
        return 'done';
      } catch {
        return 'refused';
      }
    };
    return [
      attempt(() => factory.createPolicy('planted', { createHTML: (text: string) => text })),
      attempt(() => factory.createPolicy('svelte-trusted-html', { createHTML: (text: string) => text })),
      attempt(() => (document.createElement('p').innerHTML = '<b>x</b>')),
    ];
  });
  expect(tried).toEqual(['refused', 'refused', 'refused']);

  const caught: string[] = [];
  await host.page.addInitScript(() => {
    const own = Reflect.get(window, 'trustedTypes') as {
      createPolicy(name: string, rules: object): { createHTML(text: string): string };
    };
    const create = own.createPolicy.bind(own);
    // Only Svelte can create a Trusted Types policy in this page. This code stores Svelte's policy on the
    // window, so the planted defects can use it.
    own.createPolicy = (name, rules) => {
      const policy = create(name, rules);
      if (name === 'svelte-trusted-html') Reflect.set(window, 'ofSvelte', policy);
      return policy;
    };
  });
  await host.page.reload();
  const seen = await watchHostile(host.page, bait);
  await expect(host.page.getByRole('heading').first()).toBeVisible();
  const count = async (where: keyof Seen): Promise<number> => {
    const found = (await seen())[where];
    return Array.isArray(found) ? found.length : 0;
  };
  for (const [name, { text, in: where }] of Object.entries(careless)) {
    // Findings from the previous case may arrive late, so the test waits for them.
    await host.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
    );
    const before = await count(where);
    await host.page.evaluate((html) => {
      // Inserts the markup as `{@html}` does.
      const policy = Reflect.get(window, 'ofSvelte') as { createHTML(text: string): string };
      document.body.append(document.createElement('section'));
      const section = document.body.lastElementChild;
      if (section) section.innerHTML = policy.createHTML(html);
    }, text);
    await expect.poll(() => count(where), name).toBeGreaterThan(before);
    caught.push(name);
  }
  measure('X1', { planted: { caught: caught.length, of: Object.keys(careless).length } });
  expect(caught).toEqual(Object.keys(careless));
  await host.close();
  await bait.close();
});
