import type { Stamp } from '../../../../shared/model/company.ts';
import type { DataChange } from '../../../../shared/model/watch.ts';
import {
  articleFacts,
  hasRoleBase,
  insertChange,
  pruneChanges,
  roleFacts,
  roundFacts,
  companiesReceivedSince,
} from '../../database/queries/cache/company-changes.ts';
import { panelsOf } from '../../database/queries/cache/panels/company-panels.ts';
import { contactsState } from '../../database/queries/cache/contacts.ts';
import { transaction, type ReadDb, type WriteDb } from '../../database/sql.ts';
import { differences, type Version } from './company-differences.ts';

/*
 * Records how a response changes stored companies: new rounds, roles, news and contacts. For speed, compares
 * only the parts that the response can change, and only for companies that were already stored.
 */

/** Parts of a company that a response can change. */
export type Part = 'rounds' | 'roles' | 'news' | 'contacts';

const MAX_CHANGES = 5_000;

interface RecordedChange {
  readonly companyIds: readonly string[];
  readonly parts: readonly Part[];
  /** Source of the response and its server time. */
  readonly stamp: Stamp;
}

/**
 * Runs `work`, which stores a response, and records the resulting changes. Records no changes for a company
 * whose stored data from the same source is at least as new as the response. Parsing a stored row again
 * therefore records nothing. Call inside a transaction.
 */
export function recordChanges<T>(
  db: WriteDb,
  { companyIds, parts, stamp }: RecordedChange,
  work: () => T,
): T {
  const again = new Set(companiesReceivedSince(db, companyIds, stamp));
  const checked = { parts, companyIds: [...new Set(companyIds)].filter((id) => !again.has(id)) };
  if (checked.companyIds.length === 0) return work();
  const before = versionsOf(db, checked);
  const value = work();
  const after = versionsOf(db, checked);
  let recorded = 0;
  for (const companyId of checked.companyIds) {
    const [was, is] = [before.get(companyId), after.get(companyId)];
    if (was === undefined || is === undefined) continue;
    const found = differences(was, is);
    for (const each of found) recordDifference(db, companyId, each, stamp.fetchedAtMs);
    recorded += found.length;
  }
  if (recorded > 0) pruneChanges(db, MAX_CHANGES);
  return value;
}

/** Calls `recordChanges` for one company in a new transaction. */
export const storeAndRecordChanges = <T>(
  db: WriteDb,
  { companyId, ...change }: Omit<RecordedChange, 'companyIds'> & { readonly companyId: string },
  work: () => T,
): T => transaction(db, () => recordChanges(db, { ...change, companyIds: [companyId] }, work));

/** Stores one change to a company. Call inside a transaction. */
function recordDifference(db: WriteDb, companyId: string, change: DataChange, fetchedAtMs: number): void {
  insertChange(db, {
    companyId,
    kind: change.kind,
    changeJson: JSON.stringify(change),
    fetchedAtMs: Math.round(fetchedAtMs),
  });
}

function versionsOf(db: ReadDb, { companyIds, parts }: Omit<RecordedChange, 'stamp'>): Map<string, Version> {
  const rounds = parts.includes('rounds') ? roundFacts(db, companyIds) : null;
  return new Map(
    companyIds.map((companyId) => [
      companyId,
      {
        rounds: rounds === null ? null : (rounds.get(companyId) ?? []),
        roles: parts.includes('roles') && hasRoleBase(db, companyId) ? roleFacts(db, companyId) : null,
        articles:
          parts.includes('news') && wereNewsFetched(db, companyId) ? articleFacts(db, companyId) : null,
        contacts: parts.includes('contacts') ? contactsState(db, companyId) : null,
      },
    ]),
  );
}

const wereNewsFetched = (db: ReadDb, companyId: string): boolean =>
  (panelsOf(db, companyId).get('news')?.fetchedAtMs ?? null) !== null;
