import assert from 'node:assert/strict';
import type { HttpTransport } from '../../../electron/core/ports.ts';
import type { Bench, Benches, Row } from '../kit/bench.ts';
import {
  getPath,
  companiesQuery,
  companyIds,
  findCompany,
  fundingsQuery,
  required,
  ignore,
  listAt,
  numberAt,
  pick,
  LAST_60_DAYS,
  rowsOf,
  textAt,
} from '../kit/requests.ts';
import { assertLedger, errorOf, lastRow, lastSeq } from '../kit/match-ledger.ts';
import { companyWith, companyWithContacts } from '../kit/actions.ts';
import { switchRow } from '../kit/switch-row.ts';
import { failureOf } from '../../support/common/failure.ts';

const EVENTS = `/fundings?${LAST_60_DAYS}`;
const ELSEWHERE = 'elsewhere';

/** Sends requests for the company `elsewhere` to a wrong path, as if the base URL were wrong. */
const otherBasePath = (real: HttpTransport): HttpTransport => ({
  get: (request) =>
    real.get({
      ...request,
      url: request.url.endsWith(ELSEWHERE) ? request.url.replace('/api/v1/', '/api/v9/') : request.url,
    }),
});

/** Rows 16 to 19 of the register of open questions (`docs/simulator.md`). */
export const SWITCHES_16_TO_19: readonly Row[] = [
  switchRow({
    row: 16,
    title: 'min_funding and min_amount: each list gets its documented name',
    furtherChecks: async ({ open }) => amountNames(await open()),
  }),
  switchRow({
    row: 17,
    title: 'no e-mail in detail, no id in /contacts: contacts merge without duplicates',
    furtherChecks: async ({ open }) => mergesContacts(await open()),
  }),
  switchRow({
    row: 18,
    title: 'highlights of the detail without a date are completed, not duplicated',
    furtherChecks: async ({ open }) => completesHighlights(await open()),
  }),
  switchRow({
    row: 19,
    title: '404 for a wrong path, no tech stack, no contacts, and no company',
    options: { transport: otherBasePath },
    attempts: () => {
      const steady = new Set<string>();
      return { outsideBase, techStacks: (bench, value) => techStacks(bench, value, steady), noContacts };
    },
    furtherChecks: unknownCompany,
  }),
];

async function amountNames(bench: Bench): Promise<void> {
  const all = numberAt((await getPath(bench, `${EVENTS}&limit=1`)).body, 'pagination.total');
  for (const [path, own, other] of [
    ['/fundings', 'min_amount', 'min_funding'],
    ['/companies', 'min_funding', 'min_amount'],
  ]) {
    const some = numberAt(
      (await getPath(bench, `${path}?${LAST_60_DAYS}&limit=1&${own}=20M`)).body,
      'pagination.total',
    );
    const ignored = numberAt(
      (await getPath(bench, `${path}?${LAST_60_DAYS}&limit=1&${other}=20M`)).body,
      'pagination.total',
    );
    assert.ok(some > 0 && some < ignored && ignored <= all, `${path}: ${some}, ${ignored}, ${all}`);
  }
  const sinceSeq = lastSeq(bench);
  const core = await bench.core();
  const { client, context } = core;
  const events = await client.request(
    { endpoint: 'fundings', query: fundingsQuery({ minAmount: '20M', maxAmount: '90M' }) },
    context(),
    ignore,
  );
  const items = await client.request(
    { endpoint: 'companies', query: companiesQuery({ minFunding: '20M', maxFunding: '90M' }) },
    context(),
    ignore,
  );
  for (const { rows } of [events.value, items.value])
    for (const { round } of rows) assert.ok((round.amount?.value ?? 0) >= 19e6, `${round.amount?.text}`);
  for (const { unknownParameters } of bench.simulator.transcript(sinceSeq))
    assert.equal(unknownParameters, undefined);
  await assertLedger(bench, core, { sinceSeq });
}

async function mergesContacts(bench: Bench): Promise<void> {
  const id = await companyWithContacts(bench);
  bench.passMinute();
  const detail = listAt((await getPath(bench, `/companies/${id}`)).body, 'contacts');
  const contacts = rowsOf(await getPath(bench, `/companies/${id}/contacts`));
  assert.ok(detail.every((one) => pick(one, 'email') === undefined && pick(one, 'id') !== undefined));
  assert.ok(contacts.every((one) => pick(one, 'id') === undefined));
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  await app.fetchProfile(id);
  const names = await app.api.companies.people({ id });
  assert.deepEqual([names.state, names.people.every(({ email }) => email === null)], ['names-only', true]);
  await app.fetchContacts(id);
  const { state, people } = await app.api.companies.people({ id });
  assert.deepEqual(
    [state, people.length],
    ['fetched', contacts.length],
    'a contact is missing or duplicated',
  );
  for (const one of contacts) {
    const person = people.find(
      ({ name, title }) => name === textAt(one, 'name') && title === textAt(one, 'title'),
    );
    assert.equal(person?.email ?? null, pick(one, 'email') ?? null);
  }
  await assertLedger(bench, app, { sinceSeq });
}

async function completesHighlights(bench: Bench): Promise<void> {
  const id = await companyWith(bench, 'highlights');
  bench.passMinute();
  const summaries = listAt((await getPath(bench, `/companies/${id}`)).body, 'highlights');
  assert.ok(summaries.length > 0 && summaries.every((one) => pick(one, 'createdAt') === undefined));
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  await app.fetchProfile(id);
  const before = (await app.api.companies.panels({ id })).highlights;
  assert.deepEqual([before.state, before.total], ['summary', summaries.length]);
  assert.ok(before.highlights.every(({ createdAtMs }) => createdAtMs === null));
  await app.fetchPanel(id, 'highlights');
  const after = (await app.api.companies.panels({ id })).highlights;
  assert.deepEqual([after.state, after.total], ['fetched', summaries.length]);
  assert.ok(after.highlights.every(({ createdAtMs }) => createdAtMs !== null));
  await assertLedger(bench, app, { sinceSeq });
}

async function outsideBase(bench: Bench, value: 'json' | 'html' | 'empty'): Promise<void> {
  const response = await fetch(bench.simulator.baseUrl.replace('/api/v1', '/api/v9/health'));
  const text = await response.text();
  assert.equal(response.status, 404);
  assert.deepEqual(
    [text.startsWith('{'), text.startsWith('<!'), text === ''],
    [value === 'json', value === 'html', value === 'empty'],
  );
  const core = await bench.core();
  const end = await failureOf(
    core.client.request({ endpoint: 'company', companyId: ELSEWHERE }, core.context(), ignore),
  );
  // A request to a wrong path also gets a 404. If this 404 has the service's own error format, the client
  // cannot distinguish it from the 404 for an unknown company.
  assert.deepEqual(end, { kind: 'not-found', what: value === 'json' ? 'company' : 'service' });
  assert.equal((await lastRow(core)).state, 'released');
}

async function techStacks(bench: Bench, value: 'steady' | 'with-gaps', steady: Set<string>): Promise<void> {
  const stacked: string[] = [];
  const ids = (await companyIds(bench)).slice(0, 40);
  for (const [index, id] of ids.entries()) {
    if ((await bench.raw(`/companies/${id}/tech-stack`)).status === 200) stacked.push(id);
    if (index % 15 === 14) bench.passMinute();
  }
  if (value === 'steady') for (const id of stacked) steady.add(id);
  const gaps = [...steady].filter((id) => !stacked.includes(id));
  assert.equal(gaps.length > 0, value === 'with-gaps', 'tech stacks that are temporarily missing');
  bench.passMinute();
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  const id = required(stacked[0], 'no tech stack');
  await app.fetchPanel(id, 'tech-stack');
  assert.equal((await app.api.companies.panels({ id })).tech.state, 'fetched');
  const missing = required(
    [...gaps, ...ids.filter((one) => !stacked.includes(one))][0],
    'every company has a tech stack',
  );
  await app.fetchProfile(missing);
  const end = await errorOf(app.fetchPanel(missing, 'tech-stack'));
  assert.deepEqual([end?.kind, end?.kind === 'not-available' && end.what], ['not-available', 'tech-stack']);
  const { tech } = await app.api.companies.panels({ id: missing });
  assert.ok(['none', 'unavailable'].includes(tech.state), tech.state);
  await assertLedger(bench, app, { sinceSeq });
}

async function noContacts(bench: Bench, value: '200-empty' | '404'): Promise<void> {
  const isEmpty = async (id: string): Promise<boolean> => {
    const { body } = await getPath(bench, `/companies/${id}`);
    return pick(body, 'total_contacts') === 0 && Array.isArray(pick(body, 'contacts'));
  };
  const id = await findCompany(bench, isEmpty, 'without contacts within its window');
  const answer = await bench.raw(`/companies/${id}/contacts`);
  assert.equal(answer.status, value === '404' ? 404 : 200);
  bench.passMinute();
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  const end = await errorOf(app.fetchContacts(id));
  assert.equal(end?.kind ?? null, value === '404' ? 'not-available' : null);
  const { state } = await app.api.companies.people({ id });
  assert.equal(state, value === '404' ? 'closed' : 'told-none');
  await assertLedger(bench, app, { sinceSeq });
}

async function unknownCompany({ open }: Benches): Promise<void> {
  const bench = await open();
  const app = await bench.app();
  const requests = [
    app.fetchProfile('cmp_none'),
    app.fetchContacts('cmp_none'),
    app.fetchPanel('cmp_none', 'rounds'),
  ];
  // The calls may fail in any order. `errorOf` handles every error immediately, so no rejection is unhandled
  // while `Promise.all` waits.
  for (const end of await Promise.all(requests.map(errorOf)))
    assert.deepEqual(end, { kind: 'not-found', what: 'company' });
  const end = await errorOf(app.fetchPanel('cmp_none', 'news'));
  assert.deepEqual([end?.kind, end?.kind === 'not-available' && end.ambiguous], ['not-available', true]);
  await assertLedger(bench, app);
}
