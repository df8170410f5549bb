import type { Migration } from '../../migrate.ts';

/*
 * The index now stores only words, not the full text. When an indexed company changes for the first time,
 * triggers save its indexed text in `search_before`, because this text is needed to remove the old index
 * entries later. Names and industries are stored separately, because a search also matches the inner parts of
 * their words. `automerge` is off, because library/index/writing/index-writer.ts merges the index in small steps.
 * This migration empties the index and marks every company for reindexing.
 */
/**
 * Returns a SELECT that yields all text of one company as a single row. `of` is the SQL expression for the
 * company's id.
 */
const texts = (of: string): string => `
    SELECT search_doc.company_id,
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT name AS text FROM company WHERE company.company_id = ${of}
        UNION ALL SELECT name FROM company_industry WHERE company_industry.company_id = ${of})),
      (SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT description AS text FROM company WHERE company.company_id = ${of}
        UNION ALL SELECT tag.name FROM company_tag JOIN tag USING (tag_key) WHERE company_tag.company_id = ${of}
        UNION ALL SELECT technology.name FROM company_technology JOIN technology USING (technology_key)
          WHERE company_technology.company_id = ${of}
        UNION ALL SELECT text FROM highlight WHERE highlight.company_id = ${of} AND listed = 1))`;

const setAside = (of: string): string => `
  INSERT INTO search_before (company_id, named, words) ${texts(of)}
    FROM search_doc WHERE search_doc.company_id = ${of}
      AND NOT EXISTS (SELECT 1 FROM search_before WHERE search_before.company_id = ${of});`;

const triggers = (table: string, events: readonly string[], when = ''): string =>
  events
    .map((event) => {
      const of = `${event === 'DELETE' ? 'OLD' : 'NEW'}.company_id`;
      return `CREATE TRIGGER search_${table}_before_${event.toLowerCase()} BEFORE ${event} ON ${table} ${when} BEGIN ${setAside(of)}
END;
`;
    })
    .join('');
const EVERY = ['INSERT', 'UPDATE', 'DELETE'];
const RETOLD = 'WHEN NEW.name IS NOT OLD.name OR NEW.description IS NOT OLD.description';

/**
 * Returns the trigger that saves the indexed text before a tag or technology is renamed. Renaming changes the
 * text of every company that has the tag or technology.
 */
const renamed = (
  table: 'tag' | 'technology',
): string => `CREATE TRIGGER search_${table}_before_update BEFORE UPDATE OF name ON ${table} WHEN NEW.name <> OLD.name BEGIN
  INSERT INTO search_before (company_id, named, words) ${texts('search_doc.company_id')}
    FROM company_${table} AS bearer JOIN search_doc ON search_doc.company_id = bearer.company_id
    WHERE bearer.${table}_key = OLD.${table}_key
      AND NOT EXISTS (SELECT 1 FROM search_before WHERE search_before.company_id = bearer.company_id)
    GROUP BY search_doc.company_id;
END;
`;

export const searchWords: Migration = {
  id: 70,
  name: 'search-words',
  sql: `
DROP TABLE search_doc;
CREATE TABLE search_doc (
  doc_id INTEGER PRIMARY KEY,
  company_id TEXT NOT NULL UNIQUE,
  letters INTEGER NOT NULL
) STRICT;
CREATE TABLE search_before (
  company_id TEXT PRIMARY KEY NOT NULL,
  named TEXT NOT NULL,
  words TEXT NOT NULL
) STRICT;
INSERT INTO search_words (search_words) VALUES ('delete-all');
INSERT INTO search_words (search_words, rank) VALUES ('automerge', 0);
INSERT INTO search_dirty (company_id, changes) SELECT company_id, 1 FROM company WHERE true
ON CONFLICT (company_id) DO UPDATE SET changes = changes + 1;

${triggers('company', ['UPDATE'], RETOLD)}
${triggers('company', ['DELETE'])}
${triggers('company_industry', EVERY)}
${triggers('company_tag', EVERY)}
${triggers('company_technology', EVERY)}
${triggers('highlight', EVERY)}
${renamed('tag')}
${renamed('technology')}
`,
};
