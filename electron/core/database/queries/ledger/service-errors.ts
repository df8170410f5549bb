import type { ServiceError } from '../../../../../shared/model/service-error.ts';
import { all, get, num, run, text, textOrNull, type ReadDb, type SqlRow, type WriteDb } from '../../sql.ts';

/** Stores the service's own error text for a ledger row. The status is in the row itself. */
export function insertServiceError(db: WriteDb, entryId: number, serviceError: ServiceError): void {
  const { error, code, message, detail, hint, excerpt } = serviceError;
  run(
    db,
    `INSERT INTO service_error (entry_id, error, code, message, detail, hint, excerpt)
     VALUES (:entryId, :error, :code, :message, :detail, :hint, :excerpt)`,
    { entryId, error, code, message, detail, hint, excerpt },
  );
}

/** Columns of `service_error` that `serviceErrorOf` reads. */
export const SERVICE_ERROR_COLUMNS = `entry_id, service_error.error AS service_text, code AS service_code,
  message AS service_message, service_error.detail AS service_detail, hint AS service_hint,
  excerpt AS service_excerpt`;

/** Returns the service's own error text; null if none is stored for the row. */
export function serviceErrorOf(row: SqlRow, status: number | null): ServiceError | null {
  if (row['entry_id'] === null || status === null) return null;
  return {
    status,
    error: textOrNull(row, 'service_text'),
    code: textOrNull(row, 'service_code'),
    message: textOrNull(row, 'service_message'),
    detail: textOrNull(row, 'service_detail'),
    hint: textOrNull(row, 'service_hint'),
    excerpt: textOrNull(row, 'service_excerpt'),
  };
}

/**
 * Returns the service's error text for the first failed request that was made for `call` after the ledger row
 * `afterEntry`.
 */
export function serviceErrorAfter(
  db: ReadDb,
  { afterEntry, call }: { readonly afterEntry: number; readonly call: string },
): ServiceError | null {
  const row = get(
    db,
    `SELECT status, ${SERVICE_ERROR_COLUMNS} FROM entry JOIN service_error ON service_error.entry_id = entry.id
     WHERE entry.id > :afterEntry AND call = :call AND status IS NOT NULL ORDER BY entry.id LIMIT 1`,
    { afterEntry, call },
  );
  return row === null ? null : serviceErrorOf(row, num(row, 'status'));
}

/** An error response and the server time of its request, in Unix ms. */
interface DatedServiceError extends ServiceError {
  readonly atMs: number;
  readonly endpoint: string;
}

/** Returns the latest error responses, newest first. */
export const newestServiceErrors = (db: ReadDb, limit: number): DatedServiceError[] =>
  all(
    db,
    `SELECT at_ms, endpoint, status, ${SERVICE_ERROR_COLUMNS} FROM service_error
     JOIN entry ON entry.id = service_error.entry_id
     WHERE status IS NOT NULL AND endpoint IS NOT NULL ORDER BY entry_id DESC LIMIT :limit`,
    { limit },
  ).flatMap((row) => {
    const serviceError = serviceErrorOf(row, num(row, 'status'));
    const dated = { atMs: num(row, 'at_ms'), endpoint: text(row, 'endpoint') };
    return serviceError === null ? [] : [{ ...dated, ...serviceError }];
  });
