import type { Handlers } from '../../../shared/contract/index.ts';
import type { AccountUsage } from '../../../shared/model/account/account.ts';
import { readAccount } from '../database/queries/ledger/account-state.ts';
import {
  accountWatch,
  newestAccountReading,
  saveAccountWatch,
  type AccountWatch,
} from '../database/queries/ledger/account-use.ts';
import { DAYS_A_MONTH } from '../day-plan/plan-rules.ts';
import { requireAccepted } from '../fetching/priced-request.ts';
import { clip, clipOrNull } from '../foundation/clip-text.ts';
import { accountDays, excessiveOutsideUse } from '../quota/account/account-usage.ts';
import { describeCall } from '../service-api/endpoints.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

type Parts = Pick<OpenWorkspace, 'files' | 'governor' | 'hints' | 'publish' | 'spending'>;

/**
 * Handlers that return the account's usage, and save the settings for the daily usage reading and the usage
 * alert. They send no requests.
 */
export function createAccountHandlers(
  workspaces: Workspaces,
): Pick<Handlers['quota'], 'account' | 'setDailyReading' | 'setAlert'> {
  return {
    account: () => usageOf(workspaces.current()),
    setDailyReading: async ({ isOn, accepted }) => {
      const parts = workspaces.current();
      if (!isOn) return save(parts, { daily: null });
      requireAccepted(priceOf(parts), accepted);
      await parts.spending.requireRaise('rules', { from: 0, to: accepted.records * DAYS_A_MONTH });
      const { epoch } = readAccount(parts.files.ledger);
      return save(parts, { daily: { epoch, accepted } });
    },
    setAlert: ({ above }) => save(workspaces.current(), { alertAbove: above }),
  };
}

const priceOf = ({ governor, hints }: Parts) => governor.preview(describeCall({ endpoint: 'stats' }, hints));

function save(parts: Parts, change: Partial<AccountWatch>): AccountUsage {
  const { ledger } = parts.files;
  saveAccountWatch(ledger, { ...accountWatch(ledger), ...change });
  parts.publish('quota', 'onChanged', {});
  return usageOf(parts);
}

function usageOf(parts: Parts): AccountUsage {
  const { files, governor } = parts;
  const { epoch } = readAccount(files.ledger);
  const { daily, alertAbove } = accountWatch(files.ledger);
  const isOn = daily?.epoch === epoch;
  return {
    reading: readingOf(parts, epoch),
    days: accountDays(files.ledger, governor.serverNowMs()),
    alertAbove,
    excessive: excessiveOutsideUse(files.ledger),
    daily: { isOn, preview: priceOf(parts), accepted: isOn ? daily.accepted : null },
  };
}

function readingOf({ files }: Parts, epoch: number): AccountUsage['reading'] {
  const reading = newestAccountReading(files.ledger, epoch);
  if (reading === null) return null;
  const { keyType, keyName, endpoints } = reading;
  return {
    ...reading,
    keyType: keyType === 'live' || keyType === 'test' ? keyType : 'unknown',
    keyName: clipOrNull(keyName, 200),
    endpoints: endpoints === null ? null : endpoints.slice(0, 50).map((name) => clip(name, 60)),
  };
}
