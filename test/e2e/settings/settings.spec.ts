import { expect, test, type Locator, type Page } from '@playwright/test';
import { callCore, openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';
import { pressShortcut } from '../support/keyboard.ts';
import { region } from '../support/locators.ts';
import { closeToasts } from '../support/toasts.ts';

/*
 * Tests keyboard shortcuts, the palette, appearance, diagnostics, and the choice to skip the market question.
 */
let app: LoopbackApp;
const data = tempDir();
test.beforeAll(async ({ browser }) => {
  app = await openLoopback(browser, data.path);
  await app.page.setViewportSize({ width: 1440, height: 900 });
  await journey.exploreDemo(app.page);
});
test.afterAll(async () => {
  expect(app.pageErrors).toEqual([]);
  await app.close();
  data.remove();
});
test.describe.configure({ mode: 'serial', timeout: 60_000 });

const index = (page: Page): Locator => page.getByRole('navigation', { name: 'Sections' });
const palette = (page: Page): Locator => page.getByRole('combobox', { name: 'Commands' });
const change = (page: Page, words: string): Locator =>
  region(page, 'Shortcuts').getByRole('button', { name: new RegExp(`^${words}: .*Change$`) });
const recorder = (page: Page): Locator =>
  page.getByRole('button', { name: /^Press the new keys|: press a second key/ });
const onSearch = (page: Page) => expect(page).toHaveTitle(/^Search ·/);

test('Ctrl and comma opens Settings and closes the palette, and the index reaches every section by keyboard', async () => {
  const { page } = app;
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+,');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await expect(palette(page)).toHaveCount(0);
  const diagnostics = index(page).getByRole('button', { name: 'Diagnostics' });
  await diagnostics.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Diagnostics' })).toBeFocused();
  await expect(diagnostics).toHaveAttribute('aria-current', 'location');
});

test('Help explains the terms, lists the changes, and About shows the licences', async () => {
  const { page } = app;
  await page.keyboard.press('ControlOrMeta+k');
  await palette(page).fill('glossary');
  await page.keyboard.press('Enter');
  const help = page.getByRole('dialog', { name: 'Help' });
  await expect(help.getByText('Page turn', { exact: true })).toBeVisible();
  await journey.expectAccessible(page);
  await help.getByText('What’s new', { exact: true }).click();
  await expect(help.getByRole('heading', { name: 'Added' }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  // Help is one click away, and leads to the shortcuts, which lead to the glossary.
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await expect(help.getByRole('radio', { name: 'Guide' })).toBeChecked();
  await help.getByRole('button', { name: 'Show shortcuts' }).click();
  const keys = page.getByRole('dialog', { name: 'Shortcuts' });
  await keys.getByRole('button', { name: 'Open the glossary' }).click();
  await expect(keys).toHaveCount(0);
  await expect(help.getByText('Page turn', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await index(page).getByRole('button', { name: 'Help and about' }).click();
  await page.getByRole('button', { name: 'About Roundwatch' }).click();
  const about = page.getByRole('dialog', { name: 'Roundwatch' });
  await expect(about.getByText(/^Version \d/)).toBeVisible();
  await about.getByRole('button', { name: 'Licences' }).click();
  await expect(about.getByRole('listitem').first()).toHaveText(/^Roundwatch .* · MIT/);
  await expect(about.getByRole('heading', { name: /^Licences for \d+ packages$/ })).toBeVisible();
  await about.getByText('zod', { exact: true }).click();
  await expect(about.locator('details[open]')).toContainText('MIT License');
  await journey.expectAccessible(page);
  await about.getByRole('button', { name: 'Back to About' }).click();
  await about.getByRole('button', { name: 'Report a security problem' }).click();
  await expect(about.getByText(/^Write to contact@/)).toBeVisible();
  await about.getByRole('button', { name: 'Back to About' }).click();
  await about.getByRole('button', { name: 'Terms of use' }).click();
  await expect(page.getByRole('dialog', { name: 'Terms of use' })).toBeVisible();
  await page.keyboard.press('Escape');
  await index(page).getByRole('button', { name: 'Diagnostics' }).click();
});

test('a workspace is renamed, which Undo reverts', async () => {
  const { page } = app;
  const own = region(page, 'Workspaces');
  await own.getByRole('button', { name: 'More actions for Demo' }).click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename workspace' });
  await dialog.getByLabel('Name').fill('Practice');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(own.getByText('Practice', { exact: true })).toBeVisible();
  await expect(page).toHaveTitle(/Practice/);
  await page.keyboard.press('z');
  await expect(own.getByText('Demo', { exact: true })).toBeVisible();
});

test('diagnostics are copied as shown, without the demo’s key or a path', async () => {
  const { page } = app;
  const own = region(page, 'Diagnostics');
  await expect(own).toContainText('SQLite');
  await expect(own).toContainText(/yours\.db/);
  await own.getByRole('button', { name: 'Copy diagnostics' }).click();
  await expect(page.getByText('Diagnostics copied')).toBeVisible();
  // The test cannot read the clipboard directly, so it pastes the text into the palette.
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(palette(page)).toHaveValue(/Roundwatch: .*Node: .*SQLite: .*yours\.db: .*Log \(UTC\)/s);
  const pasted = await palette(page).inputValue();
  expect(pasted).not.toContain(data.path);
  expect(pasted).not.toMatch(/Bearer|@/);
  // The palette can copy the diagnostics too.
  await page.keyboard.press('Escape');
  await closeToasts(page);
  await page.keyboard.press('ControlOrMeta+k');
  await palette(page).fill('copy diag');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Diagnostics copied')).toBeVisible();
});

test('a command’s new keys work immediately and appear on every key cap', async () => {
  const { page } = app;
  await index(page).getByRole('button', { name: 'Shortcuts' }).click();
  await change(page, 'Go to Search').click();
  await expect(recorder(page)).toBeFocused();
  await pressShortcut(page, 'g', 'x');
  await expect(change(page, 'Go to Search')).toHaveAccessibleName('Go to Search: G X. Change');
  await expect(change(page, 'Go to Search')).toBeFocused();
  await page.getByRole('heading', { name: 'Settings', level: 1 }).click();
  await pressShortcut(page, 'g', 's');
  await expect(page).toHaveTitle(/^Settings ·/);
  await pressShortcut(page, 'g', 'x');
  await onSearch(page);
  await page.keyboard.press('ControlOrMeta+k');
  await palette(page).fill('go to search');
  await expect(page.getByRole('option', { name: 'Go to Search' })).toContainText(/G\s*X/);
  await page.keyboard.press('Escape');
});

test('taken keys name their command, can be reassigned, and undo reverts it', async () => {
  const { page } = app;
  await page.keyboard.press('?');
  const overlay = page.getByRole('dialog', { name: 'All keyboard shortcuts' });
  await expect(overlay.getByText('Go to Search')).toBeVisible();
  // Focus is on the dialog itself, because Enter must not press a button that the user has not chosen.
  await expect(overlay).toBeFocused();
  await overlay.getByRole('button', { name: 'Change shortcuts' }).click();
  await expect(page.getByRole('heading', { name: 'Shortcuts' })).toBeFocused();
  await change(page, 'Copy an e-mail address or link').click();
  await page.keyboard.press('ControlOrMeta+c');
  await expect(
    page.getByText('Ctrl C is reserved for typing, navigation or the system. Press other keys.'),
  ).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('alert')).toContainText(
    'Ctrl K is already used for “Open the command palette” everywhere.',
  );
  await page.getByRole('button', { name: 'Reassign' }).click();
  await expect(
    page.getByText(
      'Ctrl K now runs “Copy an e-mail address or link”. “Open the command palette” no longer has a shortcut.',
    ),
  ).toBeVisible();
  await expect(change(page, 'Open the command palette')).toHaveAccessibleName(
    'Open the command palette: none. Change',
  );
  await page.keyboard.press('z');
  await expect(change(page, 'Open the command palette')).toHaveAccessibleName(
    'Open the command palette: Ctrl K. Change',
  );
});

test('single keys can be disabled, which hides their key caps', async () => {
  const { page } = app;
  const single = page.getByRole('switch', { name: 'Single-key shortcuts' });
  await single.click();
  await page.getByRole('heading', { name: 'Settings', level: 1 }).click();
  await pressShortcut(page, 'g', 'x');
  await expect(page).toHaveTitle(/^Settings ·/);
  await single.click();
  await page.getByRole('heading', { name: 'Settings', level: 1 }).click();
  await pressShortcut(page, 'g', 'x');
  await onSearch(page);
});

test('changed keys are stored, and one press resets them', async () => {
  const { page } = app;
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+,');
  await expect(change(page, 'Go to Search')).toHaveAccessibleName('Go to Search: G X. Change');
  await region(page, 'Shortcuts')
    .getByRole('button', { name: 'Reset the shortcut for “Go to Search”' })
    .click();
  await expect(change(page, 'Go to Search')).toHaveAccessibleName('Go to Search: G S. Change');
});

test('density and text size apply immediately and from the first paint on', async () => {
  const { page } = app;
  await page.keyboard.press('ControlOrMeta+,');
  await index(page).getByRole('button', { name: 'Appearance' }).click();
  const own = region(page, 'Appearance');
  for (const choice of ['Dark', 'Compact', '150%']) await own.getByText(choice, { exact: true }).click();
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-text', '150');
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('19.5px');
  // The page applies a choice before it is saved.
  await expect
    .poll(async () => (await page.request.get(new URL('/', page.url()).href)).text())
    .toContain('data-theme="dark" data-density="compact" data-text="150"');
  await own.getByText('200%', { exact: true }).click();
  await expect(html).toHaveAttribute('data-text', '200');
  for (const choice of ['System', 'Comfortable', '100%'])
    await own.getByText(choice, { exact: true }).click();
  await expect(html).toHaveAttribute('data-text', '100');
});

test('the palette finds lists and saved searches on every screen, with the price of a run', async () => {
  const { page } = app;
  expect(await callCore(page, 'watchlists.create', { name: 'Nordic grid' })).toMatchObject({ ok: true });
  const search = {
    list: 'fundings',
    dates: { kind: 'last', days: 7 },
    query: { limit: 25, stages: ['Seed'] },
  };
  expect(await callCore(page, 'savedSearches.create', { name: 'Nordic seeds', search })).toMatchObject({
    ok: true,
  });
  await page.keyboard.press('ControlOrMeta+k');
  await palette(page).fill('nordic');
  await expect(page.getByRole('option', { name: /^Run Nordic seeds up to \d+ records/ })).toBeVisible();
  await page.getByRole('option', { name: /^Nordic grid/ }).click();
  await expect(page).toHaveTitle(/^Library ·/);
  await expect(page.getByText('Nordic grid').first()).toBeVisible();
});

test('the palette preselects a free command, and finds sections of Settings, tasks and addresses', async () => {
  const { page } = app;
  const selected = page.getByRole('dialog').getByRole('option', { selected: true });
  await page.keyboard.press('ControlOrMeta+k');
  await palette(page).fill('nordic');
  await expect(page.getByRole('option', { name: /^Run Nordic seeds up to \d+ records/ })).toBeVisible();
  await expect(selected).not.toContainText(/record/);
  await palette(page).fill('run nordic seeds');
  await expect(selected).toContainText(/up to \d+ records/);
  await palette(page).fill('settings backups');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Backups' })).toBeFocused();
  const titles = await index(page).getByRole('button').allInnerTexts();
  expect(titles.length).toBeGreaterThan(10);
  await page.keyboard.press('ControlOrMeta+k');
  await palette(page).fill('settings:');
  await expect(page.getByRole('group', { name: 'Settings' }).getByRole('option')).toHaveText(
    titles.map((title) => `Settings: ${title}`),
  );
  await page.keyboard.press('Escape');
  const companyIds = ['cmp_unknown_for_a_task'];
  const task = { companyIds, title: 'Send the Bergen offer', dueOn: null };
  expect(await callCore(page, 'tasks.add', task)).toMatchObject({ ok: true });
  await page.keyboard.press('ControlOrMeta+k');
  await palette(page).fill('bergen');
  await expect(page.getByRole('group', { name: 'Tasks' }).getByRole('option')).toHaveText(
    /^\s*Send the Bergen offer/,
  );
  const [companyId] = companyIds;
  const note = { companyId, body: 'Asked about **zebra** pricing.', baseRevision: 0, begins: true };
  expect(await callCore(page, 'notes.save', note)).toMatchObject({ ok: true });
  await palette(page).fill('zebra pricing');
  await expect(selected).toHaveText(/^\s*Search your library for “zebra pricing”\s*1 company\s*$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle(/^Library ·/);
  await expect(page.getByRole('grid').getByText('Asked about zebra pricing.')).toBeVisible();
  await page.keyboard.press('Escape');
  await pressShortcut(page, 'g', 'k');
  const tasks = page.getByRole('dialog', { name: 'Tasks' });
  await expect(
    tasks.getByText('The number in the navigation counts only tasks due today or overdue.', { exact: false }),
  ).toBeVisible();
  const done = page.getByRole('checkbox', { name: 'Send the Bergen offer' });
  await expect(
    tasks.getByRole('region', { name: /^No due date/ }).getByText('Send the Bergen offer'),
  ).toBeVisible();
  await tasks.getByRole('button', { name: /^More actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await expect(tasks.getByRole('textbox', { name: 'Task', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await tasks.getByRole('button', { name: /^More actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  // A time without a date means today.
  await tasks.getByRole('textbox', { name: 'Time' }).fill('23:59');
  await tasks.getByRole('button', { name: 'Save changes' }).click();
  await expect(tasks.getByRole('region', { name: /^Today/ })).toContainText('today, 23:59');
  await tasks.getByText('Send the Bergen offer').click();
  await expect(tasks.getByText('No open tasks.')).toBeVisible();
  // The keys for undo and redo also work in a dialog.
  await tasks.getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('ControlOrMeta+KeyZ');
  await expect(tasks.getByText('Send the Bergen offer')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+KeyZ');
  await expect(tasks.getByText('No open tasks.')).toBeVisible();
  await page.getByText('Done (1)', { exact: true }).click();
  await expect(done).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(tasks).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+k');
  await palette(page).fill('https://www.polarvik.example/team');
  await expect(
    page.getByRole('group', { name: 'No company in your library matches polarvik.example' }),
  ).toBeVisible();
  await expect(selected).toContainText('Search the service for “polarvik”');
  await page.keyboard.press('Enter');
  await onSearch(page);
  await expect(page.getByRole('textbox', { name: /Name|Text|Search/ }).first()).toBeVisible();
});

test('a skipped market question does not appear again', async () => {
  const { page } = app;
  expect(await callCore(page, 'workspaces.leave')).toMatchObject({ ok: true });
  await page.getByRole('button', { name: 'Explore the demo' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});
