import type { CompanyRow, OursMark } from '../../../../shared/model/company.ts';
import { hasOursLines, oursAmong, oursByMatches } from '../../database/queries/yours/ours.ts';
import type { ReadDb } from '../../database/sql.ts';
import { findMatches, uncompared } from './match-stored.ts';

interface Files {
  readonly cache: ReadDb;
  readonly yours: ReadDb;
}

/**
 * Returns the marks of companies that are "Already yours", such as customers. If recently stored companies
 * have not been compared with the imported lines yet, compares them first.
 */
export function oursMarksOf(files: Files, companyIds: readonly string[]): Map<string, OursMark> {
  if (companyIds.length === 0 || !hasOursLines(files.yours)) return new Map();
  const marks = new Map<string, OursMark>();
  for (const { companyId, kind, isCertain } of oursAmong(files.yours, companyIds))
    marks.set(companyId, { kind, isCertain });
  const late = uncompared(files.cache, companyIds);
  if (late.length === 0) return marks;
  for (const id of late) marks.delete(id);
  for (const { companyId, kind, isCertain } of oursByMatches(files.yours, findMatches(files, late)))
    marks.set(companyId, { kind, isCertain });
  return marks;
}

/** Returns only the companies that are known to be "Already yours". A match by name alone does not count. */
export function certainlyOurs(files: Files, companyIds: readonly string[]): Map<string, OursMark> {
  return new Map([...oursMarksOf(files, companyIds)].filter(([, { isCertain }]) => isCertain));
}

/** Adds the mark to each row whose company is "Already yours". */
export function withOurs<R extends CompanyRow>(files: Files, rows: readonly R[]): R[] {
  const marks = oursMarksOf(
    files,
    rows.map(({ companyId }) => companyId),
  );
  if (marks.size === 0) return [...rows];
  return rows.map((row) => {
    const ours = marks.get(row.companyId);
    return ours === undefined ? row : { ...row, ours };
  });
}
