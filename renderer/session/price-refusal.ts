import type { AppError } from '../../shared/app-error.ts';
import type { Preview } from '../../shared/model/budget.ts';

/** What a price that refuses would answer if it were pressed, so that it can be said before; null where it does not. */
export function refusalOf(preview: Preview | null): AppError | null {
  if (preview?.decision.kind !== 'refuse') return null;
  const { budget, resetsAtMs, alternatives, allowance } = preview.decision;
  const own = allowance === null ? {} : { allowance };
  return { kind: 'quota-exhausted', budget, resetsAtMs, alternatives, ...own };
}

/** Whether it is the seller's own cap that refuses. */
export const isOwnCap = (error: AppError | null): boolean =>
  error?.kind === 'quota-exhausted' && error.allowance !== undefined;
