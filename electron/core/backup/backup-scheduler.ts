import { AppFailure } from '../../../shared/app-failure.ts';
import type { Backup, BackupKind } from '../../../shared/contract/backups.ts';
import { yoursMigrations } from '../database/migrations/yours/index.ts';
import type { WriteDb } from '../database/sql.ts';
import type { Clock, Dispose, Logger } from '../ports.ts';
import { dayOf } from './backup-rotation.ts';
import type { BackupStore } from './backup-store.ts';
import type { SecondBackups } from './second-place.ts';
import { hasOwnRows } from './has-user-data.ts';
import { messageOf } from '../foundation/error-message.ts';
import { HOUR_MS } from '../../../shared/durations.ts';

interface BackupFailure {
  readonly atMs: number;
  readonly reason: 'full' | 'read-only' | 'damaged' | 'unavailable';
}

/** Backs up user data once a day while the workspace is open. */
export interface BackupScheduler {
  readonly store: BackupStore;
  /** Returns the failure of the last backup; null if the last backup succeeded. */
  lastFailure(): BackupFailure | null;
  /**
   * Makes a backup. Then deletes surplus backups if the date is trusted.
   * @throws AppFailure `storage`
   */
  make(kind: BackupKind): Promise<{ backup: Backup; isNew: boolean }>;
  /**
   * Deletes surplus backups if a deletion is due and the date is trusted. Called when the date becomes
   * trusted.
   */
  rotateIfDue(): void;
  /** Makes today's backup if it is missing, then stops. */
  dispose: Dispose;
}

interface BackupSchedulerOptions {
  readonly store: BackupStore;
  readonly yours: WriteDb;
  /** The workspace's clock, used to date the backups. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly publishChanged: () => void;
  /** Receives a copy of every backup. */
  readonly second: Pick<SecondBackups, 'copyIfDue' | 'stop'>;
  /** Returns whether the date is reliable enough to decide which old backups to delete (ADR 51). */
  readonly isDateTrusted: () => boolean;
}

/**
 * Delay in ms before the first check, so a backup does not slow down the opening of the workspace. Later
 * checks follow every `CHECK_EVERY_MS` ms.
 */
const FIRST_CHECK_MS = 10_000;
const CHECK_EVERY_MS = HOUR_MS;

export function createBackupScheduler(options: BackupSchedulerOptions): BackupScheduler {
  const { store, yours, clock, log, publishChanged, isDateTrusted, second } = options;
  let lastFailure: BackupFailure | null = null;
  let isRotationDue = false;
  const rotate = async (): Promise<void> => {
    if (!isRotationDue || !isDateTrusted()) return;
    isRotationDue = false;
    await rotateQuietly(store, log);
  };
  let lookedOn: number | null = null;
  const attempt = (kind: BackupKind): { backup: Backup; isNew: boolean } => {
    try {
      const made = store.make(kind, yours);
      lastFailure = null;
      isRotationDue = true;
      return made;
    } catch (error) {
      lastFailure = { atMs: clock.nowMs(), reason: reasonOf(error) };
      throw error;
    }
  };
  const daily = (): void => {
    const today = dayOf(clock.nowMs());
    if (lookedOn === today || !isDue(options, today)) return;
    try {
      const { isNew } = attempt('daily');
      lookedOn = today;
      log.info('daily-backup', { isNew });
    } catch (error) {
      log.error('no-daily-backup', { error: messageOf(error) });
    } finally {
      publishChanged();
    }
  };
  const stop = repeat(clock, () => {
    daily();
    void rotate();
    void second.copyIfDue();
  });
  return {
    store,
    lastFailure: () => lastFailure,
    rotateIfDue: () => void rotate(),
    make: async (kind) => {
      try {
        const made = attempt(kind);
        await rotate();
        void second.copyIfDue();
        return made;
      } finally {
        publishChanged();
      }
    },
    dispose: () => {
      stop();
      second.stop();
      daily();
    },
  };
}

/** Returns whether today's backup is missing. A workspace without user data needs no backup. */
function isDue({ store, yours, clock, log }: BackupSchedulerOptions, today: number): boolean {
  const newestMs = store.newestMadeAtMs(['daily', 'hand']);
  return (
    (newestMs === null || dayOf(newestMs) !== today) && hasOwnRows(yours, yoursMigrations, { clock, log })
  );
}

function repeat(clock: Clock, task: () => void): Dispose {
  let cancel = clock.after(FIRST_CHECK_MS, run);
  function run(): void {
    cancel = clock.after(CHECK_EVERY_MS, run);
    task();
  }
  return () => cancel();
}

/** Deletes surplus backups. A failure is only logged, because the next rotation tries again. */
async function rotateQuietly(store: BackupStore, log: Logger): Promise<void> {
  try {
    const removed = await store.rotate();
    if (removed > 0) log.info('backups-rotated', { removed });
  } catch (error) {
    log.warn('backups-not-rotated', { error: messageOf(error) });
  }
}

function reasonOf(error: unknown): BackupFailure['reason'] {
  if (!(error instanceof AppFailure) || error.appError.kind !== 'storage') return 'unavailable';
  const { reason } = error.appError;
  return reason === 'full' || reason === 'read-only' || reason === 'damaged' ? reason : 'unavailable';
}
