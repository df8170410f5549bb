import { existsSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { deleteChangesBefore } from '../database/queries/cache/company-changes.ts';
import { erasedCompanies, markErasedEverywhere, privacyRow } from '../database/queries/privacy-state.ts';
import { transaction } from '../database/sql.ts';
import type { WorkspaceFiles } from '../backup/open-workspace-files.ts';
import {
  canStoreContacts,
  type ContactEncryption,
  type ContactKeyState,
  type Suppressions,
} from '../contacts/contact-encryption.ts';
import type { Clock, Logger, RandomSource } from '../ports.ts';
import type { TimeTrust } from '../service-api/governor-port.ts';
import { eraseInBackups, removeSetAside, type Copies } from './erase-in-backups.ts';
import { redactSuppressed } from './erase.ts';
import { companyHash, mergeErasureRecords } from './erasure-records.ts';
import { startRetention } from './retention.ts';
import { createSuppressions } from '../contacts/suppression-list.ts';
import { messageOf } from '../foundation/error-message.ts';
import { DAY_MS } from '../../../shared/durations.ts';

/** Applies the suppressions, erasures and retention rule of one open workspace. */
export interface PrivacyController {
  suppressionsOf(seal: ContactEncryption): Suppressions;
  /**
   * Removes the names of erased companies from backups and deletes quarantined databases. If this fails, logs
   * the error and returns null; the next start tries again.
   */
  eraseInBackups(): Copies | null;
  /**
   * Finishes removing blocked contacts from raw rows if a crash interrupted the removal. If this fails, logs
   * the error; the next start tries again.
   */
  redactSuppressed(state: ContactKeyState): Promise<void>;
  /**
   * Applies the retention rule once a day while the date is trusted. `onChecked` is called at each check,
   * because the result of `deletionQuestion` may have changed.
   */
  startRetention(timeTrust: () => TimeTrust, on: RetentionEvents): void;
  /**
   * Applies the retention rule if the date is trusted and the rule was last applied at least a day ago.
   * Called when the service has confirmed the date and when the demo's clock is moved.
   */
  checkRetention(): void;
  dispose(): void;
}

interface RetentionEvents {
  readonly onErased: () => void;
  readonly onChecked: () => void;
}

/** Recorded changes to companies are deleted when they reach this age. */
const CHANGE_LIFETIME_MS = 180 * DAY_MS;
/** A quarantined cache file is deleted at this age. */
const SET_ASIDE_MS = 30 * DAY_MS;

/**
 * Creates a `PrivacyController`. First finishes work that a crash interrupted: copying erasure records and
 * removing names from backups.
 */
export function createPrivacyController(parts: {
  folder: string;
  files: WorkspaceFiles;
  random: RandomSource;
  clock: Clock;
  log: Logger;
}): PrivacyController {
  const { folder, files, random, clock, log } = parts;
  let retention: ReturnType<typeof startRetention> | null = null;
  mergeErasureRecords(files, random);
  const inCopies = (): Copies | null => {
    try {
      return dropErased(folder, files, { clock, log });
    } catch (error) {
      log.error('copies-not-changed', { error: messageOf(error) });
      return null;
    }
  };
  if (erasedCompanies(files.yours).some(({ everywhere }) => !everywhere)) inCopies();
  return {
    suppressionsOf: (seal) => createSuppressions(files.yours, seal),
    eraseInBackups: inCopies,
    redactSuppressed: async (state) => {
      try {
        if (canStoreContacts(state)) await redactSuppressed({ files, pause }, state.seal);
      } catch (error) {
        log.error('raw-rows-not-scrubbed', { error: messageOf(error) });
      }
    },
    startRetention: (timeTrust, on) => {
      retention?.dispose();
      const deleteOther = (safeMs: number): void => {
        // Rows in a quarantined cache cannot be deleted individually by age. The whole file is therefore
        // deleted when it is as old as `SET_ASIDE_MS`.
        if (existsSync(folder)) removeSetAside(folder, 'cache', safeMs - SET_ASIDE_MS);
        deleteChangesBefore(files.cache, safeMs - CHANGE_LIFETIME_MS);
      };
      retention = startRetention({ files, clock, log, timeTrust, deleteOther, ...on });
    },
    checkRetention: () => retention?.check(),
    dispose: () => retention?.dispose(),
  };
}

const pause = async (): Promise<void> => {
  await nextTurn();
};

function dropErased(
  folder: string,
  { yours, cache }: Pick<WorkspaceFiles, 'yours' | 'cache'>,
  surroundings: { clock: Clock; log: Logger },
): Copies {
  const settings = privacyRow(yours);
  if (settings === null || !existsSync(folder)) return { backupsAmended: 0, filesRemoved: 0 };
  const erased = new Set(erasedCompanies(yours).map(({ hash }) => hash.toString('hex')));
  const done = eraseInBackups(folder, surroundings, (companyId) =>
    erased.has(companyHash(settings.companyKey, companyId).toString('hex')),
  );
  for (const db of [yours, cache]) transaction(db, () => markErasedEverywhere(db));
  return done;
}
