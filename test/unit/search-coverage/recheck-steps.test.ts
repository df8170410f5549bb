import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recheckSteps, type RecheckParts } from '../../../electron/core/search-coverage/recheck-steps.ts';
import type { RowFacts } from '../../../electron/core/search-coverage/row-facts.ts';
import type { FundingsQuery } from '../../../shared/model/query.ts';
import { fundingsQuery } from '../../support/app/library-fixtures.ts';

const COUNTRIES = ['DE', 'FR', 'SE', 'US'];
const STAGES = ['Debt', 'Seed', 'Series A'];
const INDUSTRIES = ['Energy', 'Fintech', 'Health', 'Robotics'];
const DAYS = ['2026-06-10', '2026-06-11', '2026-06-12'];

interface Place {
  readonly on: string;
  readonly country: string;
  readonly stage: string;
  readonly industries: readonly string[];
}
const factsOf = ({ industries, ...place }: Place): RowFacts => ({
  ...place,
  timed: false,
  industries: { names: [...industries], all: true },
  tags: { names: [], all: true },
  currency: 'USD',
  amount: null,
});
const roundsOf = (places: readonly Place[]): Map<string, RowFacts> =>
  new Map(places.map((place, index) => [`round-${index}`, factsOf(place)]));

const isAmong = (wanted: readonly string[], values: readonly (string | null)[]): boolean =>
  wanted.length === 0 || values.some((value) => value !== null && wanted.includes(value));
const matches = (query: FundingsQuery, { on, country, stage, industries }: RowFacts): boolean =>
  (on ?? '') >= query.fundingDateStart &&
  (on ?? '') <= query.fundingDateEnd &&
  isAmong(query.countries, [country]) &&
  isAmong(query.stages, [stage]) &&
  isAmong(query.industries, industries?.names ?? []);

/** How the service reports the number of matches with a page after the last match. */
type EmptyPages = 'count-all' | 'count-none' | 'count-nothing';

/** Runs a recheck against a service that has the given rounds. */
function run(
  all: ReadonlyMap<string, RowFacts>,
  stored: number,
  of: Partial<RecheckParts> = {},
  emptyPages: EmptyPages = 'count-all',
) {
  const query = fundingsQuery({
    fundingDateStart: DAYS[0] ?? '',
    fundingDateEnd: DAYS.at(-1) ?? '',
    countries: COUNTRIES,
    stages: STAGES,
    ...of.query,
  });
  const parts: RecheckParts = {
    stored: new Map([...all].slice(0, stored)),
    known: {
      countries: new Set(COUNTRIES),
      stages: new Set(STAGES.map((stage) => stage.toLowerCase())),
      industries: new Set(INDUSTRIES),
      tags: new Set(),
      currencies: new Set(['USD']),
    },
    listed: { countries: COUNTRIES, stages: STAGES, industries: INDUSTRIES },
    most: { requests: 100, records: 200, pageTurns: 0 },
    ...of,
    query,
  };
  const found = new Map(parts.stored);
  const received: string[][] = [];
  let pageTurns = 0;
  const sequence = recheckSteps(parts);
  let step = sequence.next();
  while (step.done !== true) {
    const asked = step.value;
    const matching = [...all].filter(([, facts]) => matches(asked, facts));
    const page = matching.slice(asked.offset, asked.offset + asked.limit);
    if (asked.offset > 0) pageTurns += 1;
    for (const [id, facts] of page) found.set(id, facts);
    received.push(page.map(([id]) => id));
    const isAfterEnd = asked.offset >= matching.length && asked.offset > 0;
    const total = !isAfterEnd || emptyPages === 'count-all' ? matching.length : TOTALS[emptyPages];
    step = sequence.next({ rounds: new Map(page), received: page.length, total });
  }
  return { isComplete: step.value, found, received, pageTurns };
}

const TOTALS = { 'count-none': 0, 'count-nothing': null } as const;
const PAGE_TURNS = { requests: 100, records: 200, pageTurns: 50 };

const place = fc.record({
  on: fc.constantFrom(...DAYS),
  country: fc.constantFrom(...COUNTRIES),
  stage: fc.constantFrom(...STAGES),
  industries: fc.subarray(INDUSTRIES),
});
const world = fc.record({
  places: fc.array(place, { minLength: 3, maxLength: 30 }),
  added: fc.nat(8),
  isOpen: fc.boolean(),
});
const queryOf = (isOpen: boolean): FundingsQuery =>
  fundingsQuery(isOpen ? { countries: [], stages: [] } : { countries: COUNTRIES, stages: STAGES });

const at = (on: number, country: string, stage = 'Seed', industries = ['Energy']): Place => ({
  on: DAYS[on] ?? '',
  country,
  stage,
  industries,
});
const STORED = [at(0, 'DE'), at(0, 'FR'), at(1, 'DE'), at(1, 'FR'), at(2, 'DE'), at(2, 'FR')];

describe('the steps of a recheck', () => {
  it('find all new rounds, if they may cost enough', () => {
    fc.assert(
      fc.property(world, ({ places, added, isOpen }) => {
        const all = roundsOf(places);
        const { isComplete, found } = run(all, Math.max(0, all.size - added), { query: queryOf(isOpen) });
        expect([isComplete, found.size]).toEqual([true, all.size]);
      }),
    );
  });

  it('find all new rounds with empty pages too, however the service counts them', () => {
    const emptyPages = fc.constantFrom<EmptyPages>('count-all', 'count-none', 'count-nothing');
    fc.assert(
      fc.property(world, emptyPages, ({ places, added, isOpen }, kind) => {
        const all = roundsOf(places);
        const of = { query: queryOf(isOpen), most: PAGE_TURNS };
        const { isComplete, found } = run(all, Math.max(0, all.size - added), of, kind);
        expect([isComplete, found.size]).toEqual([true, all.size]);
      }),
    );
  });

  it('cost no record if nothing was added and a page turn is left', () => {
    const { isComplete, received, pageTurns } = run(roundsOf(STORED), STORED.length, { most: PAGE_TURNS });
    expect([isComplete, received, pageTurns]).toEqual([true, [[]], 1]);
  });

  it('count with one row if an empty page reports fewer matches than are stored', () => {
    const all = roundsOf(STORED);
    const { isComplete, received } = run(all, STORED.length, { most: PAGE_TURNS }, 'count-none');
    expect([isComplete, received]).toEqual([true, [[], ['round-0']]]);
  });

  it('receive fewer stored rounds with page turns than without', () => {
    const all = roundsOf([...STORED, ...STORED, at(0, 'DE', 'Debt'), at(2, 'SE')]);
    const costOf = (of: Partial<RecheckParts>): number => run(all, all.size - 2, of).received.flat().length;
    expect(costOf({ most: PAGE_TURNS })).toBeLessThan(costOf({}));
  });

  it('never cost more than allowed, and are complete only with all rounds', () => {
    fc.assert(
      fc.property(world, fc.nat(12), fc.nat(40), fc.nat(4), ({ places, added, isOpen }, ...limits) => {
        const [requests, records, pageTurns] = limits;
        const all = roundsOf(places);
        const stored = Math.max(0, all.size - added);
        const most = { requests, records, pageTurns };
        const done = run(all, stored, { query: queryOf(isOpen), most });
        expect(done.received.length).toBeLessThanOrEqual(requests);
        expect(done.pageTurns).toBeLessThanOrEqual(pageTurns);
        expect(done.received.flat().length).toBeLessThanOrEqual(records);
        expect(done.isComplete && done.found.size < all.size).toBe(false);
      }),
    );
  });

  it('end after one record if nothing was added', () => {
    expect(run(roundsOf(STORED), STORED.length)).toMatchObject({ isComplete: true, received: [['round-0']] });
  });

  it('first request the values of no stored round, which returns new rounds only', () => {
    const { isComplete, received } = run(roundsOf([...STORED, at(2, 'US')]), STORED.length);
    expect(isComplete).toBe(true);
    expect(received.at(-1)).toEqual(['round-6']);
    expect(received.flat().length).toBeLessThan(STORED.length);
  });

  it('fetch a round that has none of the divided values', () => {
    const stored = [['Energy'], ['Energy'], ['Fintech'], ['Fintech']].map((names) =>
      at(0, 'DE', 'Seed', names),
    );
    const rounds = roundsOf([...stored, at(0, 'DE', 'Seed', [])]);
    const { isComplete, found } = run(rounds, stored.length);
    expect([isComplete, found.size]).toEqual([true, rounds.size]);
  });

  it('are incomplete if a stored round is no longer at the service', () => {
    const all = roundsOf(STORED);
    const gone = new Map([...all, ['gone', factsOf(at(1, 'SE'))]]);
    expect(run(all, 0, { stored: gone }).isComplete).toBe(false);
  });
});
