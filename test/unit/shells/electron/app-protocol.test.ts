import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { serveAppProtocol } from '../../../../electron/shells/electron/app-protocol.ts';
import { listRendererFiles } from '../../../../electron/shells/common/renderer-files.ts';

const root = mkdtempSync(join(tmpdir(), 'roundwatch-page-'));
writeFileSync(
  join(root, 'index.html'),
  '<meta name="csp-nonce" content="__CSP_NONCE__"><script src="./index.js"></script><link href="./gone.css">’',
);
writeFileSync(join(root, 'index.js'), 'run();');
afterAll(() => rmSync(root, { recursive: true, force: true }));

type Serving = Parameters<typeof serveAppProtocol>[0];
type Handler = Parameters<Serving['registerBufferProtocol']>[1];
type Response = Parameters<Parameters<Handler>[1]>[0];

function setUp() {
  const handlers = new Map<string, Handler>();
  const protocol: Serving = {
    registerBufferProtocol: (scheme, handler) => {
      handlers.set(scheme, handler);
      return true;
    },
  };
  const serving = serveAppProtocol(protocol, listRendererFiles(root));
  const ask = (path: string): Promise<Response> =>
    new Promise((resolve) =>
      handlers.get('app')?.({ method: 'GET', url: `app://roundwatch/${path}` }, resolve),
    );
  return { serving, ask };
}

test('bytes, type and policy reach Chromium as they were made', async () => {
  const { ask } = setUp();
  const page = await ask('');
  expect(page.statusCode).toBe(200);
  expect(page.data.toString('utf8')).toMatch(/content="[\w+/=-]{16,}">.*’$/);
  expect(page.headers).toMatchObject({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': expect.stringContaining("default-src 'none'") as string,
    'X-Content-Type-Options': 'nosniff',
  });
  expect((await ask('none.js')).statusCode).toBe(404);
});

test('that the page was sent is told once it was, not with a file of it', async () => {
  const { serving, ask } = setUp();
  let isServed = false;
  void serving.pageSent.then(() => (isServed = true));
  await ask('index.js');
  await new Promise((resolve) => setImmediate(resolve));
  expect(isServed).toBe(false);
  await ask('');
  await serving.pageSent;
});

test('whoever would hold the thread up waits for the files that the page asks for, and not for ever', async () => {
  const { serving, ask } = setUp();
  await ask('');
  const order: string[] = [];
  const whenLoaded = serving.whenLoaded().then(() => order.push('quiet'));
  await ask('index.js').then(() => order.push('file'));
  await whenLoaded;
  expect(order).toEqual(['file', 'quiet']);
  // Resolves although nothing was requested.
  await setUp().serving.whenLoaded();
});

test('a file that is named in the page and gone since keeps nobody waiting: it is said where it is asked for', async () => {
  const file = join(root, 'passing.js');
  writeFileSync(file, 'run();');
  const page = join(root, 'index.html');
  const before = readFileSync(page, 'utf8');
  writeFileSync(page, `${before}<script src="./passing.js"></script>`);
  const { serving, ask } = setUp();
  rmSync(file);
  await ask('');
  await serving.pageSent;
  expect((await ask('passing.js')).statusCode).toBe(404);
  expect((await ask('index.js')).statusCode).toBe(200);
  writeFileSync(page, before);
});
