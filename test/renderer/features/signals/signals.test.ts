import { describe, expect, it } from 'vitest';
import { signalLines } from '../../../../renderer/features/signals/signal-lines.ts';
import { signalTexts } from '../../../../renderer/features/signals/signal-text.ts';
import { signals as strings } from '../../../../renderer/features/signals/strings.ts';
import type * as SignalsModule from '../../../../renderer/features/signals/signals.svelte.ts';
import type * as NavigationModule from '../../../../renderer/session/navigation.svelte.ts';
import type { Api } from '../../../../shared/contract/index.ts';
import type { SignalDetail, SignalRow } from '../../../../shared/model/signal.ts';
import { compiled } from '../../support/compiled.ts';

describe('the lines of the stream', () => {
  it.each([
    [5, 2, ['today', 0, 1, 'earlier', 2, 3, 4]],
    [3, 0, ['earlier', 0, 1, 2]],
    [2, 2, ['today', 0, 1]],
    [0, 0, []],
  ])('%i rows, %i of them of today', (rows, today, expected) => {
    const lines = signalLines(rows, today);
    const found = Array.from(
      { length: lines.total },
      (_, line) => lines.headingAt(line)?.kind ?? lines.rowAt(line),
    );
    expect(found).toEqual(expected);
    for (let row = 0; row < rows; row += 1) {
      expect(lines.headingAt(lines.lineOf(row))).toBeNull();
      expect(lines.rowAt(lines.lineOf(row))).toBe(row);
    }
    expect(lines.lineOf(-1)).toBe(-1);
  });

  it('map a heading to the row below', () => {
    const lines = signalLines(5, 2);
    expect([lines.rowAt(0), lines.rowAt(3)]).toEqual([0, 2]);
  });
});

const NOW = new Date(2026, 5, 10, 12).getTime();
const row: SignalRow = {
  id: 'e1',
  sources: ['webhook'],
  searches: [],
  companyId: 'c1',
  name: 'Acme',
  countryName: 'Germany',
  industry: 'Energy',
  company: null,
  event: 'trigger_published',
  known: true,
  type: 'funding',
  stage: 'Seed',
  amount: null,
  announcedOn: null,
  icpMatch: null,
  atMs: NOW,
  oddSentAtMs: null,
  sample: false,
  seen: false,
  trackingStatus: null,
  hasDashboardNote: false,
};

describe('a row of the stream', () => {
  it('distinguishes no score from 0 %', () => {
    expect(signalTexts(row, NOW)).toMatchObject({ icp: 'no score', hasScore: false });
    expect(signalTexts({ ...row, icpMatch: 0 }, NOW)).toMatchObject({ icp: '0 %', hasScore: true });
    expect(signalTexts({ ...row, event: null, sources: ['search'] }, NOW).icp).toBe('');
  });

  it('makes hostile names harmless, and names unnamed companies', () => {
    expect(signalTexts({ ...row, name: '\u202eAcme\u0007' }, NOW).name).toBe('Acme');
    expect(signalTexts({ ...row, companyId: null, name: null, event: 'x\u202ey' }, NOW)).toMatchObject({
      name: strings.unnamed,
      about: 'xy',
      icp: '',
    });
  });

  it('shows the time of an event of today, and the day of an older one', () => {
    expect(signalTexts(row, NOW).received).toBe('12:00');
    expect(signalTexts({ ...row, atMs: NOW - 86_400_000 }, NOW).received).toBe('9 Jun');
  });

  it('has a sentence for every refused paste', () => {
    expect(strings.paste.refused('not-json', 12)).toBe('This is not JSON. It breaks in line 12.');
    for (const reason of ['not-object', 'too-deep', 'no-company'] as const)
      expect(strings.paste.refused(reason, null)).toMatch(/^This .*\.$/);
  });
});

const load = compiled();

describe('a signal that is shown', () => {
  const company = { companyId: 'c1' } as SignalRow['company'];
  /** Shows an event whose company is not in the list yet. `isStored`: whether the company is stored. */
  async function openEvent(event: { isStored: boolean }) {
    const { Signals } = (await load('/renderer/features/signals/signals.svelte.ts')) as typeof SignalsModule;
    const { Navigation } = (await load('/renderer/session/navigation.svelte.ts')) as typeof NavigationModule;
    const navigation = new Navigation();
    navigation.go('signals');
    const changes = { onChanged: () => () => undefined };
    const current = (): SignalRow => ({ ...row, company: event.isStored ? company : null });
    const signals = new Signals(
      {
        savedSearches: changes,
        library: changes,
        demo: changes,
        signals: {
          ...changes,
          open: () =>
            Promise.resolve({ queryId: 'q', total: 1, allTotal: 1, unseen: 1, today: 1, rows: [current()] }),
          get: () => Promise.resolve({ row: current() } as SignalDetail),
        },
      } as unknown as Api,
      navigation,
    );
    await signals.show(row);
    return { signals, navigation };
  }

  it('opens its company although the list was read before the company was stored', async () => {
    const { navigation } = await openEvent({ isStored: true });
    expect(navigation.companyId).toBe('c1');
  });

  it('opens its company once that is stored, but not after the user has closed it or left the screen', async () => {
    const event = { isStored: false };
    const { signals, navigation } = await openEvent(event);
    await signals.open();
    expect([navigation.companyId, signals.detail?.row.id]).toEqual([null, 'e1']);
    event.isStored = true;
    await signals.open();
    expect(navigation.companyId).toBe('c1');
    navigation.closeCompany();
    await signals.open();
    expect(navigation.companyId).toBeNull();

    const later = { isStored: false };
    const left = await openEvent(later);
    left.navigation.go('today');
    later.isStored = true;
    await left.signals.open();
    expect(left.navigation.companyId).toBeNull();
  });
});
