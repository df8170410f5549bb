import type { AppError } from '../../../shared/app-error.ts';
import { AppFailure, assertNever } from '../../../shared/app-failure.ts';
import type { OpenRolesQuery } from '../../../shared/model/query.ts';
import type { WriteDb } from '../db/sql.ts';
import { storePanelRefused } from '../library/store-panels.ts';
import { storeRolesEnd } from '../library/store-roles.ts';
import { storeCompanyGone, storeContactsClosed } from '../library/store.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';

/** What was asked for, as far as a 404 teaches something about it. */
export interface Asked {
  readonly id: string;
  readonly query?: OpenRolesQuery;
}

/**
 * Makes a call below a company. A 404 is free and teaches something; what it taught is kept before it is thrown on, unless the
 * company was erased meanwhile.
 */
export async function learning<T>(
  { files, governor, erased }: OpenWorkspace,
  asked: Asked,
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

/** Each kind of 404 means something else [R-7-4…7]. */
function learnFrom(cache: WriteDb, { id, query }: Asked, error: AppError, atMs: number): void {
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
