import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as ProposalsModule from '../../../../renderer/features/assistants/proposals.svelte.ts';
import { DAY_MS } from '../../../../shared/durations.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import { createApi } from '../../../../shared/contract/kit.ts';
import type { AssistantProposal } from '../../../../shared/model/assistants/proposals.ts';
import { contactsProposal } from '../../fixture/assistants/proposals.ts';
import { createFixture, STATES } from '../../fixture/host.ts';
import { NOW_MS } from '../../fixture/time.ts';
import { compiled } from '../../support/compiled.ts';

const load = compiled();

interface Asked {
  readonly channel: string;
  readonly input: unknown;
}

/** Creates the `Proposals` state with a core whose list of proposals the test can change. */
async function openProposals() {
  const { Proposals, APPROVABLE_AFTER_MS } = (await load(
    '/renderer/features/assistants/proposals.svelte.ts',
  )) as typeof ProposalsModule;
  const fixture = createFixture(STATES.account);
  const core = { list: [contactsProposal(fixture.world, '1'), contactsProposal(fixture.world, '2')] };
  const asked: Asked[] = [];
  const ended: AssistantProposal[] = [];
  const api = createApi<typeof contract>({
    ...fixture.port,
    request: (channel, input) => {
      if (channel !== 'proposals.list') asked.push({ channel, input });
      else return Promise.resolve({ ok: true, value: { proposals: core.list, waiting: [] } });
      return fixture.port.request(channel, input);
    },
  });
  const proposals = new Proposals(api, (proposal) => ended.push(proposal));
  await proposals.refresh();
  const first = (): AssistantProposal => {
    const [proposal] = proposals.all;
    if (proposal === undefined) throw new Error('there is no proposal');
    return proposal;
  };
  const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(APPROVABLE_AFTER_MS);
  return { proposals, core, asked, ended, first, settle };
}

describe('proposals of assistants', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('sends the price of the screen with the approval', async () => {
    const { proposals, asked, first, settle } = await openProposals();
    await settle();
    const { cost } = first().preview;
    expect(await proposals.approve(first())).toBe(true);
    expect(asked).toEqual([
      { channel: 'proposals.approve', input: { id: '1', accepted: cost, screen: 'today' } },
    ]);
    proposals.dispose();
  });

  it('approves only once while an approval is being sent', async () => {
    const { proposals, asked, first, settle } = await openProposals();
    await settle();
    const results = await Promise.all([proposals.approve(first()), proposals.approve(first())]);
    expect(results).toEqual([true, false]);
    expect(asked).toHaveLength(1);
    proposals.dispose();
  });

  it('cannot be approved right after a proposal appeared or moved', async () => {
    const { proposals, core, asked, first, settle } = await openProposals();
    expect(await proposals.approve(first())).toBe(false);
    await settle();
    expect(proposals.isApprovable('2')).toBe(true);
    core.list = core.list.slice(1);
    await proposals.refresh();
    expect(await proposals.approve(first())).toBe(false);
    expect(asked).toEqual([]);
    await settle();
    expect(proposals.isApprovable('2')).toBe(true);
    proposals.dispose();
  });

  it('stays approvable if only a price has changed, at the new price', async () => {
    const { proposals, core, asked, first, settle } = await openProposals();
    await settle();
    const cost = { requests: 1, records: 3, pageTurns: 0, companies: 1 };
    core.list = core.list.map((each) => ({ ...each, preview: { ...each.preview, cost } }));
    await proposals.refresh();
    expect(await proposals.approve(first())).toBe(true);
    expect(asked[0]?.input).toEqual({ id: '1', accepted: cost, screen: 'today' });
    proposals.dispose();
  });

  it('are shown after the last decision for the rest of the day, the newest first', async () => {
    const { proposals, core } = await openProposals();
    expect(proposals.shownAt(NOW_MS).map(({ id }) => id)).toEqual(['1', '2']);
    core.list = core.list.map((each) => ({
      ...each,
      state: 'declined',
      decidedAtMs: NOW_MS - (each.id === '1' ? 1 : 2) * 60_000,
    }));
    await proposals.refresh();
    expect(proposals.ended.map(({ id }) => id)).toEqual(['1', '2']);
    expect(proposals.shownAt(NOW_MS).map(({ id }) => id)).toEqual(['1']);
    expect(proposals.shownAt(NOW_MS + DAY_MS)).toEqual([]);
    proposals.dispose();
  });

  it('show an approved request rather than one that was declined after it', async () => {
    const { proposals, core } = await openProposals();
    const endWith = async (state: AssistantProposal['state']): Promise<void> => {
      core.list = core.list.map((each) => ({
        ...each,
        state: each.id === '1' ? state : 'declined',
        decidedAtMs: NOW_MS - (each.id === '1' ? 2 : 1) * 60_000,
      }));
      await proposals.refresh();
    };
    for (const state of ['done', 'unknown', 'failed'] as const) {
      await endWith(state);
      expect(proposals.shownAt(NOW_MS).map(({ id }) => id)).toEqual(['1']);
    }
    await endWith('withdrawn');
    expect(proposals.shownAt(NOW_MS).map(({ id }) => id)).toEqual(['2']);
    proposals.dispose();
  });

  it('count as waiting until they are decided or have expired', async () => {
    const { proposals, core, first } = await openProposals();
    expect(proposals.waitingAt(NOW_MS)).toBe(2);
    expect(proposals.waitingAt(first().expiresAtMs)).toBe(0);
    core.list = core.list.map((each) => (each.id === '1' ? { ...each, state: 'running' } : each));
    await proposals.refresh();
    expect(proposals.waitingAt(NOW_MS)).toBe(1);
    proposals.dispose();
  });

  it('reports the end of a running request once, and keeps it out of the waiting ones', async () => {
    const { proposals, core, ended } = await openProposals();
    const withState = (state: AssistantProposal['state']) =>
      core.list.map((each) => (each.id === '1' ? { ...each, state } : each));
    core.list = withState('running');
    await proposals.refresh();
    expect(proposals.current.map(({ id }) => id)).toEqual(['1', '2']);
    core.list = withState('done');
    await proposals.refresh();
    await proposals.refresh();
    expect(ended.map(({ id, state }) => [id, state])).toEqual([['1', 'done']]);
    expect(proposals.current.map(({ id }) => id)).toEqual(['2']);
    proposals.dispose();
  });

  it('reports the end of a request that was never loaded as running', async () => {
    const { proposals, core, ended, first, settle } = await openProposals();
    await settle();
    core.list = core.list.map((each) => (each.id === '1' ? { ...each, state: 'done' } : each));
    expect(await proposals.approve(first())).toBe(true);
    await proposals.refresh();
    expect(ended.map(({ id, state }) => [id, state])).toEqual([['1', 'done']]);
    proposals.dispose();
  });

  it('reloads the proposals after the core has refused an approval', async () => {
    const { proposals, core, first, settle } = await openProposals();
    await settle();
    const [, second] = core.list;
    const gone = { ...first(), id: '99' };
    core.list = second === undefined ? [] : [second];
    await expect(proposals.approve(gone)).rejects.toThrow();
    expect(proposals.all.map(({ id }) => id)).toEqual(['2']);
    expect(proposals.busyIds).toEqual([]);
    proposals.dispose();
  });
});
