import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpTransport } from '../../../electron/core/ports.ts';
import { openRolesQuerySchema } from '../../../shared/model/query.ts';
import type { Bench, Row } from '../kit/bench.ts';
import {
  getPath,
  companyId,
  DAY_MS,
  fundingsQuery,
  required,
  ignore,
  lastCall,
  numberAt,
  onDay,
  pick,
  LAST_60_DAYS,
  rowsOf,
  textAt,
} from '../kit/requests.ts';
import { assertLedger, assertCountsEnough, errorOf, lastRow, lastSeq } from '../kit/match-ledger.ts';
import {
  closedCompany,
  companyWith,
  companyWithContacts,
  rawRows,
  searchAll,
  testConnection,
} from '../kit/actions.ts';
import { switchRow } from '../kit/switch-row.ts';
import { failureOf } from '../../support/common/failure.ts';

const EVENTS = `/fundings?${LAST_60_DAYS}`;
/** A query that matches more than 500 rounds. */
const LONG = `/fundings?funding_date_start=${onDay(-299)}&funding_date_end=${onDay(0)}`;
const MANY = { companies: 1_500 };
const HOUR_MS = 3_600_000;

/** Rows 38 to 45 of the register of open questions (`docs/simulator.md`). */
export const SWITCHES_38_TO_45: readonly Row[] = [
  switchRow({
    row: 38,
    title: 'per_page above 50 is never sent; a page beyond the end ends the list',
    attempts: () => ({ perPageAbove50, pageBeyondEnd }),
  }),
  switchRow({
    row: 39,
    title: 'the app probes at most ten times an hour for free',
    attempts: () => ({ freeFailuresPerHour }),
  }),
  switchRow({
    row: 40,
    title: 'cached data goes with its workspace (no retention period is built yet)',
    part: 'C',
    furtherChecks: async ({ open }) => wipes(await open()),
  }),
  switchRow({
    row: 41,
    title: 'added and removed fields, a new version, Deprecation: noticed, harmless',
    attempts: () => ({ schemaDrift, apiVersion, deprecation }),
  }),
  switchRow({
    row: 42,
    title: 'ETag: 304 free or charged on the wire; the client never needs it',
    options: { transport: unconditional },
    attempts: () => ({ etag }),
  }),
  switchRow({
    row: 43,
    title: 'one company under two ids: both stored, never merged',
    attempts: () => ({ duplicateCompanies }),
  }),
  switchRow({
    row: 44,
    title: 'total true, capped or drifting: only a claim, no row lost',
    options: MANY,
    attempts: () => ({ total }),
  }),
  switchRow({
    row: 45,
    title: 'a page that crosses 500 is clamped before it is sent',
    options: MANY,
    attempts: () => ({ crossing500, offsetAbove499 }),
  }),
];

async function perPageAbove50(bench: Bench, value: 'clamped' | 'refused'): Promise<void> {
  const id = await companyId(bench);
  const answer = await getPath(
    bench,
    `/companies/${id}/open-roles?per_page=60`,
    value === 'refused' ? 400 : 200,
  );
  if (value === 'clamped') assert.equal(numberAt(answer.body, 'pagination.per_page'), 50);
  const sinceSeq = lastSeq(bench);
  assert.throws(() => openRolesQuerySchema.parse({ page: 1, perPage: 60 }));
  const app = await bench.app();
  await app.fetchRoles(id, { perPage: 50 });
  assert.match(lastCall(bench).query, /per_page=50/);
  await assertLedger(bench, app, { sinceSeq });
}

async function pageBeyondEnd(bench: Bench, value: 'empty' | '404'): Promise<void> {
  const id = await companyWith(bench, 'open-roles');
  const answer = await getPath(bench, `/companies/${id}/open-roles?page=99`, value === 'empty' ? 200 : 404);
  if (value === 'empty') assert.equal(rowsOf(answer).length, 0);
  bench.passMinute();
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  await app.fetchRoles(id);
  const before = await app.api.companies.roles({ id, offset: 0, limit: 50 });
  const end = await errorOf(app.fetchRoles(id, { page: 99 }));
  assert.deepEqual(end, value === 'empty' ? null : { kind: 'not-available', what: 'page', hint: null });
  const { roles, next } = await app.api.companies.roles({ id, offset: 0, limit: 50 });
  assert.deepEqual(roles, before.roles, 'roles were lost');
  assert.equal(next, null);
  await assertLedger(bench, app, { sinceSeq });
}

async function freeFailuresPerHour(bench: Bench, value: number | null): Promise<void> {
  for (let call = 0; call < 22; call += 1) {
    const { status } = await bench.raw('/companies/cmp_none');
    const isMinded = value !== null && call > value;
    assert.equal(status, isMinded ? 429 : 404, `failure ${call + 1}`);
  }
  bench.simulator.advance(HOUR_MS + 1_000);
  const id = await closedCompany(bench);
  bench.simulator.advance(HOUR_MS + 1_000);
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  let refused = null;
  for (let call = 0; call < 14 && refused === null; call += 1) {
    const end = await errorOf(app.fetchContacts(id));
    if (end?.kind === 'rate-limited') refused = end;
    else assert.equal(end?.kind, 'not-available');
  }
  assert.equal(refused?.askedAgain, true, 'retries have no limit');
  const probes = bench.simulator.transcript(sinceSeq).filter(({ status }) => status === 404);
  assert.equal(probes.length, 10);
  await assertLedger(bench, app, { sinceSeq });
  assert.equal((await lastRow(app)).state, 'refused');
  bench.simulator.advance(HOUR_MS + 1_000);
  assert.equal(
    (await errorOf(app.fetchContacts(id)))?.kind,
    'not-available',
    'an hour later a retry is possible',
  );
}

async function wipes(bench: Bench): Promise<void> {
  const id = await companyWithContacts(bench);
  bench.passMinute();
  const app = await bench.app();
  await app.fetchContacts(id);
  assert.equal((await app.api.companies.people({ id })).state, 'fetched');
  const folder = join(app.app.dataDir, 'workspaces', app.workspace.id);
  assert.ok(existsSync(join(folder, 'cache.db')));
  await app.api.workspaces.remove({ id: app.workspace.id });
  assert.ok(!existsSync(folder), 'files are left');
  assert.deepEqual((await app.api.workspaces.list({})).workspaces, []);
  assert.equal((await failureOf(app.api.companies.people({ id }))).kind, 'not-found');
}

async function schemaDrift(bench: Bench, value: 'none' | 'fields-added' | 'fields-removed'): Promise<void> {
  const [event] = rowsOf(await getPath(bench, `${EVENTS}&limit=50`));
  assert.equal(pick(event, 'signalScore') !== undefined, value === 'fields-added');
  assert.equal(pick(event, 'currency') === undefined, value === 'fields-removed');
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  const { rows } = await app.search();
  assert.equal(rows.length, 50);
  const id = required(rows[0], 'no row').companyId;
  await app.fetchProfile(id);
  await app.fetchPanel(id, 'rounds');
  assert.equal((await app.api.companies.get({ id })).row.name, rows[0]?.name);
  const { drift } = await app.api.connection.service({});
  const kinds = new Set(drift.map(({ kind }) => kind));
  assert.equal(kinds.has('unknown'), value === 'fields-added', JSON.stringify(drift.slice(0, 5)));
  assert.equal(kinds.has('missing'), value === 'fields-removed', JSON.stringify(drift.slice(0, 5)));
  await assertLedger(bench, app, { sinceSeq });
}

async function apiVersion(bench: Bench, value: string): Promise<void> {
  assert.equal(textAt((await getPath(bench, '/health')).body, 'version'), value);
  const app = await bench.app();
  const { service } = await testConnection(app);
  assert.deepEqual([service.version, service.versionBefore], [value, null]);
  await bench.control('profile', { set: { apiVersion: '2.0.0' } });
  const after = (await testConnection(app)).service;
  assert.deepEqual([after.version, after.versionBefore], ['2.0.0', value]);
  assert.ok((await app.search({ limit: 3 })).rows.length === 3, 'another version blocks nothing');
}

async function deprecation(bench: Bench, value: boolean): Promise<void> {
  const { headers } = await getPath(bench, '/health');
  assert.deepEqual([headers.has('Deprecation'), headers.has('Sunset')], [value, value]);
  const app = await bench.app();
  await app.search({ limit: 3 });
  const { deprecation: noticed } = await app.api.connection.service({});
  assert.deepEqual(
    noticed === null ? null : [noticed.deprecation, noticed.sunset],
    value ? [headers.get('Deprecation'), headers.get('Sunset')] : null,
  );
}

/**
 * Wraps a transport, and fails if a request has conditional headers, such as `If-None-Match`. Such headers
 * would make a response depend on earlier responses.
 */
function unconditional(real: HttpTransport): HttpTransport {
  return {
    get: (request) => {
      const names = Object.keys(request.headers).map((name) => name.toLowerCase());
      assert.ok(!names.some((name) => name.startsWith('if-')), names.join());
      return real.get(request);
    },
  };
}

async function etag(bench: Bench, value: 'off' | '304-free' | '304-charged'): Promise<void> {
  const path = `/companies/${await companyId(bench)}/fundings`;
  const tag = (await getPath(bench, path)).headers.get('ETag');
  assert.equal(tag !== null, value !== 'off');
  const again = await bench.raw(path, { headers: { 'If-None-Match': tag ?? '"none"' } });
  assert.equal(again.status, value === 'off' ? 200 : 304);
  assert.equal(lastCall(bench).charged.requests, value === '304-free' ? 0 : 1);
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  const first = await app.search({ limit: 10 });
  const second = await app.search({ limit: 10 });
  assert.deepEqual(
    second.rows.map(({ roundId }) => roundId),
    first.rows.map(({ roundId }) => roundId),
  );
  await assertLedger(bench, app, { sinceSeq });
}

async function duplicateCompanies(bench: Bench, value: boolean): Promise<void> {
  const events = await rawRows(bench, EVENTS);
  const idsOf = new Map<string, Set<string>>();
  for (const event of events) {
    const name = textAt(event, 'company.name');
    idsOf.set(name, (idsOf.get(name) ?? new Set<string>()).add(textAt(event, 'company.id')));
  }
  const twins = [...idsOf].filter(([, ids]) => ids.size > 1);
  assert.equal(twins.length > 0, value);
  bench.passMinute();
  const app = await bench.app();
  const shown = new Set((await searchAll(app)).map(({ companyId: id }) => id));
  assert.deepEqual(shown, new Set(events.map((event) => textAt(event, 'company.id'))));
  for (const [name, ids] of twins.slice(0, 3))
    for (const id of ids) assert.equal((await app.api.companies.get({ id })).row.name, name);
}

async function total(bench: Bench, value: 'true' | 'capped-at-500' | 'drifting'): Promise<void> {
  const fetchTotal = async (): Promise<number> =>
    numberAt((await getPath(bench, `${LONG}&limit=1`)).body, 'pagination.total');
  const first = await fetchTotal();
  assert.equal(first === 500, value === 'capped-at-500', `${first} in all`);
  const totals = new Set([first]);
  for (let minute = 0; minute < 4; minute += 1) {
    bench.passMinute();
    totals.add(await fetchTotal());
  }
  assert.equal(totals.size > 1, value === 'drifting', [...totals].join());
  const month = `/fundings?funding_date_start=${onDay(-20)}&funding_date_end=${onDay(0)}`;
  const all = new Set((await rawRows(bench, month)).map((row) => textAt(row, 'id')));
  bench.simulator.advance(DAY_MS / 24);
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  const shown = (await searchAll(app, { fundingDateStart: onDay(-20) }, () => bench.passMinute())).map(
    ({ roundId }) => roundId,
  );
  const missing = [...all].filter((id) => !shown.includes(id));
  assert.deepEqual(missing, [], `${missing.length} of ${all.size} events were not fetched`);
  const end = await app.search({ fundingDateStart: onDay(-299), offset: 450 });
  assert.equal(end.set.state, value === 'capped-at-500' ? 'complete' : 'truncated');
  await assertLedger(bench, app, { sinceSeq });
  await assertCountsEnough(bench, app);
}

async function crossing500(bench: Bench, value: 'clipped' | 'refused'): Promise<void> {
  const answer = await getPath(bench, `${LONG}&limit=50&offset=480`, value === 'refused' ? 400 : 200);
  if (value === 'clipped') assert.equal(rowsOf(answer).length, 20);
  await requestsRest(bench);
}

async function offsetAbove499(bench: Bench, value: 'refused' | 'empty-page'): Promise<void> {
  const answer = await getPath(bench, `${LONG}&limit=1&offset=500`, value === 'refused' ? 400 : 200);
  if (value === 'empty-page') assert.equal(rowsOf(answer).length, 0);
  assert.throws(() => fundingsQuery({ offset: 500 }));
  await requestsRest(bench);
}

async function requestsRest(bench: Bench): Promise<void> {
  const sinceSeq = lastSeq(bench);
  const core = await bench.core();
  const query = fundingsQuery({ fundingDateStart: onDay(-299), limit: 50, offset: 480 });
  assert.equal(
    core.price({ endpoint: 'fundings', query }).cost.records,
    20,
    'the price matches the sent request',
  );
  const { value } = await core.client.request({ endpoint: 'fundings', query }, core.context(), ignore);
  assert.equal(value.rows.length, 20);
  assert.match(lastCall(bench).query, /limit=20&offset=480/);
  await assertLedger(bench, core, { sinceSeq });
}
