import type { Migration } from '../../migrate.ts';

/*
 * Lists are put in order and searched in memory (library/search/): what SQLite kept for that beside every row is written no
 * more. Each of these indexes cost every row that came in a page of its own, as their keys come in no order. What was told of
 * a company's few rounds is found by the primary key.
 */
export const leanRows: Migration = {
  id: 60,
  name: 'lean-rows',
  sql: `
DROP INDEX company_by_announced;
DROP INDEX company_by_fetched;
DROP INDEX company_by_name;
DROP INDEX round_by_date;
DROP INDEX company_industry_by_name;
DROP INDEX round_told_by_round;
ALTER TABLE company DROP COLUMN search_folded;
ALTER TABLE company_industry DROP COLUMN name_folded;
`,
};
