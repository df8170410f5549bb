import type { AppError } from '../../../../shared/app-error.ts';
import { AppFailure } from '../../../../shared/app-failure.ts';
import { BUDGET_NAMES } from '../../../../shared/price-words.ts';
import { utcDate } from '../../../../shared/search-date-ranges.ts';
import { ToolRefusal } from '../tool.ts';

/**
 * Runs `work`, and converts the core's expected failures to refusals. Rethrows other errors unchanged.
 *
 * @throws ToolRefusal
 */
export function refusing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppFailure) throw refusalOf(error.appError);
    throw error;
  }
}

type Exhausted = Extract<AppError, { readonly kind: 'quota-exhausted' }>;
const limitOf = ({ budget, allowance }: Exhausted): string =>
  allowance === undefined ? `“${BUDGET_NAMES[budget]}”` : 'a spending cap that the user set';

const LOCKED = 'Contacts are locked in Roundwatch. The user can unlock them there.';

function refusalOf(error: AppError): ToolRefusal {
  if (error.kind === 'not-found')
    return new ToolRefusal('not-found', `There is no such ${error.what.replaceAll('-', ' ')}.`);
  if (error.kind === 'validation')
    return new ToolRefusal('refused', error.issues.map(({ message }) => message).join('; '));
  if (error.kind === 'conflict')
    return error.reason === 'people-locked'
      ? new ToolRefusal('locked', LOCKED)
      : new ToolRefusal(
          'refused',
          'The data has changed since it was read. Nothing was changed. Call the tool again.',
        );
  if (error.kind === 'quota-exhausted')
    return new ToolRefusal(
      'over-budget',
      `A limit does not allow this request until ${utcDate(error.resetsAtMs)}: ${limitOf(error)}.`,
    );
  return new ToolRefusal('failed', 'Roundwatch could not do this because of an error.');
}
