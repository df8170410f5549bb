import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
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
  const request = (path: string): Promise<Response> =>
    new Promise((resolve) =>
      handlers.get('app')?.({ method: 'GET', url: `app://roundwatch/${path}` }, resolve),
    );
  return { serving, request };
}

it('passes bytes, type and policy to Chromium unchanged', async () => {
  const { request } = setUp();
  const page = await request('');
  expect(page.statusCode).toBe(200);
  expect(page.data.toString('utf8')).toMatch(/content="[\w+/=-]{16,}">.*’$/);
  expect(page.headers).toMatchObject({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': expect.stringContaining("default-src 'none'") as string,
    'X-Content-Type-Options': 'nosniff',
  });
  expect((await request('none.js')).statusCode).toBe(404);
});

it('resolves "served" once the page was sent, not with one of its files', async () => {
  const { serving, request } = setUp();
  let isServed = false;
  void serving.pageSent.then(() => (isServed = true));
  await request('index.js');
  await new Promise((resolve) => setImmediate(resolve));
  expect(isServed).toBe(false);
  await request('');
  await serving.pageSent;
});

it('resolves "quiet" after the files of the page were requested, or if none is requested', async () => {
  const { serving, request } = setUp();
  await request('');
  const order: string[] = [];
  const quiet = serving.whenLoaded().then(() => order.push('quiet'));
  await request('index.js').then(() => order.push('file'));
  await quiet;
  expect(order).toEqual(['file', 'quiet']);
  await setUp().serving.whenLoaded();
});

it('answers 404 for a file that the page names but that is gone, and delays nothing', async () => {
  const file = join(root, 'passing.js');
  writeFileSync(file, 'run();');
  const page = join(root, 'index.html');
  const content = readFileSync(page, 'utf8');
  writeFileSync(page, `${content}<script src="./passing.js"></script>`);
  const { serving, request } = setUp();
  rmSync(file);
  await request('');
  await serving.pageSent;
  expect((await request('passing.js')).statusCode).toBe(404);
  expect((await request('index.js')).statusCode).toBe(200);
  writeFileSync(page, content);
});
