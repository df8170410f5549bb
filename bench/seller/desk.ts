import type { AppError } from '../../shared/app-error.ts';
import { AppFailure } from '../../shared/app-failure.ts';
import type { Api } from '../../shared/contract.ts';
import type { Cost } from '../../shared/model/budget.ts';
import type { PricedCall } from '../../shared/model/query.ts';
import type { FakeClock } from '../../test/support/fake-clock.ts';
import { dayOfMonth } from './month.ts';

/** The product as the seller has it in front of him. */
export interface Desk {
  readonly api: Api;
  /** Makes a call at the price that is shown for it now. What refuses it, or a free 404, is noted and goes no further. */
  spend(call: PricedCall, make: (accepted: Cost) => Promise<unknown>): Promise<void>;
  nowMs(): number;
}

/** What went other than asked for. */
export interface Trouble {
  /** Day of the month on which the governor first refused a call for a budget; null: never. */
  refusedOnDay: number | null;
  /** Errors that were neither a refusal nor a free 404, by kind: there should be none. */
  readonly surprises: Record<string, number>;
}

export function openDesk(api: Api, clock: FakeClock, trouble: Trouble): Desk {
  const note = (error: AppError): void => {
    if (error.kind === 'quota-exhausted' || error.kind === 'rate-limited')
      trouble.refusedOnDay ??= dayOfMonth(clock.nowMs());
    else if (error.kind !== 'not-available')
      trouble.surprises[error.kind] = (trouble.surprises[error.kind] ?? 0) + 1;
  };
  return {
    api,
    nowMs: () => clock.nowMs(),
    spend: async (call, make) => {
      try {
        const { cost } = await api.quota.price({ call });
        await make(cost);
      } catch (error) {
        if (!(error instanceof AppFailure)) throw error;
        note(error.appError);
      }
    },
  };
}
