import { readFileSync } from 'node:fs';
import type { RendererFiles } from './renderer-files.ts';
import { plainReply, rendererReply, type RendererReply } from './renderer-reply.ts';

const SCHEME = 'app';
const HOST = 'roundwatch';
export const APP_ORIGIN = `${SCHEME}://${HOST}`;
export const APP_PAGE = `${APP_ORIGIN}/`;

/** What is used of Electron's `protocol`. */
interface SchemeRegistry {
  registerSchemesAsPrivileged(
    schemes: { scheme: string; privileges: { standard: boolean; secure: boolean } }[],
  ): void;
}
interface SchemeHandlers {
  registerBufferProtocol(scheme: string, handler: (request: PlainRequest, answer: Answer) => void): boolean;
}
interface PlainRequest {
  readonly method: string;
  readonly url: string;
}
type Answer = (response: { data: Buffer; statusCode: number; headers: Record<string, string> }) => void;

/** Before the app is ready. The scheme gets an origin of its own and nothing more: no fetch, no service worker. */
export function registerAppScheme(protocol: SchemeRegistry): void {
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: { standard: true, secure: true } }]);
}

export interface PageServing {
  /** The page itself was sent. */
  readonly served: Promise<void>;
  /**
   * Resolves once the page has the files that are named in it, or after 100 ms: whoever is about to hold this thread up lets it
   * have them, so that it runs its code meanwhile.
   */
  quiet(): Promise<void>;
}

/** Long enough for requests that have come in to be heard, ms. */
const TURN_MS = 1;
const PATIENCE_MS = 100;

/**
 * Serves the renderer on `app://roundwatch/`. Not by `protocol.handle`: for its `Request` and `Response` Node would first have to
 * load all of undici, 40 ms and more of every start.
 */
export function serveAppProtocol(protocol: SchemeHandlers, files: RendererFiles): PageServing {
  // Read before they are asked for: then this thread may be busy, and what is asked from a thread pool comes late.
  const ahead = new Map<string, Buffer>();
  let isPageSent = false;
  const served = new Promise<void>((resolve) => {
    protocol.registerBufferProtocol(SCHEME, (request, answer) => {
      void replyTo({ ...files, ahead }, request).then(({ status, headers, body }) => {
        const data = typeof body === 'string' ? Buffer.from(body) : body;
        answer({ data, statusCode: status, headers: { ...headers } });
        if (headers['Content-Type']?.startsWith('text/html') !== true) return;
        isPageSent = true;
        for (const path of filesNamedIn(data.toString('utf8'), files)) readAhead(path, ahead);
        resolve();
      });
    });
  });
  return {
    served,
    quiet: async () => {
      const untilMs = performance.now() + PATIENCE_MS;
      do await new Promise((resolve) => setTimeout(resolve, TURN_MS));
      while (performance.now() < untilMs && (!isPageSent || ahead.size > 0));
    },
  };
}

/** What cannot be read is left to the request for it, which says so. */
function readAhead(path: string, ahead: Map<string, Buffer>): void {
  try {
    ahead.set(path, readFileSync(path));
  } catch {
    ahead.delete(path);
  }
}

/** Scripts, styles and fonts that the page asks for by itself. */
function filesNamedIn(page: string, files: RendererFiles): readonly string[] {
  const named = [...page.matchAll(/(?:src|href)="\.(\/[^"]+)"/g)].map(([, pathname = '']) =>
    files.find(pathname),
  );
  return named.flatMap((file) => (file === null ? [] : [file.path]));
}

export async function replyTo(files: RendererFiles, request: PlainRequest): Promise<RendererReply> {
  const url = URL.canParse(request.url) ? new URL(request.url) : null;
  if (url === null || url.host !== HOST || url.protocol !== `${SCHEME}:`)
    return plainReply(404, 'There is no such file.', 'none');
  return rendererReply(files, { method: request.method, pathname: url.pathname }, 'none');
}
