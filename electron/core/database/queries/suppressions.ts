import { z } from 'zod';
import {
  all,
  bytesOrNull,
  get,
  num,
  numOrNull,
  run,
  selectCount,
  text,
  type ReadDb,
  type SqlRow,
  type WriteDb,
} from '../sql.ts';

/*
 * Suppressions in `yours.db` and, as a second copy, in `cache.db`. Only keyed hashes are stored, no names.
 */

const keyKindSchema = z.enum(['linkedin', 'email', 'service-id', 'name']);
export type KeyKind = z.infer<typeof keyKindSchema>;
const lastQuerySchema = z.enum(['person', 'typed']);

export interface SuppressionKey {
  readonly kind: KeyKind;
  readonly hash: Buffer;
}
export interface StoredSuppression {
  readonly suppressionId: string;
  /** Server time, ms. */
  readonly sinceMs: number;
  /** How the user created the suppression: by blocking a displayed contact or by typing an address. */
  readonly origin: z.infer<typeof lastQuerySchema>;
  readonly liftedAtMs: number | null;
}

export const hasSuppressions = (db: ReadDb): boolean =>
  get(db, 'SELECT 1 AS hit FROM suppression WHERE lifted_at_ms IS NULL LIMIT 1') !== null;

/** Returns the ids of the suppressions that have a key with this hash. */
export const suppressionsWithKey = (db: ReadDb, hash: Buffer): string[] =>
  all(db, 'SELECT suppression_id FROM suppression_key WHERE hash = :hash', { hash }).map((row) =>
    text(row, 'suppression_id'),
  );

export const hasKeyOfKind = (db: ReadDb, suppressionId: string, kind: KeyKind): boolean =>
  get(
    db,
    'SELECT 1 AS hit FROM suppression_key WHERE suppression_id = :suppressionId AND kind = :kind LIMIT 1',
    { suppressionId, kind },
  ) !== null;

export const keyKindsOf = (db: ReadDb, suppressionId: string): KeyKind[] =>
  all(db, 'SELECT kind FROM suppression_key WHERE suppression_id = :suppressionId ORDER BY kind', {
    suppressionId,
  }).map((row) => keyKindSchema.parse(text(row, 'kind')));

export function insertSuppression(db: WriteDb, { suppressionId, sinceMs, origin }: StoredSuppression): void {
  run(
    db,
    `INSERT INTO suppression (suppression_id, since_ms, asked) VALUES (:suppressionId, :sinceMs, :origin)
     ON CONFLICT (suppression_id) DO NOTHING`,
    { suppressionId, sinceMs, origin },
  );
}

export function insertSuppressionKey(
  db: WriteDb,
  suppressionId: string,
  { kind, hash }: SuppressionKey,
): void {
  const { changes } = run(
    db,
    `INSERT INTO suppression_key (hash, suppression_id, kind) VALUES (:hash, :suppressionId, :kind)
     ON CONFLICT (hash, suppression_id) DO NOTHING`,
    { hash, suppressionId, kind },
  );
  if (changes > 0) run(db, 'UPDATE privacy SET raws_scrubbed = 0 WHERE raws_scrubbed = 1');
}

/**
 * Returns whether all raw rows are free of suppressed contacts. Adding a suppression key makes this false
 * until they have been redacted again.
 */
export const areRawsRedacted = (yours: ReadDb): boolean =>
  get(yours, 'SELECT 1 AS hit FROM privacy WHERE raws_scrubbed = 1') !== null;

export function markRawsRedacted(yours: WriteDb): void {
  run(yours, 'UPDATE privacy SET raws_scrubbed = 1 WHERE raws_scrubbed = 0');
}

/** Marks a suppression as lifted and deletes its keys. */
export function liftSuppression(db: WriteDb, suppressionId: string, liftedAtMs: number): void {
  run(
    db,
    `UPDATE suppression SET lifted_at_ms = :liftedAtMs
     WHERE suppression_id = :suppressionId AND lifted_at_ms IS NULL`,
    { suppressionId, liftedAtMs },
  );
  run(db, 'DELETE FROM suppression_key WHERE suppression_id = :suppressionId', { suppressionId });
}

const SUPPRESSION = 'SELECT suppression_id, since_ms, asked, lifted_at_ms FROM suppression';
const suppressionOf = (row: SqlRow): StoredSuppression => ({
  suppressionId: text(row, 'suppression_id'),
  sinceMs: num(row, 'since_ms'),
  origin: lastQuerySchema.parse(text(row, 'asked')),
  liftedAtMs: numOrNull(row, 'lifted_at_ms'),
});

export function suppressionById(db: ReadDb, suppressionId: string): StoredSuppression | null {
  const row = get(db, `${SUPPRESSION} WHERE suppression_id = :suppressionId`, { suppressionId });
  return row === null ? null : suppressionOf(row);
}

/** Returns a page of the active suppressions, newest first. */
export const suppressionPage = (
  db: ReadDb,
  page: { readonly offset: number; readonly limit: number },
): StoredSuppression[] =>
  all(
    db,
    `${SUPPRESSION} WHERE lifted_at_ms IS NULL ORDER BY since_ms DESC, suppression_id LIMIT :limit OFFSET :offset`,
    { ...page },
  ).map(suppressionOf);

export function countSuppressions(db: ReadDb): number {
  return selectCount(db, 'SELECT count(*) AS n FROM suppression WHERE lifted_at_ms IS NULL');
}

/** Returns all suppressions, including lifted ones, for copying between `yours.db` and `cache.db`. */
export const everySuppression = (db: ReadDb): StoredSuppression[] => all(db, SUPPRESSION).map(suppressionOf);

export const everySuppressionKey = (db: ReadDb): (SuppressionKey & { suppressionId: string })[] =>
  all(db, 'SELECT suppression_id, kind, hash FROM suppression_key').map((row) => ({
    suppressionId: text(row, 'suppression_id'),
    kind: keyKindSchema.parse(text(row, 'kind')),
    hash: bytesOrNull(row, 'hash') ?? Buffer.alloc(0),
  }));
