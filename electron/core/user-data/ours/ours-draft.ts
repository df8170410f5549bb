import type { OursCounts, OursPreviewLine, OursPreviewRow } from '../../../../shared/model/ours/ours.ts';
import { companyRows } from '../../database/queries/cache/companies.ts';
import { decisionsAbout } from '../../database/queries/yours/ours.ts';
import { countOpenTasksOf } from '../../database/queries/yours/tasks.ts';
import type { ReadDb } from '../../database/sql.ts';
import { clip, clipOrNull } from '../../foundation/clip-text.ts';
import { triageMarks } from '../triage.ts';
import { isExact, matchLines, type LineMatch } from './line-matcher.ts';
import { parseLines, type ParsedLine } from './parse-lines.ts';

interface MatchedLine {
  readonly line: ParsedLine;
  readonly match: LineMatch;
  /** Whether the user has already confirmed that the line refers to this company. */
  readonly isDecided: boolean;
  /** Number of companies that the line may match. */
  readonly candidates: number;
}

/** The result of comparing lines with the library. None of it is saved. */
export interface OursDraft {
  readonly counts: OursCounts;
  /** The lines that an import would store. */
  readonly lines: readonly ParsedLine[];
  readonly possible: readonly MatchedLine[];
  readonly exact: readonly MatchedLine[];
  readonly unmatched: readonly ParsedLine[];
  readonly unreadable: readonly ParsedLine[];
}

/**
 * Reads the lines of a text and compares them with the library.
 * @throws AppFailure `validation` (`text`) if the text is too long or has too many lines
 */
export async function draftOf(
  files: { readonly cache: ReadDb; readonly yours: ReadDb },
  text: string,
  pause: () => Promise<void>,
): Promise<OursDraft> {
  const all = parseLines(text);
  await pause();
  const unreadable = all.filter(({ keys }) => keys === null);
  const lines = withoutRepeated(all.filter(({ keys }) => keys !== null));
  const matches = await matchLines(
    files.cache,
    lines.map(({ keys }) => keys),
    pause,
  );
  const { possible, exact, unmatched } = sorted(files.yours, lines, matches);
  const repeated = all.length - unreadable.length - lines.length;
  const linesIn = (matched: readonly MatchedLine[]): number => new Set(matched.map(({ line }) => line)).size;
  return {
    counts: {
      lines: all.length,
      possible: linesIn(possible),
      exact: linesIn(exact),
      unmatched: unmatched.length,
      repeated,
      unreadable: unreadable.length,
    },
    lines,
    possible,
    exact,
    unmatched,
    unreadable,
  };
}

function withoutRepeated(lines: readonly ParsedLine[]): ParsedLine[] {
  const seen = new Set<string>();
  return lines.filter(({ keys }) => {
    const name = JSON.stringify([keys?.exact, keys?.name]);
    return !seen.has(name) && seen.add(name) !== null;
  });
}

/** Number of companies whose decisions are read in one query. */
const AT_ONCE = 1_000;

/** Groups the lines by their matches, and applies earlier decisions about possible matches. */
function sorted(
  yours: ReadDb,
  lines: readonly ParsedLine[],
  matches: ReadonlyMap<number, readonly LineMatch[]>,
): Pick<OursDraft, 'possible' | 'exact' | 'unmatched'> {
  const ids = [...new Set([...matches.values()].flat().map(({ companyId }) => companyId))];
  const decided = new Map<string, ReadonlyMap<string, boolean>>();
  for (let at = 0; at < ids.length; at += AT_ONCE)
    for (const [id, decisions] of decisionsAbout(yours, ids.slice(at, at + AT_ONCE)))
      decided.set(id, decisions);
  const answerTo = ({ companyId, matchKey }: LineMatch): boolean | undefined =>
    decided.get(companyId)?.get(matchKey);
  const possible: MatchedLine[] = [];
  const exact: MatchedLine[] = [];
  const unmatched: ParsedLine[] = [];
  lines.forEach((line, index) => {
    const kept = (matches.get(index) ?? []).filter((match) => answerTo(match) !== false);
    const certain = kept.filter((match) => isExact(match) || answerTo(match) === true);
    for (const match of certain)
      exact.push({ line, match, isDecided: !isExact(match), candidates: certain.length });
    if (certain.length > 0) return;
    for (const match of kept) possible.push({ line, match, isDecided: false, candidates: kept.length });
    if (kept.length === 0) unmatched.push(line);
  });
  return { possible, exact, unmatched };
}

/** Returns the rows of a page with the facts about their companies. `nowMs` is server time. */
export function previewRowsOf(
  { cache, yours }: { readonly cache: ReadDb; readonly yours: ReadDb },
  matched: readonly MatchedLine[],
  nowMs: number,
): OursPreviewRow[] {
  const ids = [...new Set(matched.map(({ match }) => match.companyId))];
  const companies = companyRows(cache, ids);
  const marks = triageMarks(yours, ids, nowMs);
  const tasks = countOpenTasksOf(yours, ids);
  return matched.map(({ line, match, isDecided, candidates }) => {
    const { companyId, matchedBy } = match;
    const company = companies.get(companyId);
    const mark = marks.get(companyId);
    return {
      ...previewLineOf(line),
      companyId,
      name: clip(company?.name ?? '', 500),
      countryName: clipOrNull(company?.countryName ?? null, 200),
      countryCode: clipOrNull(company?.countryCode ?? null, 2),
      industry: clipOrNull(company?.industry ?? null, 200),
      matchedBy,
      isDecided,
      candidates,
      openTasks: tasks.get(companyId) ?? 0,
      snoozedUntilMs: mark?.state === 'snoozed' ? mark.untilMs : null,
    };
  });
}

export const previewLineOf = ({ line, given }: ParsedLine): OursPreviewLine => ({ line, given });
