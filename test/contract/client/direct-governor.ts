import type { Receipt } from '../../../shared/model/budget.ts';
import type { PriceHints } from '../../../electron/core/service-api/client-port.ts';
import type {
  DecodedResponse,
  CallContext,
  GovernedCall,
} from '../../../electron/core/service-api/governed-request.ts';
import type { Governor } from '../../../electron/core/service-api/governor-port.ts';

/** The steps of a run, in order. */
export interface Ran {
  readonly call: GovernedCall;
  answered: DecodedResponse<unknown> | null;
}
export interface DirectGovernor {
  readonly governor: Governor;
  readonly runs: readonly Ran[];
}

export const SERVER_NOW_MS = 1_767_225_600_000;
const RECEIPT: Receipt = {
  ledgerId: 1,
  atMs: SERVER_NOW_MS,
  reserved: { requests: 1, records: 1, pageTurns: 0, companies: 0 },
  cost: { requests: 1, records: 1, pageTurns: 0, companies: 0 },
  outcome: 'spent',
  binding: { budget: 'minute', left: 19, resetsAtMs: null },
};

/** Price hints without any known company. */
export const NO_HINTS: PriceHints = {
  totalContacts: () => null,
  totalRounds: () => null,
  rowsSeen: () => null,
  isKnown: () => false,
};

const notHere = (): never => {
  throw new Error('the stand-in only runs calls');
};

/**
 * Runs the steps of a call without a budget or a ledger, for tests of the client alone. `onSend` is called
 * before each request.
 */
export function createDirectGovernor(
  signal = new AbortController().signal,
  onSend?: () => void,
): DirectGovernor {
  const runs: Ran[] = [];
  const governor: Governor = {
    preview: notHere,
    previewEach: notHere,
    previewAll: notHere,
    worst: notHere,
    prices: notHere,
    room: notHere,
    history: notHere,
    allowances: notHere,
    setAllowance: notHere,
    learned: notHere,
    keepLearned: notHere,
    cancel: notHere,
    status: notHere,
    ledger: notHere,
    reconcile: notHere,
    keyReplaced: notHere,
    serverNowMs: () => SERVER_NOW_MS,
    stampMs: () => SERVER_NOW_MS,
    dispose: () => undefined,
    keyTurn: () => 0,
    review: () => undefined,
    run: async (call, _context, steps) => {
      const ran: Ran = { call, answered: null };
      runs.push(ran);
      onSend?.();
      const answered = await steps.send(signal, () => true);
      ran.answered = answered;
      if (answered.status < 200 || answered.status > 299 || answered.value === null)
        return steps.fail(answered);
      steps.store(answered.value, SERVER_NOW_MS);
      return { value: answered.value, receipt: RECEIPT, serverNowMs: SERVER_NOW_MS };
    },
  };
  return { governor, runs };
}

export const byTest: CallContext = {
  screen: 'none',
  reason: 'Test',
  lane: 'interactive',
  accepted: { requests: 1, records: 50, pageTurns: 1, companies: 1 },
};
