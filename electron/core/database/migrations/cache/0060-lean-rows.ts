import type { Migration } from '../../migrate.ts';

/*
 * Lists are sorted and searched in memory (library/index/), so the columns and indexes for sorting and
 * searching are dropped. Each of these indexes added a page write to every stored row. The rounds of a
 * company need no separate index: there are few of them, and the primary key finds them.
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
