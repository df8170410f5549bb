import { expect, test } from 'vitest';
import type * as TimelineModule from '../../../../renderer/features/company/timeline/timeline.svelte.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { createApi, type Port } from '../../../../shared/contract/kit.ts';
import type { TimelineEntry } from '../../../../shared/model/timeline.ts';
import { createFixture, STATES } from '../../fixture/host.ts';
import { compiled } from '../../support/compiled.ts';

/* The timeline of a company, loaded in pages. */

const load = compiled();
const PAGE = 12;
const entriesOf = (count: number): TimelineEntry[] =>
  Array.from({ length: count }, (_, at) => ({
    what: 'note',
    key: `note:${String(count - at).padStart(4, '0')}`,
    atMs: count - at,
    isFirst: true,
  }));

/** Opens a timeline with the entries in `stored.all`. `limits` contains the size of each requested page. */
async function openTimeline() {
  const { Timeline } = (await load(
    '/renderer/features/company/timeline/timeline.svelte.ts',
  )) as typeof TimelineModule;
  const { port: fixture } = createFixture(STATES.account);
  const stored = { all: entriesOf(140) };
  const limits: number[] = [];
  const port: Port = {
    ...fixture,
    request: (channel, input) => {
      if (channel !== 'timeline.of') return fixture.request(channel, input);
      const { after, limit } = contract.timeline.of.input.parse(input);
      limits.push(limit);
      const from = after === null ? 0 : stored.all.findIndex(({ key }) => key === after.key) + 1;
      const entries = stored.all.slice(from, from + limit);
      const more = from + limit < stored.all.length;
      return Promise.resolve({
        ok: true,
        value: { entries, more, totals: { facts: 0, own: stored.all.length } },
      });
    },
  };
  const timeline = new Timeline(createApi<typeof contract>(port), 'co-halden');
  await expect.poll(() => timeline.entries.length).toBe(PAGE);
  return { timeline, stored, limits };
}

test('a refresh keeps all loaded entries, even if they need several pages', async () => {
  const { timeline, stored, limits } = await openTimeline();
  while (timeline.entries.length < 120) await timeline.older();
  expect(timeline.entries).toEqual(stored.all.slice(0, 120));
  limits.length = 0;
  stored.all = entriesOf(141);
  await timeline.refresh();
  expect(timeline.entries).toEqual(stored.all.slice(0, 120));
  expect([timeline.more, timeline.totals?.own, limits]).toEqual([true, 141, [50, 50, 20]]);
  timeline.dispose();
});

test('a refresh ends with the last entry if the timeline has become shorter', async () => {
  const { timeline, stored } = await openTimeline();
  while (timeline.more) await timeline.older();
  expect(timeline.entries).toHaveLength(140);
  stored.all = entriesOf(30);
  await timeline.refresh();
  expect([timeline.entries.length, timeline.more]).toEqual([30, false]);
  timeline.dispose();
});
