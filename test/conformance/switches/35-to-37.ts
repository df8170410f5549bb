import { KEY_CHECK } from '../../support/common/key-check.ts';
import assert from 'node:assert/strict';
import { decodeEvent } from '../../../electron/core/service-api/decoders/webhook-event.ts';
import type { Bench, Row } from '../kit/bench.ts';
import { getPath, companyId, companyIds, required, textAt } from '../kit/requests.ts';
import { assertLedger, errorOf, lastSeq } from '../kit/match-ledger.ts';
import { withPrefix, switchRow } from '../kit/switch-row.ts';
import { withListener } from '../kit/webhook-listener.ts';
import { failureOf } from '../../support/common/failure.ts';

/** Rows 35 to 37 of the register of open questions: the webhook, and an expired subscription. */
export const SWITCHES_35_TO_37: readonly Row[] = [
  switchRow({
    row: 35,
    title: 'webhook retries, duplicates, reordering, samples: one key per event',
    part: 'C+S',
    furtherChecks: async ({ open }) => oddDeliveries(await open()),
  }),
  switchRow({
    row: 36,
    title: 'the masked key under seven names or none: found, with the rule that did',
    furtherChecks: async ({ open }) => maskedKey(await open()),
  }),
  switchRow({
    row: 37,
    title: 'plan lapsed as 401, 402 or 403: key or plan, free, library readable',
    attempts: () => ({ planLapsedStatus }),
  }),
];

const keysOf = (events: readonly unknown[]): string[] =>
  events.map((event) => required(decodeEvent(event), 'an event was not read').eventKey);

async function oddDeliveries(bench: Bench): Promise<void> {
  const ids = (await companyIds(bench)).slice(0, 4);
  let refusals = 2;
  await withListener(
    async ({ url, wait }) => {
      await bench.control('webhook', { url, retries: 2, retryDelayMs: 1, duplicates: 1 });
      await bench.control('webhook/send', { companyId: ids[0] });
      const first = await wait(4);
      assert.equal(
        new Set(keysOf(first.map(({ event }) => event))).size,
        1,
        'retries and copies are one event',
      );
      await bench.control('webhook', { url, reorder: true });
      for (const id of ids.slice(1)) await bench.control('webhook/send', { companyId: id });
      await bench.control('webhook/test', {});
      const events = (await wait(8)).slice(4).map(({ event }) => event);
      assert.equal(new Set(keysOf(events)).size, 4);
      const decodedIds = events.map((event) => required(decodeEvent(event), 'unread').company.companyId);
      assert.deepEqual(decodedIds.toSorted(), ['cmp_sample', ...ids.slice(1)].toSorted());
      await getPath(bench, '/companies/cmp_sample', 404);
    },
    (response) => response.writeHead((refusals -= 1) >= 0 ? 500 : 202).end(),
  );
}

const NAMES = [
  ['{base_url}', 'masked-name'],
  ['trigger.id', 'trigger-id'],
  ['eventId', 'only-unknown-name'],
  ['triggerId', 'only-unknown-name'],
  ['signal_id', 'only-unknown-name'],
  ['uid', 'only-unknown-name'],
  ['id', 'only-unknown-name'],
  [null, 'funding-id'],
] as const;

async function maskedKey(bench: Bench): Promise<void> {
  const id = await companyId(bench);
  const keys = new Set<string>();
  await withListener(async ({ url, wait }) => {
    for (const [index, [idName, rule]] of NAMES.entries())
      await withPrefix(String(idName), async () => {
        await bench.control('webhook', { url, idName });
        await bench.control('webhook/send', { companyId: id });
        const { event } = required((await wait(index + 1))[index], 'no delivery');
        const decoded = required(decodeEvent(event), 'it was not read');
        assert.equal(decoded.keyRule, rule);
        assert.equal(decoded.roundId, textAt(event, 'trigger.evidence.fundingId'));
        if (idName === null) assert.equal(decoded.eventKey, decoded.roundId);
        else keys.add(decoded.eventKey);
      });
    await bench.control('webhook/send', { companyId: id, type: 'hiring' });
    const { event } = required((await wait(NAMES.length + 1)).at(-1), 'no delivery');
    assert.equal(decodeEvent(event)?.keyRule, 'hash');
    assert.equal(decodeEvent(event)?.eventKey, decodeEvent(structuredClone(event))?.eventKey);
  });
  assert.equal(keys.size, 1, 'the same event has several keys');
}

async function planLapsedStatus(bench: Bench, value: 401 | 402 | 403): Promise<void> {
  const app = await bench.app();
  const { rows } = await app.search({ limit: 3 });
  const id = required(rows[0], 'no row').companyId;
  await bench.control('plan', { lapsed: true });
  const sinceSeq = lastSeq(bench);
  assert.deepEqual(await errorOf(app.fetchProfile(id)), {
    kind: 'unauthorized',
    reason: value === 401 ? 'key-refused' : 'plan',
  });
  assert.deepEqual(
    bench.simulator.transcript(sinceSeq).map(({ status }) => status),
    [value],
    'it was sent again',
  );
  assert.equal((await app.api.companies.get({ id })).row.name, rows[0]?.name);
  await assertLedger(bench, app);
  await bench.control('plan', { lapsed: false });
  if (value === 401) {
    await failureOf(app.fetchProfile(id));
    await app.api.keys.setApiKey({ apiKey: bench.apiKey, place: 'session', sameAccount: true, ...KEY_CHECK });
  }
  await app.fetchProfile(id);
  await assertLedger(bench, app);
}
