import assert from 'node:assert/strict';
import type { Bench, Row } from '../kit/bench.ts';
import {
  getPath,
  companyId,
  DAY_MS,
  fundingsQuery,
  required,
  ignore,
  pick,
  LAST_60_DAYS,
  textAt,
} from '../kit/requests.ts';
import { assertLedger, appCount, serviceCounters, errorOf, lastRow, lastSeq } from '../kit/match-ledger.ts';
import { closedCompany, companyWith, setFault } from '../kit/actions.ts';
import { withPrefix } from '../kit/switch-row.ts';
import { failureOf } from '../../support/common/failure.ts';

const keysOf = (value: unknown): string[] => Object.keys(Object(value)).toSorted();

/** Rows for section 3.10 of the requirements: all failures except 429. */
export const ROWS_7_ERRORS: readonly Row[] = [
  {
    id: 'R-7-1',
    title: 'reads error as text or object, with code, hint, message and detail',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const core = await bench.core();
      const bodies = [
        [{ error: 'Out of order', code: 'OUT_OF_ORDER' }, 'OUT_OF_ORDER'],
        [{ error: { code: 'NESTED', message: 'Out of order' } }, 'NESTED'],
        [{ error: 'Out of order', detail: 'maintenance', hint: 'later', message: 'words' }, null],
        [{ error: 7 }, null],
        [['Out of order'], null],
      ] as const;
      for (const [body, code] of bodies)
        await withPrefix(JSON.stringify(body), async () => {
          await setFault(bench, { kind: 'status', status: 500, body });
          const end = await failureOf(
            core.client.request({ endpoint: 'health' }, core.context({ lane: 'calibration' }), ignore),
          );
          assert.deepEqual(end, { kind: 'upstream', status: 500, code, retryable: true });
          await core.client.request({ endpoint: 'health' }, core.context(), ignore);
        });
      await assertLedger(bench, core);
      const closed = await open({ profile: { errorBody: 'object' } });
      const id = await closedCompany(closed);
      const { body } = await getPath(closed, `/companies/${id}/contacts`, 404);
      assert.equal(typeof pick(body, 'error'), 'object');
      const app = await closed.app();
      assert.equal(
        (await errorOf(app.fetchContacts(id)))?.kind,
        'not-available',
        'the code within the object',
      );
    },
  },
  {
    id: 'R-7-2',
    title: '400 of open roles for page and per_page: typed, free, not retried',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const id = await companyId(bench);
      for (const query of ['page=0', 'page=-1', 'page=x', 'per_page=0', 'per_page=1.5']) {
        const { body } = await getPath(bench, `/companies/${id}/open-roles?${query}`, 400);
        assert.deepEqual(keysOf(body), ['error']);
      }
      const sinceSeq = lastSeq(bench);
      const app = await bench.app();
      await setFault(bench, { kind: 'status', status: 400, shape: 'json' }, { match: '/companies/' });
      const end = await errorOf(app.fetchRoles(id));
      assert.deepEqual(end, { kind: 'upstream', status: 400, code: null, retryable: false });
      await assertLedger(bench, app, { sinceSeq });
    },
  },
  {
    id: 'R-7-3',
    title: '401 for a missing, wrong and revoked key is a key error',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      for (const value of ['', 'Bearer fs_live_wrong', 'Basic abc']) {
        const answer = await bench.raw('/health', { headers: { Authorization: value } });
        assert.equal(answer.status, 401);
        assert.deepEqual(keysOf(answer.body), ['error']);
      }
      await bench.control('key', { revoked: true, type: 'live' });
      const core = await bench.core();
      const end = await failureOf(core.client.request({ endpoint: 'health' }, core.context(), ignore));
      assert.deepEqual(end, { kind: 'unauthorized', reason: 'key-refused' });
      assert.equal((await lastRow(core)).state, 'released');
    },
  },
  {
    id: 'R-7-4',
    title: '404 of company, tech stack and rounds are different failures',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      assert.deepEqual(keysOf((await getPath(bench, '/companies/cmp_none', 404)).body), ['error', 'message']);
      const bare = await companyWith(bench, 'tech-stack', 404);
      assert.deepEqual(keysOf((await getPath(bench, `/companies/${bare}/tech-stack`, 404)).body), ['error']);
      bench.passMinute();
      const sinceSeq = lastSeq(bench);
      const app = await bench.app();
      assert.deepEqual(await errorOf(app.fetchProfile('cmp_none')), { kind: 'not-found', what: 'company' });
      await app.fetchProfile(bare);
      const end = await errorOf(app.fetchPanel(bare, 'tech-stack'));
      assert.deepEqual(
        [end?.kind, end?.kind === 'not-available' && end.what],
        ['not-available', 'tech-stack'],
      );
      await bench.control('companies/vanish', { companyId: bare });
      assert.deepEqual(await errorOf(app.fetchProfile(bare)), { kind: 'not-found', what: 'company' });
      const view = await app.api.companies.get({ id: bare });
      assert.ok(view.gone !== null && view.row.name !== '', 'stored data stays and is marked');
      await assertLedger(bench, app, { sinceSeq });
    },
  },
  {
    id: 'R-7-5',
    title: 'CONTACTS_NOT_AVAILABLE keeps its hint: closed, free, not "none"',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const id = await closedCompany(bench);
      const { body } = await getPath(bench, `/companies/${id}/contacts`, 404);
      assert.deepEqual(keysOf(body), ['code', 'error', 'hint']);
      const sinceSeq = lastSeq(bench);
      const app = await bench.app();
      await app.fetchProfile(id);
      const end = await errorOf(app.fetchContacts(id));
      assert.deepEqual(end, { kind: 'not-available', what: 'contacts', hint: textAt(body, 'hint') });
      const { state, hint } = await app.api.companies.people({ id });
      assert.deepEqual([state, hint], ['closed', textAt(body, 'hint')]);
      // The service has returned this company before, so it exists. A 404 without an error code can therefore
      // only mean that contacts are not available.
      const status = { kind: 'status', status: 404, shape: 'json', body: { error: 'Not available' } };
      await setFault(bench, status, { match: '/companies/' });
      bench.simulator.advance(DAY_MS);
      const withoutCode = await errorOf(app.fetchContacts(id));
      assert.deepEqual(withoutCode, { kind: 'not-available', what: 'contacts', hint: null });
      assert.equal((await app.api.companies.get({ id })).gone, null, 'the company is not marked as gone');
      await assertLedger(bench, app, { sinceSeq });
    },
  },
  {
    id: 'R-7-6',
    title: 'HIGHLIGHTS_NOT_FOUND means none, is free and is stored',
    part: 'C+S',
    run: async ({ open }) => noneOfAKind(await open(), 'highlights', 'HIGHLIGHTS_NOT_FOUND'),
  },
  {
    id: 'R-7-7',
    title: 'NEWS_NOT_FOUND means none, is free and is stored',
    part: 'C+S',
    run: async ({ open }) => noneOfAKind(await open(), 'news', 'NEWS_NOT_FOUND'),
  },
  {
    id: 'R-7-13',
    title: 'only 2xx is charged: 14 statuses are free, a lost response counts as spent',
    part: 'C+S',
    run: async ({ open }) => consumes(await open()),
  },
  {
    id: 'R-7-14',
    title: 'the service rejects missing and malformed dates; the client sends none',
    part: 'C+S',
    run: async ({ open }) => {
      for (const dateErrorStatus of [400, 422] as const) {
        const bench = await open({ profile: { dateErrorStatus } });
        for (const query of [
          '',
          `?${LAST_60_DAYS.split('&')[0]}`,
          '?funding_date_start=x&funding_date_end=y',
        ])
          await getPath(bench, `/companies${query}`, dateErrorStatus);
        const core = await bench.core();
        const sinceSeq = lastSeq(bench);
        const query = { ...fundingsQuery(), fundingDateEnd: '2001-01-01' };
        const end = await failureOf(async () =>
          core.client.request({ endpoint: 'fundings', query }, core.context(), ignore),
        );
        assert.equal(end.kind, 'validation');
        assert.deepEqual(bench.simulator.transcript(sinceSeq), []);
        assert.equal(core.governor.ledger(0, 1).total, 0, 'nothing was reserved');
      }
    },
  },
];

async function noneOfAKind(bench: Bench, panel: 'highlights' | 'news', code: string): Promise<void> {
  const id = await companyWith(bench, panel, 404);
  const { body } = await getPath(bench, `/companies/${id}/${panel}`, 404);
  assert.deepEqual([keysOf(body), textAt(body, 'code')], [['code', 'error'], code]);
  bench.passMinute();
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  await app.search();
  const end = await errorOf(app.fetchPanel(id, panel));
  assert.deepEqual([end?.kind, end?.kind === 'not-available' && end.what], ['not-available', panel]);
  const known = (await app.api.companies.panels({ id }))[panel];
  assert.deepEqual([known.state, known.refusedAtMs !== null], ['none', true]);
  await assertLedger(bench, app, { sinceSeq });
  // The library does not contain this company, so the 404 may mean that the company does not exist, rather
  // than that its data is missing.
  await getPath(bench, `/companies/cmp_none/${panel}`, 404);
  const other = await errorOf(app.fetchPanel('cmp_none', panel));
  assert.equal(other?.kind === 'not-available' && other.ambiguous, true);
}

const FREE_STATUSES = [400, 402, 403, 404, 405, 409, 410, 418, 422, 500, 501, 502, 503, 504];

async function consumes(bench: Bench): Promise<void> {
  const core = await bench.core();
  const { client, context } = core;
  const id = await companyId(bench);
  const before = pick(await serviceCounters(bench), 'monthly.used');
  const sinceSeq = lastSeq(bench);
  for (const status of FREE_STATUSES) {
    await setFault(bench, { kind: 'status', status, shape: 'json' });
    await failureOf(
      client.request({ endpoint: 'company', companyId: id }, context({ lane: 'calibration' }), ignore),
    );
    const row = await lastRow(core);
    assert.deepEqual([row.state, row.status, row.cost], ['released', status, null], String(status));
    if (status === 503) bench.passMinute();
    if (status === 502) await client.request({ endpoint: 'health' }, context(), ignore);
  }
  assert.equal(await appCount(core, 'month-records'), 0);
  assert.equal(
    pick(await serviceCounters(bench), 'monthly.used'),
    Number(before) + 1,
    'a failure was charged',
  );
  await setFault(bench, { kind: 'reset-after' }, { match: '/companies/' });
  const lost = await failureOf(client.request({ endpoint: 'company', companyId: id }, context(), ignore));
  assert.deepEqual([lost.kind, lost.kind === 'network' && lost.counted], ['network', true]);
  assert.equal(required(await lastRow(core), 'no row').state, 'unknown');
  assert.equal(await appCount(core, 'month-records'), 1, 'a lost answer counts as spent');
  await assertLedger(bench, core, { sinceSeq });
}
