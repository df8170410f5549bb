import { describe, expect, test } from 'vitest';
import type * as OutcomesModule from '../../../../renderer/features/insights/outcomes/outcomes.svelte.ts';
import * as marks from '../../../../renderer/features/insights/outcomes/outcome-marks.ts';
import { outcomeText, withoutPart } from '../../../../renderer/features/library/round-filter-text.ts';
import { activeFilters } from '../../../../renderer/features/library/active-filters.ts';
import { createApi } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import { outcomeQuestionSchema, type Outcomes } from '../../../../shared/model/outcomes/outcomes.ts';
import { until } from '../../../support/common/until.ts';
import { createFixture, STATES } from '../../fixture/host.ts';
import { NOW_MS } from '../../fixture/time.ts';
import { compiled } from '../../support/compiled.ts';

const load = compiled();
const ask = (change: object = {}) => outcomeQuestionSchema.parse(change);
const figures = async (change: object = {}): Promise<Outcomes> =>
  (await createFixture(STATES.account).handlers.outcomes.get(ask(change))) as Outcomes;

async function opened() {
  const { OutcomesState } = (await load(
    '/renderer/features/insights/outcomes/outcomes.svelte.ts',
  )) as typeof OutcomesModule;
  const fixture = createFixture(STATES.account);
  const requests: unknown[] = [];
  const port: typeof fixture.port = {
    ...fixture.port,
    request: (channel, input) => {
      if (channel === 'outcomes.get') requests.push(input);
      return fixture.port.request(channel, input);
    },
  };
  return { outcomes: new OutcomesState(createApi<typeof contract>(port)), requests, world: fixture.world };
}

describe('the state of Outcomes', () => {
  test('loads the figures when it is shown, and again after a change, but not while it is hidden', async () => {
    const { outcomes, requests, world } = await opened();
    world.publish('library', 'onChanged', {});
    await new Promise((done) => setTimeout(done, 20));
    expect(requests).toHaveLength(0);
    const hide = outcomes.show();
    await until(() => outcomes.roles !== null, 'the figures');
    expect(requests).toHaveLength(1);
    world.publish('contactLog', 'onChanged', {});
    await until(() => requests.length === 2, 'the figures after a change');
    hide();
    world.publish('library', 'onChanged', {});
    await new Promise((done) => setTimeout(done, 20));
    expect(requests).toHaveLength(2);
    outcomes.dispose();
  });

  test('drops the figures by buyer role as soon as contacts are locked', async () => {
    const { outcomes, world } = await opened();
    outcomes.show()();
    await until(() => outcomes.roles !== null, 'the figures');
    world.publish('keys', 'onChanged', {});
    await expect.poll(() => outcomes.roles, { timeout: 5_000 }).toBeNull();
    outcomes.dispose();
  });

  test('keeps the other filters when one changes', async () => {
    const { outcomes, requests } = await opened();
    await outcomes.choose({ by: 'stage' });
    await outcomes.choose({ period: 'all' });
    expect(requests.at(-1)).toEqual({ period: 'all', listId: null, by: 'stage' });
    outcomes.dispose();
  });
});

describe('a mark of Outcomes', () => {
  test('opens the library with the step, the period and the group', async () => {
    const of = await figures();
    expect(marks.ofStep(of, { listId: '7' }, 'replied')).toMatchObject({
      lists: ['7'],
      outcome: { step: 'replied', from: '2026-02-15', source: null },
    });
    expect(marks.ofGroup(of, ask(), 'webhook', 'won')?.outcome).toEqual({
      step: 'won',
      from: '2026-02-15',
      source: 'webhook',
    });
    expect(marks.ofGroup(of, ask({ by: 'stage' }), 'seed', 'found')?.stages).toEqual(['seed']);
    expect(marks.ofGroup(of, ask({ by: 'country' }), 'no', 'found')?.countries).toEqual(['no']);
    expect(marks.ofGroup(of, ask({ by: 'fit' }), 'high', 'found')?.fits).toEqual(['high']);
    expect(marks.ofGroup(of, ask({ by: 'list' }), '3', 'found')?.lists).toEqual(['3']);
  });

  test('opens nothing if the library cannot select its companies', async () => {
    const of = await figures();
    expect(marks.ofGroup(of, ask({ by: 'stage' }), null, 'found')).toBeNull();
    // The mark stands for the companies on both lists. With both lists selected, the library would show the
    // companies on either list.
    expect(marks.ofGroup(of, ask({ by: 'list', listId: '7' }), '3', 'found')).toBeNull();
  });

  test('can be removed from the library part by part', () => {
    const outcome = { step: 'replied', from: '2026-02-15', source: '1' } as const;
    expect(withoutPart(outcome, 'source')).toEqual({ ...outcome, source: null });
    expect(withoutPart(outcome, 'from')).toEqual({ ...outcome, from: null });
    const { step } = withoutPart(outcome, 'step') ?? {};
    expect(step).toBe('found');
    expect(withoutPart({ step: 'won', from: null, source: null }, 'step')).toBeNull();
  });

  test('is named in the library', () => {
    const outcome = { step: 'replied', from: '2026-02-15', source: '1' } as const;
    const searches = [{ id: '1', name: 'Nordics and DACH' }];
    expect(outcomeText(outcome, searches)).toBe(
      'replied or further along, found by Nordics and DACH, found since 15 Feb 2026',
    );
    expect(outcomeText({ ...outcome, from: null }, [])).toBe(
      'replied or further along, found by a saved search',
    );
    expect(outcomeText({ step: 'found', from: null, source: 'webhook' }, searches)).toBe(
      'found by a webhook event',
    );
    const filters = marks.ofStep({ from: null }, { listId: null }, 'won');
    const names = { lists: [], statuses: [], ownTags: [], searches };
    expect(activeFilters(filters, null, names)).toEqual([
      { text: 'Outcome: won', rest: { ...filters, outcome: null } },
    ]);
  });
});

describe('the texts of Outcomes', () => {
  test('name groups, steps and roles', async () => {
    const of = await figures();
    expect(of.groups.map((group) => marks.groupName('search', group))).toEqual([
      'Nordics and DACH',
      'Daily sweep',
      'Berlin robotics',
      'Webhook events',
    ]);
    expect(marks.periodLine(of, NOW_MS)).toBe('15 Feb – 14 May · 3,364 records');
    expect(marks.funnelSteps(of)[2]).toMatchObject({ name: 'Contacts fetched', count: 175, detail: '0.5' });
    expect(
      marks.roleTitle({ kind: 'role', department: 'sales', seniorities: ['director', 'executive'] }),
    ).toBe('Sales, Director or Executive');
  });

  test('name the step whose companies to show while none was contacted', async () => {
    const of = await figures();
    const counted = (...counts: number[]) => ({ total: { ...of.total, counts } });
    expect(marks.hasOutcomes(of)).toBe(true);
    expect(marks.hasOutcomes(counted(9, 3, 1, 0, 0, 0, 0))).toBe(false);
    expect(marks.hasOutcomes(counted(9, 3, 1, 1, 0, 0, 0))).toBe(true);
    expect(marks.furthestStep(counted(9, 3, 1, 0, 0, 0, 0))).toBe('fetched');
    expect(marks.furthestStep(counted(9, 0, 0, 0, 0, 0, 0))).toBe('found');
    expect(marks.furthestStep(counted(0, 0, 0, 0, 0, 0, 0))).toBeNull();
  });

  test('leave out the share of a count of 0', () => {
    expect(marks.shareOfCount(0, 0)).toBe('');
    expect(marks.shareOfCount(3, 0.25)).toBe('25%');
    expect(marks.shareOfCount(3, null)).toBe('');
  });

  test('leave out medians of too few cases, and say since when opened companies are counted', async () => {
    const of = await figures();
    const few = of.groups[2]?.funnel;
    expect(few === undefined ? null : marks.daysLine(few)).toBe('–');
    expect(marks.openedNote(of)).toBe('Opened companies have been counted only since 24 Apr 2026.');
    expect(marks.openedNote({ ...of, openedSinceMs: null })).toContain('from now on');
    expect(marks.openedNote({ ...of, isOpenedPartial: false })).toBeNull();
  });
});
