import { lastDays, DAY_MS, EPOCH_MS } from '../support.ts';
import type { Direct } from '../direct-service.ts';
import { pagination, pathOf, SOME, WIDE, type Probes } from './probes.ts';

type Params = [string, string][];
const list = (sim: Direct, params: Params = [], path = '/companies') => sim.get(path, [...WIDE, ...params]);
const roles = (sim: Direct, params: Params = []) => sim.get(pathOf(SOME.roles, '/open-roles'), params);
const page = (offset: number, limit: number): Params => [
  ['offset', String(offset)],
  ['limit', String(limit)],
];
const span = (days: number): Params => [
  ['funding_date_start', new Date(EPOCH_MS - (days - 1) * DAY_MS).toISOString().slice(0, 10)],
  ['funding_date_end', '2026-11-14'],
];
const sorted = (values: readonly unknown[]): boolean =>
  JSON.stringify(values) === JSON.stringify([...values].sort());

export const LIST_PROBES: Probes<
  | 'defaultLimit'
  | 'limitAbove50'
  | 'offsetAbove499'
  | 'crossing500'
  | 'perPageAbove50'
  | 'pageBeyondEnd'
  | 'totalBeyondEnd'
  | 'hasMoreAt500'
  | 'hasMore'
  | 'total'
  | 'echoedLimit'
  | 'sortOrder'
  | 'maxSpanDays'
  | 'dateErrorStatus'
  | 'unknownValues'
  | 'malformedArrays'
  | 'amountComparison'
> = {
  defaultLimit: {
    probe: (sim) => [list(sim).rows.length, pagination(list(sim))['limit']],
    expected: [25, 10, 50].map((limit) => [limit, limit]),
  },
  limitAbove50: {
    probe: (sim) => {
      const reply = list(sim, page(0, 80));
      return [reply.status, reply.rows.length, pagination(reply)['limit'] ?? null];
    },
    expected: [
      [400, 0, null],
      [200, 50, 50],
    ],
  },
  offsetAbove499: {
    probe: (sim) => {
      const reply = list(sim, page(500, 10));
      return [reply.status, reply.rows.length, reply.charge.requests];
    },
    expected: [
      [400, 0, 0],
      [200, 0, 1],
    ],
  },
  crossing500: {
    probe: (sim) => {
      const reply = list(sim, page(480, 50));
      return [reply.status, reply.rows.length];
    },
    expected: [
      [200, 20],
      [400, 0],
    ],
  },
  perPageAbove50: {
    probe: (sim) => {
      const reply = roles(sim, [['per_page', '51']]);
      return [reply.status, pagination(reply)['per_page'] ?? null];
    },
    expected: [
      [200, 50],
      [400, null],
    ],
  },
  pageBeyondEnd: {
    probe: (sim) => {
      const empty = sim.get(pathOf(SOME.noRoles, '/open-roles'));
      return [roles(sim, [['page', '99']]).status, empty.status, empty.rows.length];
    },
    expected: [
      [200, 200, 0],
      [404, 200, 0],
    ],
  },
  totalBeyondEnd: {
    probe: (sim) => {
      const matches = pagination(sim.get('/fundings', [...span(3), ...page(0, 1)]))['total'];
      const beyond = sim.get('/fundings', [...span(3), ...page(499, 1)]);
      const { total } = pagination(beyond);
      return [beyond.status, beyond.charge.records, total === matches, total === 0];
    },
    expected: [
      [200, 0, true, false],
      [200, 0, false, true],
      [200, 0, false, false],
      [400, 0, false, false],
      [404, 0, false, false],
    ],
  },
  hasMoreAt500: { probe: (sim) => pagination(list(sim, page(450, 50)))['has_more'], expected: [false, true] },
  hasMore: {
    probe: (sim) =>
      [
        list(sim),
        list(sim, [['search', 'qqqzzz']]),
        roles(sim, [['per_page', '2']]),
        roles(sim, [['page', '99']]),
      ].map((reply) => pagination(reply)['has_more']),
    expected: [
      [true, false, true, false],
      [true, true, true, true],
      [false, false, false, false],
    ],
  },
  total: {
    probe: (sim) => {
      const totals = Array.from({ length: 10 }, () => {
        sim.advance(60_000);
        return Number(pagination(list(sim))['total']);
      });
      return [totals[0] === 500, new Set(totals).size > 1];
    },
    expected: [
      [false, false],
      [true, false],
      [false, true],
    ],
  },
  echoedLimit: {
    probe: (sim) => [
      pagination(list(sim, page(480, 50)))['limit'],
      pagination(list(sim, page(0, 7)))['limit'],
      pagination(roles(sim, [['per_page', '60']]))['per_page'],
    ],
    expected: [
      [20, 7, 50],
      [50, 7, 60],
      [25, 25, 25],
    ],
  },
  sortOrder: {
    probe: (sim) => {
      const { rows } = list(sim, page(0, 50));
      sim.advance(61_000);
      const later = list(sim, page(0, 50)).rows;
      const isStable = JSON.stringify(rows) === JSON.stringify(later);
      const dates = rows.map((row) => row['fundingAnnounceDate']).reverse();
      return [sorted(dates), sorted(rows.map((row) => row['id'])), isStable];
    },
    expected: [
      [true, false, true],
      [false, true, true],
      [false, false, true],
      [false, false, false],
    ],
  },
  maxSpanDays: {
    probe: (sim) => [90, 91, 365, 366].map((days) => sim.get('/fundings', span(days)).status),
    expected: [
      [200, 200, 200, 200],
      [200, 400, 400, 400],
      [200, 200, 200, 400],
    ],
  },
  dateErrorStatus: {
    probe: (sim) => [sim.get('/fundings').status, sim.get('/companies', [['limit', '51']]).status],
    expected: [
      [400, 400],
      [422, 422],
    ],
  },
  unknownValues: {
    probe: (sim) => {
      const hiring: Params = [['has_open_roles', 'true']];
      const all: Params[] = [
        ...(
          ['countries', 'stages', 'industries', 'technologies', 'company_size', 'tags', 'currency'] as const
        ).map((name): Params => [[name, 'nowhere']]),
        [['min_funding', 'lots']],
        [...hiring, ['hiring_departments', 'nowhere']],
        [...hiring, ['hiring_seniority', 'nowhere']],
        [...hiring, ['hiring_role_type', 'nowhere']],
      ];
      const rows = all.map((params) => {
        sim.advance(60_000);
        const { status, body } = list(sim, params);
        return status === 200
          ? Array.isArray(body['data']) && body['data'].length > 0
            ? 'some'
            : 'none'
          : status;
      });
      const ofRoles = roles(sim, [['department', 'nowhere']]);
      return [
        ...new Set([
          ...rows,
          ofRoles.status === 200 ? (ofRoles.rows.length > 0 ? 'some' : 'none') : ofRoles.status,
        ]),
      ];
    },
    expected: [['none'], ['some'], [400]],
  },
  malformedArrays: {
    probe: (sim) => [
      list(sim, [['countries', '["DE"']]).status,
      list(sim, [['hiring_departments[]', '[it]']]).status,
      list(sim, [['countries', ' [ "DE" , "FR" ] ']]).rows.length > 0,
    ],
    expected: [
      [200, 200, true],
      [400, 400, true],
    ],
  },
  amountComparison: {
    probe: (sim) =>
      sim.get('/fundings', [
        ...lastDays(60),
        ['currency', 'INR'],
        ['min_funding', '1'],
        ['min_amount', '150M'],
      ]).rows.length > 0,
    expected: [true, false],
  },
};
