import type { ReadDb } from '../../database/sql.ts';
import type { ArchiveContent } from '../archive/content.ts';
import { buildContent, type Built, type PlacedRecord } from './build-content.ts';
import type { ImportedCompany } from '../local-companies/local-companies.ts';
import type { GivenRecord } from './given-record.ts';
import { resolveCompanies, type Candidate, type LocalTarget } from './resolve-companies.ts';

/** A company in an imported file that may be the same as a stored company. The user decides whether it is. */
export interface PossibleMatch {
  readonly local: LocalTarget;
  readonly candidates: readonly Candidate[];
}

export interface PreparedFiles extends Built {
  readonly localCompanies: readonly ImportedCompany[];
  readonly possible: readonly PossibleMatch[];
  /** Number of companies of each kind. `unnamed` is the number of records that do not identify a company. */
  readonly counts: Readonly<Record<'known' | 'possible' | 'local' | 'unnamed', number>>;
}

/**
 * Finds the companies that the records are about, and converts the records to the content of an archive.
 * @param confirmed the stored companies that the user confirmed as matches, by local id
 */
export async function prepareFiles(
  files: { readonly cache: ReadDb; readonly yours: ReadDb },
  records: readonly GivenRecord[],
  confirmed: ReadonlyMap<string, string>,
  { existing, nowMs, pause }: { existing: ArchiveContent; nowMs: number; pause: () => Promise<void> },
): Promise<PreparedFiles> {
  const resolved = await resolveCompanies(
    files,
    records.map(({ company }) => company),
    pause,
  );
  const placed: PlacedRecord[] = [];
  const companies = { known: new Set<string>(), possible: new Set<string>(), local: new Set<string>() };
  const locals = new Map<string, ImportedCompany>();
  const possible = new Map<string, PossibleMatch>();
  let unnamed = 0;
  resolved.forEach((found, index) => {
    const record = records[index];
    if (record === undefined || found.kind === 'unnamed') {
      unnamed += 1;
      return;
    }
    const local = 'local' in found ? found.local : null;
    companies[found.kind].add(local?.companyId ?? ('companyId' in found ? found.companyId : ''));
    if (found.kind === 'possible') possible.set(found.local.companyId, found);
    const match =
      found.kind === 'possible'
        ? found.candidates.find(({ companyId }) => companyId === confirmed.get(found.local.companyId))
        : undefined;
    if (local !== null) locals.set(local.companyId, { ...local, joinedInto: match?.companyId ?? null });
    const target = match ?? local ?? (found.kind === 'known' ? found : null);
    if (target !== null) placed.push({ companyId: target.companyId, companyName: target.name, record });
  });
  return {
    ...buildContent(placed, existing, nowMs),
    localCompanies: [...locals.values()],
    possible: [...possible.values()],
    counts: {
      known: companies.known.size,
      possible: companies.possible.size,
      local: companies.local.size,
      unnamed,
    },
  };
}
