import { parseJson } from '../service-api/decoders/json.ts';
import { joinRaw } from '../service-api/split-raw.ts';
import { putCompanySources } from '../database/queries/cache/companies.ts';
import {
  putRawEvent,
  putRoundSources,
  type RawCompany,
  type RawEvent,
  type RawRole,
  type RawRound,
} from '../database/queries/cache/raw-rows.ts';
import type { WriteDb } from '../database/sql.ts';
import { canStoreContacts, type ContactKeyState } from '../contacts/contact-encryption.ts';
import { decryptUndocumented } from '../contacts/undocumented-fields.ts';
import { mergeStoredCompany, mergeStoredRole, mergeStoredRound } from './merge-raw-rows.ts';
import { storedRaw, type RawToStore, type StoredRaw } from './store-raw.ts';

/*
 * Splits stored raw rows again into documented and undocumented fields, because an app update may change
 * which fields are documented. Rows stored by an earlier version may also contain undocumented fields in
 * plain text. Call these functions inside a transaction, while contacts are unlocked or are not stored at
 * all.
 */

interface Resplit {
  /** The whole row. */
  readonly full: unknown;
  readonly stored: StoredRaw;
  /** Whether the row had encrypted fields. These fields could not be read when the row was last parsed. */
  readonly hadEncrypted: boolean;
  readonly isChanged: boolean;
}

/** Splits a stored row again. Returns null if its undocumented fields cannot be decrypted. */
function resplit(
  state: ContactKeyState,
  row: Omit<RawToStore, 'raw'> & { readonly raw: string; readonly undocumented: Buffer | null },
): Resplit | null {
  const { companyId, source, raw, undocumented } = row;
  const fields =
    undocumented === null || !canStoreContacts(state)
      ? []
      : decryptUndocumented(state.seal, { companyId, source }, undocumented);
  if (fields === null) return null;
  const full = joinRaw(parseJson(raw) ?? null, fields);
  const stored = storedRaw(state, { companyId, source, raw: full });
  const isChanged = stored.raw !== raw || (stored.undocumented === null) !== (undocumented === null);
  return { full, stored, hadEncrypted: fields.length > 0, isChanged };
}

export function resplitCompany(db: WriteDb, state: ContactKeyState, row: RawCompany): void {
  const { companyId, stamp } = row;
  const split = resplit(state, { ...row, source: stamp.source });
  if (split === null) return;
  if (split.isChanged) putCompanySources(db, [{ companyId, stamp, ...split.stored, personal: null }]);
  if (split.hadEncrypted) mergeStoredCompany(db, row, split.full);
}

export function resplitRound(db: WriteDb, state: ContactKeyState, row: RawRound): void {
  const split = resplit(state, { ...row, source: row.stamp.source });
  if (split === null) return;
  if (split.isChanged) putRoundSources(db, [{ ...row, ...split.stored }]);
  if (split.hadEncrypted) mergeStoredRound(db, row, split.full);
}

export function resplitRole(db: WriteDb, state: ContactKeyState, row: RawRole): void {
  const split = resplit(state, { ...row, source: row.stamp.source });
  if (split === null || (!split.isChanged && !split.hadEncrypted)) return;
  // The merge also stores the raw row.
  mergeStoredRole(db, { ...row, ...split.stored }, split.full);
}

export function resplitEvent(db: WriteDb, state: ContactKeyState, row: RawEvent): void {
  const split = resplit(state, { ...row, source: 'webhook' });
  if (split?.isChanged === true) putRawEvent(db, row.signalKey, split.stored);
}
