import { describe, expect, it, vi } from 'vitest';
import { signalLines } from '../../../../renderer/features/signals/signal-lines.ts';
import { detailTitle, noMatchText, signalTexts } from '../../../../renderer/features/signals/signal-text.ts';
import { isDemoConnected, setupSteps } from '../../../../renderer/features/signals/receiver/setup-steps.ts';
import { signals as strings } from '../../../../renderer/features/signals/strings.ts';
import type * as SignalsModule from '../../../../renderer/features/signals/signals.svelte.ts';
import type * as ReceiverModule from '../../../../renderer/features/signals/receiver/receiver.svelte.ts';
import type * as NavigationModule from '../../../../renderer/session/navigation.svelte.ts';
import type { Api } from '../../../../shared/contract/index.ts';
import type { Receiver, SignalDetail, SignalRow } from '../../../../shared/model/signal.ts';
import { compiled } from '../../support/compiled.ts';

const received = (today: number) => ({ sort: 'received' as const, today, currencies: [] });

describe('the lines of the stream', () => {
  it.each([
    [5, 2, ['today', 0, 1, 'earlier', 2, 3, 4]],
    [3, 0, ['earlier', 0, 1, 2]],
    [2, 2, ['today', 0, 1]],
    [0, 0, []],
  ])('%i rows, %i of them of today', (rows, today, expected) => {
    const lines = signalLines(rows, received(today));
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
    const lines = signalLines(5, received(2));
    expect([lines.rowAt(0), lines.rowAt(3)]).toEqual([0, 2]);
  });

  it('have a heading for each currency if sorted by amount, and none if sorted otherwise', () => {
    const currencies = [
      { currency: 'EUR', offset: 0, count: 2 },
      { currency: null, offset: 2, count: 1 },
    ];
    const lines = signalLines(4, { sort: 'amount', today: 0, currencies });
    const kinds = [0, 3, 5].map((line) => lines.headingAt(line)?.kind);
    expect([lines.total, ...kinds]).toEqual([7, 'currency', 'unknown', 'rest']);
    expect(signalLines(4, { sort: 'fit', today: 2, currencies: [] }).total).toBe(4);
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
  it('distinguishes no score from 0%', () => {
    expect(signalTexts(row, NOW)).toMatchObject({ icp: 'no score', hasScore: false });
    expect(signalTexts({ ...row, icpMatch: 0 }, NOW)).toMatchObject({ icp: '0%', hasScore: true });
    expect(signalTexts({ ...row, event: null, sources: ['search'] }, NOW).icp).toBe('');
  });

  it('marks an amount as rounded if it comes from a rounded text', () => {
    const amount = { text: '5M', value: 5_000_000, precision: 'rounded', currency: 'EUR' } as const;
    expect(signalTexts({ ...row, amount }, NOW)).toMatchObject({
      amount: '€5M',
      amountTitle: 'About €5M, received as 5M',
      isAmountRounded: true,
    });
  });

  it('shows the fit of its company, or that there is none', () => {
    expect(signalTexts(row, NOW)).toMatchObject({ fit: '–', fitTitle: strings.noFit });
    const company = { fit: 71 } as SignalRow['company'];
    expect(signalTexts({ ...row, company }, NOW)).toMatchObject({ fit: '71', fitTitle: 'Fit 71 of 100' });
  });

  it('does not call signals free, because results of saved searches were paid for', () => {
    expect(strings.totals(3, 1)).toBe('3 new · 1 signal');
    expect(detailTitle({ event: null })).toBe('Saved-search result');
    expect(detailTitle({ event: 'trigger_published' })).toBe('Original event');
  });

  it('quotes the text for which nothing was found', () => {
    const filters = { text: 'ener gy ', from: null, unseen: false, icp: null, fit: null };
    expect(noMatchText(filters)).toBe('No signals match “ener gy”.');
    expect(noMatchText({ ...filters, unseen: true })).toBe('No signals match “ener gy” and these filters.');
    expect(noMatchText({ ...filters, text: ' ', unseen: true })).toBe('No signals match these filters.');
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
    expect(strings.paste.refused('not-json', 12)).toBe('This isn’t valid JSON. The error is on line 12.');
    for (const reason of ['not-object', 'too-deep', 'no-company'] as const)
      expect(strings.paste.refused(reason, null)).toMatch(/^This .*\.$/);
  });
});

describe('the steps that set up the receiver', () => {
  const OFF = {
    state: 'off',
    key: { state: 'absent' },
    tunnelHost: null,
    publicUrl: null,
    receivedSinceChange: false,
    lastReceivedAtMs: null,
    lastRefusal: null,
  } as unknown as Receiver;
  const CONNECTED = {
    ...OFF,
    state: 'listening',
    key: { state: 'ready' },
    receivedSinceChange: true,
    lastReceivedAtMs: NOW,
  } as unknown as Receiver;

  it.each<[string, Receiver, string[]]>([
    ['nothing is set up', OFF, ['open', 'open', 'open', 'open']],
    ['events arrive, as in the demo without a tunnel', CONNECTED, ['done', 'done', 'done', 'done']],
    [
      'no event has arrived yet',
      { ...CONNECTED, receivedSinceChange: false },
      ['done', 'open', 'open', 'open'],
    ],
    [
      'a tunnel is saved and a delivery was rejected',
      {
        ...CONNECTED,
        receivedSinceChange: false,
        tunnelHost: 'h.example',
        publicUrl: 'https://h.example/hook',
        lastRefusal: { why: 'no-key', atMs: NOW },
      },
      ['done', 'done', 'done', 'problem'],
    ],
    [
      'the port is in use and the key is locked',
      { ...OFF, state: 'port-taken', key: { state: 'locked' } } as unknown as Receiver,
      ['problem', 'open', 'problem', 'open'],
    ],
  ])('if %s', (_, receiver, wanted) => {
    const { listen, tunnel, dashboard, test } = setupSteps(receiver);
    expect([listen, tunnel, dashboard, test]).toEqual(wanted);
  });

  it('of the demo need no tunnel once its dashboard sends events', () => {
    expect(isDemoConnected(CONNECTED, true)).toBe(true);
    expect(isDemoConnected(CONNECTED, false)).toBe(false);
    expect(isDemoConnected({ ...CONNECTED, receivedSinceChange: false }, true)).toBe(false);
  });
});

const load = compiled();

describe('a signal that is shown', () => {
  const company = { companyId: 'c1' } as SignalRow['company'];
  /**
   * Shows an event whose company is not in the list yet. `isStored` is whether the library contains that
   * company. Details are returned once `details` has resolved.
   */
  async function openEvent(event: { isStored: boolean; icpMatch?: number; details?: Promise<unknown> }) {
    const { Signals } = (await load('/renderer/features/signals/signals.svelte.ts')) as typeof SignalsModule;
    const { Navigation } = (await load('/renderer/session/navigation.svelte.ts')) as typeof NavigationModule;
    const navigation = new Navigation();
    navigation.go('signals');
    const changes = { onChanged: () => () => undefined };
    const current = (): SignalRow => ({
      ...row,
      company: event.isStored ? company : null,
      icpMatch: event.icpMatch ?? null,
    });
    const signals = new Signals(
      {
        savedSearches: changes,
        library: changes,
        demo: changes,
        market: changes,
        signals: {
          ...changes,
          open: () =>
            Promise.resolve({ queryId: 'q', total: 1, allTotal: 1, unseen: 1, today: 1, rows: [current()] }),
          get: async ({ id }: { id: string }) => {
            await event.details;
            return { row: { ...current(), id } } as SignalDetail;
          },
        },
      } as unknown as Api,
      navigation,
    );
    await signals.show(row);
    return { signals, navigation };
  }

  it('has a column for the score of the service only if a signal has one', async () => {
    const event: Parameters<typeof openEvent>[0] = { isStored: false };
    const { signals } = await openEvent(event);
    await signals.open();
    expect(signals.hasScores).toBe(false);
    event.icpMatch = 78;
    await signals.open();
    expect(signals.hasScores).toBe(true);
  });

  it('remains the one that was opened last if the list is refreshed while its details load', async () => {
    const event: Parameters<typeof openEvent>[0] = { isStored: false };
    const { signals } = await openEvent(event);
    let returnDetails = (): void => undefined;
    event.details = new Promise<void>((resolve) => (returnDetails = resolve));
    const shown = signals.show({ ...row, id: 'e2' });
    const refreshed = signals.open();
    await vi.waitFor(() => expect(signals.opened).not.toBeNull());
    returnDetails();
    await Promise.all([shown, refreshed]);
    expect(signals.detail?.row.id).toBe('e2');
  });

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

describe('signals that the user marks as seen', () => {
  const changes = { onChanged: () => () => undefined };
  it('stay in the list until the user leaves the screen', async () => {
    const { Signals } = (await load('/renderer/features/signals/signals.svelte.ts')) as typeof SignalsModule;
    const { Navigation } = (await load('/renderer/session/navigation.svelte.ts')) as typeof NavigationModule;
    const asked: unknown[] = [];
    let atMs = NOW;
    const signals = new Signals(
      {
        savedSearches: changes,
        library: changes,
        demo: changes,
        market: changes,
        signals: {
          ...changes,
          open: ({ seenSinceMs }: { seenSinceMs: number | null }) => {
            asked.push(seenSinceMs);
            return Promise.resolve({ queryId: 'q', total: 0, allTotal: 0, unseen: 0, today: 0, rows: [] });
          },
          markSeen: () => Promise.resolve({ undo: null, marked: 1, atMs: atMs++ }),
        },
      } as unknown as Api,
      new Navigation(),
    );
    await signals.open();
    await signals.markSeen(['n1']);
    await signals.markSeen(null);
    await signals.open();
    signals.leave();
    // A second call of `leave` requests nothing from the core.
    signals.leave();
    expect(asked.slice(-3)).toEqual([null, NOW, null]);
    signals.dispose();
  });

  it('are counted again for the rail after every change on which Today refreshes', async () => {
    const { SignalsReceiverState } = (await load(
      '/renderer/features/signals/receiver/receiver.svelte.ts',
    )) as typeof ReceiverModule;
    const listeners = new Map<string, () => void>();
    const group = (name: string) => ({
      onChanged: (listener: () => void) => {
        listeners.set(name, listener);
        return () => listeners.delete(name);
      },
    });
    let unseen = 9;
    const state = new SignalsReceiverState({
      savedSearches: group('savedSearches'),
      library: group('library'),
      demo: group('demo'),
      signals: {
        ...group('signals'),
        onReceiver: () => () => undefined,
        receiver: () => Promise.resolve(null),
        summary: () => Promise.resolve({ unseen }),
      },
    } as unknown as Api);
    await expect.poll(() => state.unseen).toBe(9);
    for (const change of ['library', 'signals', 'savedSearches', 'demo']) {
      unseen -= 1;
      listeners.get(change)?.();
      await expect.poll(() => state.unseen).toBe(unseen);
    }
    state.dispose();
    expect(listeners.size).toBe(0);
  });
});
