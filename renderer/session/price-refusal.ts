import type { AppError } from '../../shared/app-error.ts';
import type { Preview } from '../../shared/model/budget.ts';

/**
 * Returns the error with which the request would fail, so it can be shown before the user clicks.
 * Returns null if the request is allowed.
 */
export function refusalOf(preview: Preview | null): AppError | null {
  if (preview?.decision.kind !== 'refuse') return null;
  const { budget, resetsAtMs, alternatives, allowance } = preview.decision;
  const own = allowance === null ? {} : { allowance };
  return { kind: 'quota-exhausted', budget, resetsAtMs, alternatives, ...own };
}

/** Returns whether a spending cap set by the user caused the refusal. */
export const isSpendingCap = (error: AppError | null): boolean =>
  error?.kind === 'quota-exhausted' && error.allowance !== undefined;
