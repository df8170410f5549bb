import type { AppError } from '../../shared/app-error.ts';
import { AppFailure } from '../../shared/app-failure.ts';
import type { Api } from '../../shared/contract/index.ts';
import type { Cost } from '../../shared/model/budget.ts';
import type { PricedCall } from '../../shared/model/query.ts';
import type { FakeClock } from '../../test/support/app/fake-clock.ts';
import { dayOfMonth } from './month.ts';

/** The product as the user operates it. */
export interface Desk {
  readonly api: Api;
  /** Makes a request at its displayed price. A refusal or a free 404 is recorded and not thrown. */
  spend(call: PricedCall, make: (accepted: Cost) => Promise<unknown>): Promise<void>;
  nowMs(): number;
}

/** Unexpected results. */
export interface Trouble {
  /** Day of the month on which the governor first refused a request for a budget; null: never. */
  refusedOnDay: number | null;
  /** Errors other than refusals and free 404s, by kind: there should be none. */
  readonly surprises: Record<string, number>;
}

export function createGovernorContext(api: Api, clock: FakeClock, trouble: Trouble): Desk {
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
