import { namedCompanies, pendingCompanies } from '../../database/queries/cache/ours-pending.ts';
import { moveUserData } from '../../database/queries/yours/join-company.ts';
import {
  joinableCompanies,
  localCompaniesAt,
  setJoinedInto,
  type LocalCompany,
} from '../../database/queries/yours/local-companies.ts';
import { noteOf, putNote } from '../../database/queries/yours/notes.ts';
import { transaction, type ReadDb, type WriteDb } from '../../database/sql.ts';
import { matchLines, isExact } from '../ours/line-matcher.ts';
import { keysOfCompany } from '../ours/match-keys.ts';
import { PER_TURN } from '../ours/match-stored.ts';
import { NOTE_MAX } from '../notes.ts';

interface Files {
  readonly cache: ReadDb;
  readonly yours: WriteDb;
}
/** A local company, and the stored company into which it was joined. */
export interface Joined {
  readonly from: string;
  readonly into: string;
}

/**
 * Joins local companies with companies that were stored recently and have exactly the same website or
 * LinkedIn page. A name alone never joins companies.
 */
export function joinPending(files: Files, atMs: number): Joined[] {
  const found = new Map<string, Set<string>>();
  for (const company of namedCompanies(files.cache, pendingCompanies(files.cache, PER_TURN))) {
    const { exact } = keysOfCompany(company);
    const keyed = (prefix: string) => exact.find((key) => key.startsWith(prefix))?.slice(2) ?? '';
    for (const { companyId } of localCompaniesAt(files.yours, {
      websiteHost: keyed('d:'),
      linkedinPage: keyed('l:'),
    }))
      found.set(companyId, (found.get(companyId) ?? new Set()).add(company.companyId));
  }
  return joinUnambiguous(files, found, atMs);
}

/** Joins all local companies that match exactly one stored company. Needed after an import. */
export async function joinStored(files: Files, pause: () => Promise<void>, atMs: number): Promise<Joined[]> {
  const locals = joinableCompanies(files.yours);
  if (locals.length === 0) return [];
  const matches = await matchLines(files.cache, locals.map(ownKeys), pause);
  const found = new Map(
    locals.flatMap(({ companyId }, index) => {
      const ids = (matches.get(index) ?? []).filter(isExact).map((match) => match.companyId);
      return ids.length === 0 ? [] : [[companyId, new Set(ids)] as const];
    }),
  );
  return joinUnambiguous(files, found, atMs);
}

/**
 * Returns the keys for the company's own website and LinkedIn page. Omits the keys for parent domains, which
 * may belong to another company.
 */
const ownKeys = ({ websiteHost, linkedinPage }: LocalCompany) => ({
  exact: [
    ...(websiteHost === '' ? [] : [`d:${websiteHost}`]),
    ...(linkedinPage === '' ? [] : [`l:${linkedinPage}`]),
  ],
  name: null,
});

function joinUnambiguous(
  { yours }: Files,
  found: ReadonlyMap<string, ReadonlySet<string>>,
  atMs: number,
): Joined[] {
  return [...found].flatMap(([from, candidates]) => {
    const [into] = candidates;
    if (into === undefined || candidates.size > 1 || !joinInto(yours, { from, into }, atMs)) return [];
    return [{ from, into }];
  });
}

/**
 * Moves all user data of a local company to a stored company, in one transaction. If both have a note, the
 * local company's text is added below the stored company's.
 * @returns false, without any change, if the two notes together are too long
 */
export function joinInto(yours: WriteDb, { from, into }: Joined, atMs: number): boolean {
  return transaction(yours, () => {
    const moved = noteOf(yours, from);
    const kept = noteOf(yours, into);
    const body = joinedText(kept?.body ?? '', moved?.body ?? '');
    if (body.length > NOTE_MAX) return false;
    moveUserData(yours, { from, into }, kept?.revision ?? 0);
    if (moved !== null && kept !== null)
      putNote(yours, {
        companyId: into,
        companyName: kept.companyName,
        body,
        revision: kept.revision + moved.revision + 1,
        savedAtMs: Math.max(kept.savedAtMs, moved.savedAtMs, Math.round(atMs)),
        open: false,
        removedChars: 0,
      });
    setJoinedInto(yours, from, into);
    return true;
  });
}

const joinedText = (kept: string, moved: string): string =>
  kept === '' || kept === moved ? moved : moved === '' ? kept : `${kept}\n\n---\n\n${moved}`;
