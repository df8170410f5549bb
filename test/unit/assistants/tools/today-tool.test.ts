import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  insertSavedSearch,
  putFetched,
} from '../../../../electron/core/database/queries/yours/saved-searches.ts';
import { run } from '../../../../electron/core/database/sql.ts';
import { caughtUpCompanies, noteCatchUpSent } from '../../../../electron/core/day-plan/caught-up.ts';
import { planPartsOf } from '../../../../electron/core/day-plan/workspace-plan-inputs.ts';
import { closingSoon } from '../../../../electron/core/day-plan/closing-windows.ts';
import { createTasks } from '../../../../electron/core/user-data/tasks.ts';
import { createTriage } from '../../../../electron/core/user-data/triage.ts';
import { createWatchlists } from '../../../../electron/core/user-data/lists.ts';
import { DAY_MS } from '../../../../shared/durations.ts';
import { fundingsQuery } from '../../../support/app/library-fixtures.ts';
import { noJournal } from '../../../support/app/no-journal.ts';
import { openAssistantWorld, type AssistantWorld } from '../../../support/assistants/assistant-world.ts';
import { callerOf } from '../../../support/assistants/tool-calls.ts';

/* `today` for an assistant, compared with what the screen shows. */

const sectionSchema = z.object({
  shown: z.array(z.object({ company_id: z.string() })),
  in_all: z.number(),
  left_out: z.string().nullable(),
});
const replySchema = z.object({
  tasks_due: sectionSchema,
  companies_to_write_to: sectionSchema,
  contact_windows_closing: sectionSchema,
  new_companies: sectionSchema,
});
const idsOf = ({ shown }: z.infer<typeof sectionSchema>): string[] =>
  shown.map(({ company_id }) => company_id);

let world: AssistantWorld;
let reply: z.infer<typeof replySchema>;
let toWrite: string;
beforeAll(async () => {
  world = await openAssistantWorld({ limit: 25 });
  const { files, governor, clock } = world.workspace;
  const nowMs = governor.serverNowMs();
  const lists = createWatchlists(files.yours, noJournal);
  const { id } = lists.create('Warm', nowMs);
  for (const companyId of world.companies)
    lists.add({ id, companyId, companyName: companyId, reason: '', addedAtMs: nowMs });
  // All windows close within ten days, each on a different day.
  world.companies.slice(0, 8).forEach((companyId, at) =>
    run(files.cache, 'UPDATE company SET announced_on = :on WHERE company_id = :companyId', {
      companyId,
      on: new Date(nowMs - (29 - at) * DAY_MS).toISOString().slice(0, 10),
    }),
  );
  toWrite = world.companies[7] ?? '';
  run(
    files.cache,
    `INSERT OR REPLACE INTO contacts_state (company_id, state, source, observed_at_ms, fetched_at_ms)
     VALUES (:toWrite, 'available', 'contacts', :nowMs, :nowMs)`,
    { toWrite, nowMs },
  );
  const tasks = createTasks(files.yours, noJournal);
  for (let at = 0; at < 6; at += 1)
    tasks.add(
      [{ companyId: world.companies[at] ?? '', companyName: 'x' }],
      { title: `Task ${at}`, dueOn: '2020-01-01', dueTime: null },
      clock.nowMs(),
    );
  insertSavedSearch(files.yours, {
    name: 'Nordics',
    nameFolded: 'nordics',
    questionKey: 'nordics',
    question: '{}',
    createdAtMs: 1,
  });
  const news = world.companies.slice(0, 5).map((companyId) => ({ rowId: `r/${companyId}`, companyId }));
  putFetched(files.yours, 'nordics', news, nowMs);
  reply = replySchema.parse((await callerOf(world).call('today')).data);
}, 60_000);
afterAll(() => world.dispose());

describe('today', () => {
  it('says of each section how much there is in all, and what is left out', () => {
    expect([reply.tasks_due.in_all, reply.tasks_due.shown.length]).toEqual([6, 4]);
    expect([reply.new_companies.in_all, reply.new_companies.shown.length]).toEqual([5, 3]);
    expect([reply.contact_windows_closing.in_all, reply.contact_windows_closing.shown.length]).toEqual([
      7, 3,
    ]);
    expect(reply.contact_windows_closing.left_out).toMatch(/^4 more /);
    expect([reply.companies_to_write_to.in_all, reply.companies_to_write_to.left_out]).toEqual([1, null]);
  });

  it('names only companies that the limit still allows', async () => {
    const caller = callerOf(world, { cap: 2 });
    const { data, companyIds } = await caller.call('today');
    const named = Object.values(replySchema.parse(data)).flatMap(idsOf);
    expect([new Set(named).size, companyIds.length]).toEqual([2, 2]);
    expect(named.filter((id) => !companyIds.includes(id))).toEqual([]);
  });

  it('contains what a catch-up has found, unless the user has handled it since', async () => {
    const { files, governor, clock } = world.workspace;
    const times = { serverMs: governor.serverNowMs(), ownMs: clock.nowMs() };
    noteCatchUpSent(files.ledger, { list: 'fundings', query: fundingsQuery() }, times.serverMs);
    const found = async () => replySchema.parse((await callerOf(world).call('today')).data).new_companies;
    const all = await found();
    expect(all.in_all).toBeGreaterThan(reply.new_companies.in_all);
    const [companyId = ''] = caughtUpCompanies(planPartsOf(world.workspace), { offset: 0, limit: 50 })
      .rows.map((row) => row.companyId)
      .filter((id) => !world.companies.slice(0, 5).includes(id));
    const triage = createTriage(files.yours, noJournal);
    triage.done([{ companyId, companyName: 'x' }], times);
    expect((await found()).in_all).toBe(all.in_all - 1);
  });

  it('has the order and the sections of the screen', () => {
    const { files, governor, clock } = world.workspace;
    const closing = closingSoon(files, { serverMs: governor.serverNowMs(), ownMs: clock.nowMs() });
    const ids = closing.map(({ row }) => row.companyId);
    expect(idsOf(reply.companies_to_write_to)).toEqual([toWrite]);
    expect(idsOf(reply.contact_windows_closing)).toEqual(ids.filter((id) => id !== toWrite).slice(0, 3));
  });
});
