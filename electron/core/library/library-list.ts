import type { LibraryRow } from '../../../shared/model/company.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { companyRows } from '../db/queries/companies.ts';
import { companiesWithPeopleAmong } from '../db/queries/library.ts';
import { companiesWithNoteAmong, namesWritten } from '../db/queries/notes.ts';
import { statusesOf } from '../db/queries/statuses.ts';
import { tagsOfCompanies } from '../db/queries/tags.ts';
import { listNamesOf } from '../db/queries/watchlists.ts';
import type { ReadDb } from '../db/sql.ts';
import { nameOnlyRow } from './company-view.ts';
import { clip } from './fold.ts';
import { companyRowOf } from './rows.ts';

/** The rows of a few ids, in the order asked; an id that is nowhere any more is left out. */
export function libraryRows(
  cache: ReadDb,
  yours: ReadDb,
  ids: readonly string[],
  nowMs: number,
): LibraryRow[] {
  const page = ids.slice(0, LIST_LIMIT_MAX);
  const stored = companyRows(cache, page);
  const written = namesWritten(yours, page);
  const lists = listNamesOf(yours, page);
  const statuses = statusesOf(yours, page);
  const tags = tagsOfCompanies(yours, page);
  const noted = new Set(companiesWithNoteAmong(yours, page));
  const peopled = new Set(companiesWithPeopleAmong(cache, page));
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
