import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, expect, test, type BrowserContext, type Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { chromiumArguments, findChromium } from '../../../scripts/common/environment.mjs';
import { measure, number } from '../../security/support/figures.ts';
import { findPlaintext } from '../../support/privacy/plaintext-scan.ts';
import { openScreenHost, type ScreenHost } from '../../support/browser/screen-host.ts';
import { fetchCompany, searchPages } from '../../support/app/user-requests.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';
import { go, grid } from '../states/screen-state.ts';
import { region } from '../support/locators.ts';

/*
 * Two goals of `npm run security`. T3: every personal field of every contact contains a marker. After a
 * simulated working day, no file, log, request or copied text contains a marker, except for one email that
 * the test copies. K2: the API key is in none of these places, and does not remain in the page's memory.
 */

test.describe.configure({ mode: 'serial', timeout: 180_000 });

const PASSPHRASE = 'correct horse battery';
const folder = tempDir();
const profile = join(folder.path, 'profile');
const downloads = join(folder.path, 'downloads');
const markers = new Set<string>();
/** URLs, headers and bodies of the page's requests. WebSocket frames are not included. */
const requested: string[] = [];
const frames: string[] = [];
let host: ScreenHost;
let page: Page;
let context: BrowserContext;
let ids: readonly string[] = [];
let copied = '';

/** Returns a contact with a different marker in each personal field. */
function marked(person: Record<string, unknown>): Record<string, unknown> {
  const at = Math.floor(markers.size / 5);
  const [name, surname, title] = [`Namq${at}zx`, `Surq${at}zy`, `Titq${at}zw`];
  const [email, linkedin] = [`emaq${at}zv`, `linq${at}zu`];
  for (const each of [name, surname, title, email, linkedin]) markers.add(each);
  return {
    ...person,
    name: `${name} ${surname}`,
    title: `${title} Officer`,
    email: `${email}@canary.example`,
    linkedinUrl: `https://www.linkedin.com/in/${linkedin}/`,
  };
}
const isPerson = (value: object): boolean => 'name' in value && 'title' in value && 'linkedinUrl' in value;
function withMarkers(body: string): string {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    const inside = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, visit(part)]));
    return isPerson(inside) ? marked(inside) : inside;
  };
  try {
    return JSON.stringify(visit(JSON.parse(body)));
  } catch {
    return body;
  }
}

test.beforeAll(async () => {
  mkdirSync(downloads, { recursive: true });
  const executablePath = findChromium();
  context = await chromium.launchPersistentContext(profile, {
    ...(executablePath === null ? {} : { executablePath }),
    args: [...chromiumArguments],
    downloadsPath: downloads,
    viewport: { width: 1440, height: 900 },
  });
  context.on('request', (request) => {
    requested.push(
      `${request.method()} ${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`,
    );
  });
  context.on('page', (opened) =>
    opened.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => frames.push(String(payload)));
    }),
  );
  // Replaces the host's default context with one that has a profile on disk, like a user's browser.
  host = await openScreenHost(
    { newContext: () => Promise.resolve(context) },
    { hasKeychain: false, rewrite: withMarkers },
  );
  page = host.page;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
});
test.afterAll(() => {
  folder.remove();
});

test('a day’s work with contacts: search, view, note, one copy, export, backup, lock', async () => {
  const { service } = host;
  await journey.connectAccount(page, {
    baseUrl: service.baseUrl,
    apiKey: service.liveKey,
    passphrase: PASSPHRASE,
  });
  const { handlers } = host.core();
  ids = await searchPages(handlers, 1);
  let withPeople = '';
  for (const id of ids.slice(0, 6)) {
    await fetchCompany(handlers, id);
    const { people } = await handlers.companies.people({ id, offset: 0 });
    if (people.length > 0) withPeople = id;
    if (withPeople !== '' && markers.size > 20) break;
  }
  await go(page, 'Library');
  await expect(grid(page).getByRole('row').nth(3)).toBeVisible();
  host.core().follow({ companyId: withPeople, find: null });
  const card = region(page, 'Contacts');
  await expect(card.getByText(/Namq\d+zx/).first()).toBeVisible();
  copied = await journey.copyFirstEmail(page).catch(async () => {
    await card
      .getByRole('button', { name: /^Copy e-mail address of/ })
      .first()
      .click();
    return page.evaluate(() => navigator.clipboard.readText());
  });
  await journey.writeNote(page, journey.NOTE);
  await journey.saveToList(page, journey.LIST);
  await page.keyboard.press('Escape');
  const { people } = await handlers.companies.people({ id: withPeople, offset: 0 });
  const personId = people[0]?.personId ?? null;
  await handlers.contactLog.add({
    companyIds: [withPeople],
    happenedOn: '2026-03-02',
    channel: 'call',
    line: 'Call back',
    personId,
    answer: null,
    followUps: ['2026-03-05'],
  });
  const [word = ''] = (people[0]?.name ?? '').split(' ');
  await go(page, 'Library');
  await page.getByRole('searchbox', { name: 'Search the library' }).fill(word);
  await expect(grid(page).getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the library' }).fill('');
  await page.keyboard.press('Control+k');
  await page.keyboard.type(word);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await handlers.words.export({});
  await handlers.backups.make({});
  await go(page, 'Quota');
  await go(page, 'Settings');
  await page.getByRole('button', { name: 'Lock contacts' }).press('Enter');
  await expect(
    page.getByText('Contacts are locked. Enter your passphrase to unlock them.').first(),
  ).toBeVisible();
  expect(markers.size).toBeGreaterThan(20);
});

/**
 * Collects garbage and takes a snapshot of the page's heap. The returned function finds the strings of the
 * snapshot that contain a given word.
 */
async function inTheHeap(): Promise<(word: string) => string[]> {
  const session = await context.newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.enable');
  for (let turn = 0; turn < 3; turn += 1) await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  const snapshot = JSON.parse(chunks.join('')) as { strings: string[] };
  await session.detach();
  return (word) => snapshot.strings.filter((text) => text.includes(word)).map((text) => text.slice(0, 80));
}

test('while contacts are locked, the page holds none of them and its memory no key', async () => {
  const found = [...markers].filter((marker) => requested.join('\n').includes(marker));
  expect(found).toEqual([]);
  const onPage = async (): Promise<string[]> => {
    const content = await page.content();
    return [...markers].filter((marker) => content.includes(marker));
  };
  // Polls, because removed contacts fade out.
  await expect.poll(onPage, { timeout: 3_000 }).toEqual([]);
  const inPage = await page.evaluate(() =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      history.state,
      location.href,
      document.title,
    ]),
  );
  expect([...markers].filter((marker) => inPage.includes(marker))).toEqual([]);
  // Searches a heap snapshot for the API key, which it must not contain. It must contain a second, planted
  // key, which proves that the search works.
  const { liveKey } = host.service;
  const plantedKey = `${liveKey.slice(0, -8)}-planted`;
  await page.evaluate((text) => void Reflect.set(window, 'kept', { text: `${text}` }), plantedKey);
  const inHeap = await inTheHeap();
  const [key, planted] = [inHeap(liveKey), inHeap(plantedKey)];
  await page.evaluate(() => Reflect.deleteProperty(window, 'kept'));
  measure('K2', {
    tried: 'page heap after typing the key, files, profile, logs, messages',
    violations: `${key.length} in the heap`,
    planted: { caught: planted.length > 0 ? 1 : 0, of: 1 },
  });
  expect(key).toEqual([]);
  expect(planted.length).toBeGreaterThan(0);
});

interface Places {
  readonly folders: readonly string[];
  readonly logged: readonly string[];
  readonly requested: readonly string[];
  readonly clipboard: string;
}
/** Returns the places that contain any of `words`. */
function hits(
  { folders, logged, requested: requests, clipboard }: Places,
  words: readonly string[],
): string[] {
  const inText = (name: string, text: string): string[] =>
    words.filter((word) => text.toLowerCase().includes(word.toLowerCase())).map((word) => `${name}: ${word}`);
  return [
    ...folders.flatMap((each) => findPlaintext(each, words).hits),
    ...inText('log', logged.join('\n')),
    ...inText('request', requests.join('\n')),
    // The clipboard may contain only the email that the test copied.
    ...inText('clipboard', clipboard === copied ? '' : clipboard),
  ];
}

test('afterwards no contact is in any file, log, request or profile, and planted leaks are found', async () => {
  const clipboard = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^emaq\d+zv@canary\.example$/);
  const { dataDir, logged, service } = host;
  const key = service.liveKey;
  const toService = service.transcript().map(({ path, query }) => `${path}?${query}`);
  expect(frames.length).toBeGreaterThan(20);
  const inFrames = frames.filter((frame) => frame.includes(key));
  // Searches the files while the app is still running, because this is the state in which a crash would leave
  // them.
  const words = [...markers, key];
  const places: Places = {
    folders: [dataDir, downloads],
    logged,
    requested: [...requested, ...toService],
    clipboard,
  };
  const running = hits(places, words);
  await context.close();
  const after = hits({ ...places, folders: [dataDir, downloads, profile] }, words);
  const { bytes } = findPlaintext(profile, ['Roundwatch']);
  measure('T3', {
    tried: `${number(markers.size)} markers, ${number(Math.round(bytes / 1_024))} kB of profile, ${number(requested.length)} requests, ${number(logged.length)} lines of log`,
    violations: `${running.length + after.length} hits`,
  });
  measure('K2', {
    violations: `${inFrames.length} in messages, ${[...running, ...after].filter((hit) => hit.includes(key)).length} elsewhere`,
  });
  expect([...running, ...after, ...inFrames]).toEqual([]);
  expect(logged.length).toBeGreaterThan(0);

  const [marker = ''] = markers;
  const plantedLeaks: Readonly<Record<string, () => Places>> = {
    'a log line': () => ({ ...places, logged: [...logged, `contact-shown {"name":"${marker}"}`] }),
    'a requested address': () => ({ ...places, requested: [`GET http://127.0.0.1/?q=${marker}`] }),
    'an unencrypted column': () => {
      const file = join(folder.path, 'planted', 'cache.db');
      mkdirSync(join(folder.path, 'planted'));
      const db = new Database(file);
      db.exec('CREATE TABLE person (name TEXT)');
      db.prepare('INSERT INTO person VALUES (?)').run(`${marker} of Acme`);
      db.close();
      return { ...places, folders: [join(folder.path, 'planted')] };
    },
    'a file of the profile': () => {
      writeFileSync(join(profile, 'History-planted'), Buffer.from(marker, 'utf16le'));
      return { ...places, folders: [profile] };
    },
    'a copy of two fields': () => ({ ...places, clipboard: `${copied} ${marker}` }),
  };
  const caught = Object.values(plantedLeaks).filter((plant) => hits(plant(), words).length > 0).length;
  measure('T3', { planted: { caught, of: Object.keys(plantedLeaks).length } });
  expect(caught).toBe(Object.keys(plantedLeaks).length);
  rmSync(join(folder.path, 'planted'), { recursive: true });
});
