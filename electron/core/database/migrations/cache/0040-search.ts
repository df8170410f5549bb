import type { Migration } from '../../migrate.ts';

/*
 * The local search index (library/index/). `search_doc` stores the indexed text of a company, which is needed
 * to remove the company's index entries later. Triggers cannot update the index, because text is normalized
 * in JavaScript. Instead, they mark a company as changed in the transaction that changes it, so a crash
 * cannot lose the mark. `changes` counts the changes to a company, so a change during indexing is
 * detected. Contacts are not in the index; they are searched in memory. With `secure-delete`, removing an
 * entry also erases it from the file's pages.
 */
const marks = (
  table: string,
  rows: Readonly<Partial<Record<'INSERT' | 'DELETE' | `UPDATE${string}`, 'NEW' | 'OLD'>>>,
): string =>
  Object.entries(rows)
    .map(([event, row]) => {
      const name = `search_${table}_${event.split(' ')[0]?.toLowerCase() ?? ''}`;
      return `CREATE TRIGGER ${name} AFTER ${event} ON ${table} BEGIN
  INSERT INTO search_dirty (company_id, changes) VALUES (${row}.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;
`;
    })
    .join('');

const always = { INSERT: 'NEW', UPDATE: 'NEW', DELETE: 'OLD' } as const;

export const search: Migration = {
  id: 40,
  name: 'search',
  sql: `
CREATE TABLE search_doc (
  doc_id INTEGER PRIMARY KEY,
  company_id TEXT NOT NULL UNIQUE,
  letters INTEGER NOT NULL,
  named TEXT NOT NULL,
  words TEXT NOT NULL
) STRICT;

CREATE VIRTUAL TABLE search_words USING fts5 (
  tokens, content = '', detail = none, columnsize = 0, tokenize = "ascii tokenchars '+#'"
);
INSERT INTO search_words (search_words, rank) VALUES ('secure-delete', 1);

CREATE TABLE search_dirty (
  company_id TEXT PRIMARY KEY NOT NULL,
  changes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO search_dirty (company_id, changes) SELECT company_id, 1 FROM company;

${marks('company', always)}
${marks('company_industry', always)}
${marks('company_tag', always)}
${marks('company_technology', always)}
${marks('highlight', always)}
${marks('contact', always)}
${marks('contacts_state', always)}
${marks('open_role', always)}
${marks('company_panel', always)}
CREATE TRIGGER search_tag_update AFTER UPDATE OF name ON tag WHEN NEW.name <> OLD.name BEGIN
  INSERT INTO search_dirty (company_id, changes) SELECT company_id, 1 FROM company_tag WHERE tag_key = NEW.tag_key
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;
CREATE TRIGGER search_technology_update AFTER UPDATE OF name ON technology WHEN NEW.name <> OLD.name BEGIN
  INSERT INTO search_dirty (company_id, changes) SELECT company_id, 1 FROM company_technology
  WHERE technology_key = NEW.technology_key
  ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;
END;
`,
};
