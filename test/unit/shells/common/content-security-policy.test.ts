import { expect, test } from 'vitest';
import {
  contentSecurityPolicy,
  freshNonce,
} from '../../../../electron/shells/common/content-security-policy.ts';

test('the policy of the Electron shell, exactly', () => {
  expect(contentSecurityPolicy({ nonce: 'N', connect: 'none' })).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-N'; img-src 'self' data:; font-src 'self'; " +
      "connect-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'; " +
      "require-trusted-types-for 'script'; trusted-types svelte-trusted-html dompurify; " +
      'sandbox allow-scripts allow-same-origin allow-forms',
  );
});

test('the loopback shell differs in its connection, and in that a tab opens links by itself', () => {
  const [electron, loopback] = (['none', 'self'] as const).map((connect) =>
    contentSecurityPolicy({ nonce: 'N', connect }),
  );
  expect(loopback).toBe(
    electron?.replace("connect-src 'none'", "connect-src 'self'").replace(/; sandbox .*/, ''),
  );
});

test('a nonce is never the same twice and fits into the header', () => {
  const nonces = new Set(Array.from({ length: 1_000 }, freshNonce));
  expect(nonces.size).toBe(1_000);
  for (const nonce of nonces) expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
});
