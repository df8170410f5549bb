import { expect, test, type Locator, type Page } from '@playwright/test';
import { measure } from '../../security/support/figures.ts';
import { openScreenHost, type ScreenHost } from '../../support/browser/screen-host.ts';
import { networkAttempts } from '../../support/browser/exfiltration.ts';
import { fetchCompany, searchPages } from '../../support/app/user-requests.ts';
import { startBait } from './watch-hostile-text.ts';
import { go, grid } from '../states/screen-state.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { region } from '../support/locators.ts';

/*
 * Goal T4 of `npm run security`, for copying and dragging. The user can copy any user data, but downloaded
 * data of only one company at a time.
 */

test.describe.configure({ mode: 'serial', timeout: 90_000 });

let host: ScreenHost;
let page: Page;
let ids: readonly string[] = [];
/**
 * `tried` contains the name of each attempt. `left` has one entry for each successful attempt: its name, or
 * the path that it requested from the bait server.
 */
const tried: string[] = [];
const left: string[] = [];

test.beforeAll(async ({ browser }) => {
  host = await openScreenHost(browser, { startsBlank: true });
  page = host.page;
  const { handlers } = host.core();
  await handlers.workspaces.exploreDemo({});
  ids = await searchPages(handlers, 1);
  await fetchCompany(handlers, ids[0] ?? '');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await host.load();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});
test.afterAll(async () => {
  measure('T4', {
    tried: `${tried.length} attempts to copy, drag and send in Chromium`,
    violations: `${left.length} sent rows out`,
  });
  await host.close();
});

const EMPTY = 'nothing was copied';
async function copied(how: () => Promise<void>): Promise<string> {
  await page.evaluate((text) => navigator.clipboard.writeText(text), EMPTY);
  await how();
  return page.evaluate(() => navigator.clipboard.readText());
}
/** Selects the text from one row to another, as a user does with the mouse. */
const selectRows = async (rows: Locator, first: number, last: number): Promise<void> => {
  const [start, end] = await Promise.all([rows.nth(first).elementHandle(), rows.nth(last).elementHandle()]);
  await page.evaluate(
    ([from, to]) => {
      if (from && to) document.getSelection()?.setBaseAndExtent(from, 0, to, to.childNodes.length);
    },
    [start, end],
  );
};
const key = (keys: string) => (): Promise<void> => page.keyboard.press(keys);

const lists: Readonly<Record<string, () => Promise<Locator>>> = {
  results: async () => {
    await go(page, 'Search');
    return grid(page).getByRole('row');
  },
  library: async () => {
    await go(page, 'Library');
    return grid(page).getByRole('row');
  },
};
for (const [name, open] of Object.entries(lists))
  test(`no copy contains rows of two companies: ${name}`, async () => {
    const rows = await open();
    await expect(rows.nth(6)).toBeVisible();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const attempts: Readonly<Record<string, () => Promise<void>>> = {
      'two rows': async () => {
        await selectRows(rows, 2, 3);
        await key('ControlOrMeta+c')();
      },
      'six rows, cut': async () => {
        await selectRows(rows, 1, 6);
        await key('ControlOrMeta+x')();
      },
      'everything by the keyboard': async () => {
        await page.evaluate(() => document.getSelection()?.removeAllRanges());
        await key('ControlOrMeta+a')();
        await key('ControlOrMeta+c')();
      },
      'everything by the menu’s command': async () => {
        await page.evaluate(() => {
          document.execCommand('selectAll');
          document.execCommand('copy');
        });
      },
      'the whole page by a script': async () => {
        await page.evaluate(() => document.getSelection()?.selectAllChildren(document.body));
        await key('ControlOrMeta+Insert')();
      },
    };
    for (const [how, attempt] of Object.entries(attempts)) {
      const text = await copied(attempt);
      tried.push(`${name}: ${how}`);
      if (text !== EMPTY) left.push(`${name}: ${how}`);
    }
    expect(left).toEqual([]);
    const refusal = page.locator('[data-sonner-toast]').filter({ hasText: 'Nothing was copied' });
    await refusal.getByRole('button', { name: 'Terms of use' }).first().dispatchEvent('click');
    const terms = page.getByRole('dialog', { name: 'Terms of use' });
    await expect(terms.getByRole('listitem').filter({ hasText: 'Resale' })).toBeVisible();
    await expectAccessible(page);
    await terms.getByRole('button', { name: 'Close' }).click();
    await expect(terms).toHaveCount(0);
    // Users may copy a single row, because it contains only one company.
    await selectRows(rows, 2, 2);
    expect(await copied(key('ControlOrMeta+c'))).not.toBe(EMPTY);
  });

test('the menu of a row copies the name of its company, and nothing if several are selected', async () => {
  await go(page, 'Library');
  const rows = grid(page).getByRole('row');
  const menu = page.getByRole('menu', { name: 'Company actions' });
  const copy = menu.getByRole('menuitem', { name: 'Copy' });
  const name = await rows.nth(2).locator('bdi').first().innerText();
  await rows.nth(2).click({ button: 'right' });
  const text = await copied(async () => {
    await copy.click();
    await page.getByRole('menu', { name: 'Copy' }).getByRole('menuitem', { name: 'Company name' }).click();
    await expect(page.getByText(`${name} copied`, { exact: true })).toBeVisible();
  });
  expect(text).toBe(name);
  await grid(page).focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('ContextMenu');
  await expect(menu).toBeVisible();
  await expect(copy).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
});

test('one company’s panel can be copied, and "select all" selects only this panel', async () => {
  host.core().follow({ companyId: ids[0] ?? '', find: null });
  await expect(region(page, 'Overview')).toBeVisible();
  const { row } = await host.core().handlers.companies.get({ id: ids[0] ?? '' });
  await region(page, 'Rounds').click({ position: { x: 5, y: 5 } });
  await region(page, 'Rounds').evaluate((panel) => document.getSelection()?.collapse(panel, 0));
  const whole = await copied(async () => {
    await key('ControlOrMeta+a')();
    await key('ControlOrMeta+c')();
  });
  expect(whole).toContain(row.name);
  const other = await host.core().handlers.companies.get({ id: ids[1] ?? '' });
  expect(whole).not.toContain(other.row.name);
  await page.keyboard.press('Escape');
});

test('text in a field can be selected, copied and cut', async () => {
  await go(page, 'Library');
  const search = page.getByRole('searchbox', { name: 'Search the library' });
  await search.fill('my own words');
  await search.focus();
  await key('ControlOrMeta+a')();
  expect(await copied(key('ControlOrMeta+c'))).toBe('my own words');
  expect(await copied(key('ControlOrMeta+x'))).toBe('my own words');
  await expect(search).toHaveValue('');
});

test('lists allow no dragging of text, and cards carry only the app’s own data type', async () => {
  await go(page, 'Library');
  const rows = grid(page).getByRole('row');
  await expect(rows.nth(6)).toBeVisible();
  await selectRows(rows, 2, 5);
  const dragged = await rows.nth(3).evaluate((row) => {
    const event = new DragEvent('dragstart', {
      bubbles: true,
      cancelable: true,
      dataTransfer: new DataTransfer(),
    });
    row.dispatchEvent(event);
    return { stopped: event.defaultPrevented, types: event.dataTransfer?.types };
  });
  tried.push('dragging rows');
  if (!dragged.stopped) left.push('dragging rows');
  expect(dragged).toEqual({ stopped: true, types: [] });
});

test('the page in a browser tab reaches only its own core', async () => {
  const bait = await startBait();
  const aim = { url: bait.url, udp: 9, tcp: 9, rows: 'rows of the service' };
  // Waits for a fixed time, because a blocked request emits no event.
  const watched = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  // The attempts run in parallel to save time, because most of them wait for a response that never arrives.
  const attempts = Object.entries(networkAttempts).map(async ([name, attempt]) => {
    await Promise.race([page.evaluate(attempt, aim).catch(() => undefined), watched(3_000)]);
    tried.push(name);
  });
  await Promise.all(attempts);
  await watched(300);
  left.push(...bait.hits);
  expect(bait.hits).toEqual([]);
  // This request must reach the bait server. It proves that the server would have recorded the attempts.
  await page.request.get(`${bait.url}control`);
  expect(bait.hits).toEqual(['/control']);
  await bait.close();
});

test('without the guard the rows leave, which proves the attempts', async () => {
  await go(page, 'Library');
  const rows = grid(page).getByRole('row');
  await expect(rows.nth(6)).toBeVisible();
  await page.evaluate(() => {
    window.addEventListener('copy', (event) => event.stopImmediatePropagation(), { capture: true });
  });
  await selectRows(rows, 2, 5);
  const text = await copied(key('ControlOrMeta+c'));
  measure('T4', { planted: { caught: text === EMPTY ? 0 : 1, of: 1 } });
  expect(text).not.toBe(EMPTY);
});
