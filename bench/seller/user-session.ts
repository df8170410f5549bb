import type { AppError } from '../../shared/app-error.ts';
import { AppFailure } from '../../shared/app-failure.ts';
import type { Api } from '../../shared/contract/index.ts';
import type { Cost } from '../../shared/model/budget.ts';
import type { PricedCall } from '../../shared/model/query.ts';
import type { FakeClock } from '../../test/support/app/fake-clock.ts';
import { dayOfMonth } from './month.ts';

/** The product, as operated by the simulated user. */
export interface UserSession {
  readonly api: Api;
  /**
   * Sends a request at its displayed price. Records refusals and other errors instead of throwing them, and
   * ignores free 404s.
   */
  spend(call: PricedCall, make: (accepted: Cost) => Promise<unknown>): Promise<void>;
  nowMs(): number;
}

/**
 * The first request that was refused because of a budget, and the unexpected errors. A correct run has
 * neither.
 */
export interface UnexpectedResults {
  /**
   * Day of the month on which the governor first refused a request because of a budget; null if it did not
   * refuse any.
   */
  refusedOnDay: number | null;
  /** Number of errors of each kind, excluding refusals and free 404s. */
  readonly unexpectedErrors: Record<string, number>;
}

export function createUserSession(api: Api, clock: FakeClock, unexpected: UnexpectedResults): UserSession {
  const recordError = (error: AppError): void => {
    if (error.kind === 'quota-exhausted' || error.kind === 'rate-limited')
      unexpected.refusedOnDay ??= dayOfMonth(clock.nowMs());
    else if (error.kind !== 'not-available')
      unexpected.unexpectedErrors[error.kind] = (unexpected.unexpectedErrors[error.kind] ?? 0) + 1;
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
        recordError(error.appError);
      }
    },
  };
}
