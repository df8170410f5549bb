import type { AppError } from '../../../shared/app-error.ts';
import { assertNever } from '../../../shared/app-failure.ts';
import type { OpenRolesQuery } from '../../../shared/model/query.ts';
import type { WriteDb } from '../db/sql.ts';
import { storePanelRefused } from '../library/store-panels.ts';
import { storeRolesEnd } from '../library/store-roles.ts';
import { storeCompanyGone, storeContactsClosed } from '../library/store.ts';

/** Keeps what a failed call below a company taught of it; each kind of 404 means something else [R-7-4…7]. */
export function learnFrom(
  cache: WriteDb,
  { id, query }: { readonly id: string; readonly query?: OpenRolesQuery },
  error: AppError,
  atMs: number,
): void {
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
