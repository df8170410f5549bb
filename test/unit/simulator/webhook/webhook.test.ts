import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PROFILES, type Simulator } from '../../../../electron/simulator/index.ts';
import { until } from '../../../support/common/until.ts';
import { openReceiver, type Received, type Receiver } from './receiver.ts';
import { asRow, asRows, DAY_MS, EPOCH_MS, get, start } from '../support.ts';

let simulator: Simulator;
let receiver: Receiver;
beforeEach(async () => {
  receiver = await openReceiver();
  simulator = await start({ companies: 1_500, nowMs: () => EPOCH_MS });
});
afterEach(async () => {
  await simulator.dispose();
  await receiver.close();
});

type Options = NonNullable<Parameters<Simulator['webhook']['configure']>[0]>;

const KEY = 'a-key-of-the-hook';
const configure = (more: Partial<Options> = {}) =>
  simulator.webhook.configure({ url: receiver.url, key: KEY, ...more });
/** Waits until the simulator has finished all deliveries, and returns its reports on them. */
const settled = () =>
  until(() => {
    const { waiting, inFlight, deliveries } = simulator.webhook.report();
    return waiting + inFlight === 0 ? deliveries : null;
  }, 'all deliveries');
const last = () => simulator.webhook.report().deliveries.at(-1);
const evidenceOf = (event: Record<string, unknown>) => asRow(asRow(event['trigger'])['evidence']);
const NOTHING: Received = { method: '', headers: {}, text: '', event: {} };
const fundingIds = () => receiver.received.map(({ event }) => evidenceOf(event)['fundingId']);
const matchOf = (event: Record<string, unknown>) => asRow(event['userContext'])['icpMatch'];

describe('delivery', () => {
  it('is one POST with the documented headers and payload', async () => {
    configure({ allAlerts: true });
    simulator.advance(4 * DAY_MS);
    await settled();
    const { method, headers, event } = receiver.received[0] ?? NOTHING;
    expect(method).toBe('POST');
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Service-AI-Webhook/1.0',
      authorization: `Bearer ${KEY}`,
    });
    expect(Object.keys(event)).toEqual([
      'event',
      'timestamp',
      '{base_url}',
      'trigger',
      'company',
      'allTriggers',
      'userContext',
    ]);
    expect(event).toMatchObject({
      event: 'trigger_published',
      timestamp: new Date(simulator.nowMs()).toISOString(),
    });
    expect(Object.keys(asRow(event['trigger']))).toEqual(['type', 'subtype', 'publishedAt', 'evidence']);
    expect(Object.keys(evidenceOf(event))).toEqual([
      'fundingId',
      'amount',
      'amountNumeric',
      'amountUsd',
      'currency',
      'stage',
      'announceDate',
      'investors',
    ]);
    expect(Object.keys(asRow(event['company']))).toEqual([
      'id',
      'name',
      'logo',
      'country',
      'industry',
      'description',
      'tags',
      'websiteUrl',
      'techStack',
      'techStackCategories',
    ]);
    expect(Object.keys(asRow(event['userContext']))).toEqual(['icpMatch', 'userNote', 'trackingStatus']);
    const triggers = receiver.received.flatMap((one) => asRows(one.event['allTriggers']));
    for (const trigger of triggers)
      expect(Object.keys(trigger)).toEqual(['id', 'type', 'subtype', 'publishedAt']);
    expect(new Set(triggers.map(({ type }) => type))).toEqual(new Set(['funding', 'hiring', 'news']));
  });

  it('contains ids known to the REST endpoints, and itself among all triggers', async () => {
    configure({ allAlerts: true, icpAlerts: false });
    simulator.advance(4 * DAY_MS);
    await settled();
    expect(receiver.received.length).toBeGreaterThan(1);
    for (const { event } of receiver.received.slice(0, 5)) {
      const company = asRow(event['company']);
      const { status, body } = await get(simulator, `/companies/${String(company['id'])}/fundings`);
      expect(status).toBe(200);
      const round = asRows(body['data']).find(({ id }) => id === evidenceOf(event)['fundingId']);
      expect(round?.['fundingAnnounceDate']).toBe(evidenceOf(event)['announceDate']);
      expect(asRows(event['allTriggers']).map(({ id }) => id)).toContain(event['{base_url}']);
      const detail = await get(simulator, `/companies/${String(company['id'])}`);
      expect([detail.body['companyName'], detail.body['country_name']]).toEqual([
        company['name'],
        company['country'],
      ]);
    }
  });

  it.each([
    [{ idName: 'eventId' }, 'eventId', false],
    [{ idName: 'trigger.id' }, 'id', true],
    [{ idName: null }, null, false],
  ] as const)('has its id under the configured name: %o', async (more, name, isInTrigger) => {
    configure(more);
    simulator.webhook.test();
    await settled();
    const event = receiver.received[0]?.event ?? {};
    expect(Object.keys(event)).not.toContain('{base_url}');
    const holder = isInTrigger ? asRow(event['trigger']) : event;
    if (name === null) expect(JSON.stringify({ ...event, allTriggers: [] })).not.toContain('trg_');
    else expect(holder[name]).toBe('trg_sample_1');
  });

  it('contains the note, the status and the score of the dashboard', async () => {
    configure();
    const companyId = [...(await companiesOf())][0] ?? '';
    simulator.webhook.setContext({ companyId, userNote: 'call in May', trackingStatus: 'contacted' });
    simulator.webhook.setContext({ companyId, icpMatch: 61 });
    simulator.webhook.send({ companyId });
    simulator.webhook.send({ companyId, as: 'all' });
    await settled();
    expect(receiver.received.map(({ event }) => event['userContext'])).toEqual([
      { icpMatch: 61, userNote: 'call in May', trackingStatus: 'contacted' },
      { icpMatch: null, userNote: 'call in May', trackingStatus: 'contacted' },
    ]);
    expect(() => simulator.webhook.setContext({ companyId: 'nobody' })).toThrow(RangeError);
  });
});

const companiesOf = async (): Promise<Set<string>> => {
  const { body } = await get(simulator, '/companies', [
    ['funding_date_start', '2026-10-01'],
    ['funding_date_end', '2026-11-14'],
  ]);
  return new Set(asRows(body['data']).map(({ id }) => String(id)));
};

describe('webhook events', () => {
  it('are ICP alerts from a score of 60, the same every time', async () => {
    configure();
    simulator.advance(20 * DAY_MS);
    await settled();
    const scores = receiver.received.map(({ event }) => Number(matchOf(event)));
    expect(scores.length).toBeGreaterThan(5);
    expect(Math.min(...scores)).toBeGreaterThanOrEqual(60);
    expect(new Set(fundingIds()).size).toBe(scores.length);
  });

  it('include alerts without a score, and are sent twice with one id for both preferences', async () => {
    configure({ allAlerts: true });
    simulator.advance(10 * DAY_MS);
    await settled();
    const byId = new Map<unknown, unknown[]>();
    for (const { event } of receiver.received) {
      const id = event['{base_url}'];
      byId.set(id, [...(byId.get(id) ?? []), matchOf(event)]);
    }
    const twice = [...byId.values()].filter((matches) => matches.length === 2);
    expect(twice.length).toBeGreaterThan(0);
    expect(twice.length).toBeLessThan(byId.size);
    for (const matches of byId.values()) expect(matches.filter((match) => match === null)).toHaveLength(1);
  });

  it('are sent once each, however time passes, and not for times before the set-up or while off', async () => {
    simulator.advance(3 * DAY_MS);
    configure({ allAlerts: true, icpAlerts: false });
    simulator.advance(5 * DAY_MS);
    simulator.advance(-5 * DAY_MS);
    simulator.advance(5 * DAY_MS);
    await settled();
    const known = fundingIds();
    expect(new Set(known).size).toBe(known.length);
    simulator.webhook.configure(null);
    simulator.advance(5 * DAY_MS);
    configure({ allAlerts: true, icpAlerts: false });
    simulator.advance(5 * DAY_MS);
    await settled();
    const published = receiver.received.map(({ event }) =>
      Date.parse(String(asRow(event['trigger'])['publishedAt'])),
    );
    const day = published.map((ms) => (ms - EPOCH_MS) / DAY_MS);
    expect(day.filter((at) => at < 3 || (at > 8 && at < 13))).toEqual([]);
    expect(day.filter((at) => at > 13).length).toBeGreaterThan(0);
  });

  it('follow the clock as it runs', async () => {
    let realMs = EPOCH_MS;
    const other = await start({ companies: 300, nowMs: () => realMs });
    other.webhook.configure({ url: receiver.url, allAlerts: true });
    realMs += 5 * DAY_MS;
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
    await other.dispose();
  });

  it('wait while the queue is full, and none is lost', async () => {
    const other = await start({ companies: 2_000, nowMs: () => EPOCH_MS });
    other.webhook.configure({ url: receiver.url, allAlerts: true, icpAlerts: false });
    other.advance(30 * DAY_MS);
    expect(other.webhook.report().waiting).toBe(100);
    await expect.poll(() => receiver.received.length).toBeGreaterThan(100);
    await expect.poll(() => other.webhook.report()).toMatchObject({ waiting: 0, inFlight: 0 });
    expect(new Set(fundingIds()).size).toBe(receiver.received.length);
    expect(receiver.mostAtOnce()).toBeLessThanOrEqual(2);
    await other.dispose();
  });

  it('are delivered in every profile', async () => {
    configure({ allAlerts: true, icpAlerts: false });
    for (const name of Object.keys(PROFILES)) {
      simulator.setProfile({ name });
      simulator.advance(5 * DAY_MS);
      const before = receiver.received.length;
      await settled();
      expect(receiver.received.length).toBeGreaterThan(before);
    }
    expect((await settled()).filter(({ ok }) => !ok)).toEqual([]);
  });

  it('skip a company that vanished', async () => {
    configure({ allAlerts: true, icpAlerts: false });
    const companyId = [...(await companiesOf())][0] ?? '';
    simulator.setVanished(companyId, true);
    expect(() => simulator.webhook.send({ companyId })).toThrow(RangeError);
    simulator.setVanished(companyId, false);
    simulator.webhook.send({ companyId });
    expect((await settled()).length).toBe(1);
  });
});

describe('result', () => {
  it.each([
    [200, true, 'delivered'],
    [201, true, 'delivered'],
    [202, true, 'delivered'],
    [204, false, 'status 204'],
    [307, false, 'status 307, not followed'],
    [401, false, 'status 401'],
    [500, false, 'status 500'],
  ])('of a %i', async (status, ok, reason) => {
    receiver.answer = (response) => void response.writeHead(status, { Location: receiver.url }).end();
    configure();
    simulator.webhook.test();
    await settled();
    expect(last()).toMatchObject({ status, ok, reason, attempt: 1, kind: 'test' });
    expect(receiver.received).toHaveLength(1);
  });

  it('of no response, and of a late one', async () => {
    receiver.answer = () => undefined;
    await simulator.dispose();
    simulator = await start({ companies: 5, webhookTimeoutMs: 600 });
    configure();
    simulator.webhook.test();
    await settled();
    expect(last()).toMatchObject({ status: null, ok: false, reason: 'no answer within 600 ms' });
    expect(last()?.durationMs).toBeGreaterThan(110);
  });

  it('of a refused connection', async () => {
    configure({ url: 'http://127.0.0.1:1/hook' });
    simulator.webhook.test();
    await settled();
    expect(last()).toMatchObject({ status: null, ok: false, reason: 'ECONNREFUSED' });
  });

  it('is reported when the simulator ends', async () => {
    receiver.answer = () => undefined;
    const slow = await start({ companies: 5 });
    slow.webhook.configure({ url: receiver.url });
    slow.webhook.test();
    await expect.poll(() => receiver.received).toHaveLength(1);
    await slow.dispose();
    await expect
      .poll(() => slow.webhook.report().deliveries)
      .toMatchObject([{ reason: 'the simulator ended' }]);
  });
});

describe('webhook options', () => {
  it('retry a failed delivery a number of times', async () => {
    let calls = 0;
    receiver.answer = (response) => {
      calls += 1;
      response.writeHead(calls < 3 ? 500 : 200).end();
    };
    configure({ retries: 5, retryDelayMs: 10 });
    simulator.webhook.test();
    const deliveries = await settled();
    expect(deliveries.map(({ status, attempt }) => [status, attempt])).toEqual([
      [500, 1],
      [500, 2],
      [200, 3],
    ]);
    expect(new Set(receiver.received.map(({ event }) => event['{base_url}'])).size).toBe(1);
  });

  it('send an event again for each duplicate, with one id', async () => {
    configure({ duplicates: 2 });
    simulator.webhook.test();
    await settled();
    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.received.map(({ event }) => event['{base_url}'])).size).toBe(1);
  });

  it('send the newest event of a batch first if they reorder', async () => {
    const published = async (reorder: boolean) => {
      receiver.received.length = 0;
      configure({ allAlerts: true, icpAlerts: false, reorder });
      simulator.advance(5 * DAY_MS);
      await settled();
      return receiver.received.map(({ event }) => String(asRow(event['trigger'])['publishedAt']));
    };
    // Concurrent deliveries may overtake each other, so only the first and the last event are compared.
    const inOrder = await published(false);
    expect((inOrder[0] ?? '') < (inOrder.at(-1) ?? '')).toBe(true);
    const reversed = await published(true);
    expect((reversed[0] ?? '') > (reversed.at(-1) ?? '')).toBe(true);
  });

  it.each([
    ['right', `Bearer ${KEY}`],
    ['wrong', `Bearer ${KEY.slice(0, -1)}x`],
    ['missing', undefined],
    ['lower-case', `bearer ${KEY}`],
    ['spaces', `Bearer   ${KEY}`],
  ] as const)('authorize: %s', async (authorization, header) => {
    configure({ authorization });
    simulator.webhook.test();
    await settled();
    expect(receiver.received[0]?.headers.authorization).toBe(header);
  });
});

describe('event sent by hand', () => {
  it('has ids unknown to the service, or real ones', async () => {
    configure();
    simulator.webhook.test();
    simulator.webhook.test({ realIds: true });
    await settled();
    const status = async (index: number): Promise<number> => {
      const id = asRow(receiver.received[index]?.event['company'])['id'];
      return (await get(simulator, `/companies/${String(id)}`)).status;
    };
    expect([await status(0), await status(1)]).toEqual([404, 200]);
  });

  it('can have another type, event or time, or any content', async () => {
    configure();
    const companyId = [...(await companiesOf())][0] ?? '';
    simulator.webhook.send({ companyId, type: 'hiring' });
    await settled();
    simulator.webhook.send({ companyId, event: 'trigger_retracted', timestampOffsetMs: -2 * DAY_MS });
    await settled();
    simulator.webhook.send({ companyId, rawBody: '[1', contentType: 'text/plain' });
    await settled();
    const [hiring, retracted, raw] = receiver.received;
    expect(hiring?.event['trigger']).toMatchObject({ type: 'hiring', subtype: null, evidence: {} });
    expect(retracted?.event['event']).toBe('trigger_retracted');
    expect(Date.parse(String(retracted?.event['timestamp']))).toBe(simulator.nowMs() - 2 * DAY_MS);
    expect([raw?.text, raw?.headers['content-type']]).toEqual(['[1', 'text/plain']);
  });

  it('is rejected without a webhook or with invalid options', () => {
    expect(() => simulator.webhook.test()).toThrow(RangeError);
    for (const wrong of [{ url: 'ftp://x/' }, { url: 'nowhere' }, { key: 'short' }, { retries: 99 }])
      expect(() => configure(wrong)).toThrow();
    configure();
    expect(() => simulator.webhook.send({ companyId: 'nobody' })).toThrow(RangeError);
    expect(() => simulator.webhook.send({})).toThrow();
  });
});

it('the key is shown once, stored, and never reported', () => {
  const key = simulator.webhook.configure({ url: receiver.url });
  expect(key?.length).toBeGreaterThanOrEqual(8);
  expect(simulator.webhook.configure({ url: receiver.url, allAlerts: true })).toBe(key);
  expect(configure()).toBe(KEY);
  expect(JSON.stringify(simulator.webhook.report())).not.toContain(KEY);
  expect(simulator.webhook.report().config).toMatchObject({
    url: receiver.url,
    icpAlerts: true,
    allAlerts: false,
  });
});
