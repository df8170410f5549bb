import { sep } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replyTo } from '../../../../electron/shells/electron/app-protocol.ts';
import { listRendererFiles } from '../../../../electron/shells/common/renderer-files.ts';
import { rendererReply } from '../../../../electron/shells/common/renderer-reply.ts';
import { anyCharacter } from '../../../support/generators/any-character.ts';
import { INDEX_HTML, makeRendererFolder } from '../../../support/app/renderer-folder.ts';

const { root, secret } = makeRendererFolder();
const files = listRendererFiles(root);

const pieces = fc.constantFrom(
  ...['..', '.', '/', '\\', '%2e', '%2f', '%5c', '%00', '%252e', 'assets', 'secret.js', 'index.html', '\0'],
  ...['index-Ab1.js', 'link.js', 'C:', '//', '?', '#', '～', 'app:', ' ', ';', 'file:', '@', 'roundwatch'],
);
const hostilePath = fc.oneof(
  fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
  fc.array(pieces, { maxLength: 12 }).map((parts) => `/${parts.join('/')}`),
  fc.string({ unit: anyCharacter, maxLength: 60 }),
);

test('only the known kinds of file have an address, and links have none', () => {
  expect([...files.pathnames].sort()).toEqual([
    '/assets/index-Ab1.css',
    '/assets/index-Ab1.js',
    '/assets/inter.woff2',
    '/index.html',
  ]);
});

test('no path leads out of the folder: 20,000 hostile ones', () => {
  fc.assert(
    fc.property(hostilePath, (pathname) => {
      const file = files.find(pathname);
      return file === null || (file.path.startsWith(root + sep) && !file.path.includes('..'));
    }),
    { numRuns: 20_000 },
  );
});

test('no address reads the secret beside the folder: 3,000 hostile ones', async () => {
  await fc.assert(
    fc.asyncProperty(hostilePath, async (path) => {
      const { status, body } = await replyTo(files, { method: 'GET', url: `app://roundwatch/${path}` });
      return [200, 404].includes(status) && !body.toString().includes(secret);
    }),
    { numRuns: 3_000 },
  );
});

test('the planted defect, joining paths, is caught by the same paths', () => {
  const naive = (pathname: string): string => new URL(`file://${root}/${pathname}`).pathname;
  const caught = fc.check(
    fc.property(hostilePath, (pathname) => {
      try {
        return naive(pathname).startsWith(root + sep);
      } catch {
        return true;
      }
    }),
    { numRuns: 20_000 },
  );
  expect(caught.failed).toBe(true);
});

test('the page carries the nonce of its own header, fresh each time', async () => {
  const load = () => rendererReply(files, { method: 'GET', pathname: '/' }, 'none');
  const [first, second] = [await load(), await load()];
  const nonce = /'nonce-([^']+)'/.exec(first.headers['Content-Security-Policy'] ?? '')?.[1] ?? 'none';
  expect(first.status).toBe(200);
  expect(first.body).toBe(INDEX_HTML.replace('__CSP_NONCE__', nonce));
  expect(second.body).not.toBe(first.body);
});

test.each([
  ['/', 'text/html; charset=utf-8'],
  ['/assets/index-Ab1.js', 'text/javascript; charset=utf-8'],
  ['/assets/index-Ab1.css', 'text/css; charset=utf-8'],
  ['/assets/inter.woff2', 'font/woff2'],
])('%s is %s, not to be sniffed nor cached', async (pathname, contentType) => {
  const { headers } = await rendererReply(files, { method: 'GET', pathname }, 'none');
  expect(headers).toMatchObject({
    'Content-Type': contentType,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
});

test('nothing but GET and HEAD, no other host, no other scheme', async () => {
  const post = await replyTo(files, { method: 'POST', url: 'app://roundwatch/' });
  expect([post.status, post.headers['Allow']]).toEqual([405, 'GET, HEAD']);
  expect((await replyTo(files, { method: 'HEAD', url: 'app://roundwatch/' })).body).toBe('');
  for (const url of ['app://other/', 'app://roundwatch:1/', 'file:///', 'http://roundwatch/', 'nonsense'])
    expect((await replyTo(files, { method: 'GET', url })).status).toBe(404);
});

test('refusals carry the policy too', async () => {
  const { headers } = await replyTo(files, { method: 'GET', url: 'app://roundwatch/none' });
  expect(headers['Content-Security-Policy']).toContain("default-src 'none'");
});
