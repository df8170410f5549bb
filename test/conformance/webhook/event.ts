import assert from 'node:assert/strict';
import { decodeEvent } from '../../../electron/core/service-api/decoders/webhook-event.ts';
import { parseJson } from '../../../electron/core/service-api/decoders/json.ts';
import type { DecodedEvent } from '../../../electron/core/service-api/decoders/decoded-types.ts';
import type { Bench, Row } from '../kit/bench.ts';
import { getPath, companyId, DAY_MS, required, listAt, numberAt, pick, textAt } from '../kit/requests.ts';
import { withPrefix } from '../kit/switch-row.ts';
import { hostileAtReceiver } from './receiver.ts';
import { withListener } from '../kit/webhook-listener.ts';

/** A webhook event as the service sent it, and as the client decoded it. */
interface Read {
  readonly event: unknown;
  readonly decoded: DecodedEvent;
}

/**
 * Makes the service send one event for each entry of `sends`, all about the same company, and decodes the
 * events.
 */
async function readAll(bench: Bench, sends: readonly object[], options: object = {}): Promise<Read[]> {
  const companyIdOf = await companyId(bench);
  let reads: Read[] = [];
  await withListener(async ({ url, wait }) => {
    await bench.control('webhook', { url, ...options });
    for (const [index, more] of sends.entries()) {
      await bench.control('webhook/send', { companyId: companyIdOf, ...more });
      await wait(index + 1);
    }
    reads = (await wait(sends.length)).map(({ event }) => ({
      event,
      decoded: required(decodeEvent(event), 'the event was not read'),
    }));
  });
  return reads;
}

async function readOne(bench: Bench, more: object = {}, options: object = {}): Promise<Read> {
  return required((await readAll(bench, [more], options))[0], 'nothing was sent');
}

/**
 * Rows for section 3.9 of the requirements: the contents of a webhook event, and how the client decodes it.
 */
export const ROWS_WEBHOOK_EVENT: readonly Row[] = [
  {
    id: 'R-WH-9',
    title: 'reads trigger_published and any other event name alike',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const [known, other] = await readAll(bench, [{}, { event: 'trigger_withdrawn' }]);
      assert.equal(textAt(known?.event, 'event'), 'trigger_published');
      assert.deepEqual(
        [known?.decoded.event, other?.decoded.event],
        ['trigger_published', 'trigger_withdrawn'],
      );
      assert.equal(known?.decoded.company.companyId, other?.decoded.company.companyId);
    },
  },
  {
    id: 'R-WH-10',
    title: 'timestamp is the time of sending in UTC, even days off',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      for (const timestampOffsetMs of [0, 3 * DAY_MS, -3 * DAY_MS]) {
        const { event, decoded } = await readOne(bench, { timestampOffsetMs });
        assert.match(textAt(event, 'timestamp'), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
        assert.equal(decoded.sentAtMs, Date.parse(textAt(event, 'timestamp')));
        const offMs = (decoded.sentAtMs ?? 0) - bench.simulator.nowMs();
        assert.ok(Math.abs(offMs - timestampOffsetMs) < 5_000, `${offMs}`);
      }
      assert.equal(decodeEvent({ company: { id: 'cmp_a' }, timestamp: 'yesterday' })?.sentAtMs, null);
    },
  },
  {
    id: 'R-WH-11',
    title: 'type, subtype, publishedAt and evidence give a round; other types none',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const [funding, hiring] = await readAll(bench, [{}, { type: 'hiring' }]);
      const { event, decoded } = required(funding, 'nothing was sent');
      const evidence = pick(event, 'trigger.evidence');
      assert.deepEqual(Object.keys(Object(evidence)), [
        'fundingId',
        'amount',
        'amountNumeric',
        'amountUsd',
        'currency',
        'stage',
        'announceDate',
        'investors',
      ]);
      const round = required(decoded.round, 'the round was not read');
      assert.deepEqual([decoded.type, decoded.subtype], ['funding', pick(event, 'trigger.subtype')]);
      assert.equal(decoded.publishedAtMs, Date.parse(textAt(event, 'trigger.publishedAt')));
      assert.equal(round.roundId, textAt(evidence, 'fundingId'));
      assert.equal(round.announcedOn, textAt(evidence, 'announceDate').slice(0, 10));
      assert.equal(round.amount?.value ?? null, pick(evidence, 'amountNumeric'));
      assert.equal(round.amountUsd, pick(evidence, 'amountUsd'));
      assert.equal(round.amount?.currency ?? textAt(evidence, 'currency'), textAt(evidence, 'currency'));
      const sentInvestors = listAt(evidence, 'investors').map((one) => [
        textAt(one, 'name'),
        textAt(one, 'type'),
      ]);
      assert.deepEqual(
        (round.investors ?? []).map(({ name, role }) => [name, role]).toSorted(),
        sentInvestors.toSorted(),
      );
      assert.deepEqual(
        [hiring?.decoded.type, hiring?.decoded.round, hiring?.decoded.roundId],
        ['hiring', null, null],
      );
    },
  },
  {
    id: 'R-WH-12',
    title: 'finds the masked key under any name or in the trigger; the round is second',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const keys = new Set<string>();
      const rounds = new Set<string | null>();
      for (const idName of ['{base_url}', 'trigger.id', 'deliveryId', null])
        await withPrefix(String(idName), async () => {
          const [first, again] = await readAll(bench, [{}, { as: 'all' }], { idName });
          assert.equal(first?.decoded.eventKey, again?.decoded.eventKey, 'both preferences give one event');
          rounds.add(first?.decoded.roundId ?? null);
          if (idName !== null) keys.add(first?.decoded.eventKey ?? '');
        });
      assert.deepEqual([keys.size, rounds.size], [1, 1], 'a renamed key would count twice');
      const bare = {
        trigger: { type: 'news', publishedAt: '2026-03-01T00:00:00Z' },
        company: { id: 'cmp_a' },
      };
      assert.equal(decodeEvent(bare)?.keyRule, 'hash');
      const later = { ...bare, trigger: { ...bare.trigger, publishedAt: '2026-03-02T00:00:00Z' } };
      assert.notEqual(decodeEvent(bare)?.eventKey, decodeEvent(later)?.eventKey);
    },
  },
  {
    id: 'R-WH-13',
    title: 'stores the event’s company without a request',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const id = await companyId(bench);
      const { body } = await getPath(bench, `/companies/${id}`);
      const sent = bench.simulator.transcript().length;
      const { event, decoded } = await readOne(bench);
      assert.deepEqual(Object.keys(Object(pick(event, 'company'))), [
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
      const { company } = decoded;
      assert.equal(textAt(event, 'company.country'), textAt(body, 'country_name'));
      assert.equal(company.name, textAt(body, 'companyName'));
      assert.match(company.countryCode ?? '', /^[A-Z]{2}$/);
      assert.equal(company.website, textAt(body, 'website'));
      assert.deepEqual(company.industries, [textAt(event, 'company.industry')]);
      assert.equal(company.description, textAt(event, 'company.description'));
      assert.deepEqual(
        (company.tags ?? []).map(({ name }) => name),
        listAt(event, 'company.tags').map((tag) => textAt(tag, 'name')),
      );
      assert.deepEqual(
        (decoded.technologies ?? []).map(({ name }) => name),
        listAt(event, 'company.techStack'),
      );
      assert.equal(
        bench.simulator.transcript().length,
        sent + 1,
        'only this test sent a request, for the id',
      );
    },
  },
  {
    id: 'R-WH-14',
    title: 'allTriggers: each with id, type, subtype, publishedAt, this round included',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const { event, decoded } = await readOne(bench);
      const sentTriggers = listAt(event, 'allTriggers');
      assert.ok(sentTriggers.length > 0);
      assert.deepEqual(
        decoded.triggers.map(({ triggerId, type, subtype, publishedAtMs }) => [
          triggerId,
          type,
          subtype,
          publishedAtMs,
        ]),
        sentTriggers.map((one) => [
          textAt(one, 'id'),
          textAt(one, 'type'),
          pick(one, 'subtype'),
          Date.parse(textAt(one, 'publishedAt')),
        ]),
      );
      assert.ok(
        decoded.triggers.some(({ triggerId }) => triggerId === decoded.eventKey),
        'a dedupe aid',
      );
    },
  },
  {
    id: 'R-WH-15',
    title: 'userContext: score or null (never 0), note and status of the dashboard',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const id = await companyId(bench);
      await bench.control('webhook/context', {
        companyId: id,
        userNote: 'Met at <b>Expo</b>',
        trackingStatus: 'contacted',
        icpMatch: 77.5,
      });
      const [icp, all] = await readAll(bench, [{ as: 'icp' }, { as: 'all' }]);
      assert.equal(numberAt(icp?.event, 'userContext.icpMatch'), 77.5);
      assert.equal(pick(all?.event, 'userContext.icpMatch'), null);
      assert.deepEqual([icp?.decoded.icpMatch, all?.decoded.icpMatch], [77.5, null]);
      assert.deepEqual(
        [icp?.decoded.userNote, icp?.decoded.trackingStatus],
        ['Met at <b>Expo</b>', 'contacted'],
      );
      for (const icpMatch of [-1, 101, 'high', {}])
        assert.equal(decodeEvent({ company: { id }, userContext: { icpMatch } })?.icpMatch, null);
      assert.equal(decodeEvent({ company: { id }, userContext: { icpMatch: 0 } })?.icpMatch, 0);
    },
  },
  {
    id: 'R-WH-17',
    title: 'hostile deliveries arrive unchanged and never crash the receiver',
    part: 'C+S',
    run: async ({ open }) => {
      await hostileDeliveries(await open());
      await hostileAtReceiver(await open());
    },
  },
];

const DEEP = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
const BODIES = [
  '',
  'null',
  '[]',
  '{"company": null}',
  '{"company": {"id": ""}}',
  '{"company": {"id": {}}}',
  '{"not": json',
  DEEP,
  `{"company": {"id": "cmp_a"}, "trigger": ${DEEP}}`,
];

async function hostileDeliveries(bench: Bench): Promise<void> {
  const id = await companyId(bench);
  const polluting = '{"__proto__": {"polluted": true}, "company": {"id": "cmp_a", "name": "<img src=x>"}}';
  await withListener(async ({ url, wait }) => {
    await bench.control('webhook', { url });
    const bodies = [...BODIES, polluting, `{"company": {"id": "${'x'.repeat(100_000)}"}}`];
    for (const [index, rawBody] of bodies.entries()) {
      await bench.control('webhook/send', { companyId: id, rawBody });
      const arrival = required((await wait(index + 1))[index], 'no delivery');
      assert.equal(arrival.text, rawBody, 'the body was changed');
      const decoded = decodeEvent(parseJson(arrival.text));
      if (rawBody === polluting)
        assert.equal(decoded?.company.name, '<img src=x>', 'text is not interpreted');
      else if (BODIES.includes(rawBody)) assert.equal(decoded, null, rawBody.slice(0, 40));
      else assert.ok((decoded?.company.companyId.length ?? 0) <= 200, 'an id without a length limit');
    }
  });
  assert.equal(Reflect.get({}, 'polluted'), undefined);
}
