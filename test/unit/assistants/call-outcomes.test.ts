import { setTimeout } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assistantPrompts } from '../../../electron/core/assistants/prompts.ts';
import { approveProposal, declineProposal } from '../../../electron/core/assistants/proposals.ts';
import { assistantResources } from '../../../electron/core/assistants/resources.ts';
import { assistantTools } from '../../../electron/core/assistants/tools/index.ts';
import { exec } from '../../../electron/core/database/sql.ts';
import { createNotes } from '../../../electron/core/user-data/notes.ts';
import { createTags, tagsOfCompany } from '../../../electron/core/user-data/tags.ts';
import { createTasks, tasksOf } from '../../../electron/core/user-data/tasks.ts';
import { recordChange, redoChange } from '../../../electron/core/user-data/undo-journal.ts';
import { ASSISTANT_PERMISSIONS } from '../../../shared/model/assistants/assistant-limits.ts';
import type { AssistantLogRow } from '../../../shared/model/assistants/assistants.ts';
import {
  openAssistantWorld,
  priceOf,
  type AssistantWorld,
} from '../../support/assistants/assistant-world.ts';
import { openAssistants, type AssistantsWorld } from '../../support/assistants/open-assistants.ts';
import { failure } from '../../support/common/failure.ts';

/*
 * Tests what the log shows about calls whose proposals have since been decided, or whose changes have since
 * been undone.
 */

let world: AssistantWorld;
let served: AssistantsWorld;
let client: Client;
let companyId: string;
beforeEach(async () => {
  world = await openAssistantWorld({ limit: 10 });
  const offer = { tools: assistantTools, resources: assistantResources, prompts: assistantPrompts };
  served = await openAssistants({ offer, workspace: world.workspace });
  client = await served.connect(served.key('Desk', ASSISTANT_PERMISSIONS));
  companyId = world.companies[0] ?? '';
});
afterEach(async () => {
  await served.close();
  await world.dispose();
});

const call = (name: string, input: object = {}) => client.callTool({ name, arguments: { ...input } });
const propose = (request = 'profile') =>
  call('propose', { request, company_id: companyId, reason: 'For your call' });
const rows = (): AssistantLogRow[] => served.assistants.log(null, 50).rows;
const newest = (tool: string): AssistantLogRow => {
  const found = rows().find((row) => row.tool === tool);
  if (found === undefined) throw new Error(`no call of ${tool}`);
  return found;
};
const openProposal = () => {
  const found = world.proposals().find(({ state }) => state === 'open');
  if (found === undefined) throw new Error('no open proposal');
  return found;
};

/** Tags a company as the user does. */
const tag = (name: string, id = companyId): void =>
  void recordChange(world.workspace.files.yours, { what: 'tagged', atMs: Date.now() }, (journal) =>
    createTags(world.workspace.files.yours, journal).add(
      [{ companyId: id, companyName: 'Acme' }],
      name,
      Date.now(),
    ),
  );

describe('the log of proposals', () => {
  it('shows the present outcome: waiting, approved with its cost, declined, expired, withdrawn', async () => {
    const outcome = () => {
      const { result, proposal } = newest('propose');
      return [result, proposal?.state, proposal?.records];
    };
    await propose();
    expect(outcome()).toEqual(['waiting', 'open', null]);
    const approved = openProposal();
    await approveProposal(world.parts, { id: approved.id, ...priceOf(approved) });
    await world.idle();
    expect(outcome()).toEqual(['done', 'done', 1]);
    await propose('news');
    declineProposal(world.parts, openProposal().id);
    expect(outcome()).toEqual(['done', 'declined', null]);
    await propose('highlights');
    world.service.travel(25 * 3_600_000);
    world.proposals();
    expect(outcome()).toEqual(['done', 'expired', null]);
    await propose('rounds');
    served.assistants.revoke(served.assistants.status().clients[0]?.id ?? '');
    expect(outcome()).toEqual(['done', 'withdrawn', null]);
  });

  it('keeps the reply about a proposal, even if the proposal changes later', async () => {
    await propose();
    const { id } = openProposal();
    const told = () =>
      rows()
        .filter(({ tool }) => tool === 'receipt')
        .map(({ result, proposal }) => [result, proposal]);
    const waiting = ['done', { state: 'open', records: null, isTold: true }];
    await call('receipt', { proposal_id: id });
    expect(told()).toEqual([waiting]);
    await approveProposal(world.parts, { id, ...priceOf(openProposal()) });
    await world.idle();
    await call('receipt', { proposal_id: id });
    const approved = ['done', { state: 'done', records: 1, isTold: true }];
    expect(told()).toEqual([approved, waiting]);
    expect(newest('propose').proposal).toEqual({ state: 'done', records: 1 });
    // Imitates a row stored by an older version of the app, which did not store the outcome that it reported
    // to the assistant.
    exec(world.workspace.files.yours, "UPDATE assistant_call SET result = 'done' WHERE tool = 'receipt'");
    expect(told()).toEqual([
      ['done', null],
      ['done', null],
    ]);
  });

  it('shows a request that is proposed again once, and says so to the assistant', async () => {
    await propose();
    const again = await propose();
    expect(JSON.stringify(again.structuredContent)).toContain('already waiting');
    expect(rows().map(({ made, result }) => [made, result])).toEqual([
      [null, 'already-waiting'],
      ['proposal', 'waiting'],
    ]);
    expect(world.proposals()).toHaveLength(1);
  });

  it('states why a proposal was refused', async () => {
    await propose();
    declineProposal(world.parts, openProposal().id);
    await propose();
    expect(newest('propose').result).toBe('declined');
    const other = await served.connect(served.key('Other', ASSISTANT_PERMISSIONS));
    await propose('news');
    await other.callTool({
      name: 'propose',
      arguments: { request: 'news', company_id: companyId, reason: 'x' },
    });
    expect(newest('propose').result).toBe('already-waiting');
    for (const id of world.companies.slice(1, 11))
      await call('propose', { request: 'profile', company_id: id, reason: 'x' });
    await call('propose', { request: 'rounds', company_id: companyId, reason: 'x' });
    expect(newest('propose').result).toBe('too-many-proposals');
  });

  it('shows no outcome of another proposal with the same id, as in a new ledger', async () => {
    await propose();
    exec(world.workspace.files.ledger, 'DELETE FROM assistant_proposal');
    exec(world.workspace.files.ledger, "DELETE FROM sqlite_sequence WHERE name = 'assistant_proposal'");
    expect([newest('propose').result, newest('propose').proposal]).toEqual(['done', null]);
    // The new proposal gets the id of the deleted proposal. Only its later time shows that it does not belong
    // to the first call.
    await setTimeout(5);
    await call('propose', { request: 'profile', company_id: world.companies[1], reason: 'x' });
    expect(rows().map(({ proposal }) => proposal?.state)).toEqual(['open', undefined]);
  });
});

describe('what a client has read today', () => {
  it('counts each note, task and entry of the contact log once, however often it is read', async () => {
    await call('add_note', { company_id: companyId, text: 'Met at the fair.' });
    await call('add_task', { company_id: companyId, title: 'Call back', due_on: '2020-01-01' });
    for (let round = 0; round < 3; round += 1) {
      await call('company_brief', { company_id: companyId });
      await call('my_notes', { company_id: companyId });
      await call('today');
    }
    const today = served.assistants.status().clients[0]?.today;
    expect(today).toMatchObject({ notes: 1, logEntries: 0, contacts: 0 });
    const own = tasksOf(world.workspace.files.yours, companyId, { offset: 0, limit: 50 }).tasks;
    expect(today?.tasks).toBe(own.length);
    const { handedOut } = newest('company_brief');
    expect(handedOut).toEqual({ companies: 1, notes: 1, tasks: own.length, logEntries: 0, contacts: 0 });
    expect(newest('today').handedOut).toMatchObject({ notes: 0, logEntries: 0 });
  });
});

describe('the log of reads', () => {
  it('states that a limit left out part of a reply', async () => {
    for (const id of world.companies.slice(0, 4)) await call('add_tag', { company_id: id, tag: 'zebra' });
    await call('find_companies', { text: 'zebra' });
    expect(newest('find_companies')).toMatchObject({ result: 'done', handedOut: { companies: 4 } });
    tag('zebra', world.companies[4]);
    served.assistants.setCaps({ hour: 4, day: 60, days30: 300 });
    const { structuredContent } = await call('find_companies', { text: 'zebra' });
    expect(JSON.stringify(structuredContent)).toContain('1 more match is left out. The user’s limit');
    expect(newest('find_companies')).toMatchObject({ result: 'limited', handedOut: { companies: 4 } });
  });

  it('states that there was nothing to read about a company', async () => {
    await call('my_notes', { company_id: companyId });
    expect(newest('my_notes').result).toBe('no-notes');
    await call('add_task', { company_id: companyId, title: 'Call back' });
    await call('my_notes', { company_id: companyId });
    expect(newest('my_notes')).toMatchObject({ result: 'done', handedOut: { tasks: 1 } });
  });
});

describe('undoing a call', () => {
  const tags = () => tagsOfCompany(world.workspace.files.yours, companyId).map(({ name }) => name);
  const undo = (tool: string) => served.assistants.undo(newest(tool).id);

  it('undoes its change and not the user’s own, in any order', async () => {
    await call('add_tag', { company_id: companyId, tag: 'from the assistant' });
    tag('from the user');
    expect(newest('add_tag').undo).toBe('possible');
    undo('add_tag');
    expect([tags(), newest('add_tag').undo]).toEqual([['from the user'], 'undone']);
    undo('add_tag');
    expect(tags()).toEqual(['from the user']);
    redoChange(world.workspace.files.yours, Date.now());
    expect([tags().length, newest('add_tag').undo]).toEqual([2, 'possible']);
    undo('add_tag');
    expect(tags()).toEqual(['from the user']);
  });

  it('is refused if the user has changed the same data since, and for a call that changed nothing', async () => {
    await call('add_note', { company_id: companyId, text: 'By the assistant.' });
    const notes = createNotes(world.workspace.files.yours);
    const { body, revision } = notes.get(companyId);
    const own = { companyId, companyName: 'Acme', savedAtMs: Date.now() };
    notes.save({ ...own, body: `${body} And by me.`, baseRevision: revision });
    expect(newest('add_note').undo).toBe('changed');
    expect(failure(() => undo('add_note'))).toEqual({ kind: 'conflict', reason: 'changed-since' });
    expect(notes.get(companyId).body).toContain('And by me.');
    await call('today');
    expect([newest('today').undo, failure(() => undo('today'))]).toEqual([
      null,
      { kind: 'not-found', what: 'undo' },
    ]);
  });

  it('is no longer offered after a hundred later changes', async () => {
    await call('add_tag', { company_id: companyId, tag: 'old' });
    const { yours } = world.workspace.files;
    for (let count = 0; count < 100; count += 1)
      recordChange(yours, { what: 'task-added', atMs: count }, (journal) =>
        createTasks(yours, journal).add(
          [{ companyId, companyName: 'Acme' }],
          { title: `Own ${count}`, dueOn: null, dueTime: null },
          count,
        ),
      );
    expect(newest('add_tag').undo).toBe('expired');
    expect(failure(() => undo('add_tag'))).toEqual({ kind: 'not-found', what: 'undo' });
  });
});
