import { expect, it } from 'vitest';
import { approve, openPlanWorld, runIs } from './plan-world.ts';

it('a planned refresh uses the allowance of its list, under any name of the list', async () => {
  const world = await openPlanWorld({ companies: 3 });
  const { api } = world.app;
  try {
    const id = world.listId;
    // Fetches profiles first, because only a stored profile can be refreshed.
    await approve(world, (key) => key.startsWith('profile/'));
    await runIs(world);
    await api.watch.set({ id, watched: true, refreshDays: 5, recordsAMonth: 80 });
    await api.demo.travel({ days: 40 });
    await approve(world, (key) => key.startsWith('refresh/'));
    const { spent } = await runIs(world);
    expect(spent.records).toBe(3);
    await api.watchlists.rename({ id, name: 'Renamed (9)' });
    const { lists } = await api.watch.lists({});
    expect(lists.find((list) => list.id === id)?.usedThisMonth).toBe(3);
  } finally {
    await world.dispose();
  }
});
