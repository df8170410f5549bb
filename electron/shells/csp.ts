import { randomBytes } from 'node:crypto';

export interface CspOptions {
  /** Fresh for every response; CodeMirror's style element carries it. */
  readonly nonce: string;
  /** The Electron shell needs no connection at all; the loopback shell one to its own socket. */
  readonly connect: 'none' | 'self';
}

/** The one content security policy, of both shells. */
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
    // Svelte's for its own templates, and the sanitiser's for notes; a third cannot be made.
    'trusted-types svelte-trusted-html dompurify',
    // The window of the product opens, downloads, prints and asks nothing; a browser's tab has to open links by itself.
    ...(connect === 'none' ? ['sandbox allow-scripts allow-same-origin allow-forms'] : []),
  ].join('; ');
}

export const freshNonce = (): string => randomBytes(16).toString('base64');
