import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { WebSocket } from 'ws';
import type { contract } from '../../shared/contract/index.ts';
import { createApi, type Port, type Reply } from '../../shared/contract/kit.ts';
import { readyText, startProgram, type Started } from '../support/common/process.ts';
import { tempDir } from '../support/common/temp-dir.ts';
import { contractSteps, type Subject } from './suite.ts';

/** Connects as the page does: the first frame contains the token from the URL and a new secret. */
async function connect(url: string): Promise<{ port: Port; close(): void }> {
  const { origin, host, hash } = new URL(url);
  const socket = new WebSocket(`ws://${host}/socket`, { origin });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const token = hash.slice('#token='.length);
  socket.send(JSON.stringify({ session: randomBytes(32).toString('hex'), token }));
  const waiting = new Map<number, (reply: Reply) => void>();
  const listeners = new Set<(channel: string, payload: unknown) => void>();
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString('utf8')) as {
      id?: number;
      reply?: Reply;
      push?: string;
      payload?: unknown;
    };
    if (frame.id !== undefined && frame.reply !== undefined) waiting.get(frame.id)?.(frame.reply);
    const { push, payload } = frame;
    if (push !== undefined) for (const listener of listeners) listener(push, payload);
  });
  let next = 0;
  return {
    close: () => socket.close(),
    port: {
      request: (channel, input) =>
        new Promise((resolve) => {
          next += 1;
          waiting.set(next, resolve);
          socket.send(JSON.stringify({ id: next, channel, input }));
        }),
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  };
}

describe('contract over the loopback shell’s socket', () => {
  const folder = tempDir();
  let started: Started;
  let client: Awaited<ReturnType<typeof connect>>;
  let subject: Subject;
  beforeAll(async () => {
    const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
    started = await startProgram(
      'electron/shells/loopback.ts',
      ['--data-dir', folder.path, '--renderer', 'renderer'],
      env,
    );
    client = await connect(readyText(started, 'url'));
    subject = { port: client.port, api: createApi<typeof contract>(client.port), memo: new Map() };
  });
  afterAll(async () => {
    client.close();
    await started.stop();
    folder.remove();
  });

  for (const step of contractSteps) it(step.name, () => step.run(subject));
});
