import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { serveAppProtocol } from '../../../../electron/shells/electron/app-protocol.ts';
import { listRendererFiles } from '../../../../electron/shells/common/renderer-files.ts';

const parent = mkdtempSync(join(tmpdir(), 'roundwatch-page-'));
const root = join(parent, 'renderer');
mkdirSync(root);
writeFileSync(
  join(root, 'index.html'),
  '<meta name="csp-nonce" content="__CSP_NONCE__"><script src="./index.js"></script><link href="./gone.css">’',
);
writeFileSync(join(root, 'index.js'), 'run();');
writeFileSync(join(root, 'font.woff2'), Buffer.from([0x77, 0x4f, 0x46, 0x32]));
writeFileSync(join(parent, 'secret.js'), 'secret();');
afterAll(() => rmSync(parent, { recursive: true, force: true }));

type Handlers = Parameters<typeof serveAppProtocol>[0];
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}
type Get = (url: string, method?: string) => Promise<Answer>;

/** Simulates Electron's older method, whose handler passes a buffer to a callback. */
function withBuffer(): { protocol: Handlers; get: Get } {
  let handler: Parameters<NonNullable<Handlers['registerBufferProtocol']>>[1] | undefined;
  const protocol: Handlers = {
    registerBufferProtocol: (_scheme, registered) => {
      handler = registered;
      return true;
    },
    handle: () => {
      throw new Error('a scheme can be handled only once');
    },
  };
  const get: Get = (url, method = 'GET') =>
    new Promise((resolve) =>
      handler?.({ method, url }, ({ data, statusCode, headers }) =>
        resolve({ status: statusCode, headers: new Headers(headers), text: data.toString('utf8') }),
      ),
    );
  return { protocol, get };
}

/** Imitates Electron's newer method, whose handler returns a `Response`. */
function withResponse(older: Partial<Handlers> = {}): { protocol: Handlers; get: Get } {
  let handler: Parameters<Handlers['handle']>[1] | undefined;
  const protocol: Handlers = { ...older, handle: (_scheme, registered) => void (handler = registered) };
  const get: Get = async (url, method = 'GET') => {
    const answer = await handler?.({ method, url });
    if (answer === undefined) throw new Error('nothing handles the scheme');
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  return { protocol, get };
}

const METHODS = [
  { name: 'registerBufferProtocol', protocolWith: withBuffer },
  { name: 'handle without the older method', protocolWith: () => withResponse() },
  {
    name: 'handle if the older method refuses',
    protocolWith: () => withResponse({ registerBufferProtocol: () => false }),
  },
];

describe.each(METHODS)('the page over $name', ({ protocolWith }) => {
  function setUp() {
    const { protocol, get } = protocolWith();
    const serving = serveAppProtocol(protocol, listRendererFiles(root));
    return { serving, get, request: (path: string) => get(`app://roundwatch/${path}`) };
  }

  it('passes bytes, type and policy to Chromium unchanged', async () => {
    const { request } = setUp();
    const page = await request('');
    expect(page.status).toBe(200);
    expect(page.text).toMatch(/content="[\w+/=-]{16,}">.*’$/);
    const headers = Object.fromEntries(page.headers);
    const nonce = /content="([^"]+)"/.exec(page.text)?.[1] ?? 'none';
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    const font = await request('font.woff2');
    expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/woff2']);
  });

  it('answers errors with the same policy, and serves no path outside the page', async () => {
    const { request, get } = setUp();
    const refused = [
      await request('none.js'),
      await request('../secret.js'),
      await request('..%2fsecret.js'),
      await request('%2e%2e/secret.js'),
      await request('%00'),
      await get('app://elsewhere/index.js'),
      await get('not an address'),
    ];
    for (const { status, text, headers } of refused) {
      expect([status, text]).toEqual([404, 'File not found.']);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    const posted = await get('app://roundwatch/', 'POST');
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    const head = await get('app://roundwatch/index.js', 'HEAD');
    expect([head.status, head.text]).toEqual([200, '']);
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
    expect((await request('passing.js')).status).toBe(404);
    expect((await request('index.js')).status).toBe(200);
    writeFileSync(page, content);
  });
});
