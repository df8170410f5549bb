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

/* Compares the tool `today` with the Today screen. */

const sectionSchema = z.object({
  shown: z.array(z.object({ company_id: z.string() })),
  in_all: z.number(),
  left_out: z.string().nullable(),
});
const replySchema = z.object({
  follow_ups_due: sectionSchema,
  ready_to_write_to: sectionSchema,
  new_signals: sectionSchema,
  new_companies_found_today: sectionSchema,
  contact_windows_closing_soon: sectionSchema,
  contacted_today: sectionSchema,
  tasks_due: sectionSchema,
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
  // The contact windows of these eight companies close within ten days, each on a different day.
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
});
afterAll(() => world.dispose());

describe('today', () => {
  it('says of each section how much there is in all, and what is left out', () => {
    const counts = Object.fromEntries(
      Object.entries(reply).map(([name, { in_all, shown }]) => [name, [in_all, shown.length]]),
    );
    expect(counts).toEqual({
      follow_ups_due: [0, 0],
      ready_to_write_to: [1, 1],
      new_signals: [5, 5],
      new_companies_found_today: [0, 0],
      contact_windows_closing_soon: [2, 2],
      contacted_today: [0, 0],
      tasks_due: [6, 4],
    });
    expect([reply.tasks_due.left_out, reply.new_signals.left_out]).toEqual([
      '2 more in Roundwatch, on the screen Today',
      null,
    ]);
  });

  it('lists the company that closes first, unless it is in an earlier section', () => {
    const { files, governor, clock } = world.workspace;
    const closing = closingSoon(files, { serverMs: governor.serverNowMs(), ownMs: clock.nowMs() });
    const earlier = [...idsOf(reply.ready_to_write_to), ...world.companies.slice(0, 5)];
    const ids = closing.map(({ row }) => row.companyId).filter((id) => !earlier.includes(id));
    expect(idsOf(reply.ready_to_write_to)).toEqual([toWrite]);
    expect(idsOf(reply.contact_windows_closing_soon)).toEqual(ids);
  });

  it('states how old the data of each company is', async () => {
    const { files, governor } = world.workspace;
    run(files.cache, 'UPDATE company SET fetched_at_ms = :atMs WHERE company_id = :toWrite', {
      toWrite,
      atMs: governor.serverNowMs() - 8 * DAY_MS,
    });
    const { data } = await callerOf(world).call('today');
    const age = (days: number) =>
      expect.objectContaining({ age: expect.objectContaining({ days_ago: days }) });
    expect(data).toMatchObject({
      ready_to_write_to: { shown: [age(8)] },
      contact_windows_closing_soon: { shown: [age(0), age(0)] },
    });
  });

  it('names only companies that the limit still allows', async () => {
    const caller = callerOf(world, { cap: 2 });
    const { data, companyIds } = await caller.call('today');
    expect(data['limit_reached']).toMatch(/^The user’s limit on companies in an hour is reached/);
    const named = Object.values(replySchema.parse(data)).flatMap(idsOf);
    expect([new Set(named).size, companyIds.length]).toEqual([2, 2]);
    expect(named.filter((id) => !companyIds.includes(id))).toEqual([]);
  });

  it('contains what a catch-up has found, unless the user has handled it since', async () => {
    const { files, governor, clock } = world.workspace;
    const times = { serverMs: governor.serverNowMs(), ownMs: clock.nowMs() };
    noteCatchUpSent(files.ledger, { list: 'fundings', query: fundingsQuery() }, times.serverMs);
    const found = async () =>
      replySchema.parse((await callerOf(world).call('today')).data).new_companies_found_today;
    const all = await found();
    expect(all.in_all).toBeGreaterThan(0);
    const [companyId = ''] = caughtUpCompanies(planPartsOf(world.workspace), { offset: 0, limit: 50 })
      .rows.map((row) => row.companyId)
      .filter((id) => !world.companies.slice(0, 5).includes(id));
    const triage = createTriage(files.yours, noJournal);
    triage.done([{ companyId, companyName: 'x' }], times);
    expect((await found()).in_all).toBe(all.in_all - 1);
  });

  it('returns titles of tasks and texts of contacts only with the permission for notes', async () => {
    const { data, read } = await callerOf(world, { permissions: ['read'] }).call('today');
    expect([/Task 0/.test(JSON.stringify(data)), read]).toEqual([false, []]);
    expect(JSON.stringify((await callerOf(world).call('today')).data)).toContain('Task 0');
  });
});
