import { randomBytes } from 'node:crypto';

export interface CspOptions {
  /** A nonce that is new for each response. CodeMirror's style element needs it. */
  readonly nonce: string;
  /** `none` in the Electron shell. `self` in the loopback shell, because its page opens a WebSocket. */
  readonly connect: 'none' | 'self';
}

export function contentSecurityPolicy({ nonce, connect }: CspOptions): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src '${connect}'`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    // Allows only two Trusted Types policies: Svelte's, which templates need, and DOMPurify's, which notes
    // need.
    'trusted-types svelte-trusted-html dompurify',
    // Prevents the page from opening windows, downloading files and printing. Omitted in the loopback shell,
    // whose page must be able to open links.
    ...(connect === 'none' ? ['sandbox allow-scripts allow-same-origin allow-forms'] : []),
  ].join('; ');
}

export const freshNonce = (): string => randomBytes(16).toString('base64');
