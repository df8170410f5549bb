import type { Stamp } from '../../../shared/model/company.ts';
import type { WriteDb } from '../database/sql.ts';
import { putCompanySources } from '../database/queries/cache/companies.ts';
import type { ContactKeyState } from '../contacts/contact-encryption.ts';
import { encryptUndocumented } from '../contacts/undocumented-fields.ts';
import { RAW_SHAPES } from '../service-api/raw-shapes.ts';
import { splitRaw, type SplitRaw } from '../service-api/split-raw.ts';

/**
 * How a raw row is stored. With a `ContactKeyState`, the row is written. Its undocumented fields are
 * encrypted, or omitted if contacts cannot be stored. With `stored`, the row was read from the database and
 * is not written again.
 */
export type RawStorage = ContactKeyState | { readonly mode: 'stored' };

/** A raw row in its stored form: the documented fields as JSON, and the undocumented fields encrypted. */
export interface StoredRaw {
  readonly raw: string;
  readonly undocumented: Buffer | null;
}

export interface RawToStore {
  /** Null for an event without a company. */
  readonly companyId: string | null;
  readonly source: Stamp['source'];
  readonly raw: unknown;
}

/**
 * Splits a raw row and encrypts its undocumented fields. Returns null if the row was read from the database.
 */
export function storedRaw(storage: ContactKeyState, row: RawToStore): StoredRaw;
export function storedRaw(storage: RawStorage, row: RawToStore): StoredRaw | null;
export function storedRaw(storage: RawStorage, { companyId, source, raw }: RawToStore): StoredRaw | null {
  if (storage.mode === 'stored') return null;
  const { documented, undocumented }: SplitRaw = splitRaw(raw, RAW_SHAPES[source]);
  return {
    raw: rawJson(documented),
    undocumented: encryptUndocumented(storage, { companyId, source }, undocumented),
  };
}

function rawJson(documented: unknown): string {
  try {
    const json: string | undefined = JSON.stringify(documented);
    return json ?? 'null';
  } catch {
    // The row is nested too deeply to be serialized. Its decoded fields are stored anyway.
    return 'null';
  }
}

/**
 * Stores a company's raw row of one source, unless the row was read from the database.
 * @returns the stored row; null if the row was read from the database
 */
export function putRaw(
  db: WriteDb,
  storage: RawStorage,
  row: {
    readonly companyId: string;
    readonly stamp: Stamp;
    /** Null if the response is not stored as a separate raw row. */
    readonly raw: unknown;
    readonly personal?: Buffer | null;
  },
): StoredRaw | null {
  const { companyId, stamp, raw, personal = null } = row;
  const stored = storedRaw(storage, { companyId, source: stamp.source, raw });
  if (stored !== null) putCompanySources(db, [{ companyId, stamp, ...stored, personal }]);
  return stored;
}

/**
 * Returns the key state for storing the rest of a response. If the row was read from the database, returns
 * `locked`, so its contacts are not stored again.
 */
export const keyStateOf = (storage: RawStorage): ContactKeyState =>
  storage.mode === 'stored' ? { mode: 'locked' } : storage;
