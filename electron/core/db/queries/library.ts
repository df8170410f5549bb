import { all, get, num, text, textOrNull, type ReadDb } from '../sql.ts';
import { contactsStateOf, type ContactsState } from './people.ts';

export type LibrarySort = 'announced' | 'fetched' | 'name';

/*
 * Every order has its own index that holds the id too, so that a list of all companies never reads a company's row.
 * Words are looked for in folded text by `instr`: `LIKE` would read `%` and `_` in what was typed.
 */
const LISTS: Readonly<Record<LibrarySort, { all: string; matching: string }>> = {
  announced: {
    all: 'SELECT company_id FROM company ORDER BY announced_on DESC, company_id',
    matching: `SELECT company_id FROM company
      WHERE instr(search_folded, :longest) > 0
        AND NOT EXISTS (SELECT 1 FROM json_each(:others) AS word WHERE instr(search_folded, word.value) = 0)
      ORDER BY announced_on DESC, company_id`,
  },
  fetched: {
    all: 'SELECT company_id FROM company ORDER BY fetched_at_ms DESC, company_id',
    matching: `SELECT company_id FROM company
      WHERE instr(search_folded, :longest) > 0
        AND NOT EXISTS (SELECT 1 FROM json_each(:others) AS word WHERE instr(search_folded, word.value) = 0)
      ORDER BY fetched_at_ms DESC, company_id`,
  },
  name: {
    all: 'SELECT company_id FROM company ORDER BY name_folded, company_id',
    matching: `SELECT company_id FROM company
      WHERE instr(search_folded, :longest) > 0
        AND NOT EXISTS (SELECT 1 FROM json_each(:others) AS word WHERE instr(search_folded, word.value) = 0)
      ORDER BY name_folded, company_id`,
  },
};

/** Ids of the companies that hold every word, in order. */
export function libraryIds(db: ReadDb, sort: LibrarySort, words: readonly string[]): string[] {
  // The longest word leaves the fewest companies for the others to be looked for in.
  const [longest, ...others] = words.toSorted((a, b) => b.length - a.length);
  const rows =
    longest === undefined
      ? all(db, LISTS[sort].all)
      : all(db, LISTS[sort].matching, { longest, others: JSON.stringify(others) });
  return rows.map((row) => text(row, 'company_id'));
}

export function countCompanies(db: ReadDb): number {
  const row = get(db, 'SELECT count(*) AS n FROM company');
  return row === null ? 0 : num(row, 'n');
}

/** Those of `ids` that the cache does not hold. */
export function missingCompanies(db: ReadDb, ids: readonly string[]): string[] {
  return all(
    db,
    `SELECT wanted.value AS company_id FROM json_each(:ids) AS wanted
     WHERE NOT EXISTS (SELECT 1 FROM company WHERE company.company_id = wanted.value)`,
    { ids: JSON.stringify(ids) },
  ).map((row) => text(row, 'company_id'));
}

export function companiesWithPeople(db: ReadDb): string[] {
  return all(db, 'SELECT DISTINCT company_id FROM contact').map((row) => text(row, 'company_id'));
}

/** Those of `ids` that people are kept of. */
export function companiesWithPeopleAmong(db: ReadDb, ids: readonly string[]): string[] {
  return all(
    db,
    `SELECT wanted.value AS company_id FROM json_each(:ids) AS wanted
     WHERE EXISTS (SELECT 1 FROM contact WHERE contact.company_id = wanted.value)`,
    { ids: JSON.stringify(ids) },
  ).map((row) => text(row, 'company_id'));
}

/** Companies announced after `cutoffDate` of whose contacts the service said nothing. */
export function announcedSince(db: ReadDb, cutoffDate: string): string[] {
  return all(
    db,
    `SELECT company_id FROM company WHERE announced_on > :cutoffDate
       AND NOT EXISTS (SELECT 1 FROM contacts_state WHERE contacts_state.company_id = company.company_id)`,
    { cutoffDate },
  ).map((row) => text(row, 'company_id'));
}

/** Companies of whose contacts the service said something: as many as were paid for one by one. */
export function contactsKnown(
  db: ReadDb,
): { companyId: string; announcedOn: string | null; contacts: ContactsState | null }[] {
  return all(
    db,
    `SELECT company.company_id, company.announced_on, contacts_state.state AS contacts_state,
       contacts_state.source AS contacts_source, contacts_state.observed_at_ms AS contacts_observed_at_ms,
       contacts_state.hint AS contacts_hint, contacts_state.total AS contacts_total,
       contacts_state.names_at_ms AS contacts_names_at_ms, contacts_state.fetched_at_ms AS contacts_fetched_at_ms
     FROM contacts_state JOIN company ON company.company_id = contacts_state.company_id`,
  ).map((row) => ({
    companyId: text(row, 'company_id'),
    announcedOn: textOrNull(row, 'announced_on'),
    contacts: contactsStateOf(row),
  }));
}
