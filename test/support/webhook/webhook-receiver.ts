import { request as requestHttp } from 'node:http';
import { createServer, connect, type Socket } from 'node:net';
import { createMemorySecrets } from '../../../electron/adapters/memory-secrets.ts';
import type { Clock, SecretStore, SettingsStore } from '../../../electron/core/ports.ts';
import type { WriteDb } from '../../../electron/core/database/sql.ts';
import { createSignals, type Signals } from '../../../electron/core/webhook/webhook.ts';
import type { SecretPlace } from '../../../shared/model/workspace.ts';
import { createMapSettings } from '../app/test-app.ts';
import { clock as realClock, log, memoryCache, memoryYours, random } from '../app/library-fixtures.ts';

/* The receiver and its inbox on real sockets, and clients that deliver events to the receiver. */

export interface SignalsWorld {
  readonly signals: Signals;
  readonly files: { readonly cache: WriteDb; readonly yours: WriteDb };
  readonly key: string;
  readonly port: number;
  /** Returns the secret path to which the service delivers. */
  path(): string;
  readonly pushes: readonly string[];
  deliver(body: unknown, options?: Deliver): Promise<Answer>;
  close(): Promise<void>;
}

export interface Deliver {
  /** The Authorization header to send in place of the correct one. Null sends none. */
  readonly authorization?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly method?: string;
  readonly port?: number;
  /** Whether the event is sent from this computer and not through a tunnel. The default is false. */
  readonly isLocal?: boolean;
}
export interface Answer {
  /** The HTTP status, or 0 if no response could be read. */
  readonly status: number;
  readonly tookMs: number;
}

export interface WorldOptions {
  readonly files?: { readonly cache: WriteDb; readonly yours: WriteDb };
  readonly clock?: Clock;
  readonly port?: number;
  readonly keychain?: SecretStore;
  readonly settings?: SettingsStore;
  /** Whether the receiver is enabled and has a key. The default is true. */
  readonly ready?: boolean;
}

export async function openSignalsWorld(options: WorldOptions = {}): Promise<SignalsWorld> {
  const files = options.files ?? { cache: memoryCache(), yours: memoryYours() };
  const clock = options.clock ?? realClock;
  const port = options.port ?? (await freePort());
  const pushes: string[] = [];
  let place: SecretPlace | null = null;
  const signals = createSignals({
    ports: {
      log,
      random,
      clock,
      settings: options.settings ?? createMapSettings(),
      secrets: { session: createMemorySecrets(), keychain: options.keychain ?? null },
    },
    reconnect: null,
    files,
    clock,
    serverNowMs: () => clock.nowMs(),
    seal: () => ({ mode: 'locked' }),
    noteTime: () => undefined,
    publish: (group, name) => void pushes.push(`${group}.${name}`),
    place: {
      workspaceId: 'w1',
      place: () => place,
      setPlace: (next) => {
        place = next;
      },
    },
  });
  const { receiver } = signals;
  const key = receiver.newKey();
  signals.start();
  if (options.ready !== false) {
    await receiver.setKey(key, 'session');
    await receiver.change({ port, enabled: true });
  }
  const path = (): string => receiver.view().path;
  return {
    signals,
    files,
    key,
    port,
    path,
    pushes,
    deliver: (body, how = {}) =>
      deliver(body, { port, path: path(), authorization: `Bearer ${key}`, ...how }),
    close: () => signals.dispose(),
  };
}

/** Sends one request on a new connection, by default as the service delivers events (specification §6.2). */
export function deliver(
  body: unknown,
  how: Deliver & { readonly port: number; readonly path: string },
): Promise<Answer> {
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const startMs = performance.now();
  return new Promise((resolve) => {
    const done = (status: number): void => resolve({ status, tookMs: performance.now() - startMs });
    const { authorization = null } = how;
    const sent = requestHttp(
      {
        host: '127.0.0.1',
        port: how.port,
        path: how.path,
        method: how.method ?? 'POST',
        agent: false,
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': 'Service-AI-Webhook/1.0',
          ...(authorization === null ? {} : { Authorization: authorization }),
          ...(how.isLocal === true ? {} : { 'X-Forwarded-For': '203.0.113.9' }),
          ...how.headers,
        },
      },
      (response) => {
        response.resume();
        done(response.statusCode ?? 0);
      },
    );
    sent.on('error', () => done(0));
    sent.end(text);
  });
}

/**
 * Sends raw bytes and returns the bytes of the response. If the server has not closed the connection after
 * `untilMs`, this function closes it.
 */
export function exchangeRaw(port: number, bytes: string | Buffer, untilMs = 20_000): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    const timer = setTimeout(() => socket.destroy(), untilMs);
    socket.on('data', (part) => (answer += part.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(answer);
    });
    socket.write(bytes);
  });
}

/**
 * Opens `count` connections. Each of them sends only `payload`, and stays open. Resolves once all are open.
 */
export async function slowSockets(port: number, count: number, payload: string): Promise<readonly Socket[]> {
  const open = Array.from({ length: count }, async () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await new Promise<void>((resolve) => socket.once('connect', resolve).once('close', () => resolve()));
    if (payload !== '') socket.write(payload);
    return socket;
  });
  return Promise.all(open);
}

/**
 * Returns a free port from a range in which operating systems do not assign ports automatically. Otherwise,
 * the port could be assigned to another program before the caller listens on it.
 */
export async function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 12_000);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

export interface Told {
  readonly id?: string;
  /** The name of the id field, or null to omit the field. */
  readonly idName?: string | null;
  readonly roundId?: string | null;
  readonly companyId?: string;
  readonly icp?: number | null;
  readonly type?: string;
  readonly event?: string;
  readonly publishedAt?: string;
  readonly note?: string;
  readonly status?: string | null;
  /** An amount such as `€4M`, with its value and currency. */
  readonly amount?: { readonly text: string; readonly value: number; readonly currency: string };
}

/** Returns a webhook payload (specification §6.3). */
export function eventOf(fields: Told = {}): Record<string, unknown> {
  const { companyId = 'cmp_1', roundId = 'fnd_1', idName = '{base_url}', id = `evt_${roundId}` } = fields;
  const trigger = {
    ...(idName === 'trigger.id' ? { id } : {}),
    type: fields.type ?? 'funding',
    subtype: 'Series A',
    publishedAt: fields.publishedAt ?? '2026-06-10T08:00:00Z',
    evidence: {
      ...(roundId === null ? {} : { fundingId: roundId }),
      amount: fields.amount?.text ?? '€8M',
      amountNumeric: fields.amount?.value ?? 8_000_000,
      amountUsd: 8_600_000,
      currency: fields.amount?.currency ?? 'EUR',
      stage: 'Series A',
      announceDate: '2026-06-09T00:00:00Z',
      investors: [{ name: 'Northzone', type: 'lead' }],
    },
  };
  return {
    event: fields.event ?? 'trigger_published',
    timestamp: '2026-06-10T08:01:00Z',
    ...(idName === null || idName === 'trigger.id' ? {} : { [idName]: id }),
    trigger,
    company: {
      id: companyId,
      name: `Company ${companyId}`,
      country: 'Germany',
      industry: 'Energy',
      description: 'Makes things',
      tags: [{ name: 'B2B', slug: 'b2b' }],
      websiteUrl: 'https://x.example',
      techStack: ['Kafka'],
      techStackCategories: ['Streaming'],
      logo: 'https://x.example/l.png',
    },
    allTriggers: [{ id: 't1', type: 'funding', subtype: 'Series A', publishedAt: '2026-06-10T08:00:00Z' }],
    userContext: {
      icpMatch: fields.icp === undefined ? 72 : fields.icp,
      userNote: fields.note ?? '',
      trackingStatus: fields.status ?? null,
    },
  };
}
