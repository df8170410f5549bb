import { beforeAll, describe, expect, it } from 'vitest';
import { buildFundingsQuery } from '../../../electron/core/service-api/build-query.ts';
import { handle } from '../../../electron/simulator/service/handle-request.ts';
import { clairvoyant, clairvoyantWithoutRows } from '../../../bench/seller/bound.ts';
import { FACTS } from '../../../bench/seller/facts.ts';
import { dateOf, DAY_MS, HOUR_MS, sessionStarts, START_MS } from '../../../bench/seller/month.ts';
import { AUTHORIZATION, createOracle, freshState, type Oracle } from '../../../bench/seller/oracle.ts';
import { runEndless, runPlainClient } from '../../../bench/seller/plain-client.ts';
import {
  writeScript,
  type ListAction,
  type CompanyAction,
  type Script,
} from '../../../bench/seller/script.ts';
import { usefulItems } from '../../../bench/seller/useful.ts';

const SEED = 1;
const SESSIONS = 4;

describe('the simulated seller', () => {
  let oracle: Oracle;
  let script: Script;
  beforeAll(() => {
    oracle = createOracle(SEED);
    script = writeScript(SEED, oracle, sessionStarts().slice(0, SESSIONS));
  });

  it('has two sessions on each of the 22 working days of June 2027', () => {
    const days = new Set(sessionStarts().map(dateOf));
    expect([sessionStarts().length, days.size]).toEqual([44, 22]);
  });

  it('is reproducible for a seed and differs for another', () => {
    const starts = sessionStarts().slice(0, 1);
    const first = script.actions.filter(({ atMs }) => atMs < START_MS + 14 * HOUR_MS);
    expect(writeScript(SEED, oracle, starts).actions).toEqual(first);
    expect(writeScript(SEED + 1, oracle, starts).actions).not.toEqual(first);
  });

  it('has a filter about as wide as the reference plan, and opens eleven companies per session', () => {
    expect(script.who.roundsADay).toBeGreaterThanOrEqual(15);
    expect(script.who.roundsADay).toBeLessThanOrEqual(21);
    expect(script.actions.filter(({ kind }) => kind === 'company')).toHaveLength(11 * SESSIONS);
    expect(script.actions.filter((action) => action.kind === 'list' && action.part === 'feed')).toHaveLength(
      SESSIONS,
    );
  });

  it('sees every useful item with a naive client on an unlimited account, at the price of a real account', () => {
    const endless = runEndless('naive', script, oracle);
    const real = runPlainClient('naive', script, oracle);
    expect(endless.items).toBe(usefulItems(script).size);
    // The requests of these two days do not exceed any limit of the real account, so both accounts give the
    // same result.
    expect(real).toEqual(endless);
  });

  it('cannot be served by any client for fewer records than the bound', () => {
    const bound = clairvoyant(script, oracle);
    const cached = runEndless('same-url', script, oracle);
    expect(bound.records).toBeGreaterThan(0);
    expect(clairvoyantWithoutRows(script, oracle)).toBeLessThanOrEqual(bound.records);
    expect(bound.records).toBeLessThan(cached.records);
    expect(cached.records).toBeLessThan(runEndless('naive', script, oracle).records);
  });

  it('has a bound of each row, profile and panel once, and no row where the rounds panel is open', () => {
    const look = script.actions.find((action): action is ListAction => action.kind === 'list');
    const [first, second] = look?.rows ?? [];
    if (look === undefined || first === undefined || second === undefined)
      throw new Error('no rows to look at');
    const open = (companyId: string, viewed: CompanyAction['viewed'], atMs: number): CompanyAction => {
      return { kind: 'company', atMs, companyId, viewed, available: viewed };
    };
    const later = look.atMs + HOUR_MS;
    const rounds = oracle.world.byId.get(first.companyId)?.rounds ?? [];
    const known = rounds.filter(({ publishedAtMs }) => publishedAtMs <= later).length;
    const actions = [
      { ...look, rows: [first, second] },
      open(first.companyId, ['profile', 'rounds'], later),
      open(second.companyId, ['profile', 'tech'], later),
      // The company's profile is already known, so opening the company again costs nothing.
      open(second.companyId, ['profile'], later + DAY_MS),
      { ...look, rows: [second, first] },
    ];
    const bound = clairvoyant({ ...script, actions }, oracle);
    expect(bound.records).toBe(known + 1 + 1 + 1);
    expect(bound.requests).toBe(3 + 1);
  });

  it('uses every kind of fact', () => {
    const used = new Set(
      script.actions.flatMap((action) => (action.kind === 'company' ? action.viewed : [])),
    );
    expect([...used].sort()).toEqual([...FACTS].sort());
  });

  it('sees the same results in its fast lists as in the whole data set', () => {
    const looks = script.actions.filter((action): action is ListAction => action.kind === 'list').slice(0, 5);
    const state = freshState(oracle.world);
    for (const { query, atMs } of looks) {
      const { search } = buildFundingsQuery(query);
      const request = {
        method: 'GET',
        path: '/api/v1/fundings',
        query: search,
        authorization: AUTHORIZATION,
      };
      expect(oracle.ask('/fundings', search, atMs).body).toEqual(handle(request, state, atMs).body);
      expect(oracle.worldFor(search).companies.length).toBeLessThan(oracle.world.companies.length / 10);
    }
  });
});
