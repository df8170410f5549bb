import {
  insertImport,
  insertKey,
  insertLine,
  putMatch,
  setImportRemoved,
} from '../../database/queries/yours/ours.ts';
import type { ReadDb, WriteDb } from '../../database/sql.ts';
import { matchLines, type LineMatch } from '../ours/line-matcher.ts';
import { parseLines, type ParsedLine } from '../ours/parse-lines.ts';
import type { Journal } from '../undo-journal.ts';
import type { ItemOf } from './content.ts';

type ArchivedImport = ItemOf<'oursImports'>;

interface PreparedLines {
  readonly lines: readonly ParsedLine[];
  readonly matches: ReadonlyMap<number, readonly LineMatch[]>;
}
/**
 * Maps each archived import of "Already yours" lines to its parsed lines and the stored companies that match
 * them.
 */
export type OursMatches = ReadonlyMap<ArchivedImport, PreparedLines>;

/** Compares the imports' lines with the library in slices, before anything is written. */
export async function matchOursImports(
  cache: ReadDb,
  imports: readonly ArchivedImport[],
  pause: () => Promise<void>,
): Promise<OursMatches> {
  const prepared = new Map<ArchivedImport, PreparedLines>();
  for (const archived of imports) {
    const lines = archived.lines.map(readLine);
    const matches = await matchLines(
      cache,
      lines.map(({ keys }) => keys),
      pause,
    );
    prepared.set(archived, { lines, matches });
  }
  return prepared;
}

/** Parses an archived line again. `keys` is null if the parser mistakes the line for a table header. */
function readLine(given: string, index: number): ParsedLine {
  const [parsed] = parseLines(given);
  return { line: index + 1, given, keys: parsed?.keys ?? null };
}

export function writeOursImport(
  { yours, journal, oursMatches }: { yours: WriteDb; journal: Journal; oursMatches: OursMatches },
  archived: ArchivedImport,
): void {
  const { kind, source, importedAtMs } = archived;
  const { lines, matches } = oursMatches.get(archived) ?? { lines: [], matches: new Map() };
  const importId = insertImport(yours, { kind, source, lines: lines.length, importedAtMs });
  // If the user undoes the import of the archive, the “Already yours” import written here is hidden instead
  // of deleted, so redo can show its lines again.
  journal.touch({ part: 'ours_import', key: [importId] });
  setImportRemoved(yours, importId, null);
  lines.forEach(({ line, given, keys }, index) => {
    const lineId = insertLine(yours, { importId, position: line, given });
    const all = [...(keys?.exact ?? []), ...(keys?.name == null ? [] : [keys.name])];
    for (const matchKey of all) insertKey(yours, { matchKey, lineId });
    for (const match of matches.get(index) ?? []) putMatch(yours, { ...match, lineId, importId });
  });
}
