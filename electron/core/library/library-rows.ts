import type { LibraryRow } from '../../../shared/model/company.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { companyRows } from '../database/queries/cache/companies.ts';
import { companiesWithContactsAmong } from '../database/queries/cache/company-presence.ts';
import { companiesWithNoteAmong, userDataNames } from '../database/queries/yours/notes.ts';
import { statusesOf } from '../database/queries/yours/statuses.ts';
import { tagsOfCompanies } from '../database/queries/yours/tags.ts';
import { listNamesOf } from '../database/queries/yours/lists.ts';
import type { ReadDb } from '../database/sql.ts';
import { nameOnlyRow } from './company-view.ts';
import { clip } from '../foundation/clip-text.ts';
import { fold } from '../../../shared/fold-diacritics.ts';
import { industriesAmong } from '../database/queries/cache/search-index.ts';
import { companyRowOf } from '../database/queries/cache/company-row.ts';

/**
 * If the library is filtered by industry, replaces the industry in each row with one that matches the filter.
 * A row shows only one of a company's industries, and this might otherwise be an industry that does not
 * match.
 */
export function withMatchingIndustry<Row extends Pick<LibraryRow, 'companyId' | 'industry'>>(
  cache: ReadDb,
  rows: readonly Row[],
  wanted: readonly string[],
): Row[] {
  const keys = new Set(wanted.map(fold));
  const matches = (name: string | null): boolean => name !== null && keys.has(fold(name));
  const others = rows.filter(({ industry }) => !matches(industry));
  if (keys.size === 0 || others.length === 0) return [...rows];
  const matching = new Map<string, string>();
  for (const { companyId, name } of industriesAmong(
    cache,
    others.map((row) => row.companyId),
  ))
    if (matches(name) && !matching.has(companyId)) matching.set(companyId, clip(name, 200));
  return rows.map((row) => ({ ...row, industry: matching.get(row.companyId) ?? row.industry }));
}

/** Returns the library rows of these companies in the given order. Unknown ids are omitted. */
export function libraryRows(
  cache: ReadDb,
  yours: ReadDb,
  ids: readonly string[],
  nowMs: number,
): LibraryRow[] {
  const page = ids.slice(0, LIST_LIMIT_MAX);
  const stored = companyRows(cache, page);
  const written = userDataNames(yours, page);
  const lists = listNamesOf(yours, page);
  const statuses = statusesOf(yours, page);
  const tags = tagsOfCompanies(yours, page);
  const noted = new Set(companiesWithNoteAmong(yours, page));
  const peopled = new Set(companiesWithContactsAmong(cache, page));
  return page.flatMap((id) => {
    const company = stored.get(id);
    const words = written.get(id);
    if (company === undefined && words === undefined) return [];
    const row =
      company !== undefined
        ? companyRowOf({ ...company, name: company.name ?? words?.name ?? null }, nowMs)
        : words !== undefined
          ? nameOnlyRow(words)
          : null;
    if (row === null) return [];
    const status = statuses.get(id)?.name;
    const ownTags = (tags.get(id) ?? []).slice(0, LIST_LIMIT_MAX).map(({ name }) => name);
    return [
      {
        ...row,
        watchlists: (lists.get(id) ?? []).slice(0, LIST_LIMIT_MAX).map((name) => clip(name, 200)),
        hasNote: noted.has(id),
        hasPeople: peopled.has(id),
        ...(status === undefined ? {} : { status }),
        ...(ownTags.length === 0 ? {} : { ownTags }),
      },
    ];
  });
}
