import assert from 'node:assert/strict';
import type { Bench, Row } from '../kit/bench.ts';
import {
  getPath,
  companyId,
  companyIds,
  DAY_MS,
  required,
  listAt,
  numberAt,
  pick,
  rowsOf,
  textAt,
} from '../kit/requests.ts';
import { deliveries, withListener } from '../kit/webhook-listener.ts';
import { until } from '../../support/common/until.ts';

const send = (bench: Bench, more: object): Promise<unknown> => bench.control('webhook/send', more);

/** Rows for section 3.9 of the requirements: how the service sends events to a webhook endpoint. */
export const ROWS_WEBHOOK_SENDER: readonly Row[] = [
  {
    id: 'R-WH-1',
    title: 'URL, optional key, Test endpoint: a sample with ids unknown to REST',
    part: 'S',
    run: async ({ open }) => {
      const bench = await open();
      for (const url of ['ftp://127.0.0.1/hook', 'no address', ''])
        await assert.rejects(bench.control('webhook', { url }), /400/, url);
      await withListener(async ({ url, wait }) => {
        await assert.rejects(bench.control('webhook/test', {}), /400/, 'nothing is configured');
        await bench.control('webhook', { url });
        await bench.control('webhook/test', {});
        await bench.control('webhook/test', { realIds: true });
        const [sample, real] = await wait(2);
        await getPath(bench, `/companies/${textAt(sample?.event, 'company.id')}`, 404);
        await getPath(bench, `/companies/${textAt(real?.event, 'company.id')}`);
        assert.deepEqual(Object.keys(Object(sample?.event)), Object.keys(Object(real?.event)));
      });
    },
  },
  {
    id: 'R-WH-2',
    title: 'key, URL and preferences change while events are sent',
    part: 'S',
    run: async ({ open }) => {
      const bench = await open();
      const id = await companyId(bench);
      await withListener(async (first) => {
        await bench.control('webhook', { url: first.url, key: 'the-first-key' });
        await send(bench, { companyId: id });
        await first.wait(1);
        await bench.control('webhook', { url: first.url, key: 'the-second-key' });
        await send(bench, { companyId: id });
        const keys = (await first.wait(2)).map(({ headers }) => headers.authorization);
        assert.deepEqual(keys, ['Bearer the-first-key', 'Bearer the-second-key']);
        await withListener(async (second) => {
          await bench.control('webhook', { url: second.url });
          await send(bench, { companyId: id });
          const [moved] = await second.wait(1);
          assert.equal(
            moved?.headers.authorization,
            'Bearer the-second-key',
            'without a key, the current one stays',
          );
        });
        assert.equal(first.arrivals.length, 2);
      });
    },
  },
  {
    id: 'R-WH-5',
    title: 'one JSON POST per event with documented headers; follows no redirect',
    part: 'S',
    run: async ({ open }) => {
      const bench = await open();
      const id = await companyId(bench);
      await withListener(async ({ url, wait, arrivals }) => {
        await bench.control('webhook', { url, key: 'a-key-of-the-dashboard' });
        await send(bench, { companyId: id });
        const [arrival] = await wait(1);
        assert.deepEqual([arrival?.method, arrival?.path], ['POST', '/hook/conformance']);
        assert.equal(arrival?.headers['content-type'], 'application/json');
        assert.equal(arrival?.headers['user-agent'], 'Service-AI-Webhook/1.0');
        assert.equal(arrival?.headers.authorization, 'Bearer a-key-of-the-dashboard');
        assert.ok(!('x-ratelimit-daily-limit' in (arrival?.headers ?? {})));
        await send(bench, { companyId: id, contentType: 'application/json; charset=utf-8' });
        await send(bench, { companyId: id, contentType: 'text/plain', rawBody: '{"not": json' });
        const odd = (await wait(3)).slice(1);
        assert.deepEqual(
          odd.map(({ headers }) => headers['content-type']),
          ['application/json; charset=utf-8', 'text/plain'],
        );
        assert.equal(odd[1]?.event, null);
        assert.equal(arrivals.length, 3);
      });
      await withListener(
        async ({ url, wait, arrivals }) => {
          await bench.control('webhook', { url });
          await send(bench, { companyId: id });
          await wait(1);
          const made = await deliveries(bench, 4);
          assert.deepEqual(
            [pick(made.at(-1), 'ok'), arrivals.length],
            [false, 1],
            'the redirect was followed',
          );
        },
        (response) => response.writeHead(307, { Location: '/hook/elsewhere' }).end(),
      );
    },
  },
  {
    id: 'R-WH-6',
    title: '200, 201 and 202 are success; any other status is a failed delivery',
    part: 'S',
    run: async ({ open }) => {
      const bench = await open();
      const id = await companyId(bench);
      const statuses = [200, 201, 202, 204, 301, 400, 401, 409, 429, 500];
      let next = 0;
      await withListener(
        async ({ url }) => {
          await bench.control('webhook', { url });
          for (const [index, status] of statuses.entries()) {
            await send(bench, { companyId: id });
            const made = (await deliveries(bench, index + 1))[index];
            assert.deepEqual(
              [pick(made, 'status'), pick(made, 'ok')],
              [status, status >= 200 && status <= 202],
            );
          }
        },
        (response) => response.writeHead(statuses[next++] ?? 500).end(),
      );
    },
  },
  {
    id: 'R-WH-7',
    title: 'the sender times out at its limit and not earlier',
    part: 'S',
    run: async ({ open }) => {
      const bench = await open({ simulator: { webhookTimeoutMs: 4_000 } });
      const id = await companyId(bench);
      let waitMs = 100;
      await withListener(
        async ({ url }) => {
          await bench.control('webhook', { url });
          await send(bench, { companyId: id });
          const [inTime] = await deliveries(bench, 1);
          assert.equal(pick(inTime, 'ok'), true);
          waitMs = 20_000;
          await send(bench, { companyId: id });
          const late = (await deliveries(bench, 2))[1];
          assert.deepEqual([pick(late, 'ok'), pick(late, 'status')], [false, null]);
          const tookMs = numberAt(late, 'durationMs');
          assert.ok(tookMs >= 3_990 && tookMs < 15_000, `${tookMs} ms`);
        },
        (response) => void setTimeout(() => response.writeHead(202).end(), waitMs).unref(),
      );
    },
  },
  {
    id: 'R-WH-8',
    title: 'sends each round once, soon after it is known; does not resend lost ones',
    part: 'S',
    run: async ({ open }) => atMostOnce(await open()),
  },
  {
    id: 'R-WH-3',
    title: 'ICP alerts, on by default: scores from 60, score included',
    part: 'S',
    run: async ({ open }) => {
      const bench = await open();
      await withListener(async ({ url, wait, arrivals }) => {
        await bench.control('webhook', { url });
        await bench.control('clock', { advanceMs: 10 * DAY_MS });
        await wait(3);
        for (const { event } of arrivals) {
          assert.equal(textAt(event, 'event'), 'trigger_published');
          assert.ok(numberAt(event, 'userContext.icpMatch') >= 60);
        }
        const config = pick(await bench.control('webhook'), 'config');
        assert.deepEqual([pick(config, 'icpAlerts'), pick(config, 'allAlerts')], [true, false]);
      });
    },
  },
  {
    id: 'R-WH-4',
    title: 'all alerts, off by default: no score; with both, an id arrives twice',
    part: 'S',
    run: async ({ open }) => {
      const bench = await open();
      await withListener(async ({ url, wait, arrivals }) => {
        await bench.control('webhook', { url, icpAlerts: true, allAlerts: true });
        await bench.control('clock', { advanceMs: 10 * DAY_MS });
        await wait(12);
        const scores = new Map<string, unknown[]>();
        for (const { event } of arrivals) {
          const id = textAt(event, '{base_url}');
          scores.set(id, [...(scores.get(id) ?? []), pick(event, 'userContext.icpMatch')]);
        }
        const twice = [...scores.values()].filter(({ length }) => length === 2);
        assert.ok(twice.length > 0, 'no id arrived twice');
        for (const pair of twice)
          assert.deepEqual(pair.map((score) => score === null).toSorted(), [false, true]);
        assert.ok([...scores.values()].some((pair) => pair.length === 1 && pair[0] === null));
      });
    },
  },
  {
    id: 'R-WH-16',
    title: 'an event has the same company and round ids as REST',
    part: 'S',
    run: async ({ open }) => {
      const bench = await open();
      await withListener(async ({ url, wait }) => {
        await bench.control('webhook', { url });
        for (const [index, id] of (await companyIds(bench)).slice(0, 3).entries()) {
          await send(bench, { companyId: id });
          const { event } = required((await wait(index + 1))[index], 'no delivery');
          assert.equal(
            textAt((await getPath(bench, `/companies/${id}`)).body, 'id'),
            textAt(event, 'company.id'),
          );
          const rounds = rowsOf(await getPath(bench, `/companies/${id}/fundings`)).map((round) =>
            textAt(round, 'id'),
          );
          assert.ok(rounds.includes(textAt(event, 'trigger.evidence.fundingId')));
        }
      });
      await assert.rejects(send(bench, { companyId: 'cmp_none' }), /400/);
    },
  },
];

async function atMostOnce(bench: Bench): Promise<void> {
  let refuse = true;
  await withListener(
    async ({ url, wait, arrivals }) => {
      await bench.control('webhook', { url, allAlerts: true, icpAlerts: false });
      const setUpMs = bench.simulator.nowMs();
      for (let day = 0; day < 5; day += 1) await bench.control('clock', { advanceMs: DAY_MS });
      await wait(1);
      refuse = false;
      await bench.control('clock', { advanceMs: 3 * DAY_MS });
      await wait(6);
      await until(async () => {
        const report = await bench.control('webhook');
        return numberAt(report, 'waiting') + numberAt(report, 'inFlight') === 0;
      }, 'the sender to finish');
      const ids = arrivals.map(({ event }) => textAt(event, 'trigger.evidence.fundingId'));
      assert.equal(new Set(ids).size, ids.length, 'a round arrived twice');
      const made = listAt(await bench.control('webhook'), 'deliveries');
      assert.ok(
        made.some((one) => pick(one, 'ok') === false),
        'nothing was lost',
      );
      for (const { event } of arrivals) {
        const publishedMs = Date.parse(textAt(event, 'trigger.publishedAt'));
        assert.ok(
          publishedMs >= setUpMs && publishedMs <= bench.simulator.nowMs(),
          'dated before the setup or in the future',
        );
      }
    },
    (response) => response.writeHead(refuse ? 500 : 202).end(),
  );
}
