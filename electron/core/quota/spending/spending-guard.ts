import type { AppError } from '../../../../shared/app-error.ts';
import { AppFailure } from '../../../../shared/app-failure.ts';
import type { Receipt } from '../../../../shared/model/budget.ts';
import { notConfirmed, type Confirmation } from '../../foundation/native-confirmation.ts';
import { createSerialQueue } from '../../foundation/serial-queue.ts';
import type { Dispose, NativeQuestion, SettingsStore, SpendingLimit } from '../../ports.ts';
import type { Governor } from '../../service-api/governor-port.ts';
import { windowStartMs } from '../policy/windows.ts';
import { spendingThreshold } from './spending-threshold.ts';

/**
 * Asks the user in a native dialog before an account spends many records. Without the dialog, the app would
 * rely on the page, and a compromised page could report that the user accepted a price that the user has
 * never seen.
 */
export interface SpendingGuard {
  /**
   * Must be called once for each action, before the action spends records; `records` is the most that it may
   * spend. Asks the user to confirm an action if it may spend more than the threshold, or if it may raise the
   * records spent today above the daily amount. The daily amount is the threshold or an even share of the
   * month's records, whichever is higher. If the user agrees to exceed the daily amount, the same amount may
   * be spent again before the user is asked again.
   * @throws AppFailure `not-confirmed`
   */
  admit(records: number): Promise<Admission>;
  /**
   * Must be called before a limit is changed. If the new limit is higher than the old one and above the
   * threshold, asks the user to confirm the change. Null means no limit.
   * @throws AppFailure `not-confirmed`
   */
  requireRaise(limit: SpendingLimit, change: LimitChange): Promise<void>;
  /** Refuses all further actions, and all actions that are waiting for the user's confirmation. */
  readonly dispose: Dispose;
}

export interface Admission {
  /** Replaces the admitted number of records with the number that was spent. */
  settle(records: number): void;
}

interface LimitChange {
  readonly from: number | null;
  readonly to: number | null;
}

/**
 * The records spent on one UTC day. Actions above the threshold are not included, because the user confirmed
 * each of them.
 */
export interface SpentToday {
  dayMs: number;
  records: number;
  /** The user has agreed to spending up to this number of records today; 0 if the user has not agreed yet. */
  agreed: number;
}

interface SpendingGuardParts {
  readonly confirmation: Confirmation;
  readonly settings: Pick<SettingsStore, 'get'>;
  readonly governor: Pick<Governor, 'serverNowMs' | 'room' | 'allowances'>;
  /**
   * How many records each workspace has spent today, by workspace id. The map is kept when a workspace is
   * closed, so reopening a workspace does not reset its count.
   */
  readonly spentToday: Map<string, SpentToday>;
  readonly workspaceId: string;
}

export function createSpendingGuard(parts: SpendingGuardParts): SpendingGuard {
  const { confirmation, settings } = parts;
  // Actions are admitted one at a time. While the user is confirming an action, later actions wait.
  const inTurn = createSerialQueue();
  let [declines, isOver] = [0, false];
  const requireOpen = (): void => {
    if (isOver) throw new AppFailure({ kind: 'network', reason: 'aborted' });
  };
  /** If the user declines, actions that were already waiting are refused without asking again. */
  const ask = async (question: NativeQuestion, declinesBefore: number): Promise<void> => {
    if (declines !== declinesBefore) throw notConfirmed('spend', 'declined');
    try {
      await confirmation.require(question);
    } catch (error) {
      declines += 1;
      throw error;
    }
    requireOpen();
  };
  const admitNext = async (records: number, declinesBefore: number): Promise<Admission> => {
    requireOpen();
    const threshold = spendingThreshold(settings);
    if (records > threshold) {
      await ask({ kind: 'spend-at-once', records, threshold }, declinesBefore);
      return { settle: () => undefined };
    }
    const { records: spent, agreed } = today(parts);
    const more = Math.max(threshold, parts.governor.room().recordsADay);
    if (spent + records > Math.max(more, agreed)) {
      await ask({ kind: 'spend-today', records, spent, more }, declinesBefore);
      const day = today(parts);
      day.agreed = day.records + more;
    }
    return count(today(parts), records);
  };
  return {
    admit: (records) => {
      const declinesBefore = declines;
      return inTurn(() => admitNext(records, declinesBefore));
    },
    requireRaise: async (limit, { from, to }) => {
      const [before, after] = [from ?? Infinity, to ?? Infinity];
      if (after <= before || after <= spendingThreshold(settings)) return;
      await confirmation.require({ kind: 'raise-limit', limit, from, to });
      requireOpen();
    },
    dispose: () => {
      isOver = true;
    },
  };
}

/** The demo's guard. It never asks the user, because the demo's requests cost nothing. */
export const freeSpending: SpendingGuard = {
  admit: () => Promise.resolve({ settle: () => undefined }),
  requireRaise: () => Promise.resolve(),
  dispose: () => undefined,
};

/**
 * Returns the number of records spent today, as the guard counts it. After a restart, the count starts with
 * the ledger's total for today. This total includes actions that the user confirmed, because the app does not
 * store which actions were confirmed.
 */
function today({ governor, spentToday, workspaceId }: SpendingGuardParts): SpentToday {
  const dayMs = windowStartMs('day', governor.serverNowMs());
  const known = spentToday.get(workspaceId);
  if (known?.dayMs === dayMs) return known;
  const counted = governor.allowances().find(({ scope }) => scope === 'all')?.used ?? 0;
  const fresh = { dayMs, records: known === undefined ? counted : 0, agreed: 0 };
  spentToday.set(workspaceId, fresh);
  return fresh;
}

function count(day: SpentToday, records: number): Admission {
  let counted = records;
  day.records += records;
  return {
    settle: (actual) => {
      day.records += actual - counted;
      counted = actual;
    },
  };
}

/**
 * Admits and runs an action that spends records, and counts the records.
 * @throws AppFailure `not-confirmed`, or the error of `work`
 */
export async function spend<T extends { readonly receipt: Pick<Receipt, 'cost'> }>(
  guard: Pick<SpendingGuard, 'admit'>,
  records: number,
  work: () => Promise<T>,
): Promise<T> {
  const admission = await guard.admit(records);
  try {
    const result = await work();
    admission.settle(result.receipt.cost.records);
    return result;
  } catch (error) {
    if (error instanceof AppFailure && isFree(error.appError)) admission.settle(0);
    throw error;
  }
}

/** Returns whether an action that failed with this error is known to have spent nothing. */
const isFree = (error: AppError): boolean =>
  error.kind === 'network' ? error.counted !== true : !['storage', 'internal'].includes(error.kind);
