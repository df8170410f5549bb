import type { Mutation } from '../../mutation.ts';
import { planted } from '../../planted.ts';

const PROPOSALS = 'electron/core/assistants/proposals.ts';
const QUERIES = 'electron/core/database/queries/ledger/proposals.ts';
const JOURNAL = 'electron/core/user-data/undo-journal.ts';
const JOURNAL_TEST = 'test/unit/user-data/assistant-changes.test.ts';
const TEST = 'test/unit/assistants/proposals.test.ts';
const OUTCOMES = 'test/unit/assistants/call-outcomes.test.ts';

/** Defects in the requests that assistants propose, and in how their changes are marked. */
export const PROPOSAL_MUTATIONS: readonly Mutation[] = [
  planted({
    name: 'proposal-dearer-than-seen',
    guarantee: 'a proposal is not made at a higher price than the user saw',
    file: PROPOSALS,
    find: 'isDearer(preview.cost, accepted) || ',
    replace: '',
    test: [TEST, 'is not made if it costs more than the user saw'],
  }),
  planted({
    name: 'proposal-raises-its-price',
    guarantee: 'a proposal is not made at a higher price than was proposed',
    file: PROPOSALS,
    find: ' || isDearer(preview.cost, price)',
    replace: '',
    test: [TEST, 'is not made if it costs more than it did when it was proposed, although the user saw that'],
  }),
  planted({
    name: 'proposal-at-any-accepted-price',
    guarantee: 'a page cannot make a proposal cost more than was proposed',
    file: PROPOSALS,
    find: 'accepted: lesserOf(accepted, price)',
    replace: 'accepted: lesserOf(accepted, accepted)',
    test: [TEST, 'is never charged more than it stated, even if the page accepts more'],
  }),
  planted({
    name: 'proposal-after-its-day',
    guarantee: 'an expired proposal is not made',
    file: QUERIES,
    find: "WHERE state = 'open' AND expires_at_ms <= :nowMs",
    replace: "WHERE state = 'open' AND expires_at_ms < 0 * :nowMs",
    test: [TEST, 'is not made after it has expired, even if the clock is set back'],
  }),
  planted({
    name: 'proposal-approved-twice',
    guarantee: 'a proposal that is approved twice is made once',
    file: PROPOSALS,
    find: 'approve(parts, atPrice(parts, id, accepted), screen)',
    replace: 'approve(parts, seen, screen)',
    test: [TEST, 'that is approved twice is made once'],
  }),
  planted({
    name: 'proposal-without-contact-key',
    guarantee: 'contacts are not proposed or approved while they are locked',
    file: PROPOSALS,
    find: "if (ask.kind === 'people' && !canStoreContacts(parts.vault.seal()))",
    replace: "if (ask.kind === 'people' && !canStoreContacts(parts.vault.seal()) && parts.hints === null)",
    test: [TEST, 'contacts is refused while they are locked'],
  }),
  planted({
    name: 'proposal-of-erased-company',
    guarantee: 'erasing a company removes the proposals about it',
    file: 'electron/core/jobs/remove-jobs.ts',
    find: 'deleteProposalsOf(ledger, companyId);',
    replace: '',
    test: [TEST, 'is removed with its company, and with all downloaded data'],
  }),
  planted({
    name: 'proposals-without-limit',
    guarantee: 'a client has at most ten open proposals',
    file: PROPOSALS,
    find: 'if (countOpenProposals(ledger, client.id) >= ASSISTANT_PROPOSALS_PER_CLIENT_MAX)',
    replace: 'if (countOpenProposals(ledger, client.id) > 10 * ASSISTANT_PROPOSALS_PER_CLIENT_MAX)',
    test: [TEST, 'is refused beyond ten open proposals of a client'],
  }),
  planted({
    name: 'assistant-change-unmarked',
    guarantee: 'a change by an assistant is marked in the timeline',
    file: JOURNAL,
    find: 'if (step.assistant !== null) markEntries(',
    replace: "if (step.assistant === '') markEntries(",
    test: [
      JOURNAL_TEST,
      'an assistant’s change is marked in the list of undo steps and in the timeline, and can be undone',
    ],
  }),
  planted({
    name: 'assistant-extends-the-users-step',
    guarantee: 'a note by an assistant can be undone without the user’s own text',
    file: 'electron/core/user-data/notes.ts',
    find: 'begins = assistant !== undefined',
    replace: "begins = assistant === ''",
    test: [
      JOURNAL_TEST,
      'an assistant’s note is a revision and an undo step of its own, before and after the user’s',
    ],
  }),
  planted({
    name: 'receipt-of-another-client',
    guarantee: 'a client reads only the receipts of its own proposals',
    file: PROPOSALS,
    find: 'stored === null || stored.clientId !== clientId',
    replace: 'stored === null || stored.clientId === `${clientId}?`',
    test: [TEST, 'shows a receipt only to the client that proposed'],
  }),
  planted({
    name: 'revoked-client-keeps-proposals',
    guarantee: 'revoking a client withdraws its proposals, and what it has read stays in sight',
    file: 'electron/core/assistants/assistants.ts',
    find: 'withdrawProposalsOf({ files, governor, publish }, id);',
    replace: 'void [withdrawProposalsOf, files, governor, publish];',
    test: [
      'test/unit/assistants/morning.test.ts',
      'revoking a client withdraws its proposals, and what it has read stays in sight',
    ],
  }),
  planted({
    name: 'declined-proposal-again',
    guarantee: 'a request that the user declined cannot be proposed again within a day',
    file: PROPOSALS,
    find: 'requireNotDeclined(ledger, request, nowMs);',
    replace: 'void requireNotDeclined;',
    test: [TEST, 'is refused within a day after the user declined the request, by any client'],
  }),
  planted({
    name: 'withdrawn-counts-as-declined',
    guarantee: 'a proposal that was withdrawn with its client is not one that the user declined',
    file: QUERIES,
    find: ' AND withdrawn = 0`',
    replace: '`',
    test: [TEST, 'is allowed after the same proposal was withdrawn with its client'],
  }),
  planted({
    name: 'proposal-hides-stored-answer',
    guarantee: 'a proposal says since when the library has the answer',
    file: PROPOSALS,
    find: 'answer?.isComplete === true ?',
    replace: 'answer?.isComplete === null ?',
    test: [TEST, 'says since when the library has the answer'],
  }),
  planted({
    name: 'proposal-in-the-offline-queue',
    guarantee:
      'an approved proposal is shown in the offline queue only while something prevents it from being sent',
    file: 'electron/core/jobs/offline-queue.ts',
    find: 'assistant === null ||',
    replace: 'assistant !== undefined ||',
    test: [TEST, 'is shown in the offline queue only while it needs the network or the user'],
  }),
  planted({
    name: 'log-of-proposals-waits-forever',
    guarantee: 'the log shows the present outcome of a proposal',
    file: 'electron/core/assistants/call-log.ts',
    find: "result === 'waiting' && proposal?.state !== 'open' ? 'done' : result",
    replace: 'result',
    test: [
      OUTCOMES,
      'shows the present outcome: waiting, approved with its cost, declined, expired, withdrawn',
    ],
  }),
  planted({
    name: 'log-of-another-ledger',
    guarantee: 'the log shows no outcome of another proposal with the same id',
    file: PROPOSALS,
    find: 'if (stored.proposedAtMs > call.atMs) return null;',
    replace: '',
    test: [OUTCOMES, 'shows no outcome of another proposal with the same id, as in a new ledger'],
  }),
  planted({
    name: 'read-items-counted-again',
    guarantee: 'an item that a client reads again is counted once a day',
    file: 'electron/core/database/queries/yours/assistants/assistants.ts',
    find: 'SET amount = max(amount, excluded.amount)',
    replace: 'SET amount = amount + excluded.amount',
    test: [OUTCOMES, 'counts each note, task and entry of the contact log once, however often it is read'],
  }),
  planted({
    name: 'undo-of-an-assistant-overwrites',
    guarantee: 'undoing a change of an assistant does not undo what the user changed since',
    file: JOURNAL,
    find: 'touched.some(({ slot, before }, index) => !sameValues(',
    replace: 'touched.every(({ slot, before }, index) => sameValues(slot, before, []) && !sameValues(',
    test: [
      OUTCOMES,
      'is refused if the user has changed the same data since, and for a call that changed nothing',
    ],
  }),
  planted({
    name: 'decline-undone-after-expiry',
    guarantee: 'undoing a decline does not reopen a proposal that has expired',
    file: QUERIES,
    find: 'AND withdrawn = 0 AND expires_at_ms > :nowMs',
    replace: 'AND withdrawn = 0 AND expires_at_ms > 0 * :nowMs',
    test: [TEST, 'that has expired or was withdrawn does not wait again'],
  }),
  planted({
    name: 'decline-undone-without-client',
    guarantee: 'undoing a decline does not reopen a proposal of a revoked client',
    file: PROPOSALS,
    find: 'if (!isClient || !reopenDeclined(',
    replace: 'if ((!isClient && proposal === null) || !reopenDeclined(',
    test: [TEST, 'of a revoked client does not wait again'],
  }),
  planted({
    name: 'withdrawn-proposal-reopened',
    guarantee: 'undoing a decline does not reopen a withdrawn proposal',
    file: QUERIES,
    find: "state = 'declined' AND withdrawn = 0 AND expires",
    replace: "state = 'declined' AND expires",
    test: [TEST, 'that has expired or was withdrawn does not wait again'],
  }),
  planted({
    name: 'log-names-no-companies',
    guarantee: 'the log names the companies that a call returned',
    file: 'electron/core/database/queries/yours/assistants/assistants.ts',
    find: 'json_each(company_ids) WHERE call_id = :callId',
    replace: 'json_each(company_ids) WHERE call_id = :callId AND key = 0',
    test: [
      OUTCOMES,
      'names the companies that a call returned, in their order, and none that was erased since',
    ],
  }),
];
