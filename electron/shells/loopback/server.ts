import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Logger } from '../../core/ports.ts';
import { createLoopbackAccess, type LoopbackAccess } from './access.ts';
import type { LoopbackPort } from './port.ts';
import { createSocketGate } from './socket-gate.ts';
import type { RendererFiles } from '../common/renderer-files.ts';
import { plainReply, rendererReply, securityHeaders, type RendererReply } from '../common/renderer-reply.ts';

interface LoopbackServerOptions {
  readonly files: RendererFiles;
  readonly port: LoopbackPort;
  /** The port. If 0, the system chooses a free port. */
  readonly listenOn: number;
  readonly log: Logger;
  /** Prints an instruction for the user to the terminal. */
  readonly hint: (sentence: string) => void;
  /** Called when an address has been used or has expired. */
  readonly onAddressSpent?: () => void;
}
export interface LoopbackServer {
  /** The app's address with a one-time token. The address can be used once, within five minutes. */
  readonly url: string;
  close(): Promise<void>;
}

const SOCKET_PATH = '/socket';
const FRAME_MAX_BYTES = 1_000_000;
const CONNECTIONS_MAX = 100;
const GOING_AWAY = 1001;

/**
 * Starts the server, which listens on 127.0.0.1 only.
 * @throws the system's error if the port is in use
 */
export async function startLoopbackServer(options: LoopbackServerOptions): Promise<LoopbackServer> {
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 10_000, maxHeaderSize: 16_384 });
  server.maxConnections = CONNECTIONS_MAX;
  const port = await listen(server, options.listenOn);
  const access = createLoopbackAccess(port, () => options.onAddressSpent?.());
  const url = access.address();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_MAX_BYTES,
    perMessageDeflate: false,
    clientTracking: true,
  });
  const admit = createSocketGate({
    access,
    log: options.log,
    attach: (socket) => options.port.attach(socket),
    onRefused: createHint(access, options.hint),
  });
  server.on('request', (request, response) => {
    void answer(request, access, options.files).then((reply) => send(response, reply));
  });
  server.on('upgrade', (request, socket, head) => {
    if (!mayUpgrade(request, access)) {
      options.log.warn('upgrade-refused');
      return refuseUpgrade(socket);
    }
    sockets.handleUpgrade(request, socket, head, admit);
  });
  return {
    url,
    close: () => {
      access.close();
      return close(server, sockets, options.port);
    },
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.off('error', reject);
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
      else reject(new Error('no address'));
    });
  });
}

type Reply =
  | RendererReply
  | { readonly status: 307; readonly headers: Record<string, string>; readonly body: '' };

/**
 * Answers a request for one of the renderer's files. Other accounts on this computer can read these files
 * too, but the only user data in them is the page's theme, density and text size.
 */
async function answer(
  request: IncomingMessage,
  access: LoopbackAccess,
  files: RendererFiles,
): Promise<Reply> {
  const { method = '', headers } = request;
  if (!access.knowsHost(headers) && !access.isLocalhost(headers))
    return plainReply(403, 'Unknown host.', 'self');
  const reads = method === 'GET' || method === 'HEAD';
  if (!reads && !access.isOwnOrigin(headers)) return plainReply(403, 'Unknown origin.', 'self');
  if (!reads) return plainReply(405, 'Only GET and HEAD requests are allowed.', 'self');
  if (isForeignEmbedding(headers)) return plainReply(403, 'Other sites can’t load this file.', 'self');
  const url = addressOf(request);
  if (url === null) return plainReply(404, 'File not found.', 'self');
  if (access.isLocalhost(headers)) return redirectTo(`${access.origin}${url.pathname}`);
  return rendererReply(files, { method, pathname: url.pathname }, 'self');
}

/**
 * Parses a request's URL. Returns null unless the URL is a path, with or without a query. Browsers send only
 * such URLs to this server, so any other URL comes from another program.
 */
function addressOf({ url = '' }: IncomingMessage): URL | null {
  const base = 'http://127.0.0.1';
  return /^\/(?!\/)/.test(url) && URL.canParse(url, base) ? new URL(url, base) : null;
}

const redirectTo = (location: string): Reply => ({
  status: 307,
  headers: { ...securityHeaders('self'), Location: location },
  body: '',
});

/**
 * Returns whether another site's page embeds or fetches one of the app's files. Returns false for a link that
 * opens the app.
 */
function isForeignEmbedding(headers: IncomingMessage['headers']): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return false;
  return headers['sec-fetch-mode'] !== 'navigate' || headers['sec-fetch-dest'] !== 'document';
}

function mayUpgrade(request: IncomingMessage, access: LoopbackAccess): boolean {
  const { headers } = request;
  return (
    request.method === 'GET' &&
    request.url === SOCKET_PATH &&
    access.knowsHost(headers) &&
    access.isOwnOrigin(headers)
  );
}

function refuseUpgrade(socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
}

function send(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, { ...reply.headers, 'Content-Length': Buffer.byteLength(reply.body) });
  response.end(response.req.method === 'HEAD' ? '' : reply.body);
}

/** Returns a function that prints the app's URL if it has changed since it was last printed. */
function createHint(access: LoopbackAccess, hint: (sentence: string) => void): () => void {
  let lastPrinted = access.address();
  return () => {
    const address = access.address();
    if (address === lastPrinted) return;
    lastPrinted = address;
    hint(
      `To open Roundwatch in another tab or browser, use this address once, within five minutes: ${address}`,
    );
  };
}

async function close(server: Server, sockets: WebSocketServer, port: LoopbackPort): Promise<void> {
  port.close();
  for (const client of sockets.clients) client.close(GOING_AWAY, 'closing');
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const client of sockets.clients) setTimeout(() => client.terminate(), 500).unref();
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), 500).unref();
  await closed;
}
