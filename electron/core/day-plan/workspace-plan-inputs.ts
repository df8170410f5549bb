import { lastDeliveryAtMs } from '../database/queries/cache/signals.ts';
import { canStoreContacts } from '../contacts/contact-encryption.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { PlanParts } from './plan-inputs.ts';

/** The plan inputs of an open workspace. */
export const planPartsOf = ({ files, governor, hints, vault }: OpenWorkspace): PlanParts => ({
  files,
  governor,
  hints,
  canStoreContacts: () => canStoreContacts(vault.seal()),
  heardAtMs: () => lastDeliveryAtMs(files.cache),
});
