import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BuyerRoles } from '../../../shared/model/buyer-roles.ts';
import type { PlanRun } from '../../../shared/model/plan.ts';
import { createFakeClock, type FakeClock } from '../../support/app/fake-clock.ts';
import { until } from '../../support/common/until.ts';
import { approve, openPlanWorld, rules, type PlanWorld } from './plan-world.ts';

/* Tests the plan and the rules of a seller with buyer roles, with requests to the demo's service. */

const MINUTE = 60_000;
const buyerRoles: BuyerRoles = {
  roles: [
    { department: 'sales', seniorities: [] },
    { department: 'finance', seniorities: [] },
  ],
  keywords: [],
};
let clock: FakeClock;
let world: PlanWorld;
beforeEach(async () => {
  clock = createFakeClock(Date.UTC(2027, 5, 10, 9));
  world = await openPlanWorld({ companies: 8, clock });
  await world.app.api.market.setBuyerRoles({ buyerRoles });
});
afterEach(() => world.dispose());

/** Returns the ids of the companies on the list whose contacts panel shows a matching contact. */
async function matching(): Promise<string[]> {
  const ids: string[] = [];
  for (const id of world.listed) {
    const { people } = await world.app.api.companies.people({ id, offset: 0 });
    if (people.some(({ match }) => match?.match === 'strong' || match?.match === 'weak')) ids.push(id);
  }
  return ids.sort();
}
/**
 * Waits until the run has ended. While waiting, advances the clock, so the minute limit does not stop
 * the run.
 */
const runEnds = (): Promise<PlanRun> =>
  until(async () => {
    await clock.advance(10_000);
    const { run } = await world.app.api.plan.run({});
    return run?.state === 'over' ? run : null;
  }, 'a run that is over');
const itemsOf = async () => (await world.app.api.plan.today({})).proposal.items;
const fetchedContacts = async (): Promise<string[]> =>
  (await world.calls()).flatMap(({ path }) => /\/companies\/([^/]+)\/contacts$/.exec(path)?.[1] ?? []).sort();

it('an approved plan fetches profiles, and the next plan contacts of companies with a match', async () => {
  const first = await itemsOf();
  expect(first.map(({ kind }) => kind)).toEqual(first.map(() => 'profile'));
  expect(first.map(({ why }) => why)).toEqual(first.map(() => ({ why: 'profile-first' })));
  const matches = async () => (await world.app.api.plan.matches({ companyIds: [...world.listed] })).matches;
  // Before the profiles are fetched, the number of matching contacts is unknown (`null`) for every row on
  // Today.
  expect(new Set((await matches()).map((each) => each.matches))).toEqual(new Set([null]));
  expect((await matches()).length).toBe(world.listed.length);
  await approve(world);
  await runEnds();
  const matched = await matching();
  const counted = (await matches()).flatMap((each) =>
    each.matches !== null && each.matches.strong + each.matches.weak > 0 ? each.companyId : [],
  );
  expect(counted.sort()).toEqual(matched);
  const { items, skips } = (await world.app.api.plan.today({})).proposal;
  expect(matched.length).toBeGreaterThan(0);
  expect(items.map(({ companyId }) => companyId).sort()).toEqual(matched);
  expect(items.every(({ kind, matches }) => kind === 'contacts' && matches !== undefined)).toBe(true);
  expect(
    skips
      .flatMap(({ why, companyId }) => (why.why === 'no-match' || why.why === 'none' ? companyId : []))
      .sort(),
  ).toEqual(world.listed.filter((id) => !matched.includes(id)).sort());
  // A run remains visible while contacts are locked, so it must not show how many contacts match.
  await approve(world);
  const run = await runEnds();
  expect(run.items.length).toBe(matched.length);
  expect(JSON.stringify(run)).not.toContain('matches');
  expect(await fetchedContacts()).toEqual(matched);
});

it('a rule fetches profiles and then contacts, only where someone matches', async () => {
  const list = { listId: world.listId, weight: 2, prefetch: true, reveals: false } as const;
  await world.app.api.plan.setRules({
    rules: rules({ lists: [list], prefetchRecords: 500, onlyMatches: true }),
  });
  await clock.advance(2 * MINUTE);
  expect((await runEnds()).items.map(({ kind }) => kind)).toEqual(world.listed.map(() => 'profile'));
  expect(await fetchedContacts()).toEqual([]);
  const matched = await matching();
  await clock.advance(31 * MINUTE);
  await runEnds();
  expect(await fetchedContacts()).toEqual(matched);
});
