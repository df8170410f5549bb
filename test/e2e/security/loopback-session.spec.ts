import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { openLoopback, SESSION_KEY } from '../../support/browser/loopback-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { measure } from '../../security/support/figures.ts';

/*
 * Goal C8 of `npm run security`: neither another user account on this computer nor a page on another port can
 * use the loopback shell's session.
 */

/**
 * What a signed-in tab shows first: the market questions if the workspace is new, otherwise the app's frame.
 */
const main = (page: Page) =>
  page
    .getByRole('button', { name: 'Skip', exact: true })
    .or(page.getByRole('navigation', { name: 'Main' }))
    .first();
const notSignedIn = (page: Page) => page.getByText('This tab isn’t signed in to Roundwatch.');

/** Returns the command lines of all processes, which every user account on the computer can read. */
function commandLines(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, 'utf8')];
      } catch {
        return []; // The process has ended.
      }
    });
}

test('npm start hands the browser a private file, and the token is in no command line', async ({
  browser,
}) => {
  test.skip(process.platform !== 'linux', 'reads command lines from /proc');
  const folder = tempDir();
  const dataDir = join(folder.path, 'data');
  const [recorder, record] = [join(folder.path, 'browser'), join(folder.path, 'arguments')];
  // A fake browser that writes its arguments to a file and runs until it is stopped. It renames the file when
  // the file is complete, so the test never reads an incomplete file.
  writeFileSync(
    recorder,
    `#!/bin/sh\nprintf '%s\\n' "$@" > "${record}.new"\nmv "${record}.new" "${record}"\nexec sleep 600\n`,
  );
  chmodSync(recorder, 0o755);
  const args = ['scripts/start.mjs', '--demo', '--shell=loopback', '--data-dir', dataDir];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      ROUNDWATCH_CHROMIUM: recorder,
      DISPLAY: process.env['DISPLAY'] ?? ':99',
    },
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  const ended = once(child, 'exit');
  const context = await browser.newContext();
  try {
    await expect.poll(() => existsSync(record), { timeout: 60_000 }).toBe(true);
    const [app = ''] = readFileSync(record, 'utf8').split('\n');
    const file = fileURLToPath(app.replace('--app=', ''));
    expect([file, dirname(file)].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o700]);
    const [, token = ''] = /#token=([\w-]+)/.exec(readFileSync(file, 'utf8')) ?? [];
    expect(token).toHaveLength(43);
    const lines = commandLines();
    const exposed = lines.filter((line) => line.includes(token));
    // `lines` must include the fake browser's command line. Otherwise, the search would not cover the
    // browser.
    expect(lines.some((line) => line.includes('sleep\u0000600'))).toBe(true);
    measure('C8', { tried: `${lines.length} command lines`, violations: `${exposed.length} with the token` });
    expect(exposed).toEqual([]);
    expect(printed).toBe('');

    const page = await context.newPage();
    await page.goto(app.replace('--app=', ''));
    await expect(main(page)).toBeVisible();
    expect(new URL(page.url())).toMatchObject({ hostname: '127.0.0.1', pathname: '/', hash: '' });
    await expect.poll(() => existsSync(dirname(file))).toBe(false);
    await page.reload();
    await expect(main(page)).toBeVisible();
    // The browser stores no cookie for the app, and a tab opened by hand has no session.
    expect(await context.cookies()).toEqual([]);
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(notSignedIn(other)).toBeVisible();
    await other.goto(`${page.url()}#token=${token}`);
    await expect(notSignedIn(other)).toBeVisible();
    // If the user opens the one-time address again in the signed-in tab, the tab stays signed in.
    await page.evaluate((used) => location.assign(`#token=${used}`), token);
    await expect.poll(() => new URL(page.url()).hash).toBe('');
    await expect(main(page)).toBeVisible();
  } finally {
    await context.close();
    child.kill('SIGTERM');
    await ended;
    folder.remove();
  }
});

/** Serves an empty page on another port of 127.0.0.1, as another user account could. */
async function startNeighbour() {
  const received: IncomingHttpHeaders[] = [];
  const server = createServer(({ headers }, response) => {
    received.push(headers);
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Another server</title>');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Tries to use the app's session from a page, and returns the replies and data that the page received. */
const useSession = (page: Page, app: string, stolen: string) =>
  page.evaluate(
    async ([origin, secret, key]) => {
      const loot: string[] = [];
      const frames = [secret, sessionStorage.getItem(key) ?? '', localStorage.getItem(key) ?? ''].map(
        (session) => JSON.stringify({ session }),
      );
      for (const frame of frames)
        await new Promise<void>((done) => {
          const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket`);
          socket.onopen = () => {
            socket.send(frame);
            socket.send(JSON.stringify({ id: 1, channel: 'app.info', input: {} }));
          };
          socket.onmessage = ({ data }) => {
            loot.push(`socket: ${String(data)}`);
            socket.close();
          };
          socket.onclose = () => done();
        });
      const text = await fetch(`${origin}/`, { credentials: 'include' })
        .then((reply) => reply.text())
        .catch(() => '');
      if (text !== '') loot.push('the page of the app');
      if (document.cookie !== '') loot.push(document.cookie);
      const opened = window.open(`${origin}/`);
      try {
        if (opened?.document.body.textContent) loot.push(opened.sessionStorage.getItem(key) ?? 'its text');
      } catch {
        // Another origin.
      }
      opened?.close();
      return loot;
    },
    [app, stolen, SESSION_KEY] as const,
  );

test('a page at another port of 127.0.0.1 cannot use the session, even if it knows the secret', async ({
  browser,
}) => {
  const data = tempDir();
  const app = await openLoopback(browser, data.path, ['--demo']);
  const neighbour = await startNeighbour();
  try {
    await expect(main(app.page)).toBeVisible();
    const { origin } = new URL(app.page.url());
    const secret = await app.page.evaluate((key) => sessionStorage.getItem(key) ?? '', SESSION_KEY);
    expect(secret).toMatch(/^[\da-f]{64}$/);
    // Every user account on this computer can read this page, so it must contain nothing secret. Apart from
    // the nonce and the appearance, it must equal the built page.
    const served = await (await app.context.request.get(origin)).text();
    const plain = served
      .replace(/ data-density="comfortable" data-text="100"/, '')
      .replace(/(name="csp-nonce" content=)"[^"]+"/, '$1"__CSP_NONCE__"');
    expect(plain).toBe(readFileSync('out/renderer/index.html', 'utf8'));
    // In the app's own page, the attack's code receives replies. In the other pages below, the code must not
    // receive any.
    const own = await useSession(app.page, origin, secret);
    expect(own.filter((each) => each.startsWith('socket: {"id":1,"reply":{"ok":true'))).not.toEqual([]);
    const page = await app.context.newPage();
    await page.goto(neighbour.url);
    const loot = await useSession(page, origin, secret);
    // The app's own tab visits the other server.
    await app.page.goto(neighbour.url);
    loot.push(...(await useSession(app.page, origin, 'x'.repeat(64))));
    const cookies = neighbour.received.flatMap(({ cookie }) => (cookie === undefined ? [] : [cookie]));
    measure('C8', {
      tried: 'a page at another port, in its own tab and in the app’s tab',
      violations: `${loot.length + cookies.length} uses`,
      planted: { caught: own.length > 0 ? 1 : 0, of: 1 },
    });
    expect(loot).toEqual([]);
    expect(cookies).toEqual([]);
    await app.page.goto(origin);
    await expect(main(app.page)).toBeVisible();
  } finally {
    await neighbour.close();
    await app.close();
    data.remove();
  }
});
