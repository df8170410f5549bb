import {
  SPENDING_THRESHOLD_DEFAULT,
  spendingThresholdSchema,
} from '../../../../shared/model/settings/spending.ts';
import type { Confirmation } from '../../foundation/native-confirmation.ts';
import type { SettingsStore } from '../../ports.ts';

const THRESHOLD = 'spending-threshold';

/** Returns the number of records above which the user must confirm spending in a dialog outside the page. */
export const spendingThreshold = (settings: Pick<SettingsStore, 'get'>): number =>
  spendingThresholdSchema.catch(SPENDING_THRESHOLD_DEFAULT).parse(settings.get(THRESHOLD));

/**
 * Saves the threshold. Asks the user before raising it, because a higher threshold lets a page spend more.
 * @throws AppFailure `not-confirmed`; the threshold is then unchanged
 */
export async function setSpendingThreshold(
  settings: SettingsStore,
  confirmation: Confirmation,
  to: number,
): Promise<void> {
  const from = spendingThreshold(settings);
  if (to > from) await confirmation.require({ kind: 'raise-limit', limit: 'threshold', from, to });
  settings.set(THRESHOLD, to);
}
