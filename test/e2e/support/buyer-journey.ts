import { expect, type Page } from '@playwright/test';
import { goTo, pay, search30DaysUs } from './journey.ts';
import { region, results } from './locators.ts';

/*
 * The journey of a seller with buyer roles: from a list of companies to the contact who matches best, a
 * message, and its follow-ups.
 */

/** Sends a request to the core through the shell under test. */
type CoreRequest = (channel: string, input?: unknown) => Promise<unknown>;

interface Candidate {
  readonly row: number;
  readonly name: string;
  /** The number of contacts that strongly match the buyer roles. */
  readonly matching: number;
}

const TEMPLATE = 'Why now';
const FOLLOW_UPS = 'Follow-ups due';
const DAY_MS = 86_400_000;
const contacts = (page: Page) => region(page, 'Contacts');
const todaysList = (page: Page) => page.getByRole('grid', { name: 'Today’s list' });

/** Sets two buyer roles in Settings: everyone in Sales, and founders and other executives. */
async function setBuyerRoles(page: Page): Promise<void> {
  await goTo(page, 'Settings');
  const roles = page.getByRole('region', { name: 'Buyer roles' });
  for (const department of ['Sales', 'Executive (CEO, founders, board)']) {
    await roles.getByRole('button', { name: 'Add role' }).click();
    await roles.getByRole('combobox', { name: 'Department' }).last().selectOption({ label: department });
  }
  await roles.getByRole('button', { name: 'Save buyer roles' }).click();
  await expect(page.getByText('Buyer roles saved')).toBeVisible();
}

/**
 * Fetches the profiles of results until three companies with contacts are found. A profile contains the
 * titles of the contacts, so the company view then shows how many of them match.
 */
async function fetchCandidates(page: Page): Promise<readonly Candidate[]> {
  const found: Candidate[] = [];
  for (let row = 1; row < 10 && found.length < 3; row += 1) {
    await results(page).getByRole('row').nth(row).click();
    await pay(region(page, 'Overview').getByRole('button', { name: /^Fetch profile/ }));
    await expect(region(page, 'Overview').getByRole('button', { name: /^Refresh/ })).toBeVisible();
    if ((await contacts(page).getByRole('listitem').count()) === 0) continue;
    const text = await contacts(page).innerText();
    const name = await page.getByRole('article').getByRole('heading', { level: 2 }).innerText();
    const matching = /(is a|are) weak match/.test(text)
      ? 0
      : Number(/(\d+) of \d+(?: known)? match/.exec(text)?.[1] ?? 0);
    found.push({ row, name, matching });
  }
  expect(found).toHaveLength(3);
  return found;
}

/**
 * Marks all companies as done except the one with the most matches, and then fetches the contacts of this
 * company.
 */
async function fetchBestContacts(page: Page, candidates: readonly Candidate[]): Promise<Candidate> {
  const [best, ...others] = [...candidates].sort((a, b) => b.matching - a.matching);
  if (best === undefined || best.matching === 0) throw new Error('no company has a match');
  for (const { row, name } of others) {
    await results(page).getByRole('row').nth(row).click();
    await page.keyboard.press('e');
    await expect(page.getByText(`${name} marked as done`)).toBeVisible();
  }
  await results(page).getByRole('row').nth(best.row).click();
  const first = contacts(page).getByRole('listitem').first();
  await expect(first).toContainText(/Sales|Executive/);
  const fetch = contacts(page).getByRole('button', { name: /^Fetch contacts/ });
  await expect(fetch).toContainText(
    new RegExp(`${best.matching} of \\d+( known)? match(es)? · (about )?\\d+ records?`),
  );
  await pay(fetch);
  await expect(
    contacts(page)
      .getByText(/@.+\.example/)
      .first(),
  ).toBeVisible();
  await expect(first).toContainText(/Sales|Executive/);
  return best;
}

/**
 * Returns the dates that are 3 and 8 working days after `today` (such as `2026-06-10`), in the form `Mon 15
 * Jun`, and the number of days from `today` to the first of them.
 */
function followUpDays(today: string): { readonly texts: readonly string[]; readonly daysToFirst: number } {
  const working: number[] = [];
  const start = Date.parse(today);
  for (let at = start + DAY_MS; working.length < 8; at += DAY_MS)
    if (![0, 6].includes(new Date(at).getUTCDay())) working.push(at);
  const text = (at = 0): string =>
    new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
      .format(at)
      .replace(',', '')
      .replace('Sept', 'Sep');
  return {
    texts: [text(working[2]), text(working[7])],
    daysToFirst: ((working[2] ?? 0) - start) / DAY_MS,
  };
}

/**
 * Creates a template that contains a reason to write, uses it to write to the best match, copies the message
 * and logs it.
 */
async function writeWithReason(page: Page, days: readonly string[]): Promise<void> {
  await contacts(page)
    .getByRole('button', { name: /^Write to/ })
    .first()
    .click();
  const message = page.getByRole('dialog', { name: /^Message to / });
  await message.getByRole('button', { name: 'New template' }).click();
  const template = page.getByRole('dialog', { name: 'New template' });
  await template.getByRole('textbox', { name: 'Name' }).fill(TEMPLATE);
  await template.getByRole('textbox', { name: 'Subject' }).fill('Your {stage} round');
  await template
    .getByRole('textbox', { name: 'Message' })
    .fill('Hello {first name},\n\nI saw that {{why_now}}.\n');
  await template.getByRole('button', { name: 'Save template' }).click();
  const body = message.getByRole('textbox', { name: 'Message' });
  await expect(body).toHaveValue(/^Hello \S+,\n\nI saw that you raised .+\.\n/);
  await expect(message.getByText('No placeholders left to fill in.')).toBeVisible();
  await message.getByText('Add to the contact log').click();
  const proposed = message.getByRole('checkbox', { name: /^Follow-ups: / });
  await expect(proposed).toBeChecked();
  for (const day of days) await expect(message).toContainText(day);
  await message.getByRole('button', { name: 'Copy message' }).click();
  await expect(page.getByText(/^Message copied and logged\. Status: Contacted\. Follow-ups: /)).toBeVisible();
  await message.getByRole('button', { name: 'Close' }).last().click();
  const followUps = region(page, 'Follow-ups');
  for (const day of days) await expect(followUps).toContainText(day);
  await expect(followUps).toContainText('Logging a response completes both follow-ups.');
}

/**
 * Records a reply to the due follow-up on Today. This completes both follow-ups of the message. Afterwards,
 * undoes the change.
 */
async function answerAndUndo(page: Page, company: string): Promise<void> {
  await goTo(page, 'Today');
  await expect(todaysList(page)).toContainText(FOLLOW_UPS);
  await todaysList(page).focus();
  await page.keyboard.press('Home');
  const due = todaysList(page).locator('[aria-selected="true"]');
  await expect(due).toContainText(company);
  await expect(due).toContainText('1 of 2');
  await due.getByRole('button', { name: 'Replied' }).click();
  await expect(page.getByText(/^Reply from .* logged, 2 follow-ups completed$/)).toBeVisible();
  await expect(page.getByText(FOLLOW_UPS)).toHaveCount(0);
  await page.keyboard.press('z');
  await expect(todaysList(page)).toContainText(FOLLOW_UPS);
  await expect(todaysList(page).locator('[aria-selected="true"]')).toContainText('1 of 2');
}

/**
 * Walks through the demo from buyer roles to a message and its follow-ups: sets roles, searches, compares
 * three companies by their matching contacts, writes to the best match, and records a reply when the
 * follow-up is due.
 */
export async function writeToBestMatch(page: Page, request: CoreRequest): Promise<void> {
  const result = async <T>(channel: string, input: unknown = {}): Promise<T> => {
    const reply = (await request(channel, input)) as { readonly ok: boolean; readonly value: T };
    expect(reply).toMatchObject({ ok: true });
    return reply.value;
  };
  await setBuyerRoles(page);
  await search30DaysUs(page);
  const best = await fetchBestContacts(page, await fetchCandidates(page));
  const { today } = await result<{ today: string }>('tasks.due', { offset: 0, limit: 1 });
  const { texts, daysToFirst } = followUpDays(today);
  await writeWithReason(page, texts);
  await result('demo.travel', { days: daysToFirst });
  await answerAndUndo(page, best.name);
}
