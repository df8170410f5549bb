import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  approveProposal,
  declineProposal,
  listProposals,
  propose,
  proposalOfClient,
  undoDecline,
  withdrawProposalsOf,
} from '../../../electron/core/assistants/proposals.ts';
import type { ProposableRequest } from '../../../electron/core/assistants/stored-answer.ts';
import {
  insertAssistantClient,
  revokeAssistantClient,
} from '../../../electron/core/database/queries/yours/assistants/assistants.ts';
import { exec } from '../../../electron/core/database/sql.ts';
import { queuedCalls, shownCalls } from '../../../electron/core/jobs/offline-queue.ts';
import { removeJobsOf, removeOpenJobs } from '../../../electron/core/jobs/remove-jobs.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { AssistantProposal } from '../../../shared/model/assistants/proposals.ts';
import {
  openAssistantWorld,
  CLIENT,
  OTHER_CLIENT,
  priceOf,
  type AssistantWorld,
} from '../../support/assistants/assistant-world.ts';
import { countedStatements } from '../../support/database/counted-statements.ts';
import { failure, failureOf } from '../../support/common/failure.ts';

const HOUR_MS = 3_600_000;
/** The outcome of sending an approved request. By default, the service answers. */
let end: 'answer' | 'lost' | 'exit' | 'offline';
let world: AssistantWorld;
beforeEach(async () => {
  end = 'answer';
  world = await openAssistantWorld({
    queued: (_workspace, send) => {
      if (end === 'exit') return new Promise(() => undefined);
      if (end === 'offline') return Promise.reject(new AppFailure({ kind: 'network', reason: 'offline' }));
      if (end === 'lost')
        return Promise.reject(new AppFailure({ kind: 'network', reason: 'timeout', counted: true }));
      return send();
    },
  });
});
afterEach(() => world.dispose());

const company = (at = 0): string => world.companies[at] ?? '';
const profile = (at = 0): ProposableRequest => ({ kind: 'profile', companyId: company(at) });
const make = (ask: ProposableRequest, reason = 'For your 11:00 call', client = CLIENT): AssistantProposal =>
  propose(world.parts, { client, ask, reason }).proposal;
const approve = (proposal: AssistantProposal, shown = priceOf(proposal)): Promise<AssistantProposal> =>
  approveProposal(world.parts, { id: proposal.id, ...shown });
const stateOf = ({ id }: AssistantProposal): string | undefined =>
  world.proposals().find((each) => each.id === id)?.state;
/** Stores the client of the proposals, as if the user had added it. */
const addClient = (): void =>
  insertAssistantClient(world.workspace.files.yours, {
    clientId: CLIENT.id,
    name: CLIENT.name,
    place: 'cloud',
    permissions: '["read","propose"]',
    keySha256: Buffer.alloc(32),
    addedAtMs: 0,
  });
const notFound = { kind: 'not-found', what: 'proposal' };

describe('a proposal', () => {
  it('waits for the user with its own price, and sends nothing', async () => {
    const made = make(profile(), 'For your call\u202e\n\n<script>');
    expect(made).toMatchObject({
      clientName: 'Desk Assistant',
      state: 'open',
      call: { endpoint: 'company', companyId: company() },
      reason: 'For your call <script>',
      proposedCost: { requests: 1, records: 1, pageTurns: 0, companies: 1 },
      receipt: null,
    });
    expect(made.expiresAtMs - made.proposedAtMs).toBe(24 * HOUR_MS);
    await world.idle();
    expect(world.sent()).toEqual([]);
  });

  it('is made once the user approves it, and keeps its receipt', async () => {
    const made = make(profile());
    expect(await approve(made)).toMatchObject({ state: 'running' });
    await world.idle();
    expect(world.sent()).toEqual([`/companies/${company()}`]);
    const done = proposalOfClient(world.parts, CLIENT.id, made.id);
    expect(done).toMatchObject({ state: 'done', receipt: { outcome: 'spent', cost: { records: 1 } } });
    const [row] = world.workspace.governor.ledger(0, 1).rows;
    expect(row).toMatchObject({ reason: 'Proposal: Desk Assistant', screen: 'today', state: 'spent' });
  });

  it('that is approved twice is made once', async () => {
    const made = make(profile());
    await Promise.all([approve(made), approve(made)]);
    await world.idle();
    await approve(made);
    await world.idle();
    expect(world.sent()).toEqual([`/companies/${company()}`]);
  });

  it('is not made after it has expired, even if the clock is set back', async () => {
    const made = make(profile());
    world.service.travel(24 * HOUR_MS + 5_000);
    expect(await failureOf(approve(made))).toEqual(notFound);
    expect(stateOf(made)).toBe('expired');
    world.service.travel(-2 * HOUR_MS);
    expect(await failureOf(approve(made))).toEqual(notFound);
    await world.idle();
    expect(world.sent()).toEqual([]);
  });

  it('can still be approved shortly before it expires', async () => {
    const made = make(profile());
    world.service.travel(24 * HOUR_MS - 60_000);
    await approve(made);
    await world.idle();
    expect(stateOf(made)).toBe('done');
  });

  it('is not made if it costs more than the user saw', async () => {
    const made = make({ kind: 'people', companyId: company() });
    const { accepted, screen } = priceOf(made);
    const less = { accepted: { ...accepted, records: accepted.records - 1 }, screen };
    expect(await failureOf(approve(made, less))).toMatchObject({
      kind: 'price-changed',
      preview: { cost: accepted },
    });
    await world.idle();
    expect([stateOf(made), world.sent()]).toEqual(['open', []]);
  });

  it('is not made if it costs more than it did when it was proposed, although the user saw that', async () => {
    const made = make({ kind: 'people', companyId: company() });
    // The profile now reports more contacts, so fetching them costs more.
    exec(world.workspace.files.cache, 'UPDATE company SET total_contacts = 40');
    const now = world.proposals().find(({ id }) => id === made.id);
    expect(now?.preview.cost.records).toBeGreaterThan(made.proposedCost.records);
    expect(now?.proposedCost).toEqual(made.proposedCost);
    expect(await failureOf(approve(now ?? made))).toMatchObject({ kind: 'price-changed' });
    await world.idle();
    expect(world.sent()).toEqual([]);
  });

  it('is never charged more than it stated, even if the page accepts more', async () => {
    const made = make(profile());
    const { accepted, screen } = priceOf(made);
    await approve(made, { accepted: { ...accepted, records: 500, companies: 9 }, screen });
    await world.idle();
    const [row] = world.workspace.governor.ledger(0, 1).rows;
    expect(row).toMatchObject({ state: 'spent', reserved: made.proposedCost });
    const [job] = queuedCalls(world.workspace.files.ledger);
    expect(job?.accepted).toEqual(made.proposedCost);
  });

  it('is shown in the offline queue only while it needs the network or the user', async () => {
    const made = make(profile());
    await approve(made);
    expect(shownCalls(world.workspace.files.ledger)).toEqual([]);
    await world.idle();
    expect([stateOf(made), shownCalls(world.workspace.files.ledger)]).toEqual(['done', []]);
    end = 'lost';
    await approve(make(profile(1)));
    await world.idle();
    end = 'offline';
    await approve(make(profile(2)));
    await world.idle();
    expect(shownCalls(world.workspace.files.ledger)).toMatchObject([
      { state: 'unknown', assistant: 'Desk Assistant' },
      { state: 'waiting', waitReason: 'network', assistant: 'Desk Assistant' },
    ]);
  });

  it('is not made after the user declined it', async () => {
    const made = make(profile());
    declineProposal(world.parts, made.id);
    declineProposal(world.parts, made.id);
    expect(await failureOf(approve(made))).toEqual(notFound);
    await world.idle();
    expect([stateOf(made), world.sent()]).toEqual(['declined', []]);
    expect(failure(() => declineProposal(world.parts, '999'))).toEqual(notFound);
  });

  it('waits again after the user has undone the decline, with the price and the expiry of before', async () => {
    addClient();
    const made = make(profile());
    declineProposal(world.parts, made.id);
    undoDecline(world.parts, made.id);
    undoDecline(world.parts, made.id);
    const again = world.proposals().find(({ id }) => id === made.id);
    expect(again).toEqual(made);
    await approve(made);
    await world.idle();
    expect([stateOf(made), world.sent()]).toEqual(['done', [`/companies/${company()}`]]);
  });

  it('that has expired or was withdrawn does not wait again', () => {
    addClient();
    const [expired, withdrawn] = [make(profile(0)), make(profile(1))];
    declineProposal(world.parts, expired.id);
    withdrawProposalsOf(world.parts, CLIENT.id);
    expect(failure(() => undoDecline(world.parts, withdrawn.id))).toEqual(notFound);
    world.service.travel(24 * HOUR_MS + 5_000);
    expect(failure(() => undoDecline(world.parts, expired.id))).toEqual(notFound);
    expect(failure(() => undoDecline(world.parts, '999'))).toEqual(notFound);
    const states = "UPDATE assistant_proposal SET state = 'open', withdrawn = 0, decided_at_ms = NULL";
    expect(() => exec(world.workspace.files.ledger, `${states} WHERE proposal_id = ${withdrawn.id}`)).toThrow(
      'a proposal only ends',
    );
  });

  it('of a revoked client does not wait again', () => {
    addClient();
    const made = make(profile());
    declineProposal(world.parts, made.id);
    revokeAssistantClient(world.workspace.files.yours, CLIENT.id, 0);
    expect(failure(() => undoDecline(world.parts, made.id))).toEqual(notFound);
    expect(stateOf(made)).toBe('declined');
  });

  it('is not sent again if its answer was lost', async () => {
    const made = make(profile());
    end = 'lost';
    await approve(made);
    await world.idle();
    end = 'answer';
    world.restart();
    await world.idle();
    await approve(made);
    await world.idle();
    expect([stateOf(made), world.sent()]).toEqual(['unknown', []]);
  });

  it('is sent once after a restart if the app exited before it was sent', async () => {
    const made = make(profile());
    end = 'exit';
    await approve(made);
    expect(stateOf(made)).toBe('running');
    end = 'answer';
    world.restart();
    await world.idle();
    expect([stateOf(made), world.sent()]).toEqual(['done', [`/companies/${company()}`]]);
  });

  it('is removed with its company, and with all downloaded data', () => {
    const [one, other] = [make(profile(0)), make(profile(1))];
    removeJobsOf(world.workspace.files.ledger, company(0), 0);
    expect([stateOf(one), stateOf(other)]).toEqual([undefined, 'open']);
    removeOpenJobs(world.workspace.files.ledger, 0);
    expect(world.proposals()).toEqual([]);
  });
});

it('listing the proposals is one read while there are none, as at every start without assistants', () => {
  const { files } = world.parts;
  const { db, ran } = countedStatements(files.ledger);
  const list = () => listProposals({ ...world.parts, files: { ...files, ledger: db } });
  expect(list()).toEqual({ proposals: [], waiting: [] });
  expect(ran).toHaveLength(1);
  expect(ran[0]).toMatch(/^SELECT/);
  make(profile());
  expect(list()).toMatchObject({ proposals: [{ state: 'open' }], waiting: [{ count: 1 }] });
});

describe('proposing', () => {
  it('the same request again returns the open proposal, and another client cannot repeat it', () => {
    const made = make(profile());
    expect(make(profile(), 'Again').id).toBe(made.id);
    expect(() => make(profile(), '', OTHER_CLIENT)).toThrow(
      expect.objectContaining({ result: 'already-waiting' }),
    );
    expect(world.proposals()).toHaveLength(1);
  });

  it('is refused within a day after the user declined the request, by any client', () => {
    const made = make(profile());
    declineProposal(world.parts, made.id);
    world.service.travel(3 * 60_000);
    for (const client of [CLIENT, OTHER_CLIENT]) {
      const message = expect.stringMatching(/The user declined this request \d minutes? ago/);
      expect(() => make(profile(), 'Please', client)).toThrow(
        expect.objectContaining({ result: 'declined', message }),
      );
    }
    expect(make({ kind: 'people', companyId: company() }).state).toBe('open');
    expect(make(profile(1)).state).toBe('open');
    world.service.travel(24 * HOUR_MS);
    expect(make(profile()).state).toBe('open');
  });

  it('is allowed after the same proposal was withdrawn with its client', () => {
    make(profile());
    withdrawProposalsOf(world.parts, CLIENT.id);
    expect(make(profile(), '', OTHER_CLIENT).state).toBe('open');
  });

  it('states since when the library has the answer', async () => {
    const first = make(profile());
    expect(first.storedAtMs).toBeNull();
    await approve(first);
    await world.idle();
    const again = make(profile());
    const ageMs = world.workspace.governor.serverNowMs() - (again.storedAtMs ?? 0);
    expect([again.state, ageMs < 60_000]).toEqual(['open', true]);
  });

  it('is refused beyond ten open proposals of a client', () => {
    const ids = world.companies.slice(0, 11);
    expect(ids.length).toBe(11);
    for (const companyId of ids.slice(0, 10)) make({ kind: 'profile', companyId });
    const more: ProposableRequest = { kind: 'profile', companyId: ids[10] ?? '' };
    expect(() => make(more)).toThrow(expect.objectContaining({ result: 'too-many-proposals' }));
    expect(make(more, '', OTHER_CLIENT).state).toBe('open');
  });

  it('is refused for a company that is not in the library, and for a deleted search', () => {
    expect(failure(() => make({ kind: 'profile', companyId: 'cmp_nobody' }))).toEqual({
      kind: 'not-found',
      what: 'company',
    });
    expect(failure(() => make({ kind: 'saved-search', searchId: '999' }))).toEqual({
      kind: 'not-found',
      what: 'saved-search',
    });
  });

  it('contacts is refused while they are locked', async () => {
    const ask: ProposableRequest = { kind: 'people', companyId: company() };
    const made = make(ask);
    const locked = { ...world.parts, vault: { seal: () => ({ mode: 'locked' as const }) } };
    const people = { kind: 'conflict', reason: 'people-locked' };
    expect(failure(() => propose(locked, { client: CLIENT, ask, reason: '' }))).toEqual(people);
    expect(await failureOf(approveProposal(locked, { id: made.id, ...priceOf(made) }))).toEqual(people);
    expect(world.sent()).toEqual([]);
  });

  it('never changes a proposal: the file refuses another price, request or expiry', () => {
    make(profile());
    for (const change of ["price = '{}'", "request = '{}'", 'expires_at_ms = 9e15', "reason = 'x'"])
      expect(() => exec(world.workspace.files.ledger, `UPDATE assistant_proposal SET ${change}`)).toThrow(
        'a proposal only ends',
      );
  });

  it('ends when the key of the client is revoked', () => {
    const [own, other] = [make(profile(0)), make(profile(1), '', OTHER_CLIENT)];
    withdrawProposalsOf(world.parts, CLIENT.id);
    expect([stateOf(own), stateOf(other)]).toEqual(['withdrawn', 'open']);
  });

  it('shows a receipt only to the client that proposed', () => {
    const made = make(profile());
    expect(failure(() => proposalOfClient(world.parts, OTHER_CLIENT.id, made.id))).toEqual(notFound);
  });
});
