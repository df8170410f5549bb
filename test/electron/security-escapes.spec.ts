import { existsSync, readdirSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { createSocket } from 'node:dgram';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  launchElectron,
  newElectronPlace,
  readFromMain,
  type LaunchedElectron,
} from '../support/electron/electron-app.ts';
import { recordEscapes } from '../support/electron/record-escapes.ts';
import { measure } from '../security/support/figures.ts';
import {
  browserAttempts,
  networkAttempts,
  type ExfiltrationTarget,
} from '../support/browser/exfiltration.ts';

/*
 * Goal T4 of `npm run security`: a page cannot send downloaded data out of the window. The test tries every
 * known way out of an Electron window. No data may reach a local server, a file of another program, a printer
 * or another window.
 */

test.describe.configure({ timeout: 120_000 });

const place = newElectronPlace();
const ROWS = 'rows of the service';
let running: LaunchedElectron;
let escaped: () => Promise<string[]>;
let bait: Server;
let url = '';
/** One entry for each HTTP request, TCP connection or UDP packet that reached a server of the test. */
const arrived: string[] = [];

async function listenOn(): Promise<void> {
  bait = createServer((request, response) => {
    arrived.push(`http ${request.url ?? ''}`);
    response.end('x');
  });
  await new Promise<void>((resolve) => bait.listen(0, '127.0.0.1', resolve));
  const address = bait.address();
  url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}/` : '';
}
const udp = createSocket('udp4', (bytes) => void arrived.push(`udp ${bytes.length}`));
const tcp = createSocketServer((socket) => {
  arrived.push('tcp');
  socket.destroy();
});

test.beforeAll(async () => {
  await listenOn();
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  running = await launchElectron(place, { args: ['--demo'] });
  await expect(running.page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  escaped = await recordEscapes(running.app);
});
test.afterAll(async () => {
  await running.app.close();
  bait.close();
  udp.close();
  tcp.close();
  place.remove();
});

const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        statSync(join(folder, name)).isFile(),
      )
    : [];

/** Browser shortcuts for printing, saving, opening a file, and showing the source or the downloads. */
const byKeys: readonly string[] = [
  'Control+p',
  'Control+s',
  'Control+u',
  'Control+Shift+s',
  'Control+o',
  'Control+j',
];

/** Waits for a fixed time, because a blocked request emits no event. */
const watched = (ms = 250): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test('no attempt of a page or a key sends data out of the window', async () => {
  const { app, page } = running;
  const byScript = { ...networkAttempts, ...browserAttempts };
  const readWindows = () =>
    readFromMain(() =>
      app.evaluate(({ BrowserWindow }) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        return { address: contents?.getURL(), pages: BrowserWindow.getAllWindows().length };
      }),
    );
  const printed = await readWindows();
  const before = [...filesBelow(place.home), ...filesBelow(join(place.dataDir, 'Downloads'))];
  const [udpPort, tcpPort] = [udp.address().port, Number(Reflect.get(Object(tcp.address()), 'port'))];
  const aim: ExfiltrationTarget = { url, udp: udpPort, tcp: tcpPort, rows: ROWS };
  const opened: string[] = [];
  const leaks: string[] = [];
  page.on('dialog', (dialog) => void opened.push(dialog.type()));
  await page.evaluate(() => {
    for (const event of ['beforeprint', 'afterprint'])
      window.addEventListener(event, () => (document.documentElement.dataset['printed'] = event));
  });
  for (const [name, attempt] of Object.entries(byScript)) {
    // Some attempts never settle, such as a file picker that does not open. The test waits at most 1.5 s.
    await Promise.race([page.evaluate(attempt, aim).catch(() => undefined), watched(1_500)]);
    await watched(60);
    const out = arrived.splice(0);
    if (out.length > 0) leaks.push(`${name}: ${out.join()}`);
  }
  for (const keys of byKeys) {
    await page.keyboard.press(keys);
    await watched(60);
  }
  await watched();
  const after = [...filesBelow(place.home), ...filesBelow(join(place.dataDir, 'Downloads'))];
  leaks.push(
    ...arrived,
    ...(await escaped()),
    ...opened,
    ...after.filter(
      (file) => !before.includes(file) && /rows|page|index|\.(csv|html|pdf|mhtml)$/i.test(file),
    ),
    ...(await page.evaluate(() => document.documentElement.dataset['printed'] ?? [])),
  );
  const now = await readWindows();
  const ways = Object.keys(byScript).length + byKeys.length;
  measure('T4', {
    tried: `${ways} scripts and keys in Electron`,
    violations: `${leaks.length} bytes or files out`,
  });
  expect(leaks).toEqual([]);
  expect(now).toEqual(printed);
});

test('the clipboard is unchanged after all attempts', async () => {
  const { app, page } = running;
  await app.evaluate(({ clipboard }) => clipboard.writeText('before'));
  await page.evaluate((rows) => navigator.clipboard.writeText(rows).catch(() => undefined), ROWS);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe('before');
});

test('a planted page without the policy and a planted permissive shell are found', async () => {
  const found = await running.app.evaluate(async ({ BrowserWindow, session }, to) => {
    const loose = session.fromPartition('planted', { cache: false });
    const downloads: string[] = [];
    loose.on('will-download', (event, item) => {
      downloads.push(item.getURL());
      event.preventDefault();
    });
    const window = new BrowserWindow({ show: false, webPreferences: { session: loose, sandbox: true } });
    await window.loadURL('data:text/html,<title>planted</title>');
    await window.webContents.executeJavaScript(
      `new Image().src=${JSON.stringify(`${to}planted`)};
         addEventListener('beforeprint', () => { document.title = 'printed'; });
         const a = document.createElement('a'); a.href = 'data:text/csv,rows'; a.download = 'rows.csv';
         document.body.append(a); a.click(); 1`,
    );
    for (let tries = 0; tries < 200 && downloads.length === 0; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
    return { downloads: downloads.length, window: window.id };
  }, url);
  const isHere = (): boolean => arrived.some((each) => each.includes('planted'));
  for (let tries = 0; tries < 200 && !isHere(); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await running.app.evaluate(({ BrowserWindow }, id) => BrowserWindow.fromId(id)?.destroy(), found.window);
  const caught = [isHere(), found.downloads > 0].filter(Boolean).length;
  measure('T4', { planted: { caught, of: 2 } });
  expect(caught).toBe(2);
});
