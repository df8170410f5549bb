import { readFile } from 'node:fs/promises';
import { contentSecurityPolicy, freshNonce, type CspOptions } from './content-security-policy.ts';
import type { RendererFiles } from './renderer-files.ts';

export interface RendererReply {
  readonly status: 200 | 403 | 404 | 405;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
}

/** Placeholder for the nonce in index.html: `<meta name="csp-nonce" content="__CSP_NONCE__">`. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/** Returns the headers for every response, including error responses. */
export function securityHeaders(
  connect: CspOptions['connect'],
  nonce = freshNonce(),
): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy({ nonce, connect }),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  };
}

export function plainReply(
  status: 403 | 404 | 405,
  sentence: string,
  connect: CspOptions['connect'],
): RendererReply {
  const headers = { ...securityHeaders(connect), 'Content-Type': 'text/plain; charset=utf-8' };
  return { status, headers: status === 405 ? { ...headers, Allow: 'GET, HEAD' } : headers, body: sentence };
}

/** Returns the response to a request for one of the renderer's files. */
export async function rendererReply(
  files: RendererFiles,
  request: { readonly method: string; readonly pathname: string },
  connect: CspOptions['connect'],
): Promise<RendererReply> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return plainReply(405, 'Only GET and HEAD requests are allowed.', connect);
  const file = files.find(request.pathname);
  const content = file === null ? null : await contentOf(files, file.path);
  if (file === null || content === null) return plainReply(404, 'File not found.', connect);
  const nonce = freshNonce();
  const isPage = file.contentType.startsWith('text/html');
  const body = isPage
    ? transformed(files, content.toString('utf8')).replaceAll(NONCE_PLACEHOLDER, nonce)
    : content;
  return {
    status: 200,
    headers: { ...securityHeaders(connect, nonce), 'Content-Type': file.contentType },
    body: request.method === 'HEAD' ? '' : body,
  };
}

async function contentOf({ preloaded }: RendererFiles, path: string): Promise<Buffer | null> {
  const preloadedContent = preloaded?.get(path);
  if (preloadedContent === undefined) return readFile(path).catch(() => null);
  preloaded?.delete(path);
  return preloadedContent;
}

const transformed = ({ transformHtml }: RendererFiles, html: string): string => transformHtml?.(html) ?? html;
