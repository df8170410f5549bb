import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Refusal } from '../../../shared/model/signal.ts';
import { messageOf } from '../foundation/error-message.ts';
import type { LocalServerParts, ReceivedRequest } from '../foundation/local-http/local-server.ts';
import { bearerOf } from '../foundation/local-http/request-check.ts';
import type { AssistantHost, AssistantProtocol, Logger } from '../ports.ts';
import type { ClientLimits } from './client-limits.ts';
import type { Client } from './clients.ts';

/** The only request headers that are passed to the protocol. The header with the key is not among them. */
const HEADERS = ['accept', 'content-type', 'mcp-protocol-version'] as const;

interface EndpointParts {
  readonly log: Logger;
  readonly protocol: AssistantProtocol;
  readonly limits: ClientLimits;
  /** Returns the client with this key in the open workspace; null if there is none. */
  readonly recognise: (key: string) => Client | null;
  readonly hostFor: (client: Client) => AssistantHost;
  /** Called for each request of a client. `session` is empty if the request specifies no session. */
  readonly onRequest: (client: Client, session: string) => void;
  /** Returns the id of a new session. */
  readonly newSession: () => string;
  /**
   * Called when a client's request is refused because the client has sent too many requests. Called at most
   * once a minute for each client.
   */
  readonly onTooMany: (client: Client) => void;
}

export interface Endpoint {
  readonly answer: LocalServerParts['answer'];
  /** Ends the requests in progress of one client, or of all clients. */
  end(clientId: string | null): void;
}

/**
 * Creates the endpoint that answers assistants' requests. The local server has already checked these
 * requests.
 */
export function createEndpoint(parts: EndpointParts): Endpoint {
  const { limits, log } = parts;
  const open = new Map<ServerResponse, string>();
  const answer = async (
    { request, body }: ReceivedRequest,
    response: ServerResponse,
  ): Promise<Refusal | null> => {
    // The key is read again, because it may have been revoked while the body arrived.
    const client = parts.recognise(bearerOf(request) ?? '');
    if (client === null) return 'wrong-key';
    const leave = limits.enter(client.id);
    if (leave === null) {
      if (limits.isFirstRefusal(client.id)) parts.onTooMany(client);
      return 'too-many';
    }
    open.set(response, client.id);
    try {
      const isNew = 'method' in body && body.method === 'initialize';
      const session = isNew ? parts.newSession() : sessionOf(request);
      parts.onRequest(client, session);
      const headers = Object.fromEntries(
        HEADERS.flatMap((name) => {
          const value = request.headers[name];
          return typeof value === 'string' ? [[name, value]] : [];
        }),
      );
      const reply = await parts.protocol.answer({ headers, body }, parts.hostFor(client));
      if (open.has(response)) send(response, reply, isNew && reply.status === 200 ? session : null);
    } catch (error) {
      log.error('assistant-request-failed', { error: messageOf(error) });
      response.destroy();
    } finally {
      open.delete(response);
      leave();
    }
    return null;
  };
  return {
    answer,
    end: (clientId) => {
      for (const [response, owner] of open) {
        if (clientId !== null && owner !== clientId) continue;
        open.delete(response);
        response.destroy();
      }
    },
  };
}

/**
 * Returns the session id of a request, or an empty string if the request has no valid one. The app uses the
 * id only to show whether the client is connected.
 */
export function sessionOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const id = headers['mcp-session-id'];
  return typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? id : '';
}

function send(
  response: ServerResponse,
  reply: Awaited<ReturnType<AssistantProtocol['answer']>>,
  session: string | null,
): void {
  const bytes = Buffer.from(reply.body, 'utf8');
  response
    .writeHead(reply.status, {
      ...reply.headers,
      ...(session === null ? {} : { 'Mcp-Session-Id': session }),
      'Content-Length': bytes.length,
      Connection: 'close',
      'Cache-Control': 'no-store',
    })
    .end(bytes);
}
