import { connect } from 'node:net';
import { parentPort, Worker, workerData } from 'node:worker_threads';

/*
 * A sender in its own thread, so it can deliver while the receiver's thread is busy. Run as a worker by
 * `startSender`.
 */

interface Plan {
  readonly port: number;
  /** The part that is sent when the sender starts. */
  readonly first: string;
  /** The part that is sent while the receiver is busy. */
  readonly second: string;
  readonly steps: Int32Array<SharedArrayBuffer>;
}
const [IS_BUSY, IS_SENT] = [0, 1];

export interface Sender {
  /** Resolves when the sender has sent the first part. */
  readonly started: Promise<void>;
  /**
   * Blocks this thread for at least `ms`, or longer if the sender has not yet sent the second part. The
   * receiver runs in this thread, so it cannot read the second part in the meantime.
   */
  block(ms: number): void;
  /** Resolves to the response, once the connection is closed. */
  readonly answer: Promise<string>;
  end(): Promise<unknown>;
}

export function startSender(plan: Omit<Plan, 'steps'>): Sender {
  const steps = new Int32Array(new SharedArrayBuffer(12));
  const worker = new Worker(new URL(import.meta.url), { workerData: { ...plan, steps } });
  const messages = new Promise<string>((resolve, reject) => {
    worker.on('message', (message: { answer?: string }) => {
      if (message.answer !== undefined) resolve(message.answer);
    });
    worker.on('error', reject);
  });
  return {
    started: new Promise((resolve) => worker.once('message', () => resolve())),
    block: (ms) => {
      const endMs = performance.now() + ms;
      Atomics.store(steps, IS_BUSY, 1);
      Atomics.notify(steps, IS_BUSY);
      Atomics.wait(steps, IS_SENT, 0, 30_000);
      Atomics.wait(steps, 2, 0, Math.max(0, endMs - performance.now()));
    },
    answer: messages,
    end: () => worker.terminate(),
  };
}

async function send({ port, first, second, steps }: Plan): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('error', () => undefined);
  socket.on('data', (part) => (answer += part.toString('latin1')));
  socket.on('close', () => parentPort?.postMessage({ answer }));
  const write = (text: string): Promise<void> =>
    new Promise((resolve) => void socket.write(text, () => resolve()));
  await write(first);
  parentPort?.postMessage({ started: true });
  Atomics.wait(steps, IS_BUSY, 0);
  await write(second);
  Atomics.store(steps, IS_SENT, 1);
  Atomics.notify(steps, IS_SENT);
}

if (parentPort !== null && isPlan(workerData)) await send(workerData);

function isPlan(data: unknown): data is Plan {
  return typeof data === 'object' && data !== null && 'steps' in data && 'second' in data;
}
