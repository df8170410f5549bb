import { hasTable } from '../../privacy-state.ts';
import {
  all,
  bytesOrNull,
  get,
  num,
  numOrNull,
  run,
  text,
  textOrNull,
  transaction,
  type ReadDb,
  type SqlRow,
  type WriteDb,
} from '../../../sql.ts';

/* Clients of the assistant interface, what they received, and their calls, in `yours.db`. */

export interface StoredClient {
  readonly clientId: string;
  readonly name: string;
  readonly place: string;
  /** JSON array. */
  readonly permissions: string;
  readonly keySha256: Buffer;
  readonly addedAtMs: number;
  readonly lastCallAtMs: number | null;
}

const CLIENT = 'client_id, name, place, permissions, key_sha256, added_at_ms, last_call_at_ms';

const clientOf = (row: SqlRow): StoredClient => ({
  clientId: text(row, 'client_id'),
  name: text(row, 'name'),
  place: text(row, 'place'),
  permissions: text(row, 'permissions'),
  keySha256: bytesOrNull(row, 'key_sha256') ?? Buffer.alloc(0),
  addedAtMs: num(row, 'added_at_ms'),
  lastCallAtMs: numOrNull(row, 'last_call_at_ms'),
});

/** Returns all clients, oldest first. */
export const assistantClients = (db: ReadDb): StoredClient[] =>
  all(db, `SELECT ${CLIENT} FROM assistant_client ORDER BY added_at_ms, name`).map(clientOf);

export const insertAssistantClient = (db: WriteDb, client: Omit<StoredClient, 'lastCallAtMs'>): void =>
  void run(
    db,
    `INSERT INTO assistant_client (client_id, name, place, permissions, key_sha256, added_at_ms)
     VALUES (:clientId, :name, :place, :permissions, :keySha256, :addedAtMs)`,
    { ...client },
  );

export const setAssistantPermissions = (db: WriteDb, clientId: string, permissions: string): boolean =>
  run(db, 'UPDATE assistant_client SET permissions = :permissions WHERE client_id = :clientId', {
    clientId,
    permissions,
  }).changes > 0;

export const setAssistantPlace = (db: WriteDb, clientId: string, place: string): boolean =>
  run(db, 'UPDATE assistant_client SET place = :place WHERE client_id = :clientId', { clientId, place })
    .changes > 0;

export const deleteAssistantClient = (db: WriteDb, clientId: string): boolean =>
  run(db, 'DELETE FROM assistant_client WHERE client_id = :clientId', { clientId }).changes > 0;

export interface StoredCaps {
  readonly hour: number;
  readonly day: number;
  readonly days30: number;
}

/** Returns null unless the user has changed the limits. */
export function assistantCaps(db: ReadDb): StoredCaps | null {
  const row = get(db, 'SELECT hour, day, days30 FROM assistant_caps WHERE one = 1');
  return row === null ? null : { hour: num(row, 'hour'), day: num(row, 'day'), days30: num(row, 'days30') };
}

export const putAssistantCaps = (db: WriteDb, caps: StoredCaps): void =>
  void run(
    db,
    `INSERT INTO assistant_caps (one, hour, day, days30) VALUES (1, :hour, :day, :days30)
     ON CONFLICT (one) DO UPDATE SET hour = excluded.hour, day = excluded.day, days30 = excluded.days30`,
    { ...caps },
  );

/** Returns when any client last received each company after `sinceMs`, oldest first. */
export const companiesHandedSince = (db: ReadDb, sinceMs: number): Map<string, number> =>
  new Map(
    all(
      db,
      `SELECT company_id, max(last_at_ms) AS at_ms FROM assistant_handed WHERE last_at_ms > :sinceMs
       GROUP BY company_id ORDER BY at_ms, company_id`,
      { sinceMs },
    ).map((row) => [text(row, 'company_id'), num(row, 'at_ms')]),
  );

export const putCompaniesHanded = (
  db: WriteDb,
  clientId: string,
  companyIds: readonly string[],
  atMs: number,
): void =>
  void run(
    db,
    `INSERT INTO assistant_handed (company_id, client_id, last_at_ms)
     SELECT value, :clientId, :atMs FROM json_each(:companyIds) WHERE true
     ON CONFLICT (company_id, client_id) DO UPDATE SET last_at_ms = max(last_at_ms, excluded.last_at_ms)`,
    { clientId, atMs, companyIds: JSON.stringify(companyIds) },
  );

export const deleteHandedBefore = (db: WriteDb, atMs: number): void =>
  void run(db, 'DELETE FROM assistant_handed WHERE last_at_ms <= :atMs', { atMs });

export interface StoredCall {
  readonly callId: number;
  readonly atMs: number;
  readonly clientId: string;
  readonly clientName: string;
  readonly tool: string;
  readonly about: string;
  readonly companyId: string | null;
  readonly companies: number;
  readonly notes: number;
  readonly contacts: number;
  readonly made: string | null;
  readonly result: string;
}

export type NewCall = Omit<StoredCall, 'callId' | 'companies'> & { readonly companyIds: readonly string[] };

/** Stores a call, and its time with the client. */
export const insertAssistantCall = (db: WriteDb, { companyIds, ...call }: NewCall): void =>
  transaction(db, () => {
    run(
      db,
      `INSERT INTO assistant_call
         (at_ms, client_id, client_name, tool, about, company_id, company_ids, notes, contacts, made, result)
       VALUES (:atMs, :clientId, :clientName, :tool, :about, :companyId, :companyIds, :notes, :contacts, :made,
         :result)`,
      { ...call, companyIds: JSON.stringify(companyIds) },
    );
    run(db, 'UPDATE assistant_client SET last_call_at_ms = :atMs WHERE client_id = :clientId', {
      clientId: call.clientId,
      atMs: call.atMs,
    });
  });

/** Returns the calls before `beforeId`, newest first. */
export const assistantCalls = (db: ReadDb, beforeId: number | null, limit: number): StoredCall[] =>
  all(
    db,
    `SELECT call_id, at_ms, client_id, client_name, tool, about, company_id, notes, contacts, made, result,
       json_array_length(company_ids) AS companies
     FROM assistant_call WHERE call_id < :beforeId ORDER BY call_id DESC LIMIT :limit`,
    { beforeId: beforeId ?? Number.MAX_SAFE_INTEGER, limit },
  ).map((row) => ({
    callId: num(row, 'call_id'),
    atMs: num(row, 'at_ms'),
    clientId: text(row, 'client_id'),
    clientName: text(row, 'client_name'),
    tool: text(row, 'tool'),
    about: text(row, 'about'),
    companyId: textOrNull(row, 'company_id'),
    companies: num(row, 'companies'),
    notes: num(row, 'notes'),
    contacts: num(row, 'contacts'),
    made: textOrNull(row, 'made'),
    result: text(row, 'result'),
  }));

/** Deletes calls made before `atMs`, and all but the newest `max` calls. */
export const pruneAssistantCalls = (db: WriteDb, atMs: number, max: number): void => {
  run(db, 'DELETE FROM assistant_call WHERE at_ms < :atMs', { atMs });
  run(
    db,
    `DELETE FROM assistant_call
     WHERE call_id <= (SELECT call_id FROM assistant_call ORDER BY call_id DESC LIMIT 1 OFFSET :max)`,
    { max },
  );
};

/** Returns what each client received since `sinceMs`, by client id. */
export function handedOutSince(
  db: ReadDb,
  sinceMs: number,
): Map<string, { companies: number; notes: number; contacts: number }> {
  const counts = new Map<string, { companies: number; notes: number; contacts: number }>();
  for (const row of all(
    db,
    `SELECT client_id, sum(notes) AS notes, sum(contacts) AS contacts FROM assistant_call
     WHERE at_ms >= :sinceMs GROUP BY client_id`,
    { sinceMs },
  ))
    counts.set(text(row, 'client_id'), {
      companies: 0,
      notes: num(row, 'notes'),
      contacts: num(row, 'contacts'),
    });
  for (const row of all(
    db,
    `SELECT client_id, count(*) AS n FROM assistant_handed WHERE last_at_ms >= :sinceMs GROUP BY client_id`,
    { sinceMs },
  )) {
    const known = counts.get(text(row, 'client_id'));
    counts.set(text(row, 'client_id'), { notes: 0, contacts: 0, ...known, companies: num(row, 'n') });
  }
  return counts;
}

/** Returns the ids of all companies that clients received or that calls were about. */
export const companiesOfAssistants = (db: ReadDb): string[] =>
  all(
    db,
    `SELECT company_id AS id FROM assistant_handed WHERE company_id NOT LIKE 'erased:%'
     UNION SELECT company_id FROM assistant_call WHERE company_id IS NOT NULL
     UNION SELECT value FROM assistant_call, json_each(company_ids)`,
  ).map((row) => text(row, 'id'));

/**
 * Removes a company from the calls and from the companies that clients received. It still counts towards the
 * limits, under a random id.
 */
export function eraseFromAssistants(db: WriteDb, companyId: string): void {
  run(
    db,
    `INSERT INTO assistant_handed (company_id, client_id, last_at_ms)
     SELECT erased.id, client_id, last_at_ms
     FROM assistant_handed, (SELECT 'erased:' || hex(randomblob(8)) AS id) AS erased
     WHERE company_id = :companyId`,
    { companyId },
  );
  run(db, 'DELETE FROM assistant_handed WHERE company_id = :companyId', { companyId });
  run(db, 'DELETE FROM assistant_call WHERE company_id = :companyId', { companyId });
  // The text of a search that returned the company may contain its name.
  run(
    db,
    `UPDATE assistant_call SET about = '', company_ids =
       (SELECT json_group_array(value) FROM json_each(company_ids) WHERE value <> :companyId)
     WHERE EXISTS (SELECT 1 FROM json_each(company_ids) WHERE value = :companyId)`,
    { companyId },
  );
}

/**
 * Revokes all clients of a restored file, because some may have been revoked since the backup was made. Copies
 * what clients received from the replaced file, so a restore does not raise the limits.
 */
export function resetRestoredAssistants(restored: WriteDb, before: ReadDb | null): void {
  if (!hasTable(restored, 'assistant_client')) return;
  run(restored, 'DELETE FROM assistant_client');
  if (before === null || !hasTable(before, 'assistant_handed')) return;
  for (const row of all(before, 'SELECT company_id, client_id, last_at_ms FROM assistant_handed'))
    putCompaniesHanded(restored, text(row, 'client_id'), [text(row, 'company_id')], num(row, 'last_at_ms'));
}
