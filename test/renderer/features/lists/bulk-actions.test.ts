import { describe, expect, it, onTestFinished, test } from 'vitest';
import type * as AppModule from '../../../../renderer/session/app.svelte.ts';
import type * as BulkModule from '../../../../renderer/features/lists/bulk-actions.ts';
import type * as DragModule from '../../../../renderer/features/lists/company-drag.ts';
import { createApi } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import { startTestApp } from '../../../support/app/test-app.ts';
import { compiled } from '../../support/compiled.ts';
import { stubKeep } from '../../support/keep-state.ts';
import { createFixture, STATES } from '../../fixture/host.ts';

/* Tests changes to all selected companies, and dragging the selected companies. */
const load = compiled();

async function openSelection() {
  const { App } = (await load('/renderer/session/app.svelte.ts')) as typeof AppModule;
  const { createBulkActions } = (await load('/renderer/features/lists/bulk-actions.ts')) as typeof BulkModule;
  const { port } = createFixture(STATES.account);
  const app = stubKeep(new App(createApi<typeof contract>(port)));
  await app.refreshWorkspace();
  const { queryId } = await app.api.library.open({});
  const { rows } = await app.api.library.rows({ queryId, offset: 0, limit: 3 });
  const ids = rows.map(({ companyId }) => companyId);
  const titles = () =>
    Promise.all(
      ids.map(async (companyId) => {
        const { tasks } = await app.api.tasks.of({ companyId, offset: 0, limit: 50 });
        return tasks
          .filter(({ dueOn }) => dueOn === '2026-06-18')
          .map(({ title, dueTime }) => [title, dueTime]);
      }),
    );
  return { app, ids, titles, bulk: createBulkActions(app, () => ids) };
}

test('a task is added to each selected company, and one undo removes all of them', async () => {
  const { app, titles, bulk } = await openSelection();
  const before = await titles();
  expect(await bulk.addTask('Call before the fair', { dueOn: '2026-06-18', dueTime: '14:30' })).toBe(true);
  expect(await titles()).toEqual(before.map((each) => [...each, ['Call before the fair', '14:30']]));
  await app.undo.undoLast();
  await expect.poll(titles).toEqual(before);
});

test('a new status is created and set for each selected company, and one undo reverts both', async () => {
  const { app, bulk, ids } = await openSelection();
  const stored = async () => {
    const { statuses } = await app.api.marks.statuses({});
    const marks = await Promise.all(ids.map((companyId) => app.api.marks.get({ companyId })));
    return [statuses.map(({ name }) => name), marks.map(({ status }) => status?.name ?? null)];
  };
  const before = await stored();
  expect(await bulk.addStatus('Demo booked')).toBe(true);
  expect(await stored()).toEqual([[...(before[0] ?? []), 'Demo booked'], ids.map(() => 'Demo booked')]);
  expect(app.toasts.items.at(-1)?.text).toBe('Status of 3 companies set to Demo booked');
  await app.undo.undoLast();
  await expect.poll(stored).toEqual(before);
});

describe('saving the selected companies with a reason', () => {
  async function openWithReasons() {
    const { App } = (await load('/renderer/session/app.svelte.ts')) as typeof AppModule;
    const { createBulkActions } = (await load(
      '/renderer/features/lists/bulk-actions.ts',
    )) as typeof BulkModule;
    const core = await startTestApp({ demo: true });
    onTestFinished(() => core.dispose());
    const app = stubKeep(new App(core.api));
    await app.refreshWorkspace();
    const ids = ['a', 'b', 'c'];
    const reasons = () =>
      Promise.all(
        ids.map(async (companyId) => {
          const { entries } = await app.api.watchlists.reasons({ companyId });
          return entries.map(({ name, reason }) => `${name}: ${reason}`);
        }),
      );
    return { app, bulk: createBulkActions(app, () => ids), ids, reasons };
  }

  it('stores the reason for each company, and one undo restores the earlier reasons', async () => {
    const { app, bulk, ids, reasons } = await openWithReasons();
    const list = await app.api.watchlists.create({ name: 'Fair', companyIds: ids.slice(0, 2) });
    await app.api.watchlists.setReason({ id: list.id, companyId: ids[0] ?? '', reason: 'Met in May' });
    const before = await reasons();
    expect(await bulk.addToList(list, 'Exhibits at the fair')).toBe(true);
    const after = await reasons();
    for (const each of after) expect(each).toContain('Fair: Exhibits at the fair');
    expect(app.toasts.items.at(-1)?.text).toMatch(/ saved to Fair$/);
    await app.undo.undoLast();
    await expect.poll(reasons).toEqual(before);
    // Without a reason, each company keeps its own.
    expect(await bulk.addToList(list)).toBe(true);
    expect((await reasons())[0]).toContain('Fair: Met in May');
  });

  it('creates a list with the companies and the reason, and one undo deletes it', async () => {
    const { app, bulk, reasons } = await openWithReasons();
    const before = await reasons();
    expect(await bulk.createList('Fair', 'Exhibits at the fair')).toBe(true);
    for (const each of await reasons()) expect(each).toContain('Fair: Exhibits at the fair');
    expect(app.toasts.items.at(-1)?.text).toBe('3 companies saved to Fair');
    await app.undo.undoLast();
    await expect.poll(reasons).toEqual(before);
  });
});

describe('dragged companies', () => {
  /** Returns a fake `DataTransfer` with only the members that dragging uses. */
  function dataTransfer(): DataTransfer {
    const stored = new Map<string, string>();
    const data = {
      effectAllowed: 'all',
      get types() {
        return [...stored.keys()];
      },
      setData: (type: string, text: string) => void stored.set(type, text),
      getData: (type: string) => stored.get(type) ?? '',
    };
    return data as unknown as DataTransfer;
  }
  const drag = async () => (await load('/renderer/features/lists/company-drag.ts')) as typeof DragModule;

  it('are recognised at the drop target', async () => {
    const { dragCompanies, draggedCompanies, hasDraggedCompanies } = await drag();
    const data = dataTransfer();
    expect(hasDraggedCompanies(data)).toBe(false);
    dragCompanies({ dataTransfer: data } as DragEvent, ['c1', 'c2']);
    expect(hasDraggedCompanies(data)).toBe(true);
    expect(draggedCompanies(data)).toEqual(['c1', 'c2']);
  });

  it('are none if something else is dropped', async () => {
    const { draggedCompanies } = await drag();
    const data = dataTransfer();
    data.setData('text/plain', '["c1"]');
    expect([draggedCompanies(data), draggedCompanies(null)]).toEqual([[], []]);
  });
});
