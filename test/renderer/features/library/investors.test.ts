import { describe, expect, test } from 'vitest';
import type * as InvestorModule from '../../../../renderer/features/library/investors/investor.svelte.ts';
import type * as WatchedModule from '../../../../renderer/features/library/investors/watched-investors.svelte.ts';
import {
  amountLines,
  dateLine,
  stageLine,
} from '../../../../renderer/features/library/investors/investor-text.ts';
import { changeLine } from '../../../../renderer/features/lists/watched/change-text.ts';
import { createApi } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import { compiled } from '../../support/compiled.ts';
import { createFixture, STATES } from '../../fixture/host.ts';
import { NORTHZONE } from '../../fixture/library.ts';
import { until } from '../../../support/common/until.ts';

const load = compiled();

async function opened(name: string): Promise<InvestorModule.Investor> {
  const { Investor } = (await load(
    '/renderer/features/library/investors/investor.svelte.ts',
  )) as typeof InvestorModule;
  return new Investor(createApi<typeof contract>(createFixture(STATES.account).port), name);
}

describe('the text of an investor', () => {
  test('has one line for each currency and never a sum of several', () => {
    expect(amountLines(NORTHZONE)).toEqual([
      'about €17.4M in 2 rounds',
      'NOK 95M in 1 round',
      '1 round without an amount',
    ]);
    expect(stageLine(NORTHZONE)).toBe('Series B: 2 · stage not provided: 1');
    expect(dateLine(NORTHZONE)).toBe('3 Sept 2024 to 12 May 2026');
    expect(dateLine({ ...NORTHZONE, firstOn: null })).toBe('dates not provided');
  });

  test('of a new round names the watched investors, without markup or direction marks', () => {
    const change = {
      kind: 'investor-round',
      roundId: 'r',
      stage: 'Series A',
      amount: null,
      announcedOn: null,
      investors: ['Tarn\u202E', '<b>Alder</b>'],
    } as const;
    expect(changeLine({ ...change, investors: [...change.investors] }, 0)).toBe(
      'Round backed by Tarn and <b>Alder</b>: Series A',
    );
  });
});

describe('an investor', () => {
  test('is read with its rounds, and again after each change', async () => {
    const investor = await opened('Northzone');
    await until(() => investor.view !== null, 'the investor');
    expect(investor.rounds).toHaveLength(1);
    expect(await investor.setWatched(true)).toBe('1');
    await investor.merge('Northzone Ventures');
    await investor.refresh();
    expect(investor.view).toMatchObject({ watched: true, spellings: [{ name: 'Northzone Ventures' }] });
    await investor.separate('Northzone Ventures');
    await investor.refresh();
    expect(investor.view?.suggestions).toHaveLength(1);
    investor.dispose();
  });

  test('that no stored round names any more has no view', async () => {
    const investor = await opened('Nobody');
    await until(() => investor.problem !== null, 'the problem');
    expect(investor.problem).toBe('missing');
    expect(investor.view).toBeNull();
    investor.dispose();
  });
});

test('the list of watched investors follows each change, including an undone one', async () => {
  const { WatchedInvestors } = (await load(
    '/renderer/features/library/investors/watched-investors.svelte.ts',
  )) as typeof WatchedModule;
  const api = createApi<typeof contract>(createFixture(STATES.account).port);
  const watched = new WatchedInvestors(api);
  await until(() => watched.all !== null, 'the watched investors');
  expect(watched.all).toEqual([]);
  await api.investors.setWatched({ name: 'Northzone', watched: true });
  await watched.refresh();
  expect(watched.all).toEqual([{ name: 'Northzone', unseen: 0 }]);
  expect(await watched.unwatch('Northzone')).toBe('1');
  await watched.refresh();
  expect(watched.all).toEqual([]);
  watched.dispose();
});
