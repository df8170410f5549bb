import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { countSignals, newestSignals } from '../../../electron/core/database/queries/cache/signals.ts';
import { companyRows } from '../../../electron/core/database/queries/cache/companies.ts';
import { all, num, run, type WriteDb } from '../../../electron/core/database/sql.ts';
import { BYTES_PER_MINUTE, createStoredBytesLimit } from '../../../electron/core/webhook/event-budget.ts';
import { createInbox } from '../../../electron/core/webhook/inbox.ts';
import { mergeSignals } from '../../../electron/core/webhook/merge-into-library.ts';
import { listen } from '../../../electron/core/webhook/webhook-server.ts';
import { BODY_MAX } from '../../../electron/core/foundation/local-http/request-check.ts';
import { clock, log, memoryCache } from '../../support/app/library-fixtures.ts';
import { until } from '../../support/common/until.ts';
import { startSender, type Sender } from '../../support/webhook/sender-thread.ts';
import {
  deliver,
  eventOf,
  openSignalsWorld,
  slowSockets,
  type SignalsWorld,
} from '../../support/webhook/webhook-receiver.ts';
import { measure, reportFigure } from '../support/figures.ts';
import { storeSignal } from '../../support/app/store-without-key.ts';

/*
 * Goal W5: a flood of connections, deliveries or bytes neither interrupts a correct delivery nor fills the
 * disk. If the app was too busy to read a delivery that has arrived, the delivery does not time out.
 */

const worlds: SignalsWorld[] = [];
const senders: Sender[] = [];
afterEach(async () => {
  for (const sender of senders.splice(0)) await sender.end();
  for (const world of worlds.splice(0)) await world.close();
});
async function open(options?: Parameters<typeof openSignalsWorld>[0]): Promise<SignalsWorld> {
  const world = await openSignalsWorld(options);
  worlds.push(world);
  return world;
}
function sender(plan: Parameters<typeof startSender>[0]): Sender {
  const started = startSender(plan);
  senders.push(started);
  return started;
}

/** Returns the text of a correct request to the receiver, split into two parts. */
function deliveryParts({ key, port, path }: SignalsWorld): readonly [string, string] {
  const body = JSON.stringify(eventOf({ roundId: 'fnd_late', companyId: 'cmp_late' }));
  const text =
    `POST ${path()} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  return [text.slice(0, 40), text.slice(40)];
}
const textFrom = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    socket.on('data', (part) => (text += part.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
const storedRounds = ({ files }: SignalsWorld): (string | null)[] =>
  newestSignals(files.cache, 1_000).map(({ roundId }) => roundId);

describe('a delivery', () => {
  it.each([
    // The app is busy for longer than a time limit of the receiver. In the first case, this is the limit for
    // headers; in the second, it is the limit for refused requests.
    ['its headers', 0, 1_600],
    ['its body', 1, 2_600],
  ] as const)(
    'is accepted although the app was busy when the rest of %s arrived',
    async (_name, part, busyMs) => {
      const world = await open();
      const [start, rest] = deliveryParts(world);
      const end = rest.indexOf('\r\n\r\n') + 4;
      const [first, second] =
        part === 0 ? [start, rest] : [`${start}${rest.slice(0, end + 5)}`, rest.slice(end + 5)];
      const late = sender({ port: world.port, first, second });
      await late.started;
      // The receiver reads deliveries in order. By the time it answers this delivery, it must already have
      // read the first part of the late delivery.
      await world.deliver(eventOf());
      late.block(busyMs);
      expect(await late.answer).toMatch(/^HTTP\/1\.1 202 /);
      expect(storedRounds(world)).toContain('fnd_late');
    },
  );

  it('is accepted although 400 silent connections were opened after its own and before its headers', async () => {
    // Opening 400 connections can be slow, so the clock is stopped. Otherwise, the receiver could time out
    // the delivery under test.
    const world = await open({ clock: { ...clock, monotonicMs: () => 0 } });
    const [start, rest] = deliveryParts(world);
    const own = connect(world.port, '127.0.0.1');
    const answer = textFrom(own);
    own.write(start);
    const silent = await slowSockets(world.port, 400, '');
    // The receiver accepts connections in order. When this delivery is answered, all earlier connections must
    // therefore have been accepted.
    await world.deliver(eventOf());
    own.write(rest);
    expect(await answer).toMatch(/^HTTP\/1\.1 202 /);
    for (const socket of silent) socket.destroy();
  });

  it('is accepted while another program opens 1,500 connections, of which most are closed', async () => {
    // Stops the receiver's clock, which prevents connections from timing out. Connections are then closed
    // only because there are too many.
    const world = await open({ clock: { ...clock, monotonicMs: () => 0 } });
    const silent: Socket[] = [];
    const statuses: number[] = [];
    for (let at = 0; at < 30; at += 2) {
      // On every system, the queue of connections that are not accepted yet has room for at least 100
      // connections. The receiver therefore accepts all of these connections, in order.
      const flood = slowSockets(world.port, 100, '');
      statuses.push((await world.deliver(eventOf({ roundId: `r${at}` }))).status);
      silent.push(...(await flood).map((socket) => socket.resume()));
      statuses.push((await world.deliver(eventOf({ roundId: `r${at + 1}` }))).status);
    }
    expect(statuses.filter((status) => status !== 202)).toEqual([]);
    await until(() => silent.filter(({ destroyed }) => !destroyed).length <= 600, 'strangers to be closed');
    for (const socket of silent) socket.destroy();
  });

  it('that does not arrive is still ended, so strangers cannot hold connections', async () => {
    const world = await open();
    const [start] = deliveryParts(world);
    const slow = sender({ port: world.port, first: start, second: ' ' });
    await slow.started;
    slow.block(0);
    const lastRefusal = await until(
      () => world.signals.receiver.view().lastRefusal,
      'the receiver to end the connection',
    );
    expect(lastRefusal.why).toBe('slow');
    expect(await slow.answer).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe('a sender with the key', () => {
  it('cannot deliver more than 32 MB in a minute', async () => {
    let laterMs = 0;
    const world = await open({ clock: { ...clock, monotonicMs: () => performance.now() + laterMs } });
    const body = JSON.stringify(eventOf()).padEnd(BODY_MAX - 2_000, ' ');
    const size = Buffer.byteLength(body);
    const statuses: number[] = [];
    const most = Math.ceil(BYTES_PER_MINUTE / size) + 4;
    let next = 0;
    const send = async (): Promise<void> => {
      while (next < most) {
        next += 1;
        // Every delivery contains the same event, so the test reaches only the limit on bytes.
        statuses.push((await world.deliver(body)).status);
      }
    };
    await Promise.all(Array.from({ length: 4 }, send));
    const accepted = statuses.filter((status) => status === 202).length;
    expect(accepted).toBeGreaterThan(100);
    expect(accepted * size).toBeLessThanOrEqual(BYTES_PER_MINUTE);
    expect(new Set(statuses)).toEqual(new Set([202, 429]));
    expect(world.signals.receiver.view().lastRefusal?.why).toBe('too-much');
    laterMs += 62_000;
    expect((await world.deliver(eventOf())).status).toBe(202);
    measure('W5', {
      tried: `${statuses.length} deliveries of 256 kB`,
      violations: '0 bytes over 32 MB a minute',
    });
    reportFigure(`W5 ${accepted} of ${statuses.length} deliveries of 256 kB accepted in a minute`);
  });

  it('cannot fill the disk: the bytes of all events together are limited', () => {
    const cache = memoryCache();
    let nowMs = 0;
    const max = 100_000;
    const limit = createStoredBytesLimit(cache, () => nowMs, max);
    const text = 'x'.repeat(5_000);
    let stored = 0;
    const storeOne = (): void => {
      const event = eventOf({ roundId: `r${stored}`, companyId: `c${stored}` });
      const body = { ...event, company: { ...(event['company'] as object), description: text } };
      if (!limit.hasRoom(JSON.stringify(body).length)) return;
      storeSignal(cache, { body, via: 'webhook', receivedAtMs: 1_000 + stored });
      mergeSignals(cache, log);
      stored += 1;
    };
    for (let times = 0; times < 200; times += 1, nowMs += 61_000) storeOne();
    const [row] = all(
      cache,
      'SELECT sum(length(raw)) AS n FROM (SELECT raw FROM company_source UNION ALL SELECT raw FROM round_source)',
    );
    const bytes = row === undefined ? 0 : num(row, 'n');
    expect(bytes).toBeGreaterThan(max / 3);
    expect(bytes).toBeLessThanOrEqual(max);
    const before = stored;
    run(cache, 'DELETE FROM company');
    nowMs += 61_000;
    storeOne();
    expect(stored).toBe(before + 1);
  });

  it('is refused when the stored events have reached their limit', async () => {
    const refused: string[] = [];
    const listening = await listen(
      {
        clock,
        rules: () => ({ path: '/hook/x', tunnelHost: null }),
        recognises: () => true,
        hasRoom: () => false,
        store: () => Promise.reject(new Error('stored')),
        onRefused: (why) => void refused.push(why),
        onAnswered: () => undefined,
      },
      0,
    );
    if ('failed' in listening) throw new Error(listening.failed);
    const { port, close } = listening.server;
    const { status } = await deliver(eventOf(), { port, path: '/hook/x', authorization: 'Bearer anything' });
    await close();
    expect([status, refused]).toEqual([507, ['no-room']]);
  });

  it('cannot store more than 10,000 events, and each is merged into the library before it is deleted', async () => {
    const cache = memoryCache();
    const store = (roundId: string): void =>
      void storeSignal(cache, {
        body: eventOf({ roundId, companyId: `cmp_${roundId}` }),
        via: 'webhook',
        receivedAtMs: 1,
      });
    const oldest = Array.from({ length: 20 }, (_, at) => `oldest${at}`);
    oldest.forEach(store);
    fillInbox(cache, 9_980);
    const inbox = createInbox({
      cache,
      log,
      seal: () => ({ mode: 'locked' }),
      onStored: () => undefined,
      onMerged: () => undefined,
    });
    inbox.start();
    const counts: number[] = [];
    await Promise.all(
      Array.from({ length: 70 }, async (_, at) => {
        const body = eventOf({ roundId: `new${at}`, companyId: `cmp_new${at}` });
        await inbox.put({ body, via: 'webhook', receivedAtMs: 2 });
        counts.push(countSignals(cache));
      }),
    );
    inbox.dispose();
    expect(counts.at(-1)).toBe(10_000);
    expect(Math.max(...counts)).toBeLessThanOrEqual(10_000);
    expect(
      companyRows(
        cache,
        oldest.map((id) => `cmp_${id}`),
      ).size,
    ).toBe(oldest.length);
  });
});

/** Adds `count` merged events, as if events had been delivered for weeks. */
function fillInbox(cache: WriteDb, count: number): void {
  run(
    cache,
    `INSERT INTO signal (identity, key_rule, via, event, received_at_ms, delivered_at_ms, deliveries, sample, merged,
       triggers)
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count)
     SELECT printf('filler:%d', i), 'hash', 'webhook', 'trigger_published', i, i, 1, 0, 1, '[]' FROM n`,
    { count },
  );
}
