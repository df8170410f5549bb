import type { Receipt } from '../../../shared/model/budget.ts';
import type { PriceHints } from '../../../electron/core/service-api/client-port.ts';
import type {
  DecodedResponse,
  CallContext,
  GovernedCall,
} from '../../../electron/core/service-api/governed-request.ts';
import type { Governor } from '../../../electron/core/service-api/governor-port.ts';

/** A call that the governor ran, and its response. */
export interface Run {
  readonly call: GovernedCall;
  answered: DecodedResponse<unknown> | null;
}
export interface DirectGovernor {
  readonly governor: Governor;
  readonly runs: readonly Run[];
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

/** Price hints from an empty library. */
export const NO_HINTS: PriceHints = {
  totalContacts: () => null,
  totalRounds: () => null,
  rowsSeen: () => null,
  isKnown: () => false,
};

const notImplemented = (): never => {
  throw new Error('the stub only runs requests');
};

/** Creates a governor that sends requests without budgets or a ledger. Calls `onSend` before each request. */
export function createDirectGovernor(
  signal = new AbortController().signal,
  onSend?: () => void,
): DirectGovernor {
  const runs: Run[] = [];
  const governor: Governor = {
    preview: notImplemented,
    previewEach: notImplemented,
    previewAll: notImplemented,
    worst: notImplemented,
    prices: notImplemented,
    room: notImplemented,
    monthOutlook: notImplemented,
    usualUse: notImplemented,
    history: notImplemented,
    allowances: notImplemented,
    setAllowance: notImplemented,
    setRecordLimit: notImplemented,
    learned: notImplemented,
    storeMeasuredCosts: notImplemented,
    cancel: notImplemented,
    status: notImplemented,
    ledger: notImplemented,
    reconcile: notImplemented,
    keyReplaced: notImplemented,
    serverNowMs: () => SERVER_NOW_MS,
    stampMs: () => SERVER_NOW_MS,
    latestPossibleMs: () => SERVER_NOW_MS,
    timeTrust: notImplemented,
    dispose: () => undefined,
    keyTurn: () => 0,
    review: () => undefined,
    run: async (call, _context, steps) => {
      const ran: Run = { call, answered: null };
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
