import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import { createReleasableSearch } from '../../../electron/core/workspace/releasable-search.ts';
import type { LibrarySearch } from '../../../electron/core/library/index/library-search.ts';
import { memoryCache, memoryYours } from '../../support/app/library-fixtures.ts';
import { requested, searchOf } from '../../support/app/library-search.ts';
import { startTestApp, type TestApp } from '../../support/app/test-app.ts';
import { eventOf } from '../../support/webhook/webhook-receiver.ts';

let app: TestApp | null = null;
afterEach(async () => {
  await app?.dispose();
  app = null;
});

describe('a released search engine', () => {
  it('is created again by the next request, and garbage-collected', async () => {
    const files = { cache: memoryCache(), yours: memoryYours() };
    const created: WeakRef<LibrarySearch>[] = [];
    const search = createReleasableSearch(() => {
      const next = searchOf(files);
      created.push(new WeakRef(next));
      return next;
    });
    await search.current().find(requested());
    search.release();
    search.release();
    expect(created).toHaveLength(1);
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    await expect
      .poll(() => {
        collect();
        return created[0]?.deref() === undefined;
      })
      .toBe(true);
    expect((await search.current().find(requested())).total).toBe(0);
    expect(created).toHaveLength(2);
    await search.dispose();
  });
});

const pasted = (companyId: string): string =>
  JSON.stringify(eventOf({ companyId, roundId: `fnd_${companyId}` }));

describe('the index of an app without a window', () => {
  it('is released with its result lists, and includes what arrived in the meantime when it is loaded again', async () => {
    app = await startTestApp({ demo: true });
    const { api } = app;
    await api.signals.paste({ text: pasted('cmp_1') });
    const find = () => api.library.find({ text: 'Company', rowsFrom: 0 });
    await expect.poll(async () => (await find()).total).toBe(1);
    const { queryId } = await find();
    const insights = () => api.insights.get({ period: { kind: 'weeks', weeks: 52 } });
    const before = (await insights()).companies;

    app.releaseIndex();
    await expect(api.library.rows({ queryId, offset: 0, limit: 10 })).rejects.toMatchObject({
      appError: { kind: 'not-found', what: 'query' },
    });
    await api.signals.paste({ text: pasted('cmp_2') });
    await expect.poll(async () => (await find()).total).toBe(2);
    expect((await find()).rows?.map(({ companyId }) => companyId).sort()).toEqual(['cmp_1', 'cmp_2']);
    expect((await insights()).companies).toBe(before + 1);
  });
});
