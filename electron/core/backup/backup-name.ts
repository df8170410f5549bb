import type { BackupKind } from '../../../shared/contract/backups.ts';

/**
 * The facts about a backup. Its file name contains all of them, so renaming the finished copy publishes the
 * copy and its facts in one step. Example: `yours.20261121T091500123Z.daily.n12.w3.v30.<32 hex>.db`
 */
export interface BackupFacts {
  readonly kind: BackupKind;
  /** Time on the workspace's clock, Unix ms. */
  readonly madeAtMs: number;
  readonly notes: number;
  readonly watchlists: number;
  /** Id of the newest migration applied to the copy. */
  readonly version: number;
  /** The first half of the copy's SHA-256, in hexadecimal. */
  readonly digest: string;
}

export const DIGEST_LENGTH = 32;

const NAME =
  /^yours\.(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.(daily|migration|restore|hand)\.n(\d{1,9})\.w(\d{1,9})\.v(\d{1,9})\.([0-9a-f]{32})\.db$/;

export const stampOf = (atMs: number): string => new Date(atMs).toISOString().replace(/[-:.]/g, '');

export const backupName = ({ kind, madeAtMs, notes, watchlists, version, digest }: BackupFacts): string =>
  `yours.${stampOf(madeAtMs)}.${kind}.n${notes}.w${watchlists}.v${version}.${digest}.db`;

/**
 * Parses the file name of a backup.
 * @returns null if the name is not a backup name
 */
export function parseBackupName(name: string): BackupFacts | null {
  const parts = NAME.exec(name);
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second, ms, kind, notes, watchlists, version, digest] = parts;
  const madeAtMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  if (Number.isNaN(madeAtMs) || digest === undefined || !isKind(kind)) return null;
  return {
    kind,
    madeAtMs,
    notes: Number(notes),
    watchlists: Number(watchlists),
    version: Number(version),
    digest,
  };
}

const isKind = (value: string | undefined): value is BackupKind =>
  value === 'daily' || value === 'migration' || value === 'restore' || value === 'hand';
