import { describe, expect, it } from 'vitest';
import type * as RulesModule from '../../../../renderer/features/settings/follow-ups/follow-up-rules.svelte.ts';
import { compiled } from '../../support/compiled.ts';

const load = compiled();
const rulesModule = async () =>
  (await load('/renderer/features/settings/follow-ups/follow-up-rules.svelte.ts')) as typeof RulesModule;

describe('the rhythm of follow-ups', () => {
  it('is read from increasing numbers of working days', async () => {
    const { parseOffsets } = await rulesModule();
    expect([parseOffsets('3, 8'), parseOffsets(' 1;2  5 '), parseOffsets('90')]).toEqual([
      [3, 8],
      [1, 2, 5],
      [90],
    ]);
    for (const wrong of ['', '8, 3', '3, 3', '0', '91', '1.5', 'a', '1,2,3,4,5,6', '-1'])
      expect(parseOffsets(wrong), wrong).toBeNull();
  });

  it('has days off with a last day that is not before the first', async () => {
    const { dayOffErrors, withDayOff } = await rulesModule();
    expect(dayOffErrors({ from: '2026-12-24', to: '' }, [])).toEqual({ from: null, to: null });
    expect(dayOffErrors({ from: '24 Dec', to: '' }, []).from).toContain('Enter a date');
    expect(dayOffErrors({ from: '2026-12-24', to: '2026-12-23' }, []).to).toContain('before');
    const full = Array.from({ length: 50 }, () => ({ from: '2026-01-01', to: '2026-01-01' }));
    expect(dayOffErrors({ from: '2026-12-24', to: '' }, full).from).not.toBeNull();
    const [christmas, easter] = [
      { from: '2026-12-24', to: '2026-12-26' },
      { from: '2026-04-03', to: '2026-04-06' },
    ];
    expect(withDayOff(withDayOff([christmas], easter), christmas)).toEqual([easter, christmas]);
  });
});
