import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPlanWorld, type PlanWorld } from './plan-world.ts';

/* Note excerpts in the rows of the library's list. */

let world: PlanWorld;
beforeEach(async () => {
  world = await openPlanWorld({ companies: 3 });
});
afterEach(() => world.dispose());

const find = async (text: string) => (await world.app.api.library.find({ text, rowsFrom: 0 })).rows ?? [];

it('shows the words of the note in a row that was found only by its note', async () => {
  const [row] = await find('');
  const companyId = row?.companyId ?? '';
  const note = await world.app.api.notes.get({ companyId });
  const body = '# Call\n\nAsks about **zebra** pricing <img src=x>.';
  await world.app.api.notes.save({ companyId, body, baseRevision: note.revision, begins: true });
  expect(await find('zebra')).toMatchObject([
    { companyId, matched: 'note', excerpt: 'Asks about zebra pricing <img src=x>.' },
  ]);
  const byName = (await find(row?.name ?? '')).find((each) => each.companyId === companyId);
  expect([byName?.matched, byName?.excerpt]).toEqual([undefined, undefined]);
});
