import { joinableCompanies } from '../../database/queries/yours/local-companies.ts';
import type { ReadDb, WriteDb } from '../../database/sql.ts';
import type { Sliced } from '../../foundation/slices.ts';
import { collectInSlices, type Collected } from './collect.ts';
import { compareInSlices, type Compared, type History } from './compare.ts';
import { newVersions, readHistoryInSlices, recordVersions, withVersions } from './history.ts';
import { dataFilesOf } from './data-files.ts';
import type { DataFile } from './zip.ts';
import { ITEM_TYPES, type ArchiveContent } from './content.ts';
import type { ArchivedLocalCompany } from './format.ts';

interface OwnData {
  readonly ours: Collected;
  readonly history: History;
}

function* readOwnData(yours: ReadDb): Sliced<OwnData> {
  return { ours: yield* collectInSlices(yours), history: yield* readHistoryInSlices(yours) };
}

export interface PreparedArchive {
  readonly collected: Collected;
  readonly files: readonly DataFile[];
}

/**
 * Prepares an archive of all data in `snapshot`, which is a snapshot of `yours`, and records the exchanged
 * versions in `yours`.
 */
export function* prepareArchive(snapshot: ReadDb, yours: WriteDb, atMs: number): Sliced<PreparedArchive> {
  const { ours, history } = yield* readOwnData(snapshot);
  const versions = yield* newVersions(ours.content, history);
  yield* recordVersions(yours, versions, atMs);
  const localCompanies = yield* localCompaniesIn(snapshot, ours.content);
  const files = yield* dataFilesOf(ours.content, yield* withVersions(history, versions), localCompanies);
  return { collected: ours, files };
}

/** Returns the local companies that have data in the archive, with their website hosts and LinkedIn pages. */
function* localCompaniesIn(yours: ReadDb, content: ArchiveContent): Sliced<ArchivedLocalCompany[]> {
  const companies = joinableCompanies(yours);
  if (companies.length === 0) return [];
  const ids = new Set<string>();
  for (const type of ITEM_TYPES)
    for (const item of content[type]) {
      if ('companyId' in item) ids.add(item.companyId);
      yield;
    }
  return companies
    .filter(({ companyId }) => ids.has(companyId))
    .map(({ companyId, name, websiteHost, linkedinPage }) => ({
      companyId,
      name,
      websiteHost,
      linkedinPage,
    }));
}

/** Compares an archive with the workspace's own data. */
export function* compareWithOwnData(
  yours: ReadDb,
  theirs: { readonly content: ArchiveContent; readonly history: History },
): Sliced<{ readonly ours: Collected; readonly compared: readonly Compared[] }> {
  const { ours, history } = yield* readOwnData(yours);
  return { ours, compared: yield* compareInSlices({ content: ours.content, history }, theirs) };
}
