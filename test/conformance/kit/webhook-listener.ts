import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Bench } from './bench.ts';
import { listAt } from './requests.ts';
import { until } from '../../support/common/until.ts';

export interface Arrival {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body, or null if the body is not JSON. */
  readonly event: unknown;
}

export interface Listener {
  readonly url: string;
  readonly arrivals: readonly Arrival[];
  /** Waits until `count` deliveries have arrived, and returns all deliveries. */
  wait(count: number): Promise<readonly Arrival[]>;
}

export type Answering = (response: ServerResponse, arrival: Arrival) => void;

/** Runs `work` with a local webhook endpoint, which by default responds with 202. */
export async function withListener(
  work: (listener: Listener) => Promise<void>,
  answer: Answering = (response) => response.writeHead(202).end(),
): Promise<void> {
  const arrivals: Arrival[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const arrival = { method, path, headers, text, event: parsed(text) };
      arrivals.push(arrival);
      answer(response, arrival);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const wait = async (count: number): Promise<readonly Arrival[]> => {
    await until(() => arrivals.length >= count, `delivery ${count}`);
    return arrivals;
  };
  try {
    await work({ url: `http://127.0.0.1:${port}/hook/conformance`, arrivals, wait });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Waits until the simulator has made `count` delivery attempts, and returns its reports on all attempts. */
export async function deliveries(bench: Bench, count: number): Promise<readonly unknown[]> {
  return until(async () => {
    const made = listAt(await bench.control('webhook'), 'deliveries');
    return made.length >= count ? made : null;
  }, `attempt ${count} of the sender`);
}
