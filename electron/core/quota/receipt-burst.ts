import { estimateOf, plus } from '../../../shared/add-costs.ts';
import type { Burst } from '../../../shared/model/budget.ts';
import type { SettledRequest } from './run-exchange.ts';
import { MINUTE_MS } from '../../../shared/durations.ts';

/** A result starts a new burst if it arrives more than this time after the previous result. */
const PAUSE_MS = MINUTE_MS;

export interface ReceiptBurst {
  readonly sum: Burst;
  readonly isBackground: boolean;
  readonly endedAtMs: number;
}

/**
 * Adds a result to the current burst, or starts a new burst. The status bar shows one receipt for consecutive
 * background requests, such as the requests of a plan. A request that the user makes gets a separate receipt,
 * because the user wants to know what the click cost.
 *
 * @param nowMs monotonic time
 */
export function burstWith(
  burst: ReceiptBurst | null,
  { reserved, cost, outcome, isBackground, isEstimate }: SettledRequest,
  nowMs: number,
): ReceiptBurst {
  const isUnknown = outcome === 'unknown';
  const own: Burst = {
    requests: 1,
    reserved,
    ...estimateOf(isEstimate === true),
    cost: isUnknown ? reserved : cost,
    unknown: isUnknown ? 1 : 0,
  };
  const isOver = burst === null || !isBackground || !burst.isBackground || nowMs - burst.endedAtMs > PAUSE_MS;
  if (isOver) return { sum: own, isBackground, endedAtMs: nowMs };
  const { sum } = burst;
  return {
    isBackground,
    sum: {
      requests: sum.requests + 1,
      reserved: plus(sum.reserved, own.reserved),
      ...estimateOf(sum.isEstimate === true || own.isEstimate === true),
      cost: plus(sum.cost, own.cost),
      unknown: sum.unknown + own.unknown,
    },
    endedAtMs: nowMs,
  };
}
