import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { gatherCalls } from '../../../electron/core/day-plan/gather-requests.ts';
import type { PlanCall } from '../../../electron/core/day-plan/plan-inputs.ts';
import { proposePlan } from '../../../electron/core/day-plan/propose-plan.ts';
import { standingRuleRequests } from '../../../electron/core/jobs/standing-rules.ts';
import type { PlanProposal } from '../../../shared/model/plan.ts';
import {
  createMatchingWorld,
  NONE,
  STRONG,
  UNKNOWN,
  WEAK,
  type MadeCompany,
  type MatchingWorld,
} from './matching-world.ts';

let worlds: MatchingWorld[] = [];
const open = (options: Parameters<typeof createMatchingWorld>[0]): MatchingWorld => {
  const world = createMatchingWorld(options);
  worlds.push(world);
  return world;
};
afterEach(() => {
  for (const world of worlds) world.dispose();
  worlds = [];
});

const planOf = ({ parts }: MatchingWorld): PlanProposal => proposePlan(parts, { except: new Set() }).proposal;
const keysOf = (world: MatchingWorld): string[] => planOf(world).items.map(({ key }) => key);
const ruleKeys = ({ parts }: MatchingWorld): string[] =>
  standingRuleRequests(parts, new Set()).map(({ key }) => key);
const valueOf = (world: MatchingWorld, key: string): number =>
  planOf(world).items.find((item) => item.key === key)?.value ?? 0;
const raised = (id: string, titles: MadeCompany['titles']): MadeCompany => ({
  id,
  raisedDaysAgo: 10,
  titles,
});

describe('a plan with buyer roles', () => {
  it('proposes the profile first, and the contacts only once someone matches', () => {
    const world = open({ companies: [raised('a', null)] });
    const [profile, ...others] = planOf(world).items;
    expect(others).toEqual([]);
    expect(profile).toMatchObject({ key: 'profile/a', cost: { records: 1 }, why: { why: 'profile-first' } });
    const told = open({ companies: [raised('a', [STRONG, STRONG, WEAK, NONE, UNKNOWN, null])] });
    expect(planOf(told).items).toMatchObject([
      { key: 'contacts/a', matches: { strong: 2, weak: 1, stored: 6 }, why: { why: 'window' } },
    ]);
  });

  it('proposes no contacts if no contact matches, and reports this', () => {
    const companies = [raised('a', [NONE, UNKNOWN]), raised('b', [NONE]), raised('c', [])];
    const { items, skips, skipReasons } = planOf(open({ companies }));
    expect(items).toEqual([]);
    expect(skipReasons).toContainEqual({ why: 'no-match', count: 2 });
    expect(skips).toContainEqual(
      expect.objectContaining({ key: 'contacts/a', why: { why: 'no-match', stored: 2, unknown: 1 } }),
    );
  });

  it('values contacts by their matches, and one strong match like contacts without buyer roles', () => {
    const companies = [
      raised('one', [STRONG, NONE]),
      raised('two', [STRONG, STRONG]),
      raised('weak', [WEAK, NONE]),
    ];
    const world = open({ companies });
    const usual = valueOf(open({ companies, roles: null }), 'contacts/one');
    expect(usual).toBeGreaterThan(0);
    const values = ['one', 'two', 'weak'].map((id) => valueOf(world, `contacts/${id}`));
    expect(values).toEqual([usual, 2 * usual, usual / 2]);
  });

  it('prefers the company with more matches if only one can be fetched', () => {
    const companies = [raised('few', [STRONG, NONE, NONE]), raised('many', [STRONG, STRONG, NONE])];
    expect(keysOf(open({ companies, records: 3 }))).toEqual(['contacts/many']);
  });

  it('reports matches as unknown while contacts are locked, and reads no title', () => {
    const world = open({ companies: [raised('a', [NONE]), raised('b', [STRONG])] });
    expect(keysOf(world)).toEqual(['contacts/b']);
    world.setKey({ mode: 'locked' });
    const { items, skips } = planOf(world);
    expect(items.filter(({ kind }) => kind === 'contacts')).toEqual([]);
    expect(skips.map(({ why }) => why)).toEqual([
      { why: 'people-locked', hidesMatches: true },
      { why: 'people-locked', hidesMatches: true },
    ]);
  });

  it('asks for the profile again after a newer round, or if it was fetched while contacts were locked', () => {
    const companies = [
      { ...raised('older', [NONE]), profileDaysAgo: 30 },
      { ...raised('locked', [STRONG]), profileDaysAgo: 3, wasLocked: true },
    ];
    expect(keysOf(open({ companies })).sort()).toEqual(['profile/locked', 'profile/older']);
    const today = companies.map((company) => ({ ...company, profileDaysAgo: 0 }));
    expect(keysOf(open({ companies: today }))).toEqual([]);
  });

  it('counts again when titles or roles change', () => {
    const world = open({ companies: [raised('a', [NONE])] });
    expect(keysOf(world)).toEqual([]);
    world.storeTitles('a', [STRONG]);
    expect(keysOf(world)).toEqual(['contacts/a']);
    world.setRoles({ roles: [{ department: 'finance', seniorities: [] }], keywords: [] });
    expect(keysOf(world)).toEqual([]);
    world.setRoles({ roles: [], keywords: ['technology officer'] });
    expect(keysOf(world)).toEqual(['contacts/a']);
  });

  it('is the plan without roles if none are set', () => {
    const companies = [raised('a', [NONE]), raised('b', null)];
    const world = open({ companies, roles: null });
    const { items } = planOf(world);
    expect(items.map(({ key }) => key).sort()).toEqual(['contacts/a', 'contacts/b', 'profile/b']);
    expect(items.some(({ matches }) => matches !== undefined)).toBe(false);
    expect(items.find(({ key }) => key === 'profile/b')?.why).toEqual({ why: 'listed' });
  });
});

describe('the rule that fetches contacts only where someone matches', () => {
  const companies = [raised('match', [STRONG]), raised('none', [NONE]), raised('untold', null)];
  const rule = { prefetch: true };

  it('is off by default: rules fetch contacts as without buyer roles', () => {
    const keys = ruleKeys(open({ companies, rule, rules: { prefetchRecords: 500 } })).sort();
    expect(keys).toEqual(['contacts/match', 'contacts/none', 'contacts/untold']);
  });

  it('skips companies without a match, and fetches the profile first, within the same allowance', () => {
    const rules = { prefetchRecords: 500, onlyMatches: true };
    expect(ruleKeys(open({ companies, rule, rules })).sort()).toEqual(['contacts/match', 'profile/untold']);
    const one = open({ companies, rule, rules: { ...rules, prefetchRecords: 1 } });
    expect(ruleKeys(one)).toHaveLength(1);
  });

  it('does not check for revealed contacts before the titles are known', () => {
    const closed = companies.map((company) => ({ ...company, raisedDaysAgo: 40, profileDaysAgo: 39 }));
    const rules = { prefetchRecords: 500, onlyMatches: true };
    const world = open({ companies: closed, rule: { reveals: true }, rules });
    expect(ruleKeys(world)).toEqual(['contacts/match']);
    expect(ruleKeys(open({ companies: closed, rule: { reveals: true } }))).toHaveLength(3);
  });
});

const title = fc.constantFrom(STRONG, WEAK, NONE, UNKNOWN, null);
const anyCompany = fc.record({
  raisedDaysAgo: fc.integer({ min: 0, max: 40 }),
  titles: fc.option(fc.array(title, { maxLength: 6 }), { nil: null }),
  profileDaysAgo: fc.integer({ min: 0, max: 45 }),
  wasLocked: fc.boolean(),
});
const anyWorld = fc.record({
  companies: fc.array(anyCompany, { minLength: 1, maxLength: 8 }),
  records: fc.integer({ min: 0, max: 20 }),
  prefetch: fc.boolean(),
  reveals: fc.boolean(),
});

describe('every plan with buyer roles', () => {
  it('contains no contacts of a company whose stored titles do not match, and never exceeds the budget', () => {
    fc.assert(
      fc.property(anyWorld, ({ companies, records, prefetch, reveals }) => {
        const made = companies.map((company, index) => ({ ...company, id: `c${index}` }));
        const world = createMatchingWorld({
          companies: made,
          records,
          rule: { prefetch, reveals },
          rules: { prefetchRecords: 500, onlyMatches: true },
        });
        const fits = ({ titles, wasLocked }: MadeCompany): boolean =>
          titles === null || wasLocked === true || titles.some((each) => each === STRONG || each === WEAK);
        const wrong = new Set(
          made.filter((each) => !fits(each) && each.titles?.length !== 0).map(({ id }) => id),
        );
        const isWrong = ({ kind, companyId }: Pick<PlanCall, 'kind' | 'companyId'>): boolean =>
          kind === 'contacts' && wrong.has(companyId ?? '');
        const { items } = planOf(world);
        const today = world.parts.governor.room().today;
        const total = (unit: 'records' | 'requests'): number =>
          items.reduce((sum, { cost }) => sum + cost[unit], 0);
        const byRule = standingRuleRequests(world.parts, new Set());
        const candidates = gatherCalls(world.parts, { onlyMatches: true }).calls;
        world.dispose();
        expect([...items, ...candidates, ...byRule].filter(isWrong)).toEqual([]);
        expect(total('records')).toBeLessThanOrEqual(Math.min(records, today.records));
        expect(total('requests')).toBeLessThanOrEqual(today.requests);
      }),
      { numRuns: 60 },
    );
  });
});
