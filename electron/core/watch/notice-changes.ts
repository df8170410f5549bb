import type { Stamp } from '../../../shared/model/company.ts';
import type { ChangeTold } from '../../../shared/model/watch.ts';
import {
  articleFacts,
  hasRoleBase,
  insertChange,
  pruneChanges,
  roleFacts,
  roundFacts,
  toldSince,
} from '../db/queries/changes.ts';
import { panelsOf } from '../db/queries/panels.ts';
import { contactsState } from '../db/queries/people.ts';
import { transaction, type ReadDb, type WriteDb } from '../db/sql.ts';
import { differences, type Version } from './differences.ts';

/*
 * Every way in which an answer comes to be kept leads through here, whoever asked for it. It reads only the parts that the answer
 * can change, of companies that were kept before it came.
 */

/** What an answer may tell of. */
export type Part = 'rounds' | 'roles' | 'news' | 'contacts';

/** Changes that stand at most, and for how long. */
const CHANGES_KEPT = 5_000;
const KEPT_MS = 180 * 86_400_000;

export interface Told {
  readonly companyIds: readonly string[];
  readonly parts: readonly Part[];
  /** Which call answered, and when, server time. */
  readonly stamp: Stamp;
}

/**
 * Keeps an answer by `work` and, in the same transaction, what it changed. A row that is read again, and an answer that came late
 * after a newer one of the same call, change nothing. Call inside a transaction.
 */
export function noticing<T>(db: WriteDb, { companyIds, parts, stamp }: Told, work: () => T): T {
  const again = new Set(toldSince(db, companyIds, stamp));
  const asked = { parts, companyIds: [...new Set(companyIds)].filter((id) => !again.has(id)) };
  if (asked.companyIds.length === 0) return work();
  const before = versionsOf(db, asked);
  const value = work();
  const after = versionsOf(db, asked);
  let noticed = 0;
  for (const companyId of asked.companyIds) {
    const [was, is] = [before.get(companyId), after.get(companyId)];
    if (was === undefined || is === undefined) continue;
    const found = differences(was, is);
    for (const each of found) keepChange(db, companyId, each, stamp.fetchedAtMs);
    noticed += found.length;
  }
  if (noticed > 0) pruneChanges(db, CHANGES_KEPT, stamp.fetchedAtMs - KEPT_MS);
  return value;
}

/** The same for one company, as one transaction. */
export const storeNoticing = <T>(
  db: WriteDb,
  { companyId, ...told }: Omit<Told, 'companyIds'> & { readonly companyId: string },
  work: () => T,
): T => transaction(db, () => noticing(db, { ...told, companyIds: [companyId] }, work));

/** Call inside a transaction. */
export function keepChange(db: WriteDb, companyId: string, told: ChangeTold, fetchedAtMs: number): void {
  insertChange(db, {
    ...{ companyId, kind: told.kind, told: JSON.stringify(told) },
    fetchedAtMs: Math.round(fetchedAtMs),
  });
}

function versionsOf(db: ReadDb, { companyIds, parts }: Omit<Told, 'stamp'>): Map<string, Version> {
  const rounds = parts.includes('rounds') ? roundFacts(db, companyIds) : null;
  return new Map(
    companyIds.map((companyId) => [
      companyId,
      {
        rounds: rounds === null ? null : (rounds.get(companyId) ?? []),
        roles: parts.includes('roles') && hasRoleBase(db, companyId) ? roleFacts(db, companyId) : null,
        articles: parts.includes('news') && wereNewsTold(db, companyId) ? articleFacts(db, companyId) : null,
        contacts: parts.includes('contacts') ? contactsState(db, companyId) : null,
      },
    ]),
  );
}

const wereNewsTold = (db: ReadDb, companyId: string): boolean =>
  (panelsOf(db, companyId).get('news')?.fetchedAtMs ?? null) !== null;
