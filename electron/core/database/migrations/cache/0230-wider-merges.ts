import type { Migration } from '../../migrate.ts';

/*
 * Merges eight segments of the search index at once instead of four, so each entry is copied less often while
 * the index grows (ADR 117).
 */
export const widerMerges: Migration = {
  id: 230,
  name: 'wider-merges',
  sql: `
INSERT INTO search_words (search_words, rank) VALUES ('usermerge', 8);
`,
};
