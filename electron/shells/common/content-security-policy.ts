import { randomBytes } from 'node:crypto';

export interface CspOptions {
  /** New for every response; CodeMirror's style element uses it. */
  readonly nonce: string;
  /** The Electron shell needs no connections; the loopback shell only its own socket. */
  readonly connect: 'none' | 'self';
}

/** The content security policy of both shells. */
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
    // Svelte's policy for its templates and the sanitiser's for notes; no others can be created.
    'trusted-types svelte-trusted-html dompurify',
    // The product's window must not open windows, download or print; in the loopback shell the page opens links
    // itself.
    ...(connect === 'none' ? ['sandbox allow-scripts allow-same-origin allow-forms'] : []),
  ].join('; ');
}

export const freshNonce = (): string => randomBytes(16).toString('base64');
