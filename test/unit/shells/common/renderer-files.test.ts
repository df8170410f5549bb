import { sep } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replyTo } from '../../../../electron/shells/electron/app-protocol.ts';
import {
  contentSecurityPolicy,
  freshNonce,
} from '../../../../electron/shells/common/content-security-policy.ts';
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

it('serves files of known types only, and no symbolic links', () => {
  expect([...files.pathnames].sort()).toEqual([
    '/assets/index-Ab1.css',
    '/assets/index-Ab1.js',
    '/assets/inter.woff2',
    '/index.html',
  ]);
});

it('confines 20,000 hostile paths to the folder', () => {
  fc.assert(
    fc.property(hostilePath, (pathname) => {
      const file = files.find(pathname);
      return file === null || (file.path.startsWith(root + sep) && !file.path.includes('..'));
    }),
    { numRuns: 20_000 },
  );
});

it('never serves the secret beside the folder for 3,000 hostile addresses', async () => {
  await fc.assert(
    fc.asyncProperty(hostilePath, async (path) => {
      const { status, body } = await replyTo(files, { method: 'GET', url: `app://roundwatch/${path}` });
      return [200, 404].includes(status) && !body.toString().includes(secret);
    }),
    { numRuns: 3_000 },
  );
});

it('would be caught by these paths if it joined them naively', () => {
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

it('sends the page with a fresh nonce that matches its header', async () => {
  const load = () => rendererReply(files, { method: 'GET', pathname: '/' }, 'none');
  const [first, second] = [await load(), await load()];
  const nonce = /'nonce-([^']+)'/.exec(first.headers['Content-Security-Policy'] ?? '')?.[1] ?? 'none';
  expect(first.status).toBe(200);
  expect(first.body).toBe(INDEX_HTML.replace('__CSP_NONCE__', nonce));
  expect(second.body).not.toBe(first.body);
});

it.each([
  ['/', 'text/html; charset=utf-8'],
  ['/assets/index-Ab1.js', 'text/javascript; charset=utf-8'],
  ['/assets/index-Ab1.css', 'text/css; charset=utf-8'],
  ['/assets/inter.woff2', 'font/woff2'],
])('sends %s as %s, with sniffing and caching disabled', async (pathname, contentType) => {
  const { headers } = await rendererReply(files, { method: 'GET', pathname }, 'none');
  expect(headers).toMatchObject({
    'Content-Type': contentType,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
});

it('serves only GET and HEAD, only from its own host and scheme', async () => {
  const post = await replyTo(files, { method: 'POST', url: 'app://roundwatch/' });
  expect([post.status, post.headers['Allow']]).toEqual([405, 'GET, HEAD']);
  expect((await replyTo(files, { method: 'HEAD', url: 'app://roundwatch/' })).body).toBe('');
  for (const url of ['app://other/', 'app://roundwatch:1/', 'file:///', 'http://roundwatch/', 'nonsense'])
    expect((await replyTo(files, { method: 'GET', url })).status).toBe(404);
});

it('sends the policy with refusals too', async () => {
  const { headers } = await replyTo(files, { method: 'GET', url: 'app://roundwatch/none' });
  expect(headers['Content-Security-Policy']).toContain("default-src 'none'");
});

describe('content security policy', () => {
  it('is exactly this in the Electron shell', () => {
    expect(contentSecurityPolicy({ nonce: 'N', connect: 'none' })).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-N'; img-src 'self' data:; font-src 'self'; " +
        "connect-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'; " +
        "require-trusted-types-for 'script'; trusted-types svelte-trusted-html dompurify; " +
        'sandbox allow-scripts allow-same-origin allow-forms',
    );
  });

  it('allows a connection and links in a tab in the loopback shell', () => {
    const [electron, loopback] = (['none', 'self'] as const).map((connect) =>
      contentSecurityPolicy({ nonce: 'N', connect }),
    );
    expect(loopback).toBe(
      electron?.replace("connect-src 'none'", "connect-src 'self'").replace(/; sandbox .*/, ''),
    );
  });

  it('has a unique nonce that fits into the header', () => {
    const nonces = new Set(Array.from({ length: 1_000 }, freshNonce));
    expect(nonces.size).toBe(1_000);
    for (const nonce of nonces) expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
  });
});
