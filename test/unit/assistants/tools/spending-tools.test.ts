import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { momentText } from '../../../../electron/core/assistants/moment-text.ts';
import { approveProposal, declineProposal } from '../../../../electron/core/assistants/proposals.ts';
import { priceSentence } from '../../../../renderer/ui/text/price-text.ts';
import { createSavedSearches } from '../../../../electron/core/user-data/saved-searches.ts';
import { noJournal } from '../../../support/app/no-journal.ts';
import { toSavedQuery } from '../../../../shared/search-date-ranges.ts';
import { fundingsQuery } from '../../../support/app/library-fixtures.ts';
import {
  openAssistantWorld,
  OTHER_CLIENT,
  priceOf,
  type AssistantWorld,
} from '../../../support/assistants/assistant-world.ts';
import { callerOf, refusalOf, type Caller } from '../../../support/assistants/tool-calls.ts';

let world: AssistantWorld;
let companyId: string;
let caller: Caller;
beforeEach(async () => {
  world = await openAssistantWorld({ limit: 10 });
  companyId = world.companies[0] ?? '';
  caller = callerOf(world);
});
afterEach(() => world.dispose());

const saveSearch = (): void => {
  const date = new Date(world.workspace.governor.serverNowMs()).toISOString().slice(0, 10);
  const query = fundingsQuery({ fundingDateStart: date, fundingDateEnd: date, limit: 50 });
  const saved = toSavedQuery({ list: 'fundings', query }, { kind: 'last', days: 5 });
  createSavedSearches(world.workspace.files.yours, noJournal).create('Nordics', saved, 1);
};

describe('quote', () => {
  it('states the price, and what the library has for free', async () => {
    const profile = await caller.call('quote', { request: 'profile', company_id: companyId });
    expect(profile.data).toMatchObject({
      price: { records: 1, requests: 1, possible_now: true },
      library: null,
    });
  });

  it('knows each request that can be proposed', async () => {
    for (const request of [
      'profile',
      'contacts',
      'rounds',
      'tech-stack',
      'highlights',
      'news',
      'open-roles',
    ]) {
      const { data } = await caller.call('quote', { request, company_id: companyId });
      expect(data).toMatchObject({ request, price: { requests: 1 } });
    }
    expect(world.sent()).toEqual([]);
  });

  it.each([
    [{ request: 'profile' }, 'invalid'],
    [{ request: 'profile', company_id: '' }, 'invalid'],
    [{ request: 'saved-search' }, 'invalid'],
    [{ request: 'saved-search', saved_search: 'nothing' }, 'not-found'],
    [{ request: 'profile', company_id: 'cmp_1', saved_search: 'x' }, 'invalid'],
    [{ request: 'profile', company_id: '../stats' }, 'not-found'],
    [{ request: 'delete', company_id: 'cmp_1' }, 'invalid'],
  ])('refuses %j', async (input, result) => {
    expect(await refusalOf(caller.call('quote', input))).toBe(result);
  });
});

describe('propose and receipt', () => {
  it('store a proposal, and report what the user decided', async () => {
    const input = { request: 'profile', company_id: companyId, reason: 'For your call' };
    const reply = await caller.call('propose', input);
    expect(reply).toMatchObject({
      made: 'proposal',
      data: { state: 'open', price: { records: 1 }, cost: null },
    });
    const again = await caller.call('propose', input);
    expect(again.data['proposal_id']).toBe(reply.data['proposal_id']);
    await world.idle();
    expect(world.sent()).toEqual([]);
    const [proposal] = world.proposals();
    if (proposal === undefined) throw new Error('no proposal');
    await approveProposal(world.parts, { id: proposal.id, ...priceOf(proposal) });
    await world.idle();
    const receipt = await caller.call('receipt', { proposal_id: proposal.id });
    expect(receipt.data).toMatchObject({ state: 'done', cost: { records: 1, requests: 1 } });
    expect(receipt.companyIds).toEqual([companyId]);
  });

  it('state the price as the app does: an estimate as an estimate', async () => {
    const input = { request: 'contacts', company_id: companyId };
    const quoted = await caller.call('quote', input);
    const proposed = await caller.call('propose', { ...input, reason: 'x' });
    const [proposal] = world.proposals();
    if (proposal === undefined) throw new Error('no proposal');
    const text = priceSentence(proposal.preview);
    expect(text).toMatch(/^about \d+/);
    const read = await caller.call('receipt', { proposal_id: proposal.id });
    for (const { data } of [quoted, proposed, read])
      expect(data).toMatchObject({ price: { text, certainty: 'about' } });
    await approveProposal(world.parts, { id: proposal.id, ...priceOf(proposal) });
    await world.idle();
    const done = await caller.call('receipt', { proposal_id: proposal.id });
    expect(done.data).toMatchObject({
      state: 'done',
      price: { certainty: 'about' },
      cost: { text: expect.stringMatching(/^\d+ re/) },
    });
  });

  it('say when a declined request can be proposed again, in the time of the user', async () => {
    const input = { request: 'rounds', company_id: companyId, reason: 'x' };
    const { data } = await caller.call('propose', input);
    const id = String(data['proposal_id']);
    const [waiting] = world.proposals().filter((each) => each.id === id);
    const { nowMs } = caller.context;
    const untilMs = waiting?.expiresAtMs ?? 0;
    expect(data['meaning']).toBe(
      `Waits for the user to approve or decline it in Roundwatch until ${momentText(untilMs, nowMs)}.`,
    );
    declineProposal(world.parts, id);
    const [declined] = world.proposals().filter((each) => each.id === id);
    const againMs = (declined?.decidedAtMs ?? 0) + 86_400_000;
    const again = `It can be proposed again from ${momentText(againMs, nowMs)}.`;
    const told = await caller.call('receipt', { proposal_id: id });
    expect(told.data).toMatchObject({
      meaning: `The user declined it. ${again}`,
      proposable_from: new Date(againMs).toISOString(),
    });
    await expect(caller.call('propose', input)).rejects.toThrow(again);
    world.service.travel(86_400_000 + 60_000);
    const later = await callerOf(world).call('receipt', { proposal_id: id });
    expect(later.data).toMatchObject({
      meaning: 'The user declined it. It can be proposed again now.',
      proposable_from: null,
    });
  });

  it('are refused for another client’s proposal, and for one that does not exist', async () => {
    const { data } = await caller.call('propose', { request: 'news', company_id: companyId, reason: 'x' });
    const other = { ...caller.context, client: { ...OTHER_CLIENT, may: () => true } };
    const id = String(data['proposal_id']);
    expect(await refusalOf(callerOf(world).call('receipt', { proposal_id: '999' }))).toBe('not-found');
    const { receipt } = await import('../../../../electron/core/assistants/tools/spending.ts');
    expect(await refusalOf((async () => receipt.run(other, { proposal_id: id }))())).toBe('not-found');
  });

  it('propose a saved search with its dates, which the user approves like any other', async () => {
    saveSearch();
    await caller.call('propose', { request: 'saved-search', saved_search: 'Nordics', reason: 'Weekly look' });
    const [proposal] = world.proposals();
    expect(proposal).toMatchObject({ call: { endpoint: 'fundings' }, companyId: null, state: 'open' });
    if (proposal === undefined) return;
    await approveProposal(world.parts, { id: proposal.id, ...priceOf(proposal) });
    await world.idle();
    expect(world.sent().length).toBe(1);
    expect(world.proposals()[0]?.state).toBe('done');
    const quote = await caller.call('quote', { request: 'saved-search', saved_search: 'nordics' });
    expect(quote).toMatchObject({
      companyIds: [],
      data: { price: { requests: 1 }, library: { days_ago: 0 } },
    });
  });
});
