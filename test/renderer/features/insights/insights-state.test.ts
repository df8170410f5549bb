import { describe, expect, test } from 'vitest';
import type * as InsightsModule from '../../../../renderer/features/insights/insights.svelte.ts';
import { createApi, type Port } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import { until } from '../../../support/common/until.ts';
import { createFixture, STATES } from '../../fixture/host.ts';
import { compiled } from '../../support/compiled.ts';

const load = compiled();

/**
 * Creates the screen's state with the in-memory core. Returns the state and the inputs of the requests for
 * figures.
 */
async function opened() {
  const { InsightsState } = (await load(
    '/renderer/features/insights/insights.svelte.ts',
  )) as typeof InsightsModule;
  const fixture = createFixture(STATES.account);
  const requests: unknown[] = [];
  const port: Port = {
    ...fixture.port,
    request: (channel, input) => {
      if (channel === 'insights.get') requests.push(input);
      return fixture.port.request(channel, input);
    },
  };
  const insights = new InsightsState(createApi<typeof contract>(port));
  const changeLibrary = (): void => fixture.world.publish('library', 'onChanged', {});
  const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 20));
  return { insights, requests, changeLibrary, settled };
}

test('with few rounds, the coverage line offers to search and states what a count adds', async () => {
  const { insights } = await opened();
  await insights.load();
  const { render } = (await load('svelte/server')) as {
    render: (of: unknown, options: object) => { body: string };
  };
  const { default: CoverageLine } = await load('/renderer/features/insights/CoverageLine.svelte');
  const { figures } = insights;
  if (figures === null) throw new Error('no figures');
  const uncounted = { ...figures, period: { ...figures.period, coverage: null } };
  const textWith = (onsearch: (() => void) | null): string => {
    const props = {
      insights,
      figures: uncounted,
      inMarket: true,
      listName: null,
      nowMs: 0,
      isFew: onsearch !== null,
      onsearch,
    };
    return render(CoverageLine, { props: { ...props, oncount: () => undefined } })
      .body.replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ');
  };
  expect(textWith(() => undefined)).toMatch(
    /in your market are in your library\..* Search .*Counting may add one round to your library. .*Count matching/,
  );
  expect(textWith(null)).not.toMatch(/Search|adds one round/);
  insights.dispose();
});

describe('the state of Insights', () => {
  test('loads the figures when it is shown, and not while it is hidden', async () => {
    const { insights, requests, changeLibrary, settled } = await opened();
    changeLibrary();
    await settled();
    expect(requests).toHaveLength(0);
    const hide = insights.show();
    await until(() => insights.figures !== null, 'the figures');
    expect(requests).toHaveLength(1);
    changeLibrary();
    await until(() => requests.length === 2, 'the figures after a change');
    await settled();
    hide();
    changeLibrary();
    await settled();
    expect(requests).toHaveLength(2);
    insights.show();
    await until(() => requests.length === 3, 'the figures of the shown screen');
    insights.dispose();
  });

  test('keeps the other filters when one changes', async () => {
    const { insights, requests } = await opened();
    await insights.choose({ period: { kind: 'weeks', weeks: 4 } });
    await insights.choose({ currency: 'JPY' });
    expect(requests.at(-1)).toMatchObject({ period: { weeks: 4 }, market: true, currency: 'JPY' });
    expect(insights.figures?.amounts.currency).toBe('JPY');
    insights.dispose();
  });

  test('describes the figures on screen until those of the new filters have loaded', async () => {
    const { insights } = await opened();
    await insights.load();
    const change = insights.choose({ market: false, listId: '1' });
    expect(insights.question).toMatchObject({ market: false, listId: '1' });
    expect(insights.shown).toMatchObject({ market: true, listId: null });
    await change;
    expect(insights.shown).toEqual(insights.question);
    insights.dispose();
  });

  test('prices the count of the matches, and has no price for a list', async () => {
    const { insights } = await opened();
    await insights.load();
    await until(() => insights.countPrice.preview !== null, 'the price');
    expect(insights.countPrice.preview?.cost.records).toBe(1);
    expect(await insights.count()).not.toBeNull();
    await insights.choose({ listId: '1' });
    await until(() => insights.countPrice.preview === null, 'no price');
    expect(await insights.count()).toBeNull();
    insights.dispose();
  });
});
