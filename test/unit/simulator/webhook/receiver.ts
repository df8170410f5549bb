import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { asRow } from '../support.ts';

export interface Received {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  readonly event: Record<string, unknown>;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Responds to each request. The default responds with 202. */
  answer: (response: ServerResponse) => void;
  /** Returns the largest number of requests that were open at the same time. */
  mostAtOnce(): number;
  close(): Promise<void>;
}

/** Starts an HTTP server that receives webhook deliveries. */
export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let open = 0;
  let most = 0;
  const server = createServer((request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.on('close', () => (open -= 1));
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const event = text.startsWith('{') ? asRow(JSON.parse(text)) : {};
      received.push({ method: request.method ?? '', headers: request.headers, text, event });
      receiver.answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook/abc`,
    received,
    answer: (response) => void response.writeHead(202).end(),
    mostAtOnce: () => most,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
