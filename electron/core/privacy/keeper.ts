import { existsSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { erasedCompanies, markErasedEverywhere, privacyRow } from '../db/queries/privacy.ts';
import { transaction } from '../db/sql.ts';
import type { WorkspaceFiles } from '../library/open-files.ts';
import { keepsPeople, type Seal, type SealState, type Suppressions } from '../library/seal.ts';
import type { Clock, Logger, RandomSource } from '../ports.ts';
import { forgetInCopies, removeSetAside, type Copies } from './backups.ts';
import { scrubSuppressed } from './forget.ts';
import { companyHash, joinForgotten } from './forgotten.ts';
import { startRetention } from './retention.ts';
import { createSuppressions } from './suppressions.ts';
import { messageOf } from '../message-of.ts';

/** What holds for the files of one open workspace as long as it is open. */
export interface PrivacyKeeper {
  suppressionsOf(seal: Seal): Suppressions;
  /**
   * Takes the names of erased companies out of the copies beside the files. Null where that failed, for instance for a full
   * disk: it is logged and tried again at the next opening.
   */
  forgetInCopies(): Copies | null;
  /** Finishes what a crash broke off; a failure is logged and tried again at the next opening. */
  scrubSuppressed(state: SealState): Promise<void>;
  /** Begins to apply the retention: now, and daily by the service's time. */
  startRetention(serverNowMs: () => number, onGone: () => void): void;
  /** Applies it now where a day passed: the demo's clock was moved. */
  checkRetention(): void;
  dispose(): void;
}

/** How long a damaged cache stays that was set aside, ms. */
const SET_ASIDE_MS = 30 * 86_400_000;

/** Makes good what a crash left half done: the second copy of what was forgotten, and the names in backups. */
export function createPrivacyKeeper(parts: {
  folder: string;
  files: WorkspaceFiles;
  random: RandomSource;
  clock: Clock;
  log: Logger;
}): PrivacyKeeper {
  const { folder, files, random, clock, log } = parts;
  let retention: ReturnType<typeof startRetention> | null = null;
  joinForgotten(files, random);
  const inCopies = (): Copies | null => {
    try {
      return forgetErased(folder, files, { clock, log });
    } catch (error) {
      log.error('copies-not-changed', { error: messageOf(error) });
      return null;
    }
  };
  if (erasedCompanies(files.yours).some(({ everywhere }) => !everywhere)) inCopies();
  return {
    suppressionsOf: (seal) => createSuppressions(files.yours, seal),
    forgetInCopies: inCopies,
    scrubSuppressed: async (state) => {
      try {
        if (keepsPeople(state)) await scrubSuppressed({ files, pause }, state.seal);
      } catch (error) {
        log.error('raw-rows-not-scrubbed', { error: messageOf(error) });
      }
    },
    startRetention: (serverNowMs, onGone) => {
      retention?.dispose();
      const check = (): void => {
        // A cache that was set aside has no dates to go by: it stays as long as somebody may want to repair it.
        if (existsSync(folder)) removeSetAside(folder, 'cache', clock.nowMs() - SET_ASIDE_MS);
      };
      retention = startRetention({ files, clock, log, serverNowMs, onGone, onChecked: check });
    },
    checkRetention: () => retention?.check(),
    dispose: () => retention?.dispose(),
  };
}

const pause = async (): Promise<void> => {
  await nextTurn();
};

function forgetErased(
  folder: string,
  { yours, cache }: Pick<WorkspaceFiles, 'yours' | 'cache'>,
  surroundings: { clock: Clock; log: Logger },
): Copies {
  const settings = privacyRow(yours);
  if (settings === null || !existsSync(folder)) return { backupsAmended: 0, filesRemoved: 0 };
  const erased = new Set(erasedCompanies(yours).map(({ hash }) => hash.toString('hex')));
  const done = forgetInCopies(folder, surroundings, (companyId) =>
    erased.has(companyHash(settings.companyKey, companyId).toString('hex')),
  );
  for (const db of [yours, cache]) transaction(db, () => markErasedEverywhere(db));
  return done;
}
