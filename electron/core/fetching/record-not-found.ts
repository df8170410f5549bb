import type { AppError } from '../../../shared/app-error.ts';
import { assertNever } from '../../../shared/app-failure.ts';
import type { PricedCall } from '../../../shared/model/query.ts';
import type { WriteDb } from '../database/sql.ts';
import { storeRolesEnd } from '../library/store-open-roles.ts';
import { storePanelRefused } from '../library/store-panels.ts';
import { storeCompanyRemoved, storeContactsClosed } from '../library/store-responses.ts';

/** Stores what a 404 means for a company. The meaning depends on the endpoint (spec §7). */
export function recordNotFound(
  cache: WriteDb,
  call: Extract<PricedCall, { readonly companyId: string }>,
  error: AppError,
  atMs: number,
): void {
  const { companyId } = call;
  if (error.kind === 'not-found' && error.what === 'company') storeCompanyRemoved(cache, companyId, atMs);
  if (error.kind !== 'not-available') return;
  const { what } = error;
  switch (what) {
    case 'contacts':
      return storeContactsClosed(cache, companyId, error.hint, atMs);
    case 'tech-stack':
    case 'highlights':
    case 'news':
      return storePanelRefused(cache, companyId, what, atMs);
    case 'page':
      return 'query' in call ? storeRolesEnd(cache, companyId, call.query, atMs) : undefined;
    default:
      return assertNever(what);
  }
}
