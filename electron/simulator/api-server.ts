import type { IncomingMessage, ServerResponse } from 'node:http';
import { composeMessage } from './control/fault-message.ts';
import { transmit } from './control/fault-wire.ts';
import type { FaultPlan } from './control/faults.ts';
import { openListener, type Listener, type TlsIdentity } from './service/listener.ts';
import { serve, type Delivery, type Service } from './control/controlled-service.ts';
import { createTimers, type Timers } from './service/timers.ts';

interface ApiServerOptions {
  /** The port; 0 for any free port. */
  readonly port: number;
  readonly tls: TlsIdentity | null;
  /** Called before each request is handled. */
  prepare(): Promise<void>;
}

/** Opens the service's HTTP server. `serve` computes each response; this file only sends it. */
export async function openApiServer(
  service: Service,
  { port, tls, prepare }: ApiServerOptions,
): Promise<Listener> {
  const timers = createTimers();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Discards the body. No endpoint needs it, but an unread body would block the connection.
    request.resume();
    await prepare();
    const delivery = serve(service, readRequest(request));
    const delayMs = delivery.fault?.delayMs ?? 0;
    if (delayMs > 0) await timers.wait(delayMs);
    await deliver(delivery, timers, request, response);
  };
  const listener = await openListener(
    port,
    (request, response) => {
      answer(request, response).catch(() => request.socket.destroy());
    },
    tls,
  );
  return {
    ...listener,
    close: () => {
      timers.dispose();
      return listener.close();
    },
  };
}

function readRequest(request: IncomingMessage) {
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  return {
    method: request.method ?? '',
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? '' : url.slice(mark + 1),
    authorization: request.headers.authorization,
    ifNoneMatch: request.headers['if-none-match'],
  };
}

async function deliver(
  { reply, fault, nowMs }: Delivery,
  timers: Timers,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const ending = fault?.ending ?? 'answer';
  if (ending === 'hang') return;
  if (reply === null || ending !== 'answer') return hangUp(ending, request);
  const message = composeMessage(reply, fault?.rewrites ?? [], nowMs);
  const { truncate, drip } = fault ?? { truncate: null, drip: null };
  await transmit(message, { truncate, drip, timers }, request, response);
}

function hangUp(ending: FaultPlan['ending'], { socket }: IncomingMessage): void {
  if (ending === 'hard-reset') socket.resetAndDestroy();
  else socket.destroy();
}
