import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { WebSocketServer } from 'ws';
import { measure } from '../../security/support/figures.ts';
import type { Handlers } from '../../../shared/contract/index.ts';
import { fetchCompany, searchPages } from '../../support/app/user-requests.ts';
import { callCore, openLoopback } from '../../support/browser/loopback-app.ts';
import {
  watchContacts,
  type ContactLeakCheck,
  type LeakPlaces,
} from '../../support/browser/contact-leak-check.ts';
import { tempDir } from '../../support/common/temp-dir.ts';

/*
 * Goal T3 of `npm run security`. Every browser test uses `contact-leak-check.ts`, which must find a leak of
 * each kind. Here, an empty page receives contacts of two companies over a socket, and the test leaks them in
 * every way.
 */

const person = (name: string, mail: string) => ({
  personId: mail,
  name,
  title: 'Founder',
  email: `${mail}@canary.example`,
  linkedinUrl: `https://linkedin.example/in/${mail}`,
});
const SHOWN = [
  [person('Nora Canarina', 'nora.canarina'), person('Karl Kanarius', 'karl.kanarius')],
  [person('Zoe Serinusson', 'zoe.serinusson')],
];

type Leak = (page: Page, folder: string) => Promise<Partial<LeakPlaces>>;
const copy =
  (words: string): Leak =>
  async (page) => {
    await page.evaluate((text) => navigator.clipboard.writeText(text).catch(() => undefined), words);
    return {};
  };
const file =
  (name: string, content: Buffer): Leak =>
  (_page, folder) => {
    writeFileSync(join(folder, name), content);
    return Promise.resolve({});
  };

const NO_LEAK: Leak = copy('nora.canarina@canary.example');
const LEAKS: Readonly<Record<string, Leak>> = {
  'a file with a name': file('a', Buffer.from('… NORA CANARINA …')),
  'a file in UTF-16': file('b', Buffer.from('Karl Kanarius', 'utf16le')),
  'a file with a contact never shown': file('c', Buffer.from('https://linkedin.example/in/never-shown')),
  'a log line': () => Promise.resolve({ log: 'person-shown {"email":"nora.canarina@canary.example"}' }),
  'a requested address': async (page) => {
    await page.evaluate(() =>
      fetch('/?q=Zoe%20Serinusson&zoe.serinusson@canary.example').catch(() => undefined),
    );
    return {};
  },
  'a copy of two companies': copy('Nora Canarina\nZoe Serinusson'),
};

/** Serves an empty page, and a WebSocket that sends contacts in the format of a core reply. */
async function servePeople(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Empty</title>'),
  );
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    for (const people of SHOWN) socket.send(JSON.stringify({ reply: { ok: true, value: { people } } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: async () => {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('each kind of contact leak is found when an app closes, and a deliberate copy is none', async ({
  browser,
}) => {
  const served = await servePeople();
  const context = await browser.newContext();
  const canary: ContactLeakCheck = await watchContacts(context);
  const page = await context.newPage();
  await page.goto(served.url);
  await page.evaluate(
    (count) =>
      new Promise<void>((resolve) => {
        let receivedFrames = 0;
        new WebSocket(`ws://${location.host}/`).onmessage = () =>
          (receivedFrames += 1) === count && resolve();
      }),
    SHOWN.length,
  );
  /** Runs `leak` and returns the lines of the check's error. */
  const linesAfter = async (leak: Leak): Promise<string[]> => {
    const data = tempDir();
    const places: LeakPlaces = { folder: data.path, log: '', ...(await leak(page, data.path)) };
    try {
      canary.expectNoLeaks(places);
      return [];
    } catch (error) {
      return String(error).split('\n').slice(1);
    } finally {
      data.remove();
    }
  };
  const falseAlarms = await linesAfter(NO_LEAK);
  const found: Record<string, boolean> = {};
  // The check keeps its record of requests and copied text, so it reports earlier leaks again. A leak
  // therefore counts as found only if it adds a new line to the error.
  let known: readonly string[] = falseAlarms;
  for (const [name, leak] of Object.entries(LEAKS)) {
    const lines = await linesAfter(leak);
    found[name] = lines.some((line) => !known.includes(line));
    known = lines;
  }
  await context.close();
  await served.stop();
  const caught = Object.values(found).filter(Boolean).length;
  measure('T3', { planted: { caught, of: Object.keys(LEAKS).length } });
  expect(falseAlarms).toEqual([]);
  expect(found).toEqual(Object.fromEntries(Object.keys(LEAKS).map((name) => [name, true])));
});

/** Returns handlers that call the core from the page. A failed request returns undefined. */
const handlersOf = (page: Page): Handlers =>
  new Proxy({} as Handlers, {
    get: (_handlers, group) =>
      new Proxy(
        {},
        {
          get: (_group, name) => async (input: unknown) =>
            Reflect.get(Object(await callCore(page, `${String(group)}.${String(name)}`, input)), 'value'),
        },
      ),
  });

test('a contact name in the app’s folder fails the test that closes the app', async ({ browser }) => {
  const data = tempDir();
  const app = await openLoopback(browser, data.path, ['--demo']);
  const handlers = handlersOf(app.page);
  let name = '';
  for (const id of (await searchPages(handlers, 1)).slice(0, 8)) {
    await fetchCompany(handlers, id);
    const { people } = await handlers.companies.people({ id, offset: 0 });
    name = people[0]?.name ?? '';
    if (name !== '') break;
  }
  expect(name).not.toBe('');
  writeFileSync(join(data.path, 'leak.txt'), name);
  await expect(app.close()).rejects.toThrow(`leak.txt: ${name}`);
  data.remove();
});
