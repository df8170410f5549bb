import assert from 'node:assert/strict';
import type { ServiceError } from '../../../shared/model/service-error.ts';
import type { AppError } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { setFault } from '../kit/actions.ts';
import type { Bench, Row } from '../kit/bench.ts';
import type { Core } from '../kit/core-bench.ts';
import { ignore, onDay, required } from '../kit/requests.ts';
import { until } from '../../support/common/until.ts';

export const ROWS_SERVICE_TEXT: readonly Row[] = [
  {
    id: 'R-7-1-text',
    title: 'stores and reports the service’s own text: bounded, clean, keys masked',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const core = await bench.core();
      const body = {
        error: `Key ${bench.apiKey} is out of order\u202e`,
        code: 'OUT_OF_ORDER',
        message: { text: '<b>words</b>' },
        detail: 'x'.repeat(2_000),
        hint: 'later',
      };
      for (const status of [400, 401, 403, 404, 422, 500, 503]) {
        const { error, stored } = await failWith(bench, core, { kind: 'status', status, body });
        const shown = required(error, `${status}: the error has no text`);
        assert.deepEqual(stored, shown, `${status}: the ledger has another text`);
        assert.deepEqual(
          { ...shown, detail: shown.detail?.length },
          {
            status,
            error: 'Key [redacted] is out of order',
            code: 'OUT_OF_ORDER',
            message: '{"text":"<b>words</b>"}',
            detail: 500,
            hint: 'later',
            excerpt: null,
          },
        );
        core.governor.keyReplaced('same-account');
      }
    },
  },
  {
    id: 'R-7-1-limit',
    title: 'a 429 has the service’s own text, in the error and in the ledger',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const core = await bench.core();
      const limit = { kind: 'limit', limitType: 'daily', variant: [] };
      const { error, stored } = await failWith(bench, core, limit);
      assert.equal(error?.status, 429);
      assert.equal(error?.detail, 'daily_limit_exceeded');
      assert.deepEqual(stored, error);
    },
  },
  {
    id: 'R-7-1-history',
    title: 'the request history finds an error by company, endpoint and status, and sorts it',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const app = await bench.app();
      const { rows } = await app.search();
      const { companyId, name } = required(rows[0], 'the search has no row');
      await setFault(
        bench,
        { kind: 'status', status: 418, body: { error: 'Teapot' } },
        { match: '/companies/' },
      );
      await assert.rejects(app.fetchProfile(companyId));
      await app.fetchProfile(companyId);
      const find = async (filter: object): Promise<string[]> => {
        const page = await app.api.quota.ledger({ offset: 0, limit: 50, filter });
        return page.rows.map((row) =>
          `${row.endpoint} ${row.status} ${row.serviceError?.error ?? ''}`.trim(),
        );
      };
      const word = (text: string, more: object = {}) => ({ text, endpoints: [], states: [], ...more });
      const failed = 'company 418 Teapot';
      assert.deepEqual(await find({ words: [word('418')] }), [failed]);
      assert.deepEqual(await find({ words: [word((name ?? '').slice(0, 6))] }), ['company 200', failed]);
      const profile = word('Profile', { endpoints: ['company'] });
      assert.deepEqual(await find({ words: [profile, word('418')] }), [failed]);
      assert.equal((await find({ sort: { by: 'status', descending: true } }))[0], failed);
      assert.match((await find({ sort: { by: 'cost', descending: true } }))[0] ?? '', /^fundings 200/);
      assert.match((await find({ sort: { by: 'time', descending: false } }))[0] ?? '', /^stats 200/);
    },
  },
  {
    id: 'R-7-1-plan',
    title: 'a request of a plan that failed has the service’s own text',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const { api, ...app } = await bench.app();
      const { rows } = await app.search({ fundingDateStart: onDay(-20), validatedContacts: true, limit: 5 });
      const companyIds = rows.map(({ companyId }) => companyId);
      await api.watchlists.create({ name: 'Warm', companyIds });
      const { proposal } = await api.plan.today({});
      const { key, cost } = required(
        proposal.items.find(({ kind }) => kind === 'contacts'),
        'the plan proposes no contacts',
      );
      await setFault(
        bench,
        { kind: 'status', status: 418, body: { error: 'Teapot' } },
        { match: '/companies/' },
      );
      await api.plan.approve({ keys: [key], accepted: cost, screen: 'today' });
      const run = await until(async () => {
        const { run: newest } = await api.plan.run({});
        return newest?.state === 'over' ? newest : null;
      }, 'the end of the run');
      assert.deepEqual(
        run.items.map(({ step, serviceError }) => [step, serviceError?.status, serviceError?.error]),
        [['failed', 418, 'Teapot']],
      );
    },
  },
  {
    id: 'R-1-5-excerpt',
    title: 'a response that is not JSON leaves an excerpt of 200 characters',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const core = await bench.core();
      const page = await failWith(bench, core, { kind: 'status', status: 502, shape: 'html' });
      assert.match(page.error?.excerpt ?? '', /^<!doctype html><html>.*502/);
      assert.deepEqual(page.stored, page.error);
      const text = `${bench.apiKey} ${'long '.repeat(1_000)}`;
      const long = await failWith(bench, core, {
        kind: 'status',
        status: 500,
        body: text,
        contentType: 'text/plain',
      });
      assert.match(long.error?.excerpt ?? '', /^"?\[redacted\] long long/);
      assert.equal(long.error?.excerpt?.length, 200);
      // The service charges for a response with status 200 even if the client cannot decode it. The error for
      // such a response also contains an excerpt.
      const charged = await failWith(bench, core, { kind: 'html' });
      assert.equal(charged.error?.status, 200);
      assert.notEqual(charged.error?.excerpt, null);
      assert.deepEqual(charged.stored, charged.error);
      // The ledger row of a later successful call contains no service text.
      await core.client.request({ endpoint: 'health' }, core.context(), ignore);
      assert.equal(core.governor.ledger(0, 1).rows[0]?.serviceError, undefined);
    },
  },
];

interface Failed {
  readonly error: ServiceError | undefined;
  readonly stored: ServiceError | undefined;
}

/** Sends one request with a fault. Returns the text in the error and in the latest row of the ledger. */
async function failWith(bench: Bench, { client, governor, context }: Core, action: object): Promise<Failed> {
  await setFault(bench, action);
  try {
    await client.request({ endpoint: 'health' }, context({ lane: 'calibration' }), ignore);
  } catch (error) {
    if (!(error instanceof AppFailure)) throw error;
    const stored = governor.ledger(0, 1).rows[0]?.serviceError;
    return { error: textOf(error.appError), stored };
  }
  throw new Error('the request did not fail');
}

const textOf = (error: AppError): ServiceError | undefined =>
  'serviceError' in error ? error.serviceError : undefined;
