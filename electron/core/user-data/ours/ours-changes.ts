import type { OursKind } from '../../../../shared/model/ours/ours-kinds.ts';
import type { OursDecision } from '../../../../shared/model/ours/ours.ts';
import {
  deleteUnrestorableImports,
  insertImport,
  insertKey,
  insertLine,
  isImportVisible,
  matchesOfCompanies,
  putDecision,
  putMatch,
  setImportRemoved,
} from '../../database/queries/yours/ours.ts';
import { transaction, type ReadDb, type WriteDb } from '../../database/sql.ts';
import type { Journal } from '../undo-journal.ts';
import { matchLines } from './line-matcher.ts';
import type { ParsedLine } from './parse-lines.ts';

/** Number of lines that are stored in one event-loop turn. */
const PER_TURN = 500;

interface OursFiles {
  readonly cache: ReadDb;
  readonly yours: WriteDb;
}

/** An import whose lines are stored, but which stays hidden until `OursChanges.show` is called. */
export interface PreparedImport {
  readonly importId: number;
  readonly decisions: readonly { companyId: string; matchKey: string; isSame: boolean }[];
}

/**
 * Stores the lines of an import and their matches, in slices, so other work is not delayed. The import
 * remains hidden. If the app stops before the import is shown, a later import deletes it.
 */
export async function prepareImport(
  { cache, yours }: OursFiles,
  given: {
    readonly kind: OursKind;
    readonly source: string;
    readonly lines: readonly ParsedLine[];
    readonly decisions: readonly OursDecision[];
    readonly atMs: number;
  },
  pause: () => Promise<void>,
): Promise<PreparedImport> {
  const { kind, source, lines, atMs } = given;
  deleteUnrestorableImports(yours);
  const importId = insertImport(yours, { kind, source, lines: lines.length, importedAtMs: Math.round(atMs) });
  const lineIds: number[] = [];
  for (let at = 0; at < lines.length; at += PER_TURN) {
    transaction(yours, () => {
      for (const line of lines.slice(at, at + PER_TURN)) lineIds.push(storeLine(yours, importId, line));
    });
    await pause();
  }
  // All lines are stored before the first is compared. If a company is stored in the meantime, it is compared
  // with the stored lines, so no match is missed.
  const found = [
    ...(await matchLines(
      cache,
      lines.map(({ keys }) => keys),
      pause,
    )),
  ];
  for (let at = 0; at < found.length; at += PER_TURN) {
    transaction(yours, () => {
      for (const [index, matches] of found.slice(at, at + PER_TURN))
        for (const match of matches) putMatch(yours, { ...match, lineId: lineIds[index] ?? 0, importId });
    });
    await pause();
  }
  const byLine = new Map(found.map(([index, matches]) => [lines[index]?.line, matches]));
  const decisions = given.decisions.flatMap(({ line, companyId, isSame }) => {
    const match = byLine.get(line)?.find((each) => each.companyId === companyId);
    return match === undefined ? [] : [{ companyId, matchKey: match.matchKey, isSame }];
  });
  return { importId, decisions };
}

function storeLine(yours: WriteDb, importId: number, { line, given, keys }: ParsedLine): number {
  const lineId = insertLine(yours, { importId, position: line, given });
  for (const matchKey of keys?.exact ?? []) insertKey(yours, { matchKey, lineId });
  if (keys !== null && keys.name !== null) insertKey(yours, { matchKey: keys.name, lineId });
  return lineId;
}

/**
 * Edits the imports and decisions that mark companies as "Already yours", such as customers. Must be called
 * within `recordChange`.
 */
interface OursChanges {
  /** Makes a prepared import visible and stores its decisions. */
  show(prepared: PreparedImport, atMs: number): void;
  /** Removes an import. Does nothing if it has already been removed. */
  remove(importId: number, atMs: number): void;
  /** Stores the user's decision for every line that matches the company. */
  decide(companyId: string, isSame: boolean, atMs: number): void;
}

export function createOursChanges(yours: WriteDb, journal: Journal): OursChanges {
  const put = (decision: { companyId: string; matchKey: string; isSame: boolean }, atMs: number): void => {
    journal.touch({ part: 'ours_decision', key: [decision.companyId, decision.matchKey] });
    putDecision(yours, { ...decision, decidedAtMs: Math.round(atMs) });
  };
  return {
    show: ({ importId, decisions }, atMs) => {
      journal.touch({ part: 'ours_import', key: [importId] });
      setImportRemoved(yours, importId, null);
      for (const decision of decisions) put(decision, atMs);
    },
    remove: (importId, atMs) => {
      if (!isImportVisible(yours, importId)) return;
      journal.touch({ part: 'ours_import', key: [importId] });
      setImportRemoved(yours, importId, Math.round(atMs));
    },
    decide: (companyId, isSame, atMs) => {
      const keys = new Set(matchesOfCompanies(yours, [companyId]).map(({ matchKey }) => matchKey));
      for (const matchKey of keys) put({ companyId, matchKey, isSame }, atMs);
    },
  };
}
