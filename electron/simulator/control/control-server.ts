import type { IncomingMessage } from 'node:http';
import { control, type ControlReply } from './control-plane.ts';
import { openListener, type Listener } from '../service/listener.ts';
import type { Service } from './controlled-service.ts';

const MAX_BODY_BYTES = 1_048_576;

/** Serves the control API on a separate port, so it cannot be reached through any URL of the service. */
export function openControlServer(service: Service, api: Listener, port: number): Promise<Listener> {
  return openListener(port, (request, response) => {
    const send = ({ status, body }: ControlReply): void => {
      response.writeHead(status, {
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'no-store',
      });
      response.end(JSON.stringify(body));
    };
    readBody(request)
      .then((body) =>
        body === null ? { status: 413, body: { error: 'too large' } } : answer(request, body, service, api),
      )
      .then(send, () => request.socket.destroy());
  });
}

function answer(
  request: IncomingMessage,
  body: string,
  service: Service,
  api: Listener,
): Promise<ControlReply> {
  const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
  const { host, origin, authorization } = request.headers;
  return control(
    { method: request.method ?? '', path, query, host, origin, authorization, body },
    service,
    api,
  );
}

/** Reads the body; returns null if it is larger than 1 MB. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return size > MAX_BODY_BYTES ? null : Buffer.concat(chunks).toString('utf8');
}
