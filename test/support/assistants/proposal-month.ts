import { approveProposal, declineProposal, propose } from '../../../electron/core/assistants/proposals.ts';
import { ToolRefusal } from '../../../electron/core/assistants/tool.ts';
import type { ProposableRequest } from '../../../electron/core/assistants/stored-answer.ts';
import { exec } from '../../../electron/core/database/sql.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { ProposalState } from '../../../shared/model/assistants/assistants.ts';
import type { AssistantProposal } from '../../../shared/model/assistants/proposals.ts';
import type { LedgerRow } from '../../../shared/model/budget.ts';
import { createRandom, type Random } from '../../security/support/random.ts';
import { openAssistantWorld, CLIENT, OTHER_CLIENT, priceOf, type AssistantWorld } from './assistant-world.ts';

/*
 * Simulates weeks of proposals against the real simulator. Proposals are approved (by one call, by several
 * simultaneous calls, or with an accepted cost below the price), declined or left to expire, and some become
 * more expensive. Some responses are lost, and the app may exit before or after a request.
 */

const HOUR_MS = 3_600_000;
const PROPOSED_A_DAY = 8;

/** What the user does with a proposal. */
const DECISIONS = ['approve', 'approve', 'twice', 'too-cheap', 'decline', 'ignore', 'dearer'] as const;
type Decision = (typeof DECISIONS)[number];
/** The outcomes of an approved request. */
const FATES = ['answer', 'answer', 'answer', 'lost', 'exit-before', 'exit-after'] as const;
type Fate = (typeof FATES)[number];

export interface MonthResult {
  readonly proposed: number;
  readonly decided: Readonly<Record<Decision, number>>;
  /** The number of requests in the service's log. */
  readonly served: number;
  readonly unknown: number;
  /** Descriptions of all violations. */
  readonly wrong: readonly string[];
}

export async function runProposalMonth({ seed, days }: { seed: number; days: number }): Promise<MonthResult> {
  const random = createRandom(seed);
  let fate: Fate = 'answer';
  const world = await openAssistantWorld({
    limit: 50,
    fetchLike: async (url, init) => {
      const response = await fetch(url, init);
      if (fate !== 'lost') return response;
      await response.arrayBuffer();
      throw new TypeError('fetch failed', { cause: { code: 'UND_ERR_BODY_TIMEOUT' } });
    },
    queued: async (_workspace, send) => {
      if (fate === 'exit-before') return new Promise(() => undefined);
      const receipt = await send();
      return fate === 'exit-after' ? new Promise(() => undefined) : receipt;
    },
  });
  try {
    const before = await served(world);
    const known = world.workspace.governor.ledger(0, 1).total;
    const decided = { approve: 0, twice: 0, 'too-cheap': 0, decline: 0, ignore: 0, dearer: 0 };
    const expected = new Map<string, readonly ProposalState[]>();
    const wrong: string[] = [];
    for (let day = 0; day < days; day += 1) {
      for (const proposal of proposeSome(world, random)) {
        const decision = random.pick(DECISIONS);
        fate = decision === 'approve' || decision === 'twice' ? random.pick(FATES) : 'answer';
        decided[decision] += 1;
        const isRefused = await decide(world, decision, proposal);
        // A simulated exit leaves the request's promise pending forever, so `idle` would never resolve
        // without the restart.
        if (fate.startsWith('exit')) {
          await untilSent(world, proposal.id, fate);
          fate = 'answer';
          world.restart();
        }
        await world.idle();
        expected.set(proposal.id, endsOf(decision, isRefused));
        fate = 'answer';
        world.service.travel(random.int(20) * 60_000 + 61_000);
      }
      world.service.travel(25 * HOUR_MS);
      for (const { id, state } of world.proposals())
        if (expected.get(id)?.includes(state) === false) wrong.push(`proposal ${id} is ${state}`);
    }
    const { calls, rows, unknown } = await compare(world, before, known);
    return {
      proposed: expected.size,
      decided,
      served: calls,
      unknown,
      wrong: [...wrong, ...rows],
    };
  } finally {
    await world.dispose();
  }
}

/**
 * Returns the states in which a proposal may end. If the approval is refused, the proposal stays open until
 * it expires.
 */
function endsOf(decision: Decision, isRefused: boolean): readonly ProposalState[] {
  if (decision === 'decline') return ['declined'];
  const isApproval = decision === 'approve' || decision === 'twice';
  return isApproval && !isRefused ? ['done', 'failed', 'unknown'] : ['expired'];
}

/** Proposes random requests. Each may be refused, for example because no budget is left. */
function proposeSome({ companies, parts }: AssistantWorld, random: Random): AssistantProposal[] {
  const made: AssistantProposal[] = [];
  for (let at = 0; at < PROPOSED_A_DAY; at += 1) {
    const companyId = random.pick(companies);
    const asks: readonly ProposableRequest[] = [
      { kind: 'profile', companyId },
      { kind: 'people', companyId },
      {
        kind: 'panel',
        companyId,
        panel: random.pick(['rounds', 'tech-stack', 'highlights', 'news'] as const),
      },
      { kind: 'roles', companyId, query: { page: 1, perPage: 10 } },
    ];
    const client = random.pick([CLIENT, OTHER_CLIENT]);
    try {
      const { proposal, isNew } = propose(parts, { client, ask: random.pick(asks), reason: `Reason ${at}` });
      if (isNew) made.push(proposal);
    } catch (error) {
      if (!(error instanceof AppFailure || error instanceof ToolRefusal)) throw error;
    }
  }
  return made;
}

/** Returns whether the app refused the user's decision. */
async function decide(
  world: AssistantWorld,
  decision: Decision,
  proposal: AssistantProposal,
): Promise<boolean> {
  const { parts } = world;
  const { accepted, screen } = priceOf(proposal);
  let isRefused = false;
  const approve = (price = accepted): Promise<unknown> =>
    approveProposal(parts, { id: proposal.id, accepted: price, screen }).catch((error: unknown) => {
      if (!(error instanceof AppFailure)) throw error;
      isRefused = true;
    });
  if (decision === 'approve') await approve();
  if (decision === 'twice') await Promise.all([approve(), approve(), approve()]);
  if (decision === 'too-cheap') await approve({ ...accepted, requests: 0 });
  if (decision === 'decline') declineProposal(parts, proposal.id);
  if (decision === 'dearer') {
    const { cache } = world.workspace.files;
    exec(cache, 'UPDATE company SET total_contacts = coalesce(total_contacts, 0) + 100');
    const now = world.proposals().find(({ id }) => id === proposal.id) ?? proposal;
    const isDearer = now.preview.cost.records > proposal.proposedCost.records;
    if (isDearer) await approve(now.preview.cost);
    exec(cache, 'UPDATE company SET total_contacts = nullif(total_contacts - 100, 0)');
  }
  return isRefused;
}

/** Waits until an approved request has started or, for `exit-after`, until it has been answered. */
async function untilSent(world: AssistantWorld, id: string, fate: Fate): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    const { inFlight } = world.workspace.governor.status();
    const state = world.proposals().find((each) => each.id === id)?.state;
    if (state !== 'running' || (fate === 'exit-before' && inFlight === 0 && tries > 2)) return;
    const [row] = world.workspace.governor.ledger(0, 1).rows;
    if (fate === 'exit-after' && tries > 2 && inFlight === 0 && row?.state !== 'reserved') return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/**
 * The service does not limit the number of rows that these requests return, so the app can reserve only an
 * estimate.
 */
const UNBOUNDED = /\/(?:contacts|fundings|highlights|news)$/;

interface Served {
  readonly path: string;
  readonly status: number;
  readonly records: number;
}

/** Returns all requests in the service's log, oldest first. */
async function served({ service }: AssistantWorld): Promise<Served[]> {
  const { total } = service.transcript(0, 1);
  const calls: Served[] = [];
  for (let offset = 0; offset < total; offset += 50) calls.push(...service.transcript(offset, 50).calls);
  return calls.toReversed();
}

/** Compares the rows of the ledger with the service's log, in order. */
async function compare(world: AssistantWorld, before: readonly Served[], known: number) {
  const calls = (await served(world)).slice(before.length);
  const { governor } = world.workspace;
  const total = governor.ledger(0, 1).total - known;
  const rows: LedgerRow[] = [];
  for (let offset = 0; offset < total; offset += 50)
    rows.push(...governor.ledger(offset, Math.min(50, total - offset)).rows);
  const sent = rows.toReversed().filter(({ state }) => state !== 'refused');
  const wrong = sent.length === calls.length ? [] : [`${sent.length} rows, ${calls.length} requests`];
  calls.forEach((call, at) => {
    const row = sent[at];
    const path = `/api/v1${row?.call ?? ''}`;
    const counted = row?.cost?.records ?? (row?.state === 'unknown' ? row.reserved.records : 0);
    // The app counts an empty response as one record, because the specification does not say that it is free.
    const charged = call.status === 200 ? Math.max(1, call.records) : 0;
    const isAnswered = row?.state === (call.status === 200 ? 'spent' : 'released') && counted === charged;
    const isRight =
      path === call.path &&
      (isAnswered || (row?.state === 'unknown' && (counted >= charged || UNBOUNDED.test(call.path))));
    if (!isRight)
      wrong.push(
        `row ${at}: ${row?.state} ${path} ${counted}, served ${call.status} ${call.path} ${call.records}`,
      );
    if (row?.reason !== undefined && !row.reason.startsWith('Proposal: '))
      wrong.push(`row ${at}: ${row.reason}`);
  });
  return {
    calls: calls.length,
    rows: wrong,
    unknown: sent.filter(({ state }) => state === 'unknown').length,
  };
}
