import { readFileSync } from 'node:fs';
import { SECOND_MS } from '../../../shared/durations.ts';
import type { RendererFiles } from '../common/renderer-files.ts';
import { plainReply, rendererReply, type RendererReply } from '../common/renderer-reply.ts';

const SCHEME = 'app';
const HOST = 'roundwatch';
export const APP_ORIGIN = `${SCHEME}://${HOST}`;
export const APP_PAGE = `${APP_ORIGIN}/`;

/** The part of Electron's `protocol` that registers schemes. */
interface SchemeRegistry {
  registerSchemesAsPrivileged(
    schemes: { scheme: string; privileges: { standard: boolean; secure: boolean } }[],
  ): void;
}
/**
 * Two alternative Electron methods that register a handler for a scheme. `registerBufferProtocol` is
 * deprecated (ADR 101).
 */
interface SchemeHandlers {
  registerBufferProtocol?(scheme: string, handler: (request: PlainRequest, answer: Answer) => void): boolean;
  handle(scheme: string, handler: (request: PlainRequest) => Promise<Response>): void;
}
interface PlainRequest {
  readonly method: string;
  readonly url: string;
}
type Answer = (response: { data: Buffer; statusCode: number; headers: Record<string, string> }) => void;

/**
 * Registers the `app` scheme with its own origin, but without support for `fetch` or service workers. Must be
 * called before the app is ready.
 */
export function registerAppScheme(protocol: SchemeRegistry): void {
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: { standard: true, secure: true } }]);
}

export interface PageServing {
  /** Resolves when the page's HTML has been sent. */
  readonly pageSent: Promise<void>;
  /**
   * Resolves when the page's scripts, styles and fonts have been sent, or after 100 ms. The core must not be
   * loaded earlier, because loading and opening it block this thread and would delay the page.
   */
  whenLoaded(): Promise<void>;
}

/**
 * Interval, in ms, at which `whenLoaded` checks whether all files have been sent. Between checks, this thread
 * is free to receive requests.
 */
const RECEIVE_MS = 1;
const WAIT_MAX_MS = 100;

/**
 * Registers the function that answers requests for the `app` scheme. Prefers `registerBufferProtocol`, because
 * the `Request` and `Response` of `protocol.handle` make Node load undici, which takes at least 40 ms.
 */
function registerReplies(
  protocol: SchemeHandlers,
  replyOf: (request: PlainRequest) => Promise<RendererReply>,
  onSent: (reply: RendererReply) => void,
): void {
  const isRegistered = protocol.registerBufferProtocol?.(SCHEME, (request, answer) => {
    void replyOf(request).then((reply) => {
      const { status, headers, body } = reply;
      const data = typeof body === 'string' ? Buffer.from(body) : body;
      answer({ data, statusCode: status, headers: { ...headers } });
      onSent(reply);
    });
  });
  if (isRegistered === true) return;
  protocol.handle(SCHEME, async (request) => {
    const reply = await replyOf(request);
    // Electron sends the response after this function has returned it.
    setImmediate(() => onSent(reply));
    const { status, headers, body } = reply;
    return new Response(typeof body === 'string' ? body : new Uint8Array(body), { status, headers });
  });
}

/** Serves the renderer on `app://roundwatch/`. */
export function serveAppProtocol(protocol: SchemeHandlers, files: RendererFiles): PageServing {
  // The page's files are read in advance. When the page requests them, this thread may be busy opening the
  // core, which would delay an asynchronous read.
  const preloaded = new Map<string, Buffer>();
  let isPageSent = false;
  const pageSent = new Promise<void>((resolve) => {
    const onSent = ({ headers, body }: RendererReply): void => {
      if (headers['Content-Type']?.startsWith('text/html') !== true) return;
      isPageSent = true;
      for (const path of filesReferencedBy(body.toString('utf8'), files)) preload(path, preloaded);
      resolve();
    };
    registerReplies(protocol, (request) => replyTo({ ...files, preloaded }, request), onSent);
  });
  return {
    pageSent,
    whenLoaded: async () => {
      // `performance` would have to be loaded first, which takes several milliseconds of the start.
      const untilS = process.uptime() + WAIT_MAX_MS / SECOND_MS;
      do await new Promise((resolve) => setTimeout(resolve, RECEIVE_MS));
      while (process.uptime() < untilS && (!isPageSent || preloaded.size > 0));
    },
  };
}

/** Reads a file in advance. Ignores an unreadable file, because the later request for it will fail anyway. */
function preload(path: string, preloaded: Map<string, Buffer>): void {
  try {
    preloaded.set(path, readFileSync(path));
  } catch {
    preloaded.delete(path);
  }
}

/** Returns the paths of the scripts, styles and fonts that the page loads. */
function filesReferencedBy(page: string, files: RendererFiles): readonly string[] {
  const referenced = [...page.matchAll(/(?:src|href)="\.(\/[^"]+)"/g)].map(([, pathname = '']) =>
    files.find(pathname),
  );
  return referenced.flatMap((file) => (file === null ? [] : [file.path]));
}

export async function replyTo(files: RendererFiles, request: PlainRequest): Promise<RendererReply> {
  const url = URL.canParse(request.url) ? new URL(request.url) : null;
  if (url === null || url.host !== HOST || url.protocol !== `${SCHEME}:`)
    return plainReply(404, 'File not found.', 'none');
  return rendererReply(files, { method: request.method, pathname: url.pathname }, 'none');
}
