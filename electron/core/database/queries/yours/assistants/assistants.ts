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

/* Clients of the assistant interface, the data that they received, and their calls, in `yours.db`. */

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

/** Deletes a client and its key, and stores its name and `place` among the revoked clients. */
export const revokeAssistantClient = (db: WriteDb, clientId: string, atMs: number): void =>
  transaction(db, () => {
    run(
      db,
      `INSERT OR REPLACE INTO assistant_revoked (client_id, name, place, revoked_at_ms)
       SELECT client_id, name, place, :atMs FROM assistant_client WHERE client_id = :clientId`,
      { clientId, atMs },
    );
    run(db, 'DELETE FROM assistant_client WHERE client_id = :clientId', { clientId });
  });

export interface StoredRevokedClient {
  readonly clientId: string;
  readonly name: string;
  readonly place: string;
  readonly revokedAtMs: number;
}

/** Returns the revoked clients that received data since `sinceMs`, most recently revoked first. */
export const revokedClientsSince = (db: ReadDb, sinceMs: number, limit: number): StoredRevokedClient[] =>
  all(
    db,
    `SELECT client_id, name, place, revoked_at_ms FROM assistant_revoked
     WHERE client_id IN (
       SELECT client_id FROM assistant_handed WHERE last_at_ms >= :sinceMs
       UNION SELECT client_id FROM assistant_read WHERE last_at_ms >= :sinceMs)
     ORDER BY revoked_at_ms DESC, client_id LIMIT :limit`,
    { sinceMs, limit },
  ).map((row) => ({
    clientId: text(row, 'client_id'),
    name: text(row, 'name'),
    place: text(row, 'place'),
    revokedAtMs: num(row, 'revoked_at_ms'),
  }));

export interface StoredCaps {
  readonly hour: number;
  readonly day: number;
  readonly days30: number;
}

/** Returns the limits that the user set; null if the user has not changed them. */
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

/**
 * Returns the companies that clients received after `sinceMs`, each with the time at which any client last
 * received it, oldest first.
 */
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
  readonly tasks: number;
  readonly logEntries: number;
  readonly contacts: number;
  readonly made: string | null;
  readonly result: string;
  readonly proposalId: number | null;
  readonly stepId: number | null;
}

/** An item that a client has read. Companies are stored separately. */
export interface StoredRead {
  readonly kind: 'note' | 'task' | 'log-entry' | 'contacts';
  readonly itemId: string;
  readonly companyId: string;
  readonly amount: number;
}

export type NewCall = Omit<StoredCall, 'callId' | 'companies'> & {
  readonly companyIds: readonly string[];
  readonly read: readonly StoredRead[];
};

/** Stores a call and the items that the client has read, and sets the time of the client's last call. */
export const insertAssistantCall = (db: WriteDb, { companyIds, read, ...call }: NewCall): void =>
  transaction(db, () => {
    run(
      db,
      `INSERT INTO assistant_call
         (at_ms, client_id, client_name, tool, about, company_id, company_ids, notes, tasks, log_entries, contacts,
          made, result, proposal_id, step_id)
       VALUES (:atMs, :clientId, :clientName, :tool, :about, :companyId, :companyIds, :notes, :tasks, :logEntries,
         :contacts, :made, :result, :proposalId, :stepId)`,
      { ...call, companyIds: JSON.stringify(companyIds) },
    );
    for (const item of read)
      run(
        db,
        `INSERT INTO assistant_read (client_id, kind, item_id, company_id, amount, last_at_ms)
         VALUES (:clientId, :kind, :itemId, :companyId, :amount, :atMs)
         ON CONFLICT (client_id, kind, item_id) DO UPDATE
           SET amount = max(amount, excluded.amount), last_at_ms = max(last_at_ms, excluded.last_at_ms)`,
        { ...item, clientId: call.clientId, atMs: call.atMs },
      );
    run(db, 'UPDATE assistant_client SET last_call_at_ms = :atMs WHERE client_id = :clientId', {
      clientId: call.clientId,
      atMs: call.atMs,
    });
  });

/** Returns the calls before `beforeId`, newest first. */
export const assistantCalls = (db: ReadDb, beforeId: number | null, limit: number): StoredCall[] =>
  all(db, `${CALL} WHERE call_id < :beforeId ORDER BY call_id DESC LIMIT :limit`, {
    beforeId: beforeId ?? Number.MAX_SAFE_INTEGER,
    limit,
  }).map(callOf);

export function assistantCallById(db: ReadDb, callId: number): StoredCall | null {
  const row = get(db, `${CALL} WHERE call_id = :callId`, { callId });
  return row === null ? null : callOf(row);
}

/** Returns the ids of the companies that a call returned, in the order in which the call returned them. */
export const companyIdsOfCall = (db: ReadDb, callId: number, limit: number): string[] =>
  all(
    db,
    `SELECT value AS id FROM assistant_call, json_each(company_ids) WHERE call_id = :callId
     ORDER BY key LIMIT :limit`,
    { callId, limit },
  ).map((row) => text(row, 'id'));

const CALL = `SELECT call_id, at_ms, client_id, client_name, tool, about, company_id, notes, tasks, log_entries,
  contacts, made, result, proposal_id, step_id, json_array_length(company_ids) AS companies FROM assistant_call`;
const callOf = (row: SqlRow): StoredCall => ({
  callId: num(row, 'call_id'),
  atMs: num(row, 'at_ms'),
  clientId: text(row, 'client_id'),
  clientName: text(row, 'client_name'),
  tool: text(row, 'tool'),
  about: text(row, 'about'),
  companyId: textOrNull(row, 'company_id'),
  companies: num(row, 'companies'),
  notes: num(row, 'notes'),
  tasks: num(row, 'tasks'),
  logEntries: num(row, 'log_entries'),
  contacts: num(row, 'contacts'),
  made: textOrNull(row, 'made'),
  result: text(row, 'result'),
  proposalId: numOrNull(row, 'proposal_id'),
  stepId: numOrNull(row, 'step_id'),
});

/**
 * Deletes the calls, the read items and the revoked clients from before `atMs`. Of the remaining calls,
 * deletes all but the newest `max`.
 */
export const pruneAssistantCalls = (db: WriteDb, atMs: number, max: number): void => {
  run(db, 'DELETE FROM assistant_call WHERE at_ms < :atMs', { atMs });
  run(db, 'DELETE FROM assistant_read WHERE last_at_ms < :atMs', { atMs });
  run(db, 'DELETE FROM assistant_revoked WHERE revoked_at_ms < :atMs', { atMs });
  run(
    db,
    `DELETE FROM assistant_call
     WHERE call_id <= (SELECT call_id FROM assistant_call ORDER BY call_id DESC LIMIT 1 OFFSET :max)`,
    { max },
  );
};

interface ReadCounts {
  readonly companies: number;
  readonly notes: number;
  readonly tasks: number;
  readonly logEntries: number;
  readonly contacts: number;
}

/** Returns the number of distinct items that each client has read since `sinceMs`, by client id. */
export const readSince = (db: ReadDb, sinceMs: number): Map<string, ReadCounts> =>
  new Map(
    all(
      db,
      `SELECT client_id,
         sum(amount) FILTER (WHERE kind = 'company') AS companies,
         sum(amount) FILTER (WHERE kind = 'note') AS notes,
         sum(amount) FILTER (WHERE kind = 'task') AS tasks,
         sum(amount) FILTER (WHERE kind = 'log-entry') AS log_entries,
         sum(amount) FILTER (WHERE kind = 'contacts') AS contacts
       FROM (
         SELECT client_id, kind, amount FROM assistant_read WHERE last_at_ms >= :sinceMs
         UNION ALL SELECT client_id, 'company', 1 FROM assistant_handed WHERE last_at_ms >= :sinceMs)
       GROUP BY client_id`,
      { sinceMs },
    ).map((row) => [
      text(row, 'client_id'),
      {
        companies: numOrNull(row, 'companies') ?? 0,
        notes: numOrNull(row, 'notes') ?? 0,
        tasks: numOrNull(row, 'tasks') ?? 0,
        logEntries: numOrNull(row, 'log_entries') ?? 0,
        contacts: numOrNull(row, 'contacts') ?? 0,
      },
    ]),
  );

/**
 * Used only if the table `assistant_read` exists. Backups made by an older version of the app may not contain
 * this table.
 */
const READ_COMPANIES = 'UNION SELECT company_id FROM assistant_read WHERE company_id IS NOT NULL';

/** Returns the ids of all companies that clients received or that appear in calls. */
export const companiesOfAssistants = (db: ReadDb): string[] =>
  all(
    db,
    `SELECT company_id AS id FROM assistant_handed WHERE company_id NOT LIKE 'erased:%'
     UNION SELECT company_id FROM assistant_call WHERE company_id IS NOT NULL
     UNION SELECT value FROM assistant_call, json_each(company_ids)
     ${hasTable(db, 'assistant_read') ? READ_COMPANIES : ''}`,
  ).map((row) => text(row, 'id'));

/**
 * Removes a company from the calls and from the data that clients received. The company still counts toward
 * the limits and toward the number of items that clients have read, but under a random id.
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
  if (hasTable(db, 'assistant_read'))
    run(
      db,
      `UPDATE assistant_read SET company_id = NULL, item_id = 'erased:' || hex(randomblob(8))
       WHERE company_id = :companyId`,
      { companyId },
    );
  run(db, 'DELETE FROM assistant_call WHERE company_id = :companyId', { companyId });
  // If a search returned the company or was refused, its text may contain the company's name, so the text is
  // cleared.
  run(
    db,
    `UPDATE assistant_call SET about = '', company_ids =
       (SELECT json_group_array(value) FROM json_each(company_ids) WHERE value <> :companyId)
     WHERE EXISTS (SELECT 1 FROM json_each(company_ids) WHERE value = :companyId)`,
    { companyId },
  );
  run(db, `UPDATE assistant_call SET about = '' WHERE tool = 'find_companies' AND result <> 'done'`);
}

/**
 * Revokes all clients of a restored file, because some may have been revoked since the backup was made. Also
 * copies from the replaced file which companies clients received, because those companies still count toward
 * the limits.
 */
export function resetRestoredAssistants(restored: WriteDb, before: ReadDb | null): void {
  if (!hasTable(restored, 'assistant_client')) return;
  run(restored, 'DELETE FROM assistant_client');
  if (before === null || !hasTable(before, 'assistant_handed')) return;
  for (const row of all(before, 'SELECT company_id, client_id, last_at_ms FROM assistant_handed'))
    putCompaniesHanded(restored, text(row, 'client_id'), [text(row, 'company_id')], num(row, 'last_at_ms'));
}
