import type { Mutation } from '../mutation.ts';
import { planted, type Planted } from '../planted.ts';

const CONNECT = 'electron/core/handlers/connect.ts';
const LINKS = 'electron/core/handlers/links.ts';
const GUARD = 'electron/core/quota/spending/spending-guard.ts';
const CONFIRMATION = 'electron/core/foundation/native-confirmation.ts';
const SIGNALS = 'electron/core/database/queries/cache/signals.ts';

const EXFILTRATION = 'test/security/boundary/exfiltration.test.ts';
const SPENDING = 'test/security/boundary/page-spending.test.ts';
const CONNECTING = 'test/unit/handlers/connect.slow.test.ts';
const OPENING = 'test/unit/handlers/links.test.ts';
const GUARDING = 'test/unit/quota/spending-guard.test.ts';
const NOTHING_LEAVES = 'sends nothing to a host that the user did not confirm, with any call of the contract';
const above = (by: string): string => `above the threshold, nothing is spent without the user > by ${by}`;

/** Defects that send data out of the app without the user's agreement (C3). */
const LEAVES: readonly Planted[] = [
  {
    name: 'unknown-host-not-confirmed',
    guarantee: 'a key is sent to a host without a workspace only after the user agreed',
    file: CONNECT,
    find: "await confirmation.require({ kind: 'connect', host: hostInQuestion(host) });",
    replace: '',
    test: [EXFILTRATION, NOTHING_LEAVES],
  },
  {
    name: 'key-stored-before-confirmation',
    guarantee: 'a declined key is neither stored nor sent',
    file: CONFIRMATION,
    find: "if (!(await confirm(question))) throw notConfirmed(action, 'declined');",
    replace: 'await confirm(question);',
    test: [
      CONNECTING,
      'asks outside the page, names the host, and sends and stores nothing before the user agrees',
    ],
  },
  {
    name: 'port-ignored',
    guarantee: 'another port is another host',
    file: CONNECT,
    find: 'new URL(baseUrl).host === host',
    replace: 'new URL(baseUrl).hostname === new URL(url).hostname',
    test: [CONNECTING, 'asks again for another port, and not for the host of an account'],
  },
  {
    name: 'host-cut-at-its-end',
    guarantee: 'a question shows the end of a long host',
    file: CONFIRMATION,
    find: '`…${host.slice(-HOST_MAX)}`',
    replace: '`${host.slice(0, HOST_MAX)}…`',
    test: [CONNECTING, 'shows another script in its ASCII form, and the end of a long host'],
  },
  {
    name: 'connecting-not-limited',
    guarantee: 'five unknown hosts a minute are tried at most, also if the user cancels',
    file: CONNECT,
    find: 'if (!rate.take())',
    replace: 'if (!rate)',
    test: [CONNECTING, 'refuses the sixth attempt in a minute without asking'],
  },
  {
    name: 'pasted-address-trusted',
    guarantee: 'an address from a pasted event is opened only after the user agreed',
    file: 'electron/core/links/stored-address.ts',
    find: "(claim?.source ?? 'paste') === 'paste'",
    replace: 'claim === undefined',
    test: [EXFILTRATION, NOTHING_LEAVES],
  },
  {
    name: 'pasted-event-merged-as-delivered',
    guarantee: 'data from a pasted event has the source `paste`',
    file: 'electron/core/webhook/merge-into-library.ts',
    find: 'receivedAtMs, via, {',
    replace: "receivedAtMs, via && 'webhook', {",
    test: [OPENING, 'opens an address only after the user confirmed its host outside the page'],
  },
  {
    name: 'pasted-copy-replaces-delivered-event',
    guarantee: 'a pasted copy does not replace the content of a delivered event',
    file: SIGNALS,
    find: "`:isToMerge AND (:via = 'webhook' OR via = 'paste')`",
    replace: '`:isToMerge`',
    test: [EXFILTRATION, NOTHING_LEAVES],
  },
  {
    name: 'links-not-limited',
    guarantee: 'ten links and messages a minute are opened without asking',
    file: LINKS,
    find: '&& !rate.take();',
    replace: '&& rate === null;',
    test: [OPENING, 'opens ten links and messages a minute without asking, and asks before each further one'],
  },
  {
    name: 'messages-not-counted',
    guarantee: 'messages count as links',
    file: LINKS,
    find: 'await requireAgreement(out, { host: null, isPlain: false, isPasted: false });',
    replace: '',
    test: [
      EXFILTRATION,
      'opens at most ten links and drafts a minute alone; a draft goes to a stored contact',
    ],
  },
];

/** Defects that let the app spend records without the user's agreement (M1). */
const SPENDS: readonly Planted[] = [
  {
    name: 'request-not-admitted',
    guarantee: 'a request above the threshold is not sent without the user',
    file: 'electron/core/fetching/priced-request.ts',
    find: 'context.isApproved === true ? make()',
    replace: 'context.lane ? make()',
    test: [SPENDING, above('a request'), 'spends at most the threshold in a day if the user declines'],
  },
  {
    name: 'plan-not-admitted',
    guarantee: 'a plan above the threshold is not approved without the user',
    file: 'electron/core/handlers/day-plan.ts',
    find: 'await spending.admit(preview.cost.records)',
    replace: 'await spending.admit(preview.cost.records && 0)',
    test: [SPENDING, above('a plan')],
  },
  {
    name: 'queue-not-admitted',
    guarantee: 'a request above the threshold is not queued without the user',
    file: 'electron/core/handlers/offline-queue.ts',
    find: 'await spending.admit(accepted.records);\n      const callId',
    replace: 'const callId',
    test: [SPENDING, above('the offline queue')],
  },
  {
    name: 'new-price-not-admitted',
    guarantee: 'a higher price in the queue is not accepted without the user',
    file: 'electron/core/handlers/offline-queue.ts',
    find: 'await spending.admit(accepted.records);\n      approveNewPrice',
    replace: 'approveNewPrice',
    test: [SPENDING, above('a new price in the offline queue')],
  },
  {
    name: 'cap-raised-alone',
    guarantee: 'a spending cap is not raised above the threshold without the user',
    file: 'electron/core/handlers/quota.ts',
    find: "await spending.requireRaise('cap', { from, to: records });",
    replace: 'void from;',
    test: [SPENDING, above('raising a cap')],
  },
  {
    name: 'record-limit-raised-alone',
    guarantee: 'the record limit is not raised without the user',
    file: 'electron/core/handlers/quota.ts',
    find: "to: records ?? DOCUMENTED_LIMITS['month-records'],",
    replace: "to: (records ?? DOCUMENTED_LIMITS['month-records']) && 0,",
    test: [SPENDING, above('raising the record limit')],
  },
  {
    name: 'rule-set-alone',
    guarantee: 'a standing rule above the threshold is not set without the user',
    file: 'electron/core/handlers/day-plan.ts',
    find: 'to: automaticRecordsAMonth(rules),',
    replace: 'to: automaticRecordsAMonth(rules) && 0,',
    test: [SPENDING, above('raising a standing rule')],
  },
  {
    name: 'rule-measured-by-day',
    guarantee: 'a standing rule is measured by the records that it may spend in a month',
    file: 'electron/core/day-plan/plan-rules.ts',
    find: 'export const DAYS_A_MONTH = 31;',
    replace: 'export const DAYS_A_MONTH = 1;',
    test: [SPENDING, above('raising a standing rule')],
  },
  {
    name: 'watch-cap-raised-alone',
    guarantee: 'the cap of a watched list is not raised above the threshold without the user',
    file: 'electron/core/handlers/watched-lists.ts',
    find: 'to: capIn(rule) });',
    replace: 'to: capIn(rule) && 0 });',
    test: [SPENDING, above('raising the cap of a watched list')],
  },
  {
    name: 'threshold-raised-alone',
    guarantee: 'the threshold itself is not raised without the user',
    file: 'electron/core/quota/spending/spending-threshold.ts',
    find: 'if (to > from) await',
    replace: 'if (to > from && from === 0) await',
    test: [GUARDING, 'asks before the threshold itself is raised, and not before it is lowered'],
  },
  {
    name: 'day-not-counted',
    guarantee: 'many small actions of one day count together',
    file: GUARD,
    find: 'day.records += records;',
    replace: '',
    test: [GUARDING, 'asks before more than the threshold is spent in a day, in however many actions'],
  },
  {
    name: 'admitted-together',
    guarantee: 'actions wait while the user is confirming an earlier one',
    file: GUARD,
    find: 'return inTurn(() => admitNext(records, declinesBefore));',
    replace: 'return admitNext(records, declinesBefore);',
    test: [GUARDING, 'makes actions wait while the user answers, and applies one answer to all of them'],
  },
  {
    name: 'each-waiting-action-asks',
    guarantee: 'one refusal answers for all actions that were waiting',
    file: GUARD,
    find: "if (declines !== declinesBefore) throw notConfirmed('spend', 'declined');",
    replace: 'void declinesBefore;',
    test: [GUARDING, 'gives actions that arrive together one allowance, and one refusal'],
  },
  {
    name: 'count-lost-with-workspace',
    guarantee: 'opening a workspace again does not reset its spending today',
    file: GUARD,
    find: 'const known = spentToday.get(workspaceId);',
    replace: 'const known = spentToday.get(`${workspaceId}${Math.random()}`);',
    test: [GUARDING, 'starts again on the next day, but not when a workspace is opened again'],
  },
  {
    name: 'questions-not-limited',
    guarantee: 'at most six questions a minute appear',
    file: CONFIRMATION,
    find: 'if (isOpen || !rate.take()) {',
    replace: 'if (isOpen) {',
    test: [GUARDING, 'asks six times a minute at most'],
  },
];

/** Defects in the native dialogs that ask for the user's agreement. */
export const CONFIRMATION_MUTATIONS: readonly Mutation[] = [
  ...LEAVES.map((each) => ({ ...planted(each), figure: 'C3' })),
  ...SPENDS.map((each) => ({ ...planted(each), figure: 'M1' })),
];
