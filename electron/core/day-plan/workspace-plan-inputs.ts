import { canStoreContacts, type ContactKeyState } from '../contacts/contact-encryption.ts';
import { createCountMatches } from '../contacts/match-counts.ts';
import { lastDeliveryAtMs } from '../database/queries/cache/signals.ts';
import type { PlanParts } from './plan-inputs.ts';

export interface PlanSources extends Pick<PlanParts, 'files' | 'governor' | 'hints'> {
  readonly vault: { seal(): ContactKeyState };
}

export const planPartsOf = ({ files, governor, hints, vault }: PlanSources): PlanParts => ({
  files,
  governor,
  hints,
  canStoreContacts: () => canStoreContacts(vault.seal()),
  countMatches: createCountMatches(files.cache, () => vault.seal()),
  lastReceivedAtMs: () => lastDeliveryAtMs(files.cache),
});
