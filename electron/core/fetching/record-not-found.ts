import type { AppError } from '../../../shared/app-error.ts';
import { AppFailure, assertNever } from '../../../shared/app-failure.ts';
import type { OpenRolesQuery } from '../../../shared/model/query.ts';
import type { WriteDb } from '../database/sql.ts';
import { storePanelRefused } from '../library/store-panels.ts';
import { storeRolesEnd } from '../library/store-open-roles.ts';
import { storeCompanyGone, storeContactsClosed } from '../library/store-responses.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';

/** The parts of a request that a 404 reveals something about. */
export interface RequestParts {
  readonly id: string;
  readonly query?: OpenRolesQuery;
}

/**
 * Makes a request below a company. A 404 is free; what it reveals is stored before it is rethrown, unless the
 * company was erased in the meantime.
 */
export async function learning<T>(
  { files, governor, erased }: OpenWorkspace,
  asked: RequestParts,
  work: () => Promise<T>,
): Promise<T> {
  const since = erased.since();
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppFailure && !since.isErased(asked.id))
      learnFrom(files.cache, asked, error.appError, governor.stampMs());
    throw error;
  } finally {
    since.end();
  }
}

/** A 404 means something different for each endpoint (spec §7). */
function learnFrom(cache: WriteDb, { id, query }: RequestParts, error: AppError, atMs: number): void {
  if (error.kind === 'not-found' && error.what === 'company') storeCompanyGone(cache, id, atMs);
  if (error.kind !== 'not-available') return;
  const { what } = error;
  switch (what) {
    case 'contacts':
      return storeContactsClosed(cache, id, error.hint, atMs);
    case 'tech-stack':
    case 'highlights':
    case 'news':
      return storePanelRefused(cache, id, what, atMs);
    case 'page':
      return query === undefined ? undefined : storeRolesEnd(cache, id, query, atMs);
    default:
      return assertNever(what);
  }
}
