import { estimateOf } from '../../shared/add-costs.ts';
import type { Burst, LastReceipt, Receipt } from '../../shared/model/budget.ts';

/** The receipt that the status bar shows, for one request or for several consecutive requests. */
export interface ShownReceipt {
  readonly receipt: Receipt;
  readonly isBackground: boolean;
  /** Number of requests covered by the receipt. */
  readonly requests: number;
  /** The number of these requests that have an unknown result. */
  readonly unknown: number;
}

/**
 * Returns the newest receipt, no matter whether the user or the app made the request. Consecutive requests
 * are shown as one sum. If one click made several requests, `byClick` contains their sum and the last
 * request's id.
 */
export function newestReceipt(byClick: Receipt | null, last: LastReceipt | null): ShownReceipt | null {
  if (last === null || (byClick !== null && byClick.ledgerId > last.ledgerId))
    return byClick && { receipt: byClick, isBackground: false, requests: 1, unknown: 0 };
  const { burst, isBackground, ...receipt } = last;
  const { requests, unknown } = burst;
  if (byClick?.ledgerId === last.ledgerId && byClick.cost.records > burst.cost.records)
    // `byClick` contains the amount that was left of the budget at the time of that request. `last` contains
    // the amount that is left now.
    return { receipt: { ...byClick, binding: last.binding }, isBackground: false, requests, unknown };
  if (requests === 1) return { receipt, isBackground, requests, unknown };
  const { cost, reserved } = burst;
  return {
    receipt: {
      ...receipt,
      ...estimateOf(burst.isEstimate === true),
      cost,
      reserved,
      outcome: outcomeOf(burst),
    },
    isBackground,
    requests,
    unknown,
  };
}

function outcomeOf({ requests, unknown, cost }: Burst): Receipt['outcome'] {
  if (unknown === requests) return 'unknown';
  return cost.requests === 0 ? 'free' : 'spent';
}
