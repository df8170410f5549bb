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
  handle(scheme: string, handler: (request: Request) => Promise<Response>): void;
}

/** Before the app is ready. The scheme gets an origin of its own and nothing more: no fetch, no service worker. */
export function registerAppScheme(protocol: SchemeRegistry): void {
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: { standard: true, secure: true } }]);
}

/** Serves the renderer on `app://roundwatch/`. */
export function serveAppProtocol(protocol: SchemeHandlers, files: RendererFiles): void {
  protocol.handle(SCHEME, async (request) => {
    const { status, headers, body } = await replyTo(files, request);
    return new Response(typeof body === 'string' ? body : new Uint8Array(body), { status, headers });
  });
}

export async function replyTo(
  files: RendererFiles,
  request: { readonly method: string; readonly url: string },
): Promise<RendererReply> {
  const url = URL.canParse(request.url) ? new URL(request.url) : null;
  if (url === null || url.host !== HOST || url.protocol !== `${SCHEME}:`)
    return plainReply(404, 'There is no such file.', 'none');
  return rendererReply(files, { method: request.method, pathname: url.pathname }, 'none');
}
