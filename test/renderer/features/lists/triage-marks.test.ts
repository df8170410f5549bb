import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as MarksModule from '../../../../renderer/features/lists/triage/triage-marks.svelte.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import { createApi, type Port } from '../../../../shared/contract/kit.ts';
import { compiled } from '../../support/compiled.ts';
import { createFixture, STATES } from '../../fixture/host.ts';

const load = compiled();
const DONE = { state: 'done', setAtMs: 1 } as const;
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('requests the first marks immediately, and marks of rows that scroll into view together', async () => {
  const { TriageMarks } = (await load(
    '/renderer/features/lists/triage/triage-marks.svelte.ts',
  )) as typeof MarksModule;
  const host = createFixture(STATES.account);
  const requests: unknown[] = [];
  const port: Port = {
    subscribe: (listener) => host.port.subscribe(listener),
    request: (channel, input) => {
      if (channel === 'triage.of') requests.push((input as { readonly companyIds: unknown }).companyIds);
      return host.port.request(channel, input);
    },
  };
  const marks = new TriageMarks(createApi<typeof contract>(port));
  marks.load(['cmp_a', 'cmp_b']);
  expect(requests).toEqual([['cmp_a', 'cmp_b']]);
  marks.load(['cmp_b', 'cmp_c']);
  marks.load(['cmp_c', 'cmp_d']);
  expect(requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(requests.slice(1)).toEqual([['cmp_c', 'cmp_d']]);
  await vi.advanceTimersByTimeAsync(100);
  marks.load(['cmp_e']);
  expect(requests.slice(2)).toEqual([['cmp_e']]);
  marks.dispose();
});

test('a reply that is older than a change does not revert the change', async () => {
  const { TriageMarks } = (await load(
    '/renderer/features/lists/triage/triage-marks.svelte.ts',
  )) as typeof MarksModule;
  const marks = new TriageMarks(createApi<typeof contract>(createFixture(STATES.account).port));
  const changesBefore = marks.changesSoFar();
  const endUnsaved = marks.showUnsaved(['cmp_a'], DONE);
  marks.store(['cmp_a'], [], changesBefore);
  expect(marks.markOf('cmp_a')).toEqual(DONE);
  marks.apply(['cmp_a'], DONE);
  endUnsaved();
  marks.store(['cmp_a', 'cmp_b'], [{ companyId: 'cmp_b', mark: DONE }], changesBefore);
  expect([marks.markOf('cmp_a'), marks.markOf('cmp_b')]).toEqual([DONE, DONE]);
  marks.store(['cmp_a'], [], marks.changesSoFar());
  expect(marks.markOf('cmp_a')).toBeNull();
  marks.showUnsaved(['cmp_a'], DONE)();
  expect(marks.markOf('cmp_a')).toBeNull();
  marks.dispose();
});
