import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Bench } from './bench.ts';
import { until } from '../../support/common/until.ts';

/** A local webhook endpoint that accepts every delivery and stores its body. */
export interface Receiver {
  readonly url: string;
  /** The parsed bodies, oldest first. */
  readonly received: readonly unknown[];
  /** Waits until this many deliveries have arrived. */
  arrived(count: number): Promise<void>;
  close(): void;
}

export async function startReceiver(): Promise<Receiver> {
  const received: unknown[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      received.push(JSON.parse(body));
      response.writeHead(202).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    arrived: async (count) => void (await until(() => received.length >= count, `delivery ${count}`)),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Makes the service deliver an event about a company, and returns the parsed event. */
export async function eventOf(bench: Bench, companyId: string, more: object = {}): Promise<unknown> {
  const receiver = await startReceiver();
  try {
    await bench.control('webhook', { url: receiver.url, allAlerts: true });
    await bench.control('webhook/send', { companyId, as: 'all', ...more });
    await receiver.arrived(1);
    return receiver.received[0];
  } finally {
    receiver.close();
  }
}
