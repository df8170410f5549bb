import { DAY_MS, EPOCH_MS, asRow, lastDays } from '../support.ts';
import type { Direct } from '../direct-service.ts';
import { pathOf, SOME, WIDE, type Probe, type Probes } from './probes.ts';

const MINUTE_MS = 60_000;
const list = (sim: Direct, limit = 1) => sim.get('/fundings', [...WIDE, ['limit', String(limit)]]);
const costs = (path: string): Probe => ({
  probe: (sim) => {
    const { charge } = sim.get(path);
    return [charge.requests, charge.records];
  },
  expected: [
    [1, 0],
    [0, 0],
    [1, 1],
  ],
});
const fillMinute = (sim: Direct) => {
  sim.spend({ requests: 20 });
  return list(sim);
};
const fillDay = (sim: Direct) => {
  sim.spend({ requests: 300 });
  sim.advance(2 * MINUTE_MS);
  return list(sim);
};
const limits = (sim: Direct) => asRow(sim.get('/stats').body['rate_limits']);
const usedOf = (sim: Direct, name: string) => asRow(limits(sim)[name])['used'];
const header = 'X-RateLimit-';

export const COST_PROBES: Probes<
  | 'healthCost'
  | 'filtersCost'
  | 'statsCost'
  | 'subResourceRecords'
  | 'pageTurns'
  | 'companyDetail'
  | 'repeats'
  | 'exportCounts'
  | 'etag'
  | 'recordsCheck'
  | 'recordsLimitType'
  | 'limits'
  | 'resets'
  | 'testKeyLimitType'
  | 'testKeyReset'
  | 'retryAfter'
  | 'retryAfterFormat'
  | 'retryAfterBody'
  | 'resetFormat'
  | 'limitHeaders'
  | 'headersAgree'
  | 'limitBody'
  | 'headersOnErrors'
  | 'errorBody'
  | 'outsideBase'
  | 'planLapsedStatus'
  | 'freeFailuresPerHour'
  | 'statsCountsItself'
  | 'statsWhenExhausted'
  | 'statsLagMs'
  | 'statsKeys'
  | 'statsFigures'
  | 'userRateLimit'
> = {
  healthCost: costs('/health'),
  filtersCost: costs('/filters'),
  statsCost: costs('/stats'),
  subResourceRecords: {
    probe: (sim) => [
      sim.get(pathOf(SOME.twoRounds, '/fundings')).charge.records,
      sim.get(pathOf(SOME.noRoles, '/open-roles')).charge.records,
    ],
    expected: [
      [2, 0],
      [2, 1],
      [1, 1],
      [0, 0],
    ],
  },
  pageTurns: {
    probe: (sim) =>
      [
        sim.get('/fundings', WIDE),
        sim.get('/companies', [...WIDE, ['offset', '25']]),
        sim.get(pathOf(SOME.roles, '/open-roles'), [['per_page', '2']]),
        sim.get(pathOf(SOME.roles, '/open-roles'), [
          ['per_page', '2'],
          ['page', '2'],
        ]),
      ].map(({ charge }) => charge.pageTurns),
    expected: [
      [0, 1, 0, 0],
      [0, 1, 0, 1],
      [1, 1, 0, 0],
      [1, 1, 1, 1],
    ],
  },
  companyDetail: {
    probe: (sim) => {
      for (const path of ['/fundings', '/contacts', '/open-roles']) sim.get(pathOf(SOME.open, path));
      const below = usedOf(sim, 'daily_company_detail');
      sim.get(pathOf(SOME.open));
      return [below, usedOf(sim, 'daily_company_detail')];
    },
    expected: [
      [1, 1],
      [0, 1],
    ],
  },
  repeats: {
    probe: (sim) => {
      const costOf = () => {
        const { charge } = sim.get(pathOf(SOME.closed));
        return [charge.requests, charge.records, charge.exported];
      };
      return [costOf(), costOf(), (sim.advance(DAY_MS), costOf())];
    },
    expected: [
      [
        [1, 1, 1],
        [1, 1, 1],
        [1, 1, 1],
      ],
      [
        [1, 1, 1],
        [0, 0, 0],
        [1, 1, 1],
      ],
    ],
  },
  exportCounts: {
    probe: (sim) => [list(sim, 3).charge.exported, sim.get(pathOf(SOME.closed)).charge.exported],
    expected: [
      [3, 1],
      [3, 0],
      [0, 0],
    ],
  },
  etag: {
    probe: (sim) => {
      const tag = sim.get(pathOf(SOME.closed)).headers['ETag'];
      const again = sim.get(pathOf(SOME.closed), [], { ifNoneMatch: `"other", W/${tag ?? '"none"'}` });
      const other = sim.get(pathOf(SOME.closed), [], { ifNoneMatch: '"other"' });
      return [tag !== undefined, again.status, again.text === undefined, again.charge.requests, other.status];
    },
    expected: [
      [false, 200, false, 1, 200],
      [true, 304, true, 0, 200],
      [true, 304, true, 1, 200],
    ],
  },
  recordsCheck: {
    probe: (sim) => {
      sim.spend({ records: 2_999 });
      return list(sim, 2).status;
    },
    expected: [200, 429],
  },
  recordsLimitType: {
    probe: (sim) => {
      sim.spend({ records: 3_000 });
      const { body, headers } = list(sim);
      return [body['limit_type'], headers[`${header}Limit-Type`], sim.get('/health').status];
    },
    expected: [
      ['monthly_export', 'monthly_export', 200],
      ['monthly', 'monthly', 429],
      ['monthly_records', 'monthly_records', 200],
    ],
  },
  limits: {
    probe: (sim) => {
      const statuses = Array.from({ length: 8 }, () => sim.get('/health').status);
      return [statuses.indexOf(429), sim.get('/health').body['limit']];
    },
    expected: [
      [-1, undefined],
      [7, 7],
    ],
  },
  resets: {
    probe: (sim) => {
      sim.spend({ requests: 300 });
      return [7, 15, 20].map((hours) => {
        sim.setNow(EPOCH_MS + hours * 60 * MINUTE_MS);
        return sim.get('/health').status;
      });
    },
    expected: [
      [429, 200, 200],
      [429, 429, 200],
      [429, 429, 429],
    ],
  },
  testKeyLimitType: {
    probe: (sim) => {
      sim.spend({ requests: 299, isTestKey: true });
      sim.advance(2 * MINUTE_MS);
      const first = sim.get('/health', [], { key: 'test' }).status;
      sim.advance(DAY_MS);
      return [first, sim.get('/health', [], { key: 'test' }).body['limit_type'], sim.get('/health').status];
    },
    expected: [
      [200, 'monthly', 200],
      [200, 'test_key_monthly', 200],
    ],
  },
  testKeyReset: {
    probe: (sim) => {
      sim.spend({ requests: 300, isTestKey: true });
      return [15, 18, 29, 30].map((days) => {
        sim.setNow(EPOCH_MS + days * DAY_MS);
        return sim.get('/health', [], { key: 'test' }).status;
      });
    },
    expected: [
      [429, 200, 200, 200],
      [429, 429, 429, 200],
    ],
  },
  retryAfter: {
    probe: (sim) => {
      const [minute, day] = [fillMinute(sim), fillDay(sim)];
      return [minute, day].map(({ headers, body }) => ['Retry-After' in headers, 'retry_after' in body]);
    },
    expected: [
      [
        [true, true],
        [false, false],
      ],
      [
        [true, true],
        [true, true],
      ],
      [
        [false, false],
        [false, false],
      ],
    ],
  },
  retryAfterFormat: {
    probe: (sim) => fillMinute(sim).headers['Retry-After'],
    expected: ['60', new Date(EPOCH_MS + MINUTE_MS).toUTCString()],
  },
  retryAfterBody: {
    probe: (sim) => fillMinute(sim).body['retry_after'],
    expected: [60, 60_000],
  },
  resetFormat: {
    probe: (sim) => fillMinute(sim).headers[`${header}Reset`],
    expected: [
      String((EPOCH_MS + MINUTE_MS) / 1_000),
      String(EPOCH_MS + MINUTE_MS),
      String(EPOCH_MS / 1_000 - 3_600),
    ],
  },
  limitHeaders: {
    probe: (sim) => {
      const { headers } = sim.get('/health');
      return ['Per-Minute-Limit', 'Daily-Limit', 'Limit'].map((name) => headers[header + name] ?? null);
    },
    expected: [
      ['20', '300', null],
      [null, null, '20'],
      [null, null, null],
      [null, '300', null],
      ['20;w=60', 'unlimited', null],
    ],
  },
  headersAgree: {
    probe: (sim) => {
      const { headers, body } = fillMinute(sim);
      return [body['limit_type'], headers[`${header}Limit-Type`], headers[`${header}Used`]];
    },
    expected: [
      ['per_minute', 'per_minute', '20'],
      ['per_minute', 'daily', '1'],
    ],
  },
  limitBody: {
    probe: (sim) => {
      const { body } = fillMinute(sim);
      return [body['detail'], body['limit'] ?? null, asRow(body['rate_limit'])['limit'] ?? null];
    },
    expected: [
      ['rate_limit_exceeded', 20, null],
      ['rate_limit_exceeded', null, 20],
    ],
  },
  headersOnErrors: {
    probe: (sim) =>
      ['/companies/none', '/nothing', '/fundings'].map(
        (path) => `${header}Daily-Limit` in sim.get(path).headers,
      ),
    expected: [
      [false, false, false],
      [true, true, true],
    ],
  },
  errorBody: {
    probe: (sim) => {
      const bodies = [sim.get(pathOf(SOME.closed, '/contacts')), sim.get('/nothing'), fillMinute(sim)];
      return bodies.map(({ body }) => asRow(body['error'])['code'] ?? typeof body['error']);
    },
    expected: [
      ['string', 'string', 'string'],
      ['CONTACTS_NOT_AVAILABLE', 'REQUEST_FAILED', 'REQUEST_FAILED'],
    ],
  },
  outsideBase: {
    probe: (sim) => {
      const { status, headers, text } = sim.raw('/wp-login');
      return [status, headers['Content-Type'] ?? null, typeof text, text === ''];
    },
    expected: [
      [404, null, 'object', false],
      [404, 'text/html; charset=utf-8', 'string', false],
      [404, 'text/plain', 'string', true],
    ],
  },
  planLapsedStatus: {
    probe: (sim) => {
      sim.state.isPlanLapsed = true;
      const { status, body } = sim.get('/health');
      return [status, typeof body['error']];
    },
    expected: [403, 402, 401].map((status) => [status, 'string']),
  },
  freeFailuresPerHour: {
    probe: (sim) => {
      const statuses = Array.from({ length: 22 }, () => sim.get('/companies/none').status);
      const refused = sim.get('/health');
      sim.advance(60 * MINUTE_MS);
      return [statuses.slice(-2), refused.status, refused.body['limit_type'], sim.get('/health').status];
    },
    expected: [
      [[404, 404], 200, undefined, 200],
      [[404, 429], 429, 'abuse', 200],
    ],
  },
  statsCountsItself: { probe: (sim) => usedOf(sim, 'monthly'), expected: [1, 0] },
  statsWhenExhausted: {
    probe: (sim) => {
      sim.spend({ requests: 300 });
      return sim.get('/stats').status;
    },
    expected: [429, 200],
  },
  statsLagMs: {
    probe: (sim) => {
      sim.spend({ requests: 5, records: 9, exported: 9, pageTurns: 2, companyId: 'cmp_x', isTestKey: true });
      const seen = () => {
        const all = limits(sim);
        return [
          'per_minute',
          'daily',
          'monthly',
          'monthly_export',
          'monthly_pagination',
          'daily_company_detail',
        ].map((name) => asRow(all[name])['used']);
      };
      return [seen(), (sim.advance(4 * MINUTE_MS), seen()), (sim.advance(MINUTE_MS), seen())];
    },
    expected: [
      [
        [6, 6, 6, 9, 2, 1],
        [1, 7, 7, 9, 2, 1],
        [1, 8, 8, 9, 2, 1],
      ],
      // `/stats` counts itself immediately. It counts all other calls only after five minutes.
      [
        [1, 1, 1, 0, 0, 0],
        [1, 1, 1, 0, 0, 0],
        [1, 7, 7, 9, 2, 1],
      ],
    ],
  },
  statsKeys: {
    probe: (sim) => Object.keys(limits(sim)).sort(),
    expected: [
      ['daily', 'daily_company_detail', 'monthly', 'monthly_export', 'monthly_pagination', 'per_minute'],
      ['daily', 'daily_company_detail', 'monthly', 'per_minute'],
      [
        'daily',
        'daily_company_detail',
        'monthly',
        'monthly_export',
        'monthly_pagination',
        'monthly_records',
        'per_minute',
        'test_key_monthly',
      ],
    ],
  },
  statsFigures: {
    probe: (sim) => {
      sim.get('/fundings', lastDays(9));
      const { limit, used, remaining, reset_unix: reset } = asRow(limits(sim)['daily']);
      return [limit, used, remaining, typeof reset];
    },
    expected: [
      [300, 2, 298, 'number'],
      [300, 2, 300, 'number'],
      [300, 2, null, 'object'],
    ],
  },
  userRateLimit: {
    probe: (sim) => sim.get('/stats').body['user_rate_limit'],
    expected: [20, 0, 100_000],
  },
};
