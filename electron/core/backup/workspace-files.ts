import { cacheMigrations } from '../database/migrations/cache/index.ts';
import { ledgerMigrations } from '../database/migrations/ledger/index.ts';
import { yoursMigrations } from '../database/migrations/yours/index.ts';
import type { Migration } from '../database/migrate.ts';
import type { WriteDb } from '../database/sql.ts';

/** The names of a workspace's three database files, without `.db`. */
export type FileName = 'yours' | 'ledger' | 'cache';

export const STEPS: Readonly<Record<FileName, readonly Migration[]>> = {
  yours: yoursMigrations,
  ledger: ledgerMigrations,
  cache: cacheMigrations,
};

/** Why the files cannot be written. */
export type ReadOnlyReason = 'full' | 'read-only';

/** The state of a workspace that is open for reading only. */
interface ReadOnlyMode {
  readonly reason: ReadOnlyReason;
  /**
   * In this mode, the files are copied into memory. Changes to the copies are lost when the workspace is
   * closed, so writing is allowed only for the changes that the app makes while it opens the workspace.
   */
  allowLostWrites(isAllowed: boolean): void;
}

/** The three open database files of a workspace. */
export interface WorkspaceFiles {
  /** Downloaded data: `cache.db`. */
  readonly cache: WriteDb;
  /** User data: `yours.db`. */
  readonly yours: WriteDb;
  /** Request history: `ledger.db`. */
  readonly ledger: WriteDb;
  /** Whether a damaged or missing cache was rebuilt while opening. */
  readonly isCacheRebuilt: boolean;
  /** Name under which a damaged cache was set aside; null if the cache was not damaged. */
  readonly setAside: string | null;
  /**
   * Whether the full check of `cache.db` was skipped because the file has not changed since it was closed in
   * a sound state.
   */
  readonly isCacheAsLeft: boolean;
  /**
   * Whether `yours.db` is older than the version that the app last used, for example because another program
   * restored an old copy.
   */
  readonly isYoursOlder: boolean;
  /** Set if nothing can be saved, because the disk is full or read-only; otherwise null. */
  readonly readOnly: ReadOnlyMode | null;
  /** Forces a full check of `cache.db` the next time it is opened. */
  doubtCache(): void;
  close(): void;
}
