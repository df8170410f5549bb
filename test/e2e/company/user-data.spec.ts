import { expect, test, type Page } from '@playwright/test';
import { z } from 'zod';
import { callCore, openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { HOSTILE_NOTES, HUGE_NOTES } from '../security/hostile-notes.ts';
import { openInFull } from './company-page.ts';
import { openRow } from './company-panels.ts';
import { holdCode } from '../support/hold-code.ts';
import * as journey from '../support/journey.ts';
import { region } from '../support/locators.ts';
import { undoByToast } from '../support/toasts.ts';

/*
 * Tests user data for one company (writing, reading, undoing and restoring it) and message templates. Also
 * tests that forms are in view and that the company pane can be resized.
 */

let app: LoopbackApp;
let companyId: string;
const data = tempDir();
test.beforeAll(async ({ browser }) => {
  app = await openLoopback(browser, data.path);
  await journey.exploreDemo(app.page);
  await app.page.setViewportSize({ width: 1440, height: 900 });
  await journey.search30DaysUs(app.page);
  await openFirst(app.page);
  companyId = await shownId(app.page);
});
test.afterAll(async () => {
  await app.close();
  data.remove();
});
test.describe.configure({ mode: 'serial', timeout: 60_000 });

const writer = (page: Page) => page.getByRole('textbox', { name: /^Note on/ });
async function openFirst(page: Page): Promise<void> {
  await page.getByRole('grid', { name: 'Results' }).getByRole('row').nth(1).click();
  await expect(region(page, 'Tasks')).toBeVisible();
}
/** Returns the id of the first search result, which is the open company. */
async function shownId(page: Page): Promise<string> {
  const last = z
    .object({ value: z.object({ set: z.object({ setId: z.string() }) }) })
    .parse(await callCore(page, 'search.last'));
  const { setId } = last.value.set;
  const rows = z
    .object({ value: z.object({ rows: z.array(z.object({ companyId: z.string() })) }) })
    .parse(await callCore(page, 'search.rows', { setId, offset: 0, limit: 1 }));
  return rows.value.rows[0]?.companyId ?? '';
}
/** Opens the first result on a reloaded page, and returns a function that lets the editor's code load. */
async function reloadWithoutEditor(page: Page): Promise<() => void> {
  const code = await holdCode(page, 'note-editor');
  await page.reload();
  await journey.goTo(page, 'Search');
  await openFirst(page);
  return code.release;
}
async function noteOf(page: Page): Promise<{ body: string; revision: number }> {
  const reply = await callCore(page, 'notes.get', { companyId });
  return z.object({ value: z.object({ body: z.string(), revision: z.int() }) }).parse(reply).value;
}

test('a note written by keyboard saves automatically and reloads as Markdown', async () => {
  const { page } = app;
  await page.getByRole('grid', { name: 'Results' }).focus();
  await page.keyboard.press('n');
  await expect(writer(page)).toBeFocused();
  // While a field has focus, single keys type text instead of triggering shortcuts.
  await page.keyboard.type('# Plan\n\nAsk **Ada** about the site.\n\n- budget\n\nnot urgent');
  await expect(region(page, 'Notes').getByRole('status')).toHaveText(/^Saved \d\d:\d\d$/);
  expect((await noteOf(page)).body).toContain('Ask **Ada** about the site.');
  await page.keyboard.press('Escape');
  await expect(writer(page)).toHaveCount(0);
  await page.reload();
  await journey.goTo(page, 'Search');
  await openFirst(page);
  const notes = region(page, 'Notes');
  await expect(notes.getByRole('heading', { name: 'Plan', level: 4 })).toBeVisible();
  await expect(notes.locator('strong')).toHaveText('Ada');
  await expect(notes.getByRole('listitem').first()).toHaveText('budget');
});

test('words with # in a saved note are offered as tags, one click each', async () => {
  const { page } = app;
  const notes = region(page, 'Notes');
  const offer = (tag: string) => notes.getByRole('button', { name: `Add tag “${tag}”` });
  await page.keyboard.press('n');
  await expect(writer(page)).toBeFocused();
  await page.keyboard.type('\n\nOffered a #pilot for #q3.');
  // Nothing is offered while the user writes.
  await expect(notes.getByRole('status')).toHaveText(/^Saved \d\d:\d\d$/);
  await expect(offer('pilot')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(offer('q3')).toBeVisible();
  await offer('pilot').click();
  await expect(offer('pilot')).toHaveCount(0);
  await expect(offer('q3')).toBeVisible();
  await expect(region(page, 'Status, tags and lists')).toContainText('pilot');
  await page.keyboard.press('z');
  await expect(offer('pilot')).toBeVisible();
});

test('a click while a note is written reaches the button that was pressed', async () => {
  const { page } = app;
  const log = region(page, 'Contact log');
  await page.keyboard.press('n');
  await expect(writer(page)).toBeFocused();
  await log.getByRole('button', { name: 'Add entry' }).hover();
  await page.mouse.down();
  // If the editor closed now, the button would move away from the pointer before the click.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  await expect(writer(page)).toBeVisible();
  await page.mouse.up();
  await expect(log.getByRole('textbox', { name: 'Summary' })).toBeVisible();
  await expect(writer(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(log.getByRole('textbox', { name: 'Summary' })).toHaveCount(0);

  // A click on the button for the note ends the edit, which can be undone, and begins the next one.
  await page.keyboard.press('n');
  await expect(writer(page)).toBeFocused();
  await page.keyboard.type(' and once more');
  await page.getByRole('article').getByRole('button', { name: /^Note/ }).click();
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible();
  await expect(writer(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(writer(page)).toHaveCount(0);
  await expect(region(page, 'Notes')).toContainText('and once more');
  await page.keyboard.press('z');
  await expect(region(page, 'Notes')).not.toContainText('and once more');
});

test('the whole editor of a note is scrolled into view', async () => {
  const { page } = app;
  const notes = region(page, 'Notes');
  await page.setViewportSize({ width: 1440, height: 700 });
  await notes.evaluate((panel) => {
    const pane = panel.closest('.pane-body');
    if (pane === null) throw new Error('the panel is in no pane');
    pane.scrollTop += panel.getBoundingClientRect().top + 60 - pane.getBoundingClientRect().bottom;
  });
  await page.getByRole('grid', { name: 'Results' }).focus();
  await page.keyboard.press('n');
  await expect(writer(page)).toBeFocused();
  await expect(notes.locator('.cm-editor')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('the selection survives when the plain text field becomes the editor', async () => {
  const { page } = app;
  const load = await reloadWithoutEditor(page);
  const before = (await noteOf(page)).body;
  await page.keyboard.press('n');
  await expect(writer(page)).toBeFocused();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Shift+ArrowRight');
  load();
  await expect(region(page, 'Notes').locator('.cm-content')).toBeFocused();
  await page.keyboard.type('>');
  await expect.poll(async () => (await noteOf(page)).body).toBe(`>${before.slice(1)}`);
  await page.keyboard.press('Escape');
  await page.keyboard.press('z');
  await expect.poll(async () => (await noteOf(page)).body).toBe(before);
  await page.unrouteAll();
});

test('a note closed before the editor’s code has loaded stays closed', async () => {
  const { page } = app;
  const load = await reloadWithoutEditor(page);
  await page.keyboard.press('n');
  await expect(writer(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(writer(page)).toHaveCount(0);
  const loaded = page.waitForResponse('**/note-editor-*.js');
  load();
  await (await loaded).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  await expect(writer(page)).toHaveCount(0);
  expect(app.pageErrors).toEqual([]);
  await page.unrouteAll();
});

test('the editor’s styles pass the content security policy', async () => {
  const { page } = app;
  await region(page, 'Notes')
    .getByRole('button', { name: /^Write/ })
    .click();
  await expect(writer(page)).toBeFocused();
  const heading = region(page, 'Notes').locator('.cm-line').first();
  await expect(heading.locator('.note-strong').first()).toHaveCSS('font-weight', '600');
  await expect(region(page, 'Notes').locator('.cm-content')).toHaveCSS(
    'white-space',
    /break-spaces|pre-wrap/,
  );
  await journey.expectBothThemesAccessible(page, 'words-editor');
  await page.keyboard.press('Escape');
});

test('typing is undone and redone as one step', async () => {
  const { page } = app;
  const before = (await noteOf(page)).body;
  await page.keyboard.press('n');
  await expect(writer(page)).toBeFocused();
  await page.keyboard.type(' and more');
  await page.keyboard.press('Escape');
  await expect(region(page, 'Notes')).toContainText('and more');
  await page.keyboard.press('z');
  await expect(region(page, 'Notes')).not.toContainText('and more');
  await expect.poll(async () => (await noteOf(page)).body.length).toBeLessThan(before.length + 9);
});

test('an earlier text is viewed and restored, and undo reverts it', async () => {
  const { page } = app;
  const { revision } = await noteOf(page);
  await callCore(page, 'notes.save', { companyId, body: 'The first text', baseRevision: revision });
  // Removes all text. The text that is saved next therefore forms a new revision.
  await callCore(page, 'notes.save', { companyId, body: '', baseRevision: revision + 1 });
  const second = await noteOf(page);
  const body = '## Quite another\n\nThe [second site](https://site.example)\n\n- budget\n- [ ] date';
  await callCore(page, 'notes.save', { companyId, body, baseRevision: second.revision });
  const notes = region(page, 'Notes');
  await expect(notes).toContainText('Quite another');
  await notes.getByRole('button', { name: 'Version history' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /The first text/ }).click();
  await expect(dialog.getByRole('button', { name: /The first text/ })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  await journey.expectAccessible(page);
  await dialog.getByRole('button', { name: 'Restore this version' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(notes).toContainText('The first text');
  await undoByToast(page, /Version from .* restored/);
  await expect(notes).toContainText('Quite another');
});

test('a task is added by key, snoozed, completed, reopened and undone', async () => {
  const { page } = app;
  const tasks = region(page, 'Tasks');
  // Scrolls the pane to a position from which the app must scroll the form into view. Otherwise, only the
  // form's first field would be visible.
  await page.setViewportSize({ width: 1440, height: 700 });
  await tasks.evaluate((panel) => {
    const pane = panel.closest('.pane-body');
    if (pane === null) throw new Error('the panel is in no pane');
    pane.scrollTop += panel.getBoundingClientRect().top + 110 - pane.getBoundingClientRect().bottom;
  });
  await page.getByRole('grid', { name: 'Results' }).focus();
  await page.keyboard.press('t');
  await expect(tasks.getByRole('textbox', { name: 'Task', exact: true })).toBeFocused();
  await expect(tasks.getByRole('button', { name: 'Save task' })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Enter');
  await expect(tasks.getByText('Enter a task.')).toBeVisible();
  await page.keyboard.type('Call about the site');
  await tasks.getByRole('button', { name: 'Tomorrow' }).click();
  const time = tasks.getByRole('textbox', { name: 'Time' });
  await time.fill('25:00');
  await tasks.getByRole('button', { name: 'Save task' }).click();
  await expect(tasks.getByText('Enter a time as HH:MM.')).toBeVisible();
  await tasks.getByRole('button', { name: 'Choose a time' }).click();
  await page.getByRole('menuitem', { name: '09:30' }).click();
  await expect(time).toHaveValue('09:30');
  await time.fill('2:30 pm');
  await tasks.getByRole('button', { name: 'Save task' }).click();
  const row = tasks.getByRole('listitem').filter({ hasText: 'Call about the site' });
  await expect(row).toContainText('tomorrow, 14:30');
  await row.getByRole('button', { name: /^More actions for/ }).click();
  // On Sundays, the menu does not offer next week.
  await page
    .getByRole('menuitem', { name: /^Snooze until (tomorrow( \(next week\))?|next week)$/ })
    .last()
    .click();
  await expect(row).toContainText('snoozed until');
  await undoByToast(page, 'Task snoozed until');
  await expect(row).not.toContainText('snoozed');
  await row.getByText('Call about the site').click();
  await expect(row).toHaveCount(0);
  await tasks.getByRole('button', { name: 'Show 1 done task' }).click();
  await expect(row.getByRole('checkbox')).toBeChecked();
  await row.getByText('Call about the site').click();
  await expect(row.getByRole('checkbox')).not.toBeChecked();
  await callCore(page, 'tasks.add', { companyIds: [companyId], title: 'Long ago', dueOn: '2020-01-02' });
  await expect(tasks.getByRole('listitem').first()).toContainText('overdue since 2 Jan 2020');
});

test('the header shows the status of the company and sets it by mouse', async () => {
  const { page } = app;
  const header = page.getByRole('article').locator('header');
  await header.getByRole('button', { name: 'Set status' }).click();
  const dialog = page.getByRole('dialog', { name: /^Set status of / });
  await dialog.getByRole('button', { name: 'Meeting' }).click();
  const status = header.getByRole('button', { name: 'Status: Meeting' });
  await expect(status).toHaveText('Meeting');
  await expect(status).toHaveAttribute('title', 'Status: Meeting. Change status (V)');
  await expect(region(page, 'Status, tags and lists').getByRole('combobox', { name: 'Status' })).toHaveValue(
    'meeting',
  );
  await undoByToast(page, /Meeting/);
  await expect(header.getByRole('button', { name: 'Set status' })).toBeVisible();
});

test('status, tags and reasons are set and undone', async () => {
  const { page } = app;
  const yours = region(page, 'Status, tags and lists');
  await yours.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Contacted' });
  await undoByToast(page, /set to Contacted/);
  const status = yours.getByRole('combobox', { name: 'Status' });
  await expect(status).toHaveValue('none');
  await status.selectOption({ label: 'New status…' });
  const dialog = page.getByRole('dialog', { name: 'New status' });
  await expect(yours.locator('select')).toHaveValue('none');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Demo booked');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(status.getByRole('option', { name: 'Demo booked', selected: true })).toHaveCount(1);
  // One undo removes the status from the company and from the menu.
  await undoByToast(page, /set to Demo booked/);
  await expect(status).toHaveValue('none');
  await expect(status.getByRole('option', { name: 'Demo booked' })).toHaveCount(0);
  // Typing “Not” first selects “New”. Only Enter saves the value and returns focus to the list.
  // The timeline is loaded again after the undo.
  await expect(page.getByText('Status: Demo booked', { exact: true })).toHaveCount(0);
  const entries = page.getByText(/^Status: /);
  const before = await entries.count();
  await status.focus();
  await page.keyboard.type('Not');
  await expect(yours.getByText('Enter to set, Esc to cancel')).toBeVisible();
  await expect(entries).toHaveCount(before);
  await page.keyboard.press('Enter');
  await expect(entries).toHaveCount(before + 1);
  await expect(page.getByRole('grid')).toBeFocused();
  await status.focus();
  await page.keyboard.type('Won');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('grid')).toBeFocused();
  await expect(status).toHaveValue('not-now');
  await undoByToast(page, /set to Not now/);
  await yours.getByRole('combobox', { name: 'Your tags' }).fill('Grid storage');
  await page.getByRole('option', { name: 'New tag “Grid storage”' }).click();
  await expect(yours.getByRole('button', { name: 'Remove Grid storage' })).toBeVisible();
  // Saving a change renders the tags again, and a click before that could miss the button. The test therefore
  // waits until the change is saved.
  await expect(page.getByText(/ tagged “Grid storage”/).first()).toBeVisible();
  await yours.getByRole('button', { name: 'Remove Grid storage' }).click();
  await expect(yours.getByRole('button', { name: 'Remove Grid storage' })).toHaveCount(0);
  await undoByToast(page, /removed from/);
  await expect(yours.getByRole('button', { name: 'Remove Grid storage' })).toBeVisible();
  await journey.saveToList(page, 'Warm intros');
  const reason = yours.getByRole('textbox', { name: 'Reason for Warm intros' });
  await reason.fill('Met at the forum');
  await reason.press('Enter');
  await expect(page.getByText('Reason for Warm intros saved')).toBeVisible();
  // The second company does not have the tag and is not on the list. Reopening the first company shows its
  // stored values again.
  await openRow(page, 2);
  await expect(reason).toHaveCount(0);
  await openRow(page, 1);
  await expect(reason).toHaveValue('Met at the forum');
  await expect(yours.getByRole('button', { name: 'Remove Grid storage' })).toBeVisible();
});

test('a conversation is logged with contact and time, and undone', async () => {
  const { page } = app;
  const log = region(page, 'Contact log');
  await log.getByRole('button', { name: 'Add entry' }).click();
  await log.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Meeting' });
  await log.getByRole('textbox', { name: 'Summary' }).fill('Wants an offer in June');
  // The day can be typed, or chosen by keyboard in the app's calendar. Days after today are rejected.
  const day = log.getByRole('textbox', { name: 'Date', exact: true });
  await day.fill('2999-01-01');
  await log.getByRole('button', { name: 'Save entry' }).click();
  await expect(log.getByText('Choose today or an earlier day.')).toBeVisible();
  await day.fill('11 Mar 2026');
  await log.getByRole('button', { name: 'Open calendar: date' }).press('Enter');
  await expect(page.getByRole('button', { name: /11 March 2026/ })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(day).toHaveValue('10 Mar 2026');
  // A single accessibility check covers all user data: a rendered note, tags, reasons, tasks and both forms.
  await region(page, 'Tasks').getByRole('button', { name: 'Add task' }).click();
  await page.getByRole('textbox', { name: 'Task', exact: true }).fill('Send the offer');
  await journey.expectBothThemesAccessible(page, 'company-user-data');
  await page.keyboard.press('Escape');
  await log.getByRole('button', { name: 'Save entry' }).click();
  const entry = log.getByRole('listitem');
  await expect(entry).toContainText('Meeting');
  await expect(entry).toContainText('10 Mar');
  await expect(entry).toContainText('Wants an offer in June');
  await undoByToast(page, /logged/);
  await expect(entry).toHaveCount(0);
  await page
    .locator('[data-sonner-toast]')
    .filter({ hasText: /Undone: .*logged/ })
    .getByRole('button', { name: /^Redo/ })
    .click();
  await expect(entry).toHaveCount(1);
});

test('one undo deletes a list created for a company', async () => {
  const { page } = app;
  await journey.saveToList(page, 'Made in passing');
  await undoByToast(page, /saved to Made in passing/);
  await page.getByRole('button', { name: /^Save( to a list)?$/ }).click();
  await expect(page.getByPlaceholder('New list')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Warm intros' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Made in passing' })).toHaveCount(0);
  // Space on a list removes the company from it. Enter would move to the reason.
  const listed = page.getByRole('checkbox', { name: 'Warm intros' });
  await listed.press('Space');
  await expect(listed).not.toBeChecked();
  await page.keyboard.press('Escape');
  await expect(listed).toHaveCount(0);
  await undoByToast(page, /removed from Warm intros/);
});

test('hostile Markdown renders as text and allowed elements and sends no request', async () => {
  const { page } = app;
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const notes = region(page, 'Notes');
  let { revision } = await noteOf(page);
  // Ten hostile strings share a note, but each huge string has a separate note.
  const tens = Array.from({ length: Math.ceil(HOSTILE_NOTES.length / 10) }, (_, at) =>
    HOSTILE_NOTES.slice(at * 10, at * 10 + 10),
  );
  for (const texts of [...tens, ...HUGE_NOTES.map((note) => [note])]) {
    const ends = texts.map(({ name }) => `end of ${name}`);
    const body = texts.map((text, at) => `${text.body}\n\n${ends[at] ?? ''}`).join('\n\n');
    await callCore(page, 'notes.save', { companyId, body, baseRevision: revision });
    await expect(notes).toContainText(ends.at(-1) ?? '', { timeout: 10_000 });
    const plain = texts.some((text) => text.plain === true);
    await expect(notes.locator('.note-text')).toHaveCount(plain ? 0 : 1);
    // Each string is followed by a separate paragraph with its name. If the string's Markdown swallowed this
    // paragraph, it would be missing.
    const paragraphs = plain ? ends : await notes.locator('.note-text > p').allInnerTexts();
    expect(paragraphs.filter((text) => ends.includes(text))).toEqual(ends);
    expect({ ends, ...(await disallowedMarkup(page)) }).toEqual({ ends, elements: [], attributes: [] });
    ({ revision } = await noteOf(page));
  }
  // The page may load the app's own code, but must send no other request.
  const ownCode = new URL('/assets/', page.url()).href;
  expect(requested.filter((url) => !url.startsWith(ownCode))).toEqual([]);
  expect(await page.evaluate(() => Reflect.get(window, 'hit'))).toBeUndefined();
  expect(app.pageErrors).toEqual([]);
});

/** Returns the elements and attributes in the rendered note that are not on the allow-list. */
const disallowedMarkup = (page: Page): Promise<{ elements: string[]; attributes: string[] }> =>
  region(page, 'Notes').evaluate((region) => {
    const allowed =
      'p br hr h4 h5 h6 ul ol li blockquote pre code em strong del a table thead tbody tr th td'.split(' ');
    const all = [...region.querySelectorAll('.note-text *')];
    return {
      elements: all.map(({ localName }) => localName).filter((name) => !allowed.includes(name)),
      attributes: all
        .flatMap((element) => element.getAttributeNames().map((name) => `${element.localName} ${name}`))
        .filter((each) => each !== 'a title'),
    };
  });

test('the company pane’s width is set by mouse and keys within bounds, and remembered', async () => {
  const { page } = app;
  const edge = page.getByRole('separator', { name: 'Company pane width' });
  const width = async (): Promise<number> =>
    Math.round((await page.getByRole('article').boundingBox())?.width ?? 0);
  await expect(edge).toHaveAttribute('aria-valuenow', '480');
  expect(await width()).toBe(480);
  await edge.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(edge).toHaveAttribute('aria-valuenow', '496');
  await expect.poll(width).toBe(496);
  const box = await edge.boundingBox();
  if (box === null) throw new Error('no edge');
  await page.mouse.move(box.x + box.width / 2, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x - 400, box.y + 200, { steps: 5 });
  await page.mouse.up();
  await expect.poll(width).toBe(560);
  await expect.poll(() => callCore(page, 'settings.preview')).toEqual({ ok: true, value: { width: 560 } });
  await page.reload();
  await journey.goTo(page, 'Search');
  await openRow(page, 1);
  await expect.poll(width).toBe(560);
  await edge.dblclick();
  await expect.poll(width).toBe(480);
});

test('the full view at 1024 pixels cuts no user data off', async () => {
  const { page } = app;
  await openInFull(page);
  await page.setViewportSize({ width: 1024, height: 700 });
  await journey.expectBothThemesAccessible(page, 'company-full-1024');
  const overflow = await page.evaluate(
    () =>
      [...document.querySelectorAll('article .panel')].filter(
        ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1,
      ).length,
  );
  expect(overflow).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('Settings manage the templates', async () => {
  const { page } = app;
  await callCore(page, 'templates.create', { name: 'Short', subject: 'Hi {first name}', body: '{company}' });
  await journey.goTo(page, 'Settings');
  const templates = page.getByRole('region', { name: 'Message templates' }).getByRole('listitem');
  await expect(templates).toHaveText([/Short/]);
  await page.getByRole('button', { name: 'More actions for Short' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(templates).toHaveText([/Built-in/]);
  await page.keyboard.press('z');
  await expect(templates).toHaveText([/Short/]);
  expect(app.pageErrors).toEqual([]);
});
